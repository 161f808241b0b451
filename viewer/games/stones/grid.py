"""Boards of one size as bytes: points by number, their squares, the moves to them.

A point is a number, (row + margin) * (width + margin) + column + margin with rows and columns from 0
at the top left. A board has one byte for each point: EMPTY, the first or the second side's stone, or
RIM. The rim surrounds the board, so that a step to a neighbour needs no test for the edge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from viewer.games.stones.placement import Placement
from viewer.tree.action import Move

EMPTY, FIRST_STONE, SECOND_STONE, RIM = range(4)


class StoneGrid(ABC):
    """The data shared by all boards of a size; there is one for each size.

    Attributes:
        width, height: in points.
        stride: the difference from a point to the one below.
        points: all points, row by row from the top left.
        squares: the square of each point, "" on the rim.
        point_of: the point of each square.
        empty: the board without stones.
        parsed_moves: the meanings of moves, by text; None for texts that aren't moves.
    """

    parsed_moves: Mapping[str, Any]

    def __init__(
        self, width: int, height: int, margin: int, square_at: Callable[[int, int], str]
    ) -> None:
        """`square_at` gives the square of a column and a row, "" if the board has no point."""
        self.width, self.height = width, height
        self.stride = stride = width + margin
        self._margin = margin
        cells = bytearray([RIM]) * ((height + 2 * margin) * stride + margin)
        self.squares = [""] * len(cells)
        for row in range(height):
            for column in range(width):
                square = square_at(column, row)
                if square:
                    point = self.at(column, row)
                    cells[point] = EMPTY
                    self.squares[point] = square
        self.empty = bytes(cells)
        self.points = tuple(point for point, square in enumerate(self.squares) if square)
        self.point_of = {self.squares[point]: point for point in self.points}
        self._moves: dict[tuple[int, int], Move] = {}

    def at(self, column: int, row: int) -> int:
        """The point of a column and a row of the board, from 0 at the top left."""
        return (row + self._margin) * self.stride + column + self._margin

    def column_row(self, point: int) -> tuple[int, int]:
        """Column and row of a point, from 0 at the top left."""
        row, column = divmod(point - self._margin, self.stride)
        return column, row - self._margin

    def move(self, colour: int, point: int) -> Move:
        """The single Move object for a colour and a point, or for a colour and the number of a word."""
        move = self._moves.get((colour, point))
        if move is None:
            move = self._moves[colour, point] = Move(self.move_text(colour, point))
        return move

    @abstractmethod
    def move_text(self, colour: int, point: int) -> str:
        """The neutral text of a move."""


def with_stones(grid: StoneGrid, board: bytes, placement: Placement) -> bytes:
    """A copy of a board with a set-up's stones added and removed; nothing is captured.

    Squares that aren't on the board are ignored.
    """
    kept, put = _overlay(grid, placement)
    return (int.from_bytes(board) & kept | put).to_bytes(len(board))


@lru_cache(maxsize=16)  # a file may set up the same again and again
def _overlay(grid: StoneGrid, placement: Placement) -> tuple[int, int]:
    """Which points of a board a set-up leaves alone, and what it puts on the others; boards as numbers."""
    kept, put = bytearray(b"\xff" * len(grid.empty)), bytearray(len(grid.empty))
    for stone, squares in (
        (FIRST_STONE, placement.first),
        (SECOND_STONE, placement.second),
        (EMPTY, placement.empty),
    ):
        for square in squares:
            point = grid.point_of.get(square)
            if point is not None:
                kept[point], put[point] = 0, stone
    return int.from_bytes(kept), int.from_bytes(put)


def placement_of(grid: StoneGrid, board: bytes) -> Placement:
    """A board as a set-up of a whole position."""
    stones: tuple[list[str], list[str]] = ([], [])
    for point in grid.points:
        if board[point]:
            stones[board[point] - 1].append(grid.squares[point])
    return Placement(grid.width, grid.height, tuple(stones[0]), tuple(stones[1]))
