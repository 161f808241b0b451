"""Converting columns and lanes to pixels and back: sizes of cells, direction of growth."""

from __future__ import annotations

import math
from typing import NamedTuple


class Zoom(NamedTuple):
    """A size of the graph.

    Attributes:
        along, across: of a cell in pixels, in the way the graph grows and from lane to lane.
        dot: the side of the cell that a dot is drawn for.
        written: whether moves are written out.
    """

    along: float
    across: float
    dot: float
    written: bool = False

    @property
    def dotted(self) -> bool:
        """Whether nodes can be told apart."""
        return self.dot >= 8

    @property
    def signed(self) -> bool:
        """Whether there is room for signs beside the dots."""
        return self.dot >= 16


_CELLS = (1.5, 3.0, 5.0, 8.0, 12.0, 18.0, 26.0, 34.0)
USUAL = 6
LEVELS = len(_CELLS) + 1


def zoom_of(level: int, down: bool, unit: float = 1.0) -> Zoom:
    """The zoom of a level from 0 to LEVELS - 1; `unit` is the size of text against the usual one."""
    if level < len(_CELLS):
        side = _CELLS[max(level, 0)]
        return Zoom(side, side, side)
    wide, high = 128 * unit, 32 * unit
    return Zoom(high, wide, 22 * unit, True) if down else Zoom(wide, high, 22 * unit, True)


class CellRange(NamedTuple):
    """Cells from column left to right and lane top to bottom, ends included."""

    left: int
    right: int
    top: int
    bottom: int


class LaneMetrics(NamedTuple):
    """Where columns and lanes are, in pixels from the content's corner."""

    zoom: Zoom
    down: bool

    @property
    def margin(self) -> float:
        """Around the graph."""
        return 8

    def point(self, column: float, lane: float) -> tuple[float, float]:
        """The middle of a cell."""
        along = self.margin + (column + 0.5) * self.zoom.along
        across = self.margin + (lane + 0.5) * self.zoom.across
        return (across, along) if self.down else (along, across)

    def size(self, columns: int, lanes: int) -> tuple[int, int]:
        """Width and height of a graph."""
        along = math.ceil(columns * self.zoom.along + 2 * self.margin)
        across = math.ceil(lanes * self.zoom.across + 2 * self.margin)
        return (across, along) if self.down else (along, across)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """(column, lane) of the cell at a point, wherever that is."""
        along, across = (y, x) if self.down else (x, y)
        column = math.floor((along - self.margin) / self.zoom.along)
        return column, math.floor((across - self.margin) / self.zoom.across)

    def cells(self, x: float, y: float, width: float, height: float) -> CellRange:
        """The cells that a rectangle touches, and those that reach into it."""
        left, top = self.cell(x, y)
        right, bottom = self.cell(x + width, y + height)
        return CellRange(left - 1, right + 1, top - 1, bottom + 1)


def fitting(columns: int, lanes: int, width: int, height: int, down: bool) -> int:
    """The largest level up to the usual one at which a graph fits; 0 if none does."""
    for level in range(USUAL, 0, -1):
        wide, high = LaneMetrics(zoom_of(level, down), down).size(columns, lanes)
        if wide <= width and high <= height:
            return level
    return 0
