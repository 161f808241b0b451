"""Books of YaneuraOu in binary (.ybb): positions in 44 bytes, sorted, with their moves behind all of them.

A head of 32 bytes: `YANE-BINBOOK-V1` and a zero byte, the number of positions, flags (bit 0: moves have
a depth). A position: 32 bytes of packed SFEN, by which they are sorted as bytes; the offset of its moves
behind the positions (8), its ply and its number of moves (2 each). A move: YaneuraOu's 16 bits, the score
for the side to move (0x7fff for none), and the depth. All numbers are little-endian. Source: rsshogi's
and ShogiHome's readers.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from rsshogi.core import Move as RsMove

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import Number, message
from viewer.base.source import FileSource, Source
from viewer.reference.reference import (
    DEPTH,
    SCORE,
    KnownMove,
    Reference,
    ReferenceFault,
    reading,
)
from viewer.reference.shogi import board_of, evaluation, flipped, move_in

_HEAD = struct.Struct("<16sQQ")
_ROW = struct.Struct("<32sQHH")
_MOVES = (struct.Struct("<Hh"), struct.Struct("<HhH"))
_WITH_DEPTH = 1
_NO_SCORE = 0x7FFF


def opening(path: str, name: str, limits: Limits) -> Iterator[JobStep[Reference]]:
    """The job that opens a book. Raises ReferenceFault."""
    with reading(name):
        source = FileSource(path)
    try:
        book = BinaryBook(source, name)
    except ReferenceFault:
        source.close()
        raise
    yield JobStep(1, 1, book)


class BinaryBook(Reference):
    """A book in binary."""

    game = "shogi"

    def __init__(self, source: Source, name: str) -> None:
        """Raises ReferenceFault; the source is closed with the book."""
        self.name = name
        self._source = source
        with reading(name):
            head = source.read(0, _HEAD.size)
        if len(head) < _HEAD.size:
            raise self._broken(0)
        _, self._count, flags = _HEAD.unpack(head)
        self._moves = _HEAD.size + self._count * _ROW.size
        if flags & ~_WITH_DEPTH:
            raise ReferenceFault(
                message("{name} is of a newer kind, which Qipu doesn't know yet.", name=name)
            )
        if self._moves > source.size:
            raise self._broken(source.size)
        self._move = _MOVES[flags & _WITH_DEPTH]
        self.columns = (SCORE, DEPTH) if flags & _WITH_DEPTH else (SCORE,)

    def look_up(self, state: Any) -> Iterator[KnownMove]:
        """The moves of a position. Raises ReferenceFault."""
        board = board_of(state)
        if board is None:
            return
        with reading(self.name):
            for mirrored in (False, True):
                seen = flipped(board) if mirrored else board
                row = self._find(bytes(seen.to_packed_sfen()), state.number)
                if row is not None:
                    yield from self._known(*row, state.side, mirrored)
                    return

    def _find(self, key: bytes, ply: int) -> tuple[int, int] | None:
        """(offset, number) of the moves of a position, of this ply if it has several."""
        first = bisect_left(range(self._count), key, key=lambda index: self._row(index)[0])
        found: tuple[int, int] | None = None
        for index in range(first, self._count):
            stored, offset, at, count = self._row(index)
            if stored != key:
                break
            if found is None or at == ply:
                found = offset, count
        return found

    def _row(self, index: int) -> tuple[bytes, int, int, int]:
        offset = _HEAD.size + index * _ROW.size
        data = self._source.read(offset, _ROW.size)
        if len(data) < _ROW.size:
            raise self._broken(offset)
        key, at, ply, count = _ROW.unpack(data)
        return key, at, ply, count

    def _known(self, offset: int, count: int, side: int, mirrored: bool) -> list[KnownMove]:
        start = self._moves + offset
        length = count * self._move.size
        if start + length > self._source.size:
            raise self._broken(start)
        data = self._source.read(start, length)
        found: list[KnownMove] = []
        for packed, score, *depth in self._move.iter_unpack(data):
            move = move_in(RsMove(packed).to_usi(), mirrored)
            if move is not None:
                value = evaluation(
                    None if score == _NO_SCORE else score, depth[0] if depth else None, side
                )
                found.append(KnownMove(move, evaluation=value))
        return found

    def _broken(self, offset: int) -> ReferenceFault:
        return ReferenceFault(
            message("{name} breaks off at byte {offset}.", name=self.name, offset=Number(offset))
        )

    def close(self) -> None:
        """Close its files."""
        self._source.close()
