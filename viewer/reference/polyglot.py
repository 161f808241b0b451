"""Polyglot opening books for chess: entries of 16 bytes, sorted by the key of the position.

An entry is four big-endian numbers: the Zobrist key (8 bytes), the move and its weight (2 each), and 4
bytes that programs use as they like. python-chess computes the keys; its reader maps the file, which
would end the process if another program made the file shorter. Layout: hgm.nubati.net/book_format.html.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

import chess
from chess.polyglot import zobrist_hash

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.source import FileSource, Source
from viewer.games.chess.position import move_of
from viewer.reference.reference import WEIGHT, KnownMove, Reference, reading

_ENTRY = struct.Struct(">QHHI")
_MOST = 512
"""Entries of one position: no position has more legal moves."""


def opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
    """The job that opens a book. Raises ReferenceFault."""
    with reading(name):
        source = FileSource(path)
    yield JobStep(1, 1, PolyglotBook(source, name))


def _key_at(source: Source, index: int) -> int:
    return int.from_bytes(source.read(index * _ENTRY.size, 8), "big")


class PolyglotBook(Reference):
    """A Polyglot book."""

    game = "chess"
    columns = (WEIGHT,)

    def __init__(self, source: Source, name: str) -> None:
        """`source` is closed with the book."""
        self.name = name
        self._source = source

    def look_up(self, state: Any) -> Iterator[KnownMove]:
        """The moves of a position. Raises ReferenceFault."""
        board = state.board
        if board is None:
            return
        key = zobrist_hash(board)
        source = self._source
        count = source.size // _ENTRY.size
        with reading(self.name):
            first = bisect_left(range(count), key, key=lambda index: _key_at(source, index))
            data = source.read(first * _ENTRY.size, min(_MOST, count - first) * _ENTRY.size)
        for offset in range(0, len(data) - _ENTRY.size + 1, _ENTRY.size):
            stored, packed, weight, _ = _ENTRY.unpack_from(data, offset)
            if stored != key:
                break
            move = _move(board, packed)
            if move is not None:
                yield KnownMove(move_of(move), weight=weight, order=-weight)

    def close(self) -> None:
        """Close its files."""
        self._source.close()


def _move(board: chess.Board, packed: int) -> chess.Move | None:
    """The legal move of an entry, None if it is none. Castling is written as king takes rook."""
    parts = _parts(packed)
    try:
        return board.parse_uci(parts.uci()) if parts is not None else None
    except ValueError:
        return None


def _parts(packed: int) -> chess.Move | None:
    """The move of an entry as it is written, None for numbers that are no move."""
    origin, target, promotion = packed >> 6 & 63, packed & 63, packed >> 12
    if promotion >= chess.QUEEN or origin == target:
        return None
    return chess.Move(origin, target, promotion + 1 if promotion else None)
