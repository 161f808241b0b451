"""Starts: empty boards, stones that are set up, and whose turn a set-up leaves."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.hex.board import BLUE, RED, Position, grid_of
from viewer.games.hex.setup import SECOND, USUAL, Placement, on_board, read_setup
from viewer.games.stones.grid import placement_of, with_stones
from viewer.games.stones.placement import beyond_edge
from viewer.tree.action import Setup

SIZES = (11, 13, 14, 19, 3, 5, 6, 7, 8, 9, 10, 15, 17)
"""Boards that New offers, those of servers and tournaments first."""


def side_after(placement: Placement) -> int:
    """The side to move in a whole position: the one it says, else who has fewer stones, else red."""
    if placement.to_play:
        return int(placement.to_play == SECOND)
    return int(len(set(placement.first)) > len(set(placement.second)))


def start_position(setup: Setup | None) -> Position:
    """The position of a root. Places beyond the edge are left out, without a size it is the usual."""
    placement = read_setup("" if setup is None else setup.text)
    grid = grid_of(placement.width or USUAL, placement.height or USUAL)
    board = with_stones(grid, grid.empty, placement)
    turn_known = bool(placement.to_play)
    side = int(placement.to_play == SECOND) if turn_known else side_after(placement_of(grid, board))
    return Position(None, setup, side, 0, grid, board, turn_known)


def misplaced(placement: Placement, width: int, height: int) -> Message | None:
    """The first square of a set-up beyond the edge of a board, None if there is none."""
    for square in placement.squares:
        if not on_board((square,), width, height):
            return beyond_edge(square)
    return None


def start_label(start: Position) -> Message | None:
    """What a start other than the usual one is called."""
    grid, board = start.grid, start.board
    if board.count(RED) or board.count(BLUE):
        return message("Set-up position")
    if (grid.width, grid.height) == (USUAL, USUAL):
        return None
    return message("{width} by {height} cells", width=grid.width, height=grid.height)
