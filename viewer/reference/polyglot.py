"""Polyglot opening books for chess: entries of 16 bytes, sorted by the key of the position.

An entry is four big-endian numbers: the Zobrist key (8 bytes), the move and its weight (2 each), and 4
bytes that programs use as they like. python-chess computes the keys; its reader maps the file, which
would end the process if another program made the file shorter. Layout: hgm.nubati.net/book_format.html.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import chess
from chess.polyglot import zobrist_hash

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.source import FileSource, Source
from viewer.games.chess.position import CHESS_MOVE_OF, move_of
from viewer.reference.making import BookWriter, PlayedMove
from viewer.reference.reference import WEIGHT, KnownMove, Reference, reading
from viewer.tree.action import Move

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


# ------------------------------------------------------------------------------------- new books

_BOARD = struct.Struct(">9Q?b")
_SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings")


def _packed(board: chess.Board) -> bytes:
    """A position without its counters; en passant only where a pawn stands ready, as in the key."""
    target = board.ep_square
    if target is not None:
        ready = chess.BB_PAWN_ATTACKS[not board.turn][target] & board.occupied_co[board.turn]
        target = target if ready & board.pawns else None
    return _BOARD.pack(
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.occupied_co[chess.BLACK],
        board.clean_castling_rights(),
        board.turn,
        -1 if target is None else target,
    )


def _unpacked(data: bytes) -> chess.Board:
    board = chess.Board(None)
    *sets, white, black, rights, turn, target = _BOARD.unpack(data)
    for name, squares in zip(_SETS, sets, strict=True):
        setattr(board, name, squares)
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = white, black
    board.occupied = white | black
    board.castling_rights, board.turn = rights, turn
    board.ep_square = None if target < 0 else target
    return board


_HEAVIEST = 0xFFFF
_ROOKS = {chess.G1: chess.H1, chess.C1: chess.A1, chess.G8: chess.H8, chess.C8: chess.A8}


class PolyglotWriter(BookWriter):
    """Polyglot's: the weight of a move is two points for each game that its player won, one for each draw.

    A move that lost each of its games isn't written, as with `polyglot make-book`.
    """

    def entry(self, state: Any, move: Move) -> tuple[bytes, bytes] | None:
        """The numbers of a board, and a move in 16 bits, castling as king takes rook; plain chess only."""
        board, meant = state.board, CHESS_MOVE_OF[move.text]
        if type(board) is not chess.Board or board.chess960 or not meant:
            return None
        target = meant.to_square
        if board.is_castling(meant):
            target = _ROOKS.get(target, target)
        promotion = meant.promotion - 1 if meant.promotion else 0
        packed = promotion << 12 | meant.from_square << 6 | target
        return _packed(board), packed.to_bytes(2, "big")

    def key(self, position: bytes) -> bytes:
        """The Zobrist key."""
        return zobrist_hash(_unpacked(position)).to_bytes(8, "big")

    def keeps(self, played: PlayedMove) -> bool:
        """Whether it has a weight."""
        return played.points > 0

    def written(self, positions: Iterable[tuple[bytes, Sequence[PlayedMove]]]) -> bytes:
        """Entries of 16 bytes."""
        data = bytearray()
        for key, moves in positions:
            most = max(_HEAVIEST, *(one.points for one in moves))
            weighed = [(max(1, one.points * _HEAVIEST // most), one.move) for one in moves]
            for weight, move in sorted(weighed, key=lambda one: (-one[0], one[1])):
                data += _ENTRY.pack(
                    int.from_bytes(key, "big"), int.from_bytes(move, "big"), weight, 0
                )
        return bytes(data)
