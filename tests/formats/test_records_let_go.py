"""A conversion of many games keeps none of those that are written: memory doesn't grow with their number."""

from __future__ import annotations

import gc

import pytest

from viewer.base.garbage import GarbagePause
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.tree.node import Node

_GAMES = 40
_GAME = b"""[Event "?"]
[Opening "Ruy Lopez"]

1. e4 {the best} (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. Nf3 Nc6 3. Bb5 $1 a6 *

"""


def nodes() -> int:
    return sum(type(one) is Node for one in gc.get_objects())


@pytest.mark.parametrize("suffix", ["epd", "fen", "pgc"])
def test_no_node_of_a_written_game_is_kept(suffix: str) -> None:
    collection = FORMATS["pgn"].load().read(BytesSource(_GAME * _GAMES))
    format_ = FORMATS[suffix].load()
    gc.collect()
    before = nodes()
    with GarbagePause():
        output = format_.write(collection)
        kept = nodes() - before
        assert any(output.pieces)
    assert kept < 3 * len(collection.record(0).nodes)
