"""Find the first rule that a move breaks, as a sentence, without generating the legal moves."""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.messages import Message, in_context, message
from viewer.games.xiangqi.board import (
    ADVISOR,
    BLACK,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    MOVE_POINTS,
    PAWN,
    ROOK,
    SQUARE_NAMES,
    Position,
)
from viewer.games.xiangqi.fen import SIDE_NAMES, read_setup
from viewer.games.xiangqi.reach import (
    ADVISOR_STEPS,
    EYE,
    HALF,
    KING_STEPS,
    LEG,
    PAWN_STEPS,
)
from viewer.games.xiangqi.rules import checked, kings_face
from viewer.tree.action import Move, Setup, Written

_WAYS: dict[int, Message] = {
    KING: message("A king moves one point along a line."),
    ADVISOR: message("An advisor moves one point along a diagonal."),
    ELEPHANT: message("An elephant moves two points along a diagonal."),
    HORSE: message("A horse moves one point along a line, then one along a diagonal."),
    ROOK: message("A rook moves along a line."),
    CANNON: message("A cannon moves along a line."),
    PAWN: message("A pawn moves one point."),
}
_PALACE: dict[int, Message] = {
    KING: message("The king stays in the palace."),
    ADVISOR: message("An advisor stays in the palace."),
}


def violation_of(position: Position) -> Message | None:
    """The rule broken by the action that led to a position; None at a start or if it breaks none."""
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    if isinstance(action, Move):
        points = MOVE_POINTS[action.text]
        if points is not None:
            return _violation_of_move(before, position.board, *points)
    elif isinstance(action, Setup):
        return read_setup(action.text).complaint
    elif not isinstance(action, Written):
        return None
    return message("No move could be read from “{text}”.", text=action.text)


def _violation_of_move(before: Position, after: bytes, origin: int, target: int) -> Message | None:
    board, side = before.board, before.side
    piece, there = board[origin], board[target]
    if not piece:
        return message("There is no piece on {place}.", place=SQUARE_NAMES[origin])
    if piece >> 3 != side:
        return message(
            "It is {side}'s turn, and the piece on {place} is not theirs.",
            side=SIDE_NAMES[side],
            place=SQUARE_NAMES[origin],
        )
    if there and there >> 3 == side:
        if origin == target:
            return message("The piece stays on {place}.", place=SQUARE_NAMES[origin])
        return message("A piece of the same side stands on {place}.", place=SQUARE_NAMES[target])
    found = _FAULTS[piece & 7](board, origin, target, side)
    if found is not None:
        return found
    if checked(after, side):
        if kings_face(after):
            return message("The kings face each other after the move.")
        return message("The king is in check after the move.")
    return None


# ------------------------------------------------------------------------------- piece by piece

_Fault = Callable[[bytes, int, int, int], Message | None]


def _between(origin: int, target: int) -> range | None:
    """The points between two points, None if the two aren't on one line."""
    low, high = (origin, target) if origin < target else (target, origin)
    if low // 9 == high // 9:
        return range(low + 1, high)
    return None if (high - low) % 9 else range(low + 9, high, 9)


def _distance(origin: int, target: int) -> tuple[int, int]:
    """The number of files and the number of ranks from origin to target."""
    return abs(origin % 9 - target % 9), abs(origin // 9 - target // 9)


def _king(board: bytes, origin: int, target: int, side: int) -> Message | None:
    if target in KING_STEPS[side][origin]:
        return None
    one_step = sum(_distance(origin, target)) == 1
    return _PALACE[KING] if one_step else _WAYS[KING]


def _advisor(board: bytes, origin: int, target: int, side: int) -> Message | None:
    if target in ADVISOR_STEPS[side][origin]:
        return None
    one_step = _distance(origin, target) == (1, 1)
    return _PALACE[ADVISOR] if one_step else _WAYS[ADVISOR]


def _elephant(board: bytes, origin: int, target: int, side: int) -> Message | None:
    eye = EYE.get((origin, target))
    if eye is None:
        return _WAYS[ELEPHANT]
    if target not in HALF[side]:
        return message("An elephant doesn't cross the river.")
    if board[eye]:
        return message("The elephant's eye on {place} is blocked.", place=SQUARE_NAMES[eye])
    return None


def _horse(board: bytes, origin: int, target: int, side: int) -> Message | None:
    leg = LEG.get((origin, target))
    if leg is None:
        return _WAYS[HORSE]
    if board[leg]:
        return message("The horse's leg on {place} is blocked.", place=SQUARE_NAMES[leg])
    return None


def _rook(board: bytes, origin: int, target: int, side: int) -> Message | None:
    between = _between(origin, target)
    if between is None:
        return _WAYS[ROOK]
    for point in between:
        if board[point]:
            return message("The rook's way is blocked on {place}.", place=SQUARE_NAMES[point])
    return None


def _cannon(board: bytes, origin: int, target: int, side: int) -> Message | None:
    between = _between(origin, target)
    if between is None:
        return _WAYS[CANNON]
    screens = 0
    for point in between:
        if board[point]:
            screens += 1
    if not board[target]:
        if screens:
            return message("The cannon's way is blocked; it jumps only to capture.")
    elif not screens:
        return message("A cannon captures over a screen, and there is none.")
    elif screens > 1:
        return message("A cannon captures over one screen, and there are {count}.", count=screens)
    return None


def _pawn(board: bytes, origin: int, target: int, side: int) -> Message | None:
    if target in PAWN_STEPS[side][origin]:
        return None
    distance = _distance(origin, target)
    if distance == (1, 0):
        return message("A pawn moves sideways only beyond the river.")
    if distance[0] == 0 and (target > origin) == (side == BLACK):
        return in_context("xiangqi", "A pawn never moves backwards.")
    return _WAYS[PAWN]


_FAULTS: dict[int, _Fault] = {
    KING: _king,
    ADVISOR: _advisor,
    ELEPHANT: _elephant,
    HORSE: _horse,
    ROOK: _rook,
    CANNON: _cannon,
    PAWN: _pawn,
}
