"""Which rule a move breaks, by the rules of its record.

Several moves of a side in a row break none: collections leave out what was played elsewhere.
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.go.board import OUTSIDE, PASS, Position
from viewer.games.go.rules import SIMPLE, SITUATIONAL
from viewer.games.go.setup import complaint_of, read_setup
from viewer.games.go.starts import misplaced
from viewer.tree.action import Move, Setup, Written

SIDE_NAMES = (message("Black"), message("White"))
_STONES = (message("a black stone"), message("a white stone"))
_MOST_BACK = 2000  # positions that are compared for a repetition


def violation_of(position: Position) -> Message | None:
    """Which rule the action that led to a position breaks; None at a start or where it breaks none."""
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    if isinstance(action, Move):
        parsed = before.grid.parsed_moves[action.text]
        if parsed is not None:
            return _violation_of_move(before, position, *parsed)
    elif isinstance(action, Setup):
        return _violation_of_setup(position, action.text)
    elif not isinstance(action, Written):
        return None
    return message("No move could be read from “{text}”.", text=action.text)


def _violation_of_setup(position: Position, text: str) -> Message | None:
    grid = position.grid
    return misplaced(read_setup(text), grid.width, grid.height) or complaint_of(text)


def _violation_of_move(
    before: Position, after: Position, colour: int, point: int
) -> Message | None:
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
