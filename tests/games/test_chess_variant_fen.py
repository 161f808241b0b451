"""The FEN of a variant that Qipu doesn't play: its board is shown where it can be read, and never raises."""

from __future__ import annotations

import pytest

from viewer.games import game_of
from viewer.games.chess.fen import read_variant_fen
from viewer.games.chess.tags import setup_of_tags

CHESS = game_of("chess")
RANKS = "4k3/8/8/8/8/8/8/4K2R"


@pytest.mark.parametrize("pockets", ["[Qn]", "/Qn", "[]", "[Q"])
def test_pockets_are_left_out(pockets: str) -> None:
    read = read_variant_fen(f"{RANKS}{pockets} b - - 3 12")
    if pockets == "[Q":  # never closed: nothing of the rest can be told from it
        assert (read.placement, read.side) == (RANKS, "w")
    else:
        assert (read.placement, read.side, read.number) == (RANKS, "b", 12)


@pytest.mark.parametrize("fen", ["[Q] w - - 0 1", "[", "x", "/", "8/8", "8/8/8/8/8/8/8/9 w"])
def test_one_that_is_no_position_is_said_and_shows_an_empty_board(fen: str) -> None:
    setup, complaint = setup_of_tags({"Variant": "Crazyhouse", "FEN": fen})
    assert complaint is not None
    state = CHESS.start(setup)
    assert list(CHESS.pieces(state)) == []
    assert CHESS.setup_text(state)
