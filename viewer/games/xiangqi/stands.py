"""The points that each kind of piece can reach in a game, and the number of pieces in a set."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, in_context, message
from viewer.games.xiangqi.board import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    POINTS,
    RED,
    ROOK,
    SQUARE_NAMES,
    occupied,
    piece_of,
    side_of,
)
from viewer.games.xiangqi.fen import SIDE_NAMES
from viewer.games.xiangqi.reach import HALF, PALACE

_SHOWN = 6
_SET = {
    KING: (1, message("kings")),
    ADVISOR: (2, message("advisors")),
    ELEPHANT: (2, message("elephants")),
    HORSE: (2, message("horses")),
    ROOK: (2, message("rooks")),
    CANNON: (2, message("cannons")),
    PAWN: (5, message("pawns")),
}
"""The number of pieces of each kind in a set, and their name in the plural."""

# The points that Red's pieces can reach; Black's are the same, turned by 180 degrees.
_STANDS = {
    KING: PALACE[RED],
    ADVISOR: frozenset((3, 5, 13, 21, 23)),
    ELEPHANT: frozenset((2, 6, 18, 22, 26, 38, 42)),
    PAWN: frozenset(
        point for point in POINTS if point not in HALF[RED] or (point >= 27 and point % 9 % 2 == 0)
    ),
}


def odd_pieces(board: bytes, kings: bool = True) -> Iterator[Message]:
    """Messages about what can't arise in a game: missing kings, too many pieces, unreachable squares.

    `kings`: whether both are wanted.
    """
    for side, name in enumerate(SIDE_NAMES):
        for kind, (most, kinds) in _SET.items():
            count = board.count(piece_of(kind, side))
            if kings and kind == KING and not count:
                yield in_context("xiangqi", "{side} has no king.", side=name)
            if count > most:
                yield message("{side} has {count} {pieces}.", side=name, count=count, pieces=kinds)
    odd = [SQUARE_NAMES[point] for point in occupied(board) if not _may_stand(board[point], point)]
    if odd:
        shown = ", ".join(odd[:_SHOWN]) + ("…" if len(odd) > _SHOWN else "")
        yield message("A piece can't come to where it stands: {places}.", places=shown)


def _may_stand(piece: int, point: int) -> bool:
    side = side_of(piece)
    stands = _STANDS.get(piece & 7)
    return stands is None or (point if side == RED else 89 - point) in stands
