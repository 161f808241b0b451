"""Move generation and check detection, by tables of the points that each kind of piece reaches.

Works on any board: kings may be missing, more than one, or outside the palace, and pieces may stand
on points that they can't reach in a game. Facing kings count as a check along the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable

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
    Points,
    after_move,
    occupied,
    piece_of,
)

# -------------------------------------------------------------------------------------- reach

# By side and point, on an empty board. The targets of horses and elephants are paired with the point that
# blocks them (leg, eye).

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


# ------------------------------------------------------------------------------------- checks


class _LineChecks(dict[bytes, bool]):
    """Cache from a line's bytes to whether a king of a side is attacked along it.

    A record has only a few thousand different lines: each is searched once, then looked up.
    """

    _MOST = 1 << 14

    def __init__(self, side: int, upright: bool) -> None:
        super().__init__()
        own, other = (bytes([piece_of(KING, s)]) for s in (side, 1 - side))
        rook, cannon = (bytes([piece_of(kind, 1 - side)]) for kind in (ROOK, CANNON))
        # Rook or, along a file, king: nothing between. Cannon: exactly one piece between.
        direct = b"[" + rook + (other if upright else b"") + b"]"
        screen = rb"\0*[^\0]\0*"
        self._attack = re.compile(
            b"|".join(
                (
                    own + rb"\0*" + direct,
                    direct + rb"\0*" + own,
                    own + screen + cannon,
                    cannon + screen + own,
                )
            )
        )

    def __missing__(self, line: bytes) -> bool:
        if len(self) >= self._MOST:
            self.clear()
        attacked = self[line] = self._attack.search(line) is not None
        return attacked


_FILE_CHECKS = (_LineChecks(RED, True), _LineChecks(BLACK, True))
_RANK_CHECKS = (_LineChecks(RED, False), _LineChecks(BLACK, False))
_KINGS = (piece_of(KING, RED), piece_of(KING, BLACK))
_HORSES = (piece_of(HORSE, RED), piece_of(HORSE, BLACK))
_PAWNS = (piece_of(PAWN, RED), piece_of(PAWN, BLACK))


def checked(board: bytes, side: int) -> bool:
    """Whether a king of a side is attacked, or faces the other king."""
    king = _KINGS[side]
    at = board.find(king)
    while at >= 0:
        if _attacked(board, at, side):
            return True
        if king not in board[at + 1 :]:
            break
        at = board.find(king, at + 1)
    return False


def _attacked(board: bytes, at: int, side: int) -> bool:
    """Whether a side's king on the point `at` is attacked."""
    file = at % 9
    left = at - file
    if _FILE_CHECKS[side][board[file::9]] or _RANK_CHECKS[side][board[left : left + 9]]:
        return True
    other = 1 - side
    horse = _HORSES[other]
    for leg, origin in HORSES_ON[at]:
        if board[origin] == horse and not board[leg]:
            return True
    pawn = _PAWNS[other]
    for origin in PAWNS_ON[other][at]:
        if board[origin] == pawn:
            return True
    if at in PALACE[side]:
        return False
    # A king set up outside the palace can be taken by pieces that can't reach it in a game.
    return any(target == at for _, target in pseudo_legal(board, other))


def kings_face(board: bytes) -> bool:
    """Whether the two kings stand on one file with no piece between them."""
    red, black = board.find(_KINGS[RED]), board.find(_KINGS[BLACK])
    if red < 0 or black < 0 or (black - red) % 9:
        return False
    low, high = sorted((red, black))
    return not any(board[low + 9 : high : 9])


# -------------------------------------------------------------------------------------- moves

_Walk = Callable[[bytes, int, int, list[Points]], None]


def _stepper(steps: tuple[Targets, ...]) -> _Walk:
    def walk(board: bytes, origin: int, side: int, found: list[Points]) -> None:
        for target in steps[side][origin]:
            there = board[target]
            if not there or there >> 3 != side:
                found.append((origin, target))

    return walk


def _jumper(steps: tuple[Blockable, ...]) -> _Walk:
    def walk(board: bytes, origin: int, side: int, found: list[Points]) -> None:
        for over, target in steps[side][origin]:
            if not board[over]:
                there = board[target]
                if not there or there >> 3 != side:
                    found.append((origin, target))

    return walk


def _rook(board: bytes, origin: int, side: int, found: list[Points]) -> None:
    for ray in RAYS[origin]:
        for target in ray:
            there = board[target]
            if not there:
                found.append((origin, target))
                continue
            if there >> 3 != side:
                found.append((origin, target))
            break


def _cannon(board: bytes, origin: int, side: int, found: list[Points]) -> None:
    for ray in RAYS[origin]:
        screened = False
        for target in ray:
            there = board[target]
            if not there:
                if not screened:
                    found.append((origin, target))
            elif not screened:
                screened = True
            else:
                if there >> 3 != side:
                    found.append((origin, target))
                break


_WALKS: dict[int, _Walk] = {
    KING: _stepper(KING_STEPS),
    ADVISOR: _stepper(ADVISOR_STEPS),
    ELEPHANT: _jumper(ELEPHANT_STEPS),
    HORSE: _jumper((HORSE_STEPS, HORSE_STEPS)),
    ROOK: _rook,
    CANNON: _cannon,
    PAWN: _stepper(PAWN_STEPS),
}


def pseudo_legal(board: bytes, side: int, kind: int = 0) -> list[Points]:
    """The moves of a side's pieces, even if its king is in check after them; ordered by origin from a0.

    `kind`: of those pieces that are asked about, 0 for all.
    """
    found: list[Points] = []
    for origin in occupied(board):
        piece = board[origin]
        if piece >> 3 == side and (not kind or piece & 7 == kind):
            _WALKS[piece & 7](board, origin, side, found)
    return found


def _zone(king: int) -> bytes:
    """A byte for each point, 1 if a move from or to it can expose a king: on its lines, legs and eyes."""
    file, rank = king % 9, king // 9
    return bytes(
        point % 9 == file
        or point // 9 == rank
        or (abs(point % 9 - file) == 1 and abs(point // 9 - rank) == 1)
        for point in POINTS
    )


_ZONES: dict[int, bytes] = {}


def legal(board: bytes, side: int) -> list[Points]:
    """The moves of a side after which its king isn't in check; ordered by origin from a0."""
    moves = pseudo_legal(board, side)
    king = _KINGS[side]
    kings = board.count(king)
    if not kings:
        return moves
    at = board.find(king)
    zone = _ZONES.get(at)
    if zone is None:
        zone = _ZONES[at] = _zone(at)
    # If the king isn't attacked, only a move from or to its zone can expose it.
    every = kings > 1 or checked(board, side)
    return [
        points
        for points in moves
        if not (every or zone[points[0]] or zone[points[1]])
        or not checked(after_move(board, *points), side)
    ]


def can_move(board: bytes, side: int) -> bool:
    """Whether a side has a legal move."""
    return any(safe(board, *points, side) for points in pseudo_legal(board, side))


def safe(board: bytes, origin: int, target: int, side: int) -> bool:
    """Whether a side's king isn't in check after a move."""
    return not checked(after_move(board, origin, target), side)
