"""Conversion of columns and lanes to pixels and back, by size of cells and direction of growth."""

from __future__ import annotations

import math

from viewer.base.named import NamedTuple


class Zoom(NamedTuple):
    """A size at which the graph is drawn.

    Attributes:
        along, across: size of a cell in pixels, in the direction of growth and from lane to lane.
        dot: side of the square in which a dot is drawn, in pixels.
        written: whether moves are shown as text.
        numbered: whether dots are large enough to show the numbers of moves.
    """

    along: float
    across: float
    dot: float
    written: bool = False
    numbered: bool = False

    @property
    def dotted(self) -> bool:
        """Whether cells are large enough to show nodes as separate dots."""
        return self.dot >= 8

    @property
    def signed(self) -> bool:
        """Whether there is room for signs beside the dots."""
        return self.dot >= 16


_CELLS = (1.5, 3.0, 5.0, 8.0, 12.0, 18.0, 26.0)
USUAL = len(_CELLS)
LEVELS = USUAL + 2


def zoom_of(level: int, down: bool, unit: float = 1.0) -> Zoom:
    """The zoom of a level from 0 to LEVELS - 1; `unit` is the size of text relative to the usual size."""
    if level < len(_CELLS):
        side = _CELLS[max(level, 0)]
        return Zoom(side, side, side)
    if level == USUAL:
        return Zoom(30 * unit, 30 * unit, 40 * unit, numbered=True)
    wide, high = 128 * unit, 32 * unit
    return Zoom(high, wide, 22 * unit, True) if down else Zoom(wide, high, 22 * unit, True)


class CellRange(NamedTuple):
    """The cells in columns `left` to `right` and lanes `top` to `bottom`, ends included."""

    left: int
    right: int
    top: int
    bottom: int


class LaneMetrics(NamedTuple):
    """The positions of columns and lanes, in pixels from the content's top left corner."""

    zoom: Zoom
    down: bool

    @property
    def margin(self) -> float:
        """Free space around the graph, in pixels."""
        return 8

    def point(self, column: float, lane: float) -> tuple[float, float]:
        """The centre of a cell."""
        along = self.margin + (column + 0.5) * self.zoom.along
        across = self.margin + (lane + 0.5) * self.zoom.across
        return (across, along) if self.down else (along, across)

    def size(self, columns: int, lanes: int) -> tuple[int, int]:
        """Width and height of a graph in pixels, margins included."""
        along = math.ceil(columns * self.zoom.along + 2 * self.margin)
        across = math.ceil(lanes * self.zoom.across + 2 * self.margin)
        return (across, along) if self.down else (along, across)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """(column, lane) of the cell at a point; outside the graph they may be negative or too large."""
        along, across = (y, x) if self.down else (x, y)
        column = math.floor((along - self.margin) / self.zoom.along)
        return column, math.floor((across - self.margin) / self.zoom.across)

    def cells(self, x: float, y: float, width: float, height: float) -> CellRange:
        """The cells that a rectangle touches, and one more on each side, whose drawing may reach into it."""
        left, top = self.cell(x, y)
        right, bottom = self.cell(x + width, y + height)
        return CellRange(left - 1, right + 1, top - 1, bottom + 1)


def fitting(columns: int, lanes: int, width: int, height: int, down: bool) -> int:
    """The largest level up to USUAL at which a graph fits into `width` by `height` pixels; 0 if none does."""
    for level in range(USUAL, 0, -1):
        wide, high = LaneMetrics(zoom_of(level, down), down).size(columns, lanes)
        if wide <= width and high <= height:
            return level
    return 0
