"""Starts: empty boards, handicap stones on the star points, and whose turn a set-up leaves."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.go.board import BLACK, COLOURS, EMPTY, WHITE, Grid, Position, grid_of
from viewer.games.go.rules import DEFAULT, Rules
from viewer.games.go.setup import (
    USUAL,
    Placement,
    complaint_of,
    on_board,
    place_at,
    read_setup,
    read_size,
    write_setup,
)
from viewer.tree.action import Action, Setup

_SMALLEST_STARS = 7
_MOST_STARS = 9

MOVERS = {"B ": 0, "W ": 1}
"""The side that a move's text begins with."""


def says_turn(setup: str) -> bool:
    """Whether a set-up says who plays next."""
    return bool(read_setup(setup).to_play)


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


def handicap_places(width: int, height: int, count: int) -> tuple[str, ...]:
    """Where so many handicap stones stand by custom, () where that many have no place.

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
    return tuple(place_at(*at) for at in found[:count])


def handicap_setup(width: int, height: int, count: int) -> Setup:
    """A board with so many handicap stones (none where they have no place)."""
    return Setup(write_setup(Placement(width, height, handicap_places(width, height, count))))


def side_after(placement: Placement) -> int:
    """The side to move in a whole position: the one it says, else White after handicap stones."""
    if placement.to_play:
        return int(placement.to_play == "W")
    return int(len(set(placement.black)) >= 2 and not placement.white)


def with_stones(grid: Grid, board: bytes, placement: Placement) -> bytes:
    """A board with a set-up's stones put on and taken off. Nothing is captured."""
    cells = bytearray(board)
    for colour, places in (
        (BLACK, placement.black),
        (WHITE, placement.white),
        (EMPTY, placement.empty),
    ):
        for place in places:
            point = grid.point_of.get(place)
            if point is not None:
                cells[point] = colour
    return bytes(cells)


def start_position(action: Action | None, text: str, rules: Rules = DEFAULT) -> Position:
    """The position of a root. Places beyond the edge are left out, without a size it has 19 lines."""
    placement = read_setup(text)
    grid = grid_of(placement.width or USUAL, placement.height or USUAL)
    board = with_stones(grid, grid.empty, placement)
    told = bool(placement.to_play)
    return Position(None, action, side_after(placement), 0, grid, board, rules, told=told)


def placed(grid: Grid, board: bytes) -> Placement:
    """A board as a set-up."""
    stones: tuple[list[str], list[str]] = ([], [])
    for point in grid.points:
        if board[point]:
            stones[board[point] - 1].append(grid.places[point])
    black, white = (tuple(sorted(each)) for each in stones)
    return Placement(grid.width, grid.height, black, white)


def text_of(grid: Grid, board: bytes, side: int) -> str:
    """A position as a set-up's text; who plays is said where it isn't the one expected."""
    found = placed(grid, board)
    if side_after(found) != side:
        found = found._replace(to_play=COLOURS[side + 1])
    return write_setup(found)


def parse(text: str) -> Setup:
    """A set-up as people type it: `13`, `9x13`, or a neutral text. Raises ValueError with a Message."""
    words = text.split()
    if not words:
        raise ValueError(message("A board needs a size: 13, or 9x13."))
    if words[0][0].isdigit() and read_size(words[0]) is None:
        raise ValueError(complaint_of(words[0]))
    complaint = complaint_of(text)
    if complaint is not None:
        raise ValueError(complaint)
    placement = read_setup(text)
    width, height = placement.width or USUAL, placement.height or USUAL
    for place in (*placement.black, *placement.white, *placement.empty):
        if not on_board((place,), width, height):
            raise ValueError(message("“{place}” is beyond the edge of the board.", place=place))
    at = start_position(None, text)
    return Setup(text_of(at.grid, at.board, at.side))


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
