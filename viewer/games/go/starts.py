"""Starts: empty boards, handicap stones on the star points, and whose turn a set-up leaves."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.go.board import BLACK, WHITE, Position, grid_of
from viewer.games.go.rules import DEFAULT, Rules
from viewer.games.go.setup import (
    USUAL,
    Placement,
    on_board,
    read_setup,
    square_at,
    write_setup,
)
from viewer.games.stones.grid import with_stones
from viewer.games.stones.placement import beyond_edge
from viewer.tree.action import Setup

_SMALLEST_STARS = 7
_MOST_STARS = 9


def star_lines(lines: int) -> tuple[int, ...]:
    """The lines of a direction on which star points are, from 0, by custom; () on small boards.

    The corners' first and last, the middle (where there is one) between.
    """
    if lines < _SMALLEST_STARS:
        return ()
    edge = 2 if lines < 13 else 3
    middle = (lines // 2,) if lines % 2 else ()
    return (edge, *middle, lines - 1 - edge)


def star_points(width: int, height: int) -> list[tuple[int, int]]:
    """(column, row) of the star points: five up to 13 lines, nine on larger odd boards."""
    across, down = star_lines(width), star_lines(height)
    if len(across) == 3 and len(down) == 3 and min(width, height) < 15:
        corners = [(x, y) for x in across[::2] for y in down[::2]]
        return [*corners, (across[1], down[1])]
    return [(x, y) for x in across for y in down]


def handicap_squares(width: int, height: int, count: int) -> tuple[str, ...]:
    """Where so many handicap stones stand by custom, () where that many have no square.

    Top right and bottom left first, then bottom right and top left, the sides, the middle for an odd
    number from five.
    """
    across, down = star_lines(width), star_lines(height)
    whole = len(across) == len(down) == 3
    if not across or not down or not 2 <= count <= (_MOST_STARS if whole else 4):
        return ()
    left, right, top, bottom = across[0], across[-1], down[0], down[-1]
    found = [(right, top), (left, bottom), (right, bottom), (left, top)]
    if whole:
        x, y = across[1], down[1]
        sides = [(left, y), (right, y), (x, top), (x, bottom)]
        found += sides[: max(0, count - 4) // 2 * 2]
        found = found[:count]
        if count > 4 and count % 2:
            found = [*found[: count - 1], (x, y)]
    return tuple(square_at(*at) for at in found[:count])


def handicap_setup(width: int, height: int, count: int) -> Setup:
    """A board with so many handicap stones (none where they have no square)."""
    return Setup(write_setup(Placement(width, height, handicap_squares(width, height, count))))


def side_after(placement: Placement) -> int:
    """The side to move in a whole position: the one it says, else White after handicap stones."""
    if placement.to_play:
        return int(placement.to_play == "W")
    return int(len(set(placement.first)) >= 2 and not placement.second)


def start_position(setup: Setup | None, rules: Rules = DEFAULT) -> Position:
    """The position of a root. Places beyond the edge are left out, without a size it has 19 lines."""
    placement = read_setup("" if setup is None else setup.text)
    grid = grid_of(placement.width or USUAL, placement.height or USUAL)
    board = with_stones(grid, grid.empty, placement)
    turn_known = bool(placement.to_play)
    return Position(
        None, setup, side_after(placement), 0, grid, board, rules, turn_known=turn_known
    )


def misplaced(placement: Placement, width: int, height: int) -> Message | None:
    """The first square of a set-up beyond the edge of a board, None if there is none."""
    for square in placement.squares:
        if not on_board((square,), width, height):
            return beyond_edge(square)
    return None


def start_label(start: Position) -> Message | None:
    """What a start other than the usual one is called."""
    grid, board = start.grid, start.board
    black, white = board.count(BLACK), board.count(WHITE)
    if white or black == 1:
        return message("Set-up position")
    if black:
        return message("{count} handicap stones", count=black)
    if (grid.width, grid.height) == (USUAL, USUAL):
        return None
    return message("{width} by {height} lines", width=grid.width, height=grid.height)


SIZES = (19, 13, 9)
"""Boards that New offers."""
