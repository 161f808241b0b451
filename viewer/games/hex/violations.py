"""Which rule a move breaks.

Several moves of a side in a row break none: passes aren't always written, and handicaps are played so.
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.hex.board import (
    Position,
)
from viewer.games.hex.setup import complaint_of, read_setup
from viewer.games.hex.starts import misplaced
from viewer.games.stones.connection import OUTSIDE, SWAPS_PIECES, SWAPS_SIDES, first_stone
from viewer.games.stones.grid import EMPTY
from viewer.tree.action import Move, Setup, Written

SIDE_NAMES = (message("Red"), message("Blue"))
_STONES = (message("a red stone"), message("a blue stone"))


def violation_of(position: Position) -> Message | None:
    """Which rule the action that led to a position breaks; None at a start or where it breaks none."""
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    if isinstance(action, Move):
        parsed = before.grid.parsed_moves[action.text]
        if parsed is not None:
            return _violation_of_move(before, *parsed)
    elif isinstance(action, Setup):
        grid, text = position.grid, action.text
        return misplaced(read_setup(text), grid.width, grid.height) or complaint_of(text)
    elif not isinstance(action, Written):
        return None
    return message("No move could be read from “{text}”.", text=action.text)


def _violation_of_move(before: Position, colour: int, point: int) -> Message | None:
    if point in (SWAPS_PIECES, SWAPS_SIDES):
        return swap_violation(before, colour or before.side + 1, point)
    if point == OUTSIDE:
        return message("The cell is beyond the edge of the board.")
    if point > 0 and (there := before.board[point]):
        square, stone = before.grid.squares[point], _STONES[there - 1]
        return message("On {place} there is {stone} already.", place=square, stone=stone)
    return None


def swap_violation(before: Position, colour: int, point: int) -> Message | None:
    """Why a side can't swap in a position, None where it can."""
    if before.swaps:
        return message("There was a swap already.")
    stone = first_stone(before.board)
    if stone == EMPTY:
        return message("A swap is the answer to the first stone.")
    if stone == colour:
        side = SIDE_NAMES[colour - 1]
        return message("The first stone is {side}'s own: the other side may swap.", side=side)
    if point == SWAPS_PIECES and before.grid.width != before.grid.height:
        return message("Pieces are swapped only on boards as wide as high.")
    return None
