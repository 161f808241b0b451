"""The rule that a move breaks, by the rules of its record.

Several moves of a side in a row break none: collections omit moves played elsewhere.
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.go.board import OUTSIDE, PASS, Position
from viewer.games.go.rules import SIMPLE, SITUATIONAL

SIDE_NAMES = (message("Black"), message("White"))
_STONES = (message("a black stone"), message("a white stone"))
_MOST_BACK = 2000  # positions that are compared for a repetition


def violation_of_move(before: Position, after: Position, colour: int, point: int) -> Message | None:
    """Which rule a move breaks, None for none."""
    if point == PASS:
        return None
    if point == OUTSIDE:
        return message("The point is beyond the edge of the board.")
    name, there = before.grid.names[point], before.board[point]
    if there:
        stone = _STONES[there - 1]
        return message("On {place} there is {stone} already.", place=name, stone=stone)
    if point == before.ko and colour - 1 == before.side:
        return message("Ko: {place} can't be taken back at once.", place=name)
    rules = before.rules
    if not after.board[point] and not (rules.suicide and len(after.taken) > 1):
        return message("Suicide: the stone on {place} has no liberty.", place=name)
    if rules.ko != SIMPLE and after.taken:
        ago = repeated(after, same_side=rules.ko == SITUATIONAL)
        if ago:
            return message(
                "The position after {place} was there before: {plies} plies ago.",
                place=name,
                plies=ago,
            )
    return None


def repeated(position: Position, *, same_side: bool = False) -> int:
    """How many plies ago the same stones stood there (with the same side to move); 0 for never.

    Passes don't count as repetitions. Looks 2,000 plies back.
    """
    here = position.settled()
    board, grid, side = here.board, here.grid, here.side
    if here.prisoners == (0, 0):
        return 0
    at = here.before()
    for _ in range(_MOST_BACK):
        if at is None:
            return 0
        if at.board == board and at.grid is grid and (at.side == side or not same_side):
            return here.ply - at.ply
        at = at.before()
    return 0
