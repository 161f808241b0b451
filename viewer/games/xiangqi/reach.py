"""Tables of the points that each kind of piece reaches on an empty board, by side and point.

The targets of horses and elephants are paired with the point that blocks them (leg, eye).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from viewer.base.messages import Message, in_context, message
from viewer.games.xiangqi.position import (
    ADVISOR,
    BLACK,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    POINTS,
    RED,
    ROOK,
    SIDE_NAMES,
    SQUARE_NAMES,
    occupied,
    piece_of,
    side_of,
)

Targets = tuple[tuple[int, ...], ...]
Blockable = tuple[tuple[tuple[int, int], ...], ...]

_SIDES = (RED, BLACK)

# The tables are computed on a board with a rim two points wide, so that a step is one addition and
# never wraps around to the other edge.
_UP, _RIGHT = 13, 1
_HOME = [(point // 9 + 2) * _UP + point % 9 + 2 for point in POINTS]
_RIMMED = [-1] * (14 * _UP)
for _point in POINTS:
    _RIMMED[_HOME[_point]] = _point

_STRAIGHT = (_UP, _RIGHT, -_UP, -_RIGHT)
_DIAGONAL = (_UP + _RIGHT, _UP - _RIGHT, -_UP - _RIGHT, -_UP + _RIGHT)
_JUMPS = tuple(
    (straight, straight + diagonal)
    for straight in _STRAIGHT
    for diagonal in _DIAGONAL
    if abs(straight + diagonal) not in (_UP, _RIGHT)
)
_STRIDES = tuple((diagonal, 2 * diagonal) for diagonal in _DIAGONAL)

HALF = (frozenset(range(45)), frozenset(range(45, 90)))
"""The points of each side's half of the board, up to the river."""
PALACE = (
    frozenset((3, 4, 5, 12, 13, 14, 21, 22, 23)),
    frozenset((66, 67, 68, 75, 76, 77, 84, 85, 86)),
)


def _targets(steps: Iterable[int], allowed: Container[int]) -> Targets:
    return tuple(
        tuple([to for step in steps if (to := _RIMMED[home + step]) in allowed]) for home in _HOME
    )


def _blockable(steps: Iterable[tuple[int, int]]) -> Blockable:
    return tuple(
        tuple(
            [
                (_RIMMED[home + over], to)
                for over, step in steps
                if (to := _RIMMED[home + step]) >= 0
            ]
        )
        for home in _HOME
    )


def _rays(point: int) -> tuple[tuple[int, ...], ...]:
    left = point - point % 9
    rays = (
        range(point + 9, 90, 9),
        range(point + 1, left + 9),
        range(point - 9, -1, -9),
        range(point - 1, left - 1, -1),
    )
    return tuple(tuple(ray) for ray in rays if ray)


RAYS = tuple(_rays(point) for point in POINTS)
"""The points in each straight direction from each point, nearest first: for rooks and cannons."""
KING_STEPS = tuple(_targets(_STRAIGHT, PALACE[side]) for side in _SIDES)
ADVISOR_STEPS = tuple(_targets(_DIAGONAL, PALACE[side]) for side in _SIDES)
HORSE_STEPS = _blockable(_JUMPS)
"""(leg, target) of each jump of a horse from a point."""
ELEPHANT_STRIDES = _blockable(_STRIDES)
"""(eye, target) of each stride of an elephant from a point, ignoring the river."""
ELEPHANT_STEPS = tuple(
    tuple(tuple(s for s in strides if s[1] in HALF[side]) for strides in ELEPHANT_STRIDES)
    for side in _SIDES
)


def _pawn_steps(side: int) -> Targets:
    before = _targets((-_UP if side else _UP,), POINTS)
    aside = _targets((_RIGHT, -_RIGHT), POINTS)
    return tuple(
        before[point] if point in HALF[side] else before[point] + aside[point] for point in POINTS
    )


PAWN_STEPS = tuple(_pawn_steps(side) for side in _SIDES)

LEG = {(point, to): leg for point in POINTS for leg, to in HORSE_STEPS[point]}
"""The leg of each jump of a horse, by origin and target."""
EYE = {(point, to): eye for point in POINTS for eye, to in ELEPHANT_STRIDES[point]}
"""The eye of each stride of an elephant, by origin and target."""

HORSES_ON: Blockable = tuple(
    tuple((LEG[origin, point], origin) for _, origin in HORSE_STEPS[point]) for point in POINTS
)
"""(leg, origin) of each jump that ends on a point."""


def _pawns_on(side: int) -> Targets:
    origins: list[list[int]] = [[] for _ in POINTS]
    for origin, targets in enumerate(PAWN_STEPS[side]):
        for target in targets:
            origins[target].append(origin)
    return tuple(tuple(some) for some in origins)


PAWNS_ON = tuple(_pawns_on(side) for side in _SIDES)
"""The points from which a pawn of a side can step onto a point."""


# ----------------------------------- pieces that no game can have, and points that they can't reach

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
