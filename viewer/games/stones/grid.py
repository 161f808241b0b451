"""Boards of one size as bytes: points by number, their squares, the moves to them, and their charts.

A board of 256 by 256 points takes 66 KB; a line of 20,000 whole ones would take 1.3 GB. Of large boards, only
one in `_EVERY` is kept whole, and those that were used last.

A point is a number, (row + margin) * (width + margin) + column + margin with rows and columns from 0
at the top left. A board has one byte for each point: EMPTY, the first or the second side's stone, or
RIM. The rim surrounds the board, so that a step to a neighbour needs no test for the edge.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from viewer.games.charts import Chart, exchanged_values, symmetry_of
from viewer.games.stones.coordinates import size_text
from viewer.games.stones.placement import Placement
from viewer.tree.action import Move

LARGE = 8192
"""The least size in bytes of a board stored in this way; smaller ones are kept whole, for speed."""

_EVERY = 256  # one of so many boards is whole
_RECENT = 16  # number of boards used last that stay whole
_CHUNKS = (4096, 128)  # bytes compared at a time: in the whole board, then in chunks that differ
_MOST = 256  # greatest number of changes of a board that isn't whole


class ThriftyBoard:
    """The bytes of a large board, rebuilt when they are needed."""

    __slots__ = ("_before", "_changes", "_far", "_raw")

    def __init__(self, raw: bytes, before: ThriftyBoard | None) -> None:
        """`before` is the previous board, relative to which this one may be stored; None if there is none."""
        self._raw: bytes | None = raw
        self._before: ThriftyBoard | None = None
        self._changes: tuple[tuple[int, int], ...] = ()
        self._far = 0  # number of boards back to one that is whole
        if before is not None and before._far < _EVERY:
            changes = _changes(before.raw(), raw)
            if changes is not None:
                self._before, self._changes, self._far = before, changes, before._far + 1
                self._stay_whole()

    def raw(self) -> bytes:
        """The bytes of the board, rebuilt from changes if necessary."""
        raw = self._raw
        if raw is not None:
            return raw
        above: list[ThriftyBoard] = []
        board: ThriftyBoard | None = self
        while board is not None and (raw := board._raw) is None:
            above.append(board)
            board = board._before
        assert raw is not None  # the first one is whole
        cells = bytearray(raw)
        for board in reversed(above):
            for point, value in board._changes:
                cells[point] = value
        made = self._raw = bytes(cells)
        self._stay_whole()
        return made

    def _stay_whole(self) -> None:
        """Keep this board whole for a while, in place of the one kept longest."""
        if len(_recent) == _RECENT:
            _recent[0]._raw = None
        _recent.append(self)


_recent: deque[ThriftyBoard] = deque(maxlen=_RECENT)
"""Boards kept whole only because they were used last."""


def _changes(before: bytes, after: bytes) -> tuple[tuple[int, int], ...] | None:
    """(point, new value) of each point that differs; None if there are too many, or sizes differ."""
    if len(before) != len(after):
        return None
    spans = [(0, len(after))] if before != after else []
    for size in _CHUNKS:
        spans = [
            (at, at + size)
            for start, stop in spans
            for at in range(start, stop, size)
            if before[at : at + size] != after[at : at + size]
        ]
    if len(spans) > _MOST:
        return None
    found = [
        (at + i, new)
        for at, stop in spans
        for i, (old, new) in enumerate(zip(before[at:stop], after[at:stop], strict=True))
        if old != new
    ]
    return tuple(found) if len(found) <= _MOST else None


# ----------------- Boards of one size as bytes: points by number, their squares, the moves to them

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


# ------------------------------------- Charts of boards of stones, and their cells without the rim

_CLEAR = bytes(0 if value == RIM else value for value in range(256))  # corners that are no holes
_EXCHANGED = exchanged_values([(FIRST_STONE, SECOND_STONE)])

Arrangements = tuple[tuple[str, bool], ...]
"""Names of symmetries (see `viewer.games.charts`), and whether each exchanges the colours."""


@lru_cache(maxsize=32)
def chart_of(grid: StoneGrid, stones: tuple[str, str], alike: Arrangements) -> Chart:
    """The chart of a grid, whose cells are its squares row by row; those of `alike` that fit the board."""
    width, height = grid.width, grid.height
    return Chart(
        size_text(width, height),
        width,
        height,
        tuple(
            grid.squares[grid.at(column, row)] for row in range(height) for column in range(width)
        ),
        ("", *stones),
        (),
        width * height,
        _EXCHANGED,
        tuple(
            symmetry_of(id, width, height, exchanges=exchanges)
            for id, exchanges in fitting(alike, width, height)
        ),
    )


def fitting(alike: Arrangements, width: int, height: int) -> Sequence[tuple[str, bool]]:
    """The arrangements that a board has: of one that isn't square, those that keep its sides."""
    if width == height:
        return alike
    return [one for one in alike if one[0] in ("same", "mirror", "flip", "half-turn")]


def without_rim(grid: StoneGrid, board: bytes, clear: bool = True) -> bytes:
    """The bytes of the board's squares, row by row; `clear`: corners that are no holes become empty."""
    width, stride, first = grid.width, grid.stride, grid.at(0, 0)
    rows = [
        board[start : start + width] for start in range(first, first + grid.height * stride, stride)
    ]
    found = b"".join(rows)
    return found.translate(_CLEAR) if clear else found
