"""Starts: empty boards, stones that are set up, and whose turn a set-up leaves."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.hex.board import BLUE, EMPTY, RED, Grid, Position, grid_of
from viewer.games.hex.setup import (
    FIRST,
    SECOND,
    USUAL,
    Placement,
    complaint_of,
    on_board,
    read_setup,
    read_size,
    write_setup,
)
from viewer.tree.action import Action, Setup

SIZES = (11, 13, 14, 19, 3, 5, 6, 7, 8, 9, 10, 15, 17)
"""Boards that New offers, those of servers and tournaments first."""

MOVERS = {"1 ": 0, "2 ": 1}
"""The side that a move's text begins with."""


def says_turn(setup: str) -> bool:
    """Whether a set-up says who plays next."""
    return bool(read_setup(setup).to_play)


def side_after(placement: Placement) -> int:
    """The side to move in a whole position: the one it says, else who has fewer stones, else red."""
    if placement.to_play:
        return int(placement.to_play == SECOND)
    return int(len(set(placement.first)) > len(set(placement.second)))


def with_stones(grid: Grid, board: bytes, placement: Placement) -> bytes:
    """A board with a set-up's stones put on and taken off."""
    cells = bytearray(board)
    for colour, places in (
        (RED, placement.first),
        (BLUE, placement.second),
        (EMPTY, placement.empty),
    ):
        for place in places:
            point = grid.point_of.get(place)
            if point is not None:
                cells[point] = colour
    return bytes(cells)


def start_position(action: Action | None, text: str) -> Position:
    """The position of a root. Places beyond the edge are left out, without a size it is the usual."""
    placement = read_setup(text)
    grid = grid_of(placement.width or USUAL, placement.height or USUAL)
    board = with_stones(grid, grid.empty, placement)
    told = bool(placement.to_play)
    side = int(placement.to_play == SECOND) if told else side_after(placed(grid, board))
    return Position(None, action, side, 0, grid, board, told)


def placed(grid: Grid, board: bytes) -> Placement:
    """A board as a set-up."""
    stones: tuple[list[str], list[str]] = ([], [])
    for point in grid.points:
        if board[point]:
            stones[board[point] - 1].append(grid.places[point])
    return Placement(grid.width, grid.height, tuple(stones[0]), tuple(stones[1]))


def text_of(grid: Grid, board: bytes, side: int) -> str:
    """A position as a set-up's text; who plays is said where it isn't the one expected."""
    found = placed(grid, board)
    if side_after(found) != side:
        found = found._replace(to_play=(FIRST, SECOND)[side])
    return write_setup(found)


def parse(text: str) -> Setup:
    """A set-up as people type it: `13`, `9x13`, or a neutral text. Raises ValueError with a Message."""
    words = text.split()
    if not words:
        raise ValueError(message("A board needs a size: 11, or 11x9."))
    if words[0][0].isdigit() and read_size(words[0]) is None:
        raise ValueError(complaint_of(words[0]))
    complaint = complaint_of(text)
    if complaint is not None:
        raise ValueError(complaint)
    placement = read_setup(text)
    width, height = placement.width or USUAL, placement.height or USUAL
    outside = beyond_edge(placement, width, height)
    if outside:
        raise ValueError(message("“{place}” is beyond the edge of the board.", place=outside))
    at = start_position(None, text)
    return Setup(text_of(at.grid, at.board, at.side))


def beyond_edge(placement: Placement, width: int, height: int) -> str:
    """The first place of a set-up that a board doesn't have, "" if it has all."""
    for place in (*placement.first, *placement.second, *placement.empty):
        if not on_board((place,), width, height):
            return place
    return ""


def start_label(start: Position) -> Message | None:
    """What a start other than the usual one is called."""
    grid, board = start.grid, start.board
    if board.count(RED) or board.count(BLUE):
        return message("Set-up position")
    if (grid.width, grid.height) == (USUAL, USUAL):
        return None
    return message("{width} by {height} cells", width=grid.width, height=grid.height)
