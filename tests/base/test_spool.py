"""Bytes that go to a temporary file where they are many."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from viewer.base import spool
from viewer.base.source import BytesSource, Piece, Span, piece_bytes
from viewer.base.spool import Spool, spooled


@pytest.mark.parametrize("most", [1 << 20, 4])
def test_a_spool_is_sent_to_another_process_as_its_bytes(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_IN_MEMORY", most)
    made = Spool()
    made.put(b"abc")
    made.put(b"def")
    assert made.small == (most > 6)
    assert b"".join(pickle.loads(pickle.dumps(made)).pieces()) == b"abcdef"


@pytest.mark.parametrize("most", [1 << 20, 4])
@pytest.mark.parametrize("block", [1 << 20, 4])
def test_pieces_wait_in_a_spool_in_their_order(
    most: int, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spool, "_IN_MEMORY", most)
    monkeypatch.setattr(spool, "BLOCK", block)
    made: list[int] = []

    def pieces() -> Iterator[Piece]:
        for piece in (b"abc", b"", b"de", Span(1, 2), Span(4, 1), b"fghijkl", Span(0, 1), b""):
            made.append(len(made))
            yield piece

    kept = spooled(pieces())
    assert len(made) == 8  # before the first is taken
    source = BytesSource(b"01234")
    assert b"".join(piece_bytes(piece, source) for piece in kept) == b"abcde124fghijkl0"
