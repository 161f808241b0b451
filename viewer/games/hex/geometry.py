"""The appearance of boards of any size: cells in three tones, coloured edges, coordinates; and of stones.

A layout is given by the hour of the clock at which a1 lies: at 10, rows are level; at 9, the board is
a diamond that stands on a corner. A step along a row goes in the direction of 10 - hour, a step down a
column in the direction of 8 - hour, in twelfths of a turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from viewer.base.messages import message
from viewer.games.capabilities import BoardLayout
from viewer.games.geometry import (
    BallPart,
    Coordinate,
    DiscPart,
    Geometry,
    GlyphPart,
    Part,
    Point,
    ShapePart,
    Stroke,
    Tile,
    kept_boards,
)
from viewer.games.hex.board import USUAL, Grid, grid_of
from viewer.games.stones.coordinates import column_name

STONE = 0.425
"""Radius of a stone; neighbours' centres are 1 apart."""

LAYOUTS = (
    BoardLayout("10", message("Flat")),
    BoardLayout("9", message("Diamond")),
    *(
        BoardLayout(str(hour), message("a1 at {hour} o'clock", hour=hour))
        for hour in (11, 12, 1, 2, 3, 4, 5, 6, 7, 8)
    ),
)
_FLAT = 10
_HOURS = {layout.id: int(layout.id) for layout in LAYOUTS}

_LINE = 0.03
_BAND = 0.924  # steps from the outermost centres to the outside of the edges
_CUT = 1.0  # the same at the acute corners, in steps along both sides together
_LABEL = 1.3
_GAP = 0.12

# Corners of a cell in thirds of a step along a row and down a column, in order around it.
_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))

_RED_BALL = BallPart(
    STONE, ((0.0, "flame-light"), (0.25, "flame-glow"), (0.6, "flame"), (1.0, "flame-deep"))
)
_BLUE_BALL = BallPart(
    STONE, ((0.0, "lake-light"), (0.25, "lake-glow"), (0.6, "lake"), (1.0, "lake-deep"))
)
_SWAPPED = GlyphPart("label/S", "shell-light", 0.5)
ART: Mapping[str, tuple[Part, ...]] = {
    "red": (_RED_BALL,),
    "blue": (_BLUE_BALL,),
    "red-swapped": (_RED_BALL, _SWAPPED),
    "blue-swapped": (_BLUE_BALL, _SWAPPED),
}


def _bar(across: float, down: float) -> ShapePart:
    points = ((-across, -down), (across, -down), (across, down), (-across, down))
    return ShapePart(points, "shell-light")


_RED_DISC = DiscPart(STONE, fill="side-red")
_BLUE_DISC = DiscPart(STONE, fill="side-blue")
FLAT: Mapping[str, tuple[Part, ...]] = {
    "red": (_RED_DISC,),
    "blue": (_BLUE_DISC,),
    "red-swapped": (_RED_DISC, _SWAPPED),
    "blue-swapped": (_BLUE_DISC, _SWAPPED),
}
# Distinguishable without colour: upright bars for the side of top and bottom, level ones for the other.
BARRED: Mapping[str, tuple[Part, ...]] = {
    "red": (_RED_DISC, _bar(0.055, 0.24)),
    "blue": (_BLUE_DISC, _bar(0.24, 0.055)),
    "red-swapped": (_RED_DISC, _bar(0.055, 0.24), _SWAPPED._replace(size=0.36, at=(0.2, 0.0))),
    "blue-swapped": (_BLUE_DISC, _bar(0.24, 0.055), _SWAPPED._replace(size=0.34, at=(0.0, 0.2))),
}
_INKS = dict.fromkeys(ART, "shell-light")


class _Frame:
    """The directions of steps along rows and down columns, and the extent of the board with its labels."""

    def __init__(self, grid: Grid, hour: int) -> None:
        along, down = (math.radians(30 * (turn - hour)) for turn in (10, 8))
        self.along = (math.cos(along), -math.sin(along))
        self.down = (math.cos(down), -math.sin(down))
        self.left = self.top = 0.0
        width, height = grid.width - 1, grid.height - 1
        corners = [self.at(a, b) for a in (0, width) for b in (0, height)]
        corners += [self.at(*each) for band in _bands(width, height) for each in band]
        size = _label_size(grid)
        half_name = 0.8 if max(grid.width, grid.height) < 100 else 1.05  # two characters, or three
        wide, high = half_name * size + _GAP / 2, size / 2 + _GAP
        for column, row in ((column, row) for column in (0, width) for row in (0, height)):
            for a, b in ((column, _outside(row, height)), (_outside(column, width), row)):
                x, y = self.at(a, b)
                corners += [(x - wide, y - high), (x + wide, y + high)]
        # On a board of one line, `_outside` gives only the label before it: add those on all sides.
        for a, b in ((0, height + _LABEL), (width + _LABEL, 0), (0, -_LABEL), (-_LABEL, 0)):
            x, y = self.at(a, b)
            corners += [(x - wide, y - high), (x + wide, y + high)]
        self.left, self.top = (-min(each) for each in zip(*corners, strict=True))
        self.right, self.low = (max(each) for each in zip(*corners, strict=True))

    def at(self, a: float, b: float) -> Point:
        """The point of a column and a row, from 0; fractions lie between cells."""
        (ax, ay), (bx, by) = self.along, self.down
        return self.left + a * ax + b * bx, self.top + a * ay + b * by


def _outside(line: int, last: int) -> float:
    return line - _LABEL if line == 0 else last + _LABEL


def _label_size(grid: Grid) -> float:
    """Height of coordinates; greater for a large board, since its unit is smaller on the screen."""
    return min(0.6, 0.3 + 0.012 * max(grid.width, grid.height))


def _bands(width: int, height: int) -> tuple[tuple[Point, ...], ...]:
    """The corners of the top, bottom, left and right edge in columns and rows; cells are drawn over them.

    Acute corners are cut off; each corner cell belongs to both edges.
    """
    near, tip = _BAND, _CUT - _BAND
    half = _CUT / 2
    a, b = width, height
    return (
        ((0, 0), (-half, -half), (-tip, -near), (a + near, -near), (a, 0)),
        ((a, b), (a + half, b + half), (a + tip, b + near), (-near, b + near), (0, b)),
        ((0, 0), (-half, -half), (-near, -tip), (-near, b + near), (0, b)),
        ((a, b), (a + half, b + half), (a + near, b + tip), (a + near, -near), (a, 0)),
    )


def _tiles(grid: Grid, frame: _Frame) -> Iterator[Tile]:
    colours = ("side-red", "side-red", "side-blue", "side-blue")
    for band, colour in zip(_bands(grid.width - 1, grid.height - 1), colours, strict=True):
        yield Tile(tuple(frame.at(*corner) for corner in band), colour)
    for point in grid.points:
        column, row = grid.column_row(point)
        corners = (frame.at(column + a / 3, row + b / 3) for a, b in _CORNERS)
        yield Tile(tuple(corners), f"cell-{(column - row) % 3 + 1}")


def _strokes(grid: Grid, frame: _Frame) -> Iterator[Stroke]:
    """The lines between cells, each once: a zigzag above every row, and the lines within the row."""

    def corner(column: int, row: int, number: int) -> Point:
        a, b = _CORNERS[number]
        return frame.at(column + a / 3, row + b / 3)

    for row in range(grid.height):
        zigzag = [corner(column, row, number) for column in range(grid.width) for number in (3, 4)]
        zigzag.append(corner(grid.width - 1, row, 5))
        if row:
            # The row above reaches one half cell further to the left.
            zigzag.insert(0, corner(0, row - 1, 2))
        yield Stroke(tuple(zigzag), _LINE)
        for column in range(grid.width):
            yield Stroke((corner(column, row, 3), corner(column, row, 2)), _LINE)
        last = grid.width - 1
        yield Stroke((corner(last, row, 5), corner(last, row, 0)), _LINE)
    low = grid.height - 1
    below = [corner(0, low, 2)]
    below += [corner(column, low, number) for column in range(grid.width) for number in (1, 0)]
    yield Stroke(tuple(below), _LINE)


def _coordinates(grid: Grid, frame: _Frame) -> Iterator[Coordinate]:
    """Coordinates in three styles: `game` (a1), `letters` (aa, as in Little Golem), `1-1` (two numbers)."""
    size = _label_size(grid)
    for column in range(grid.width):
        letters = column_name(column)
        for style, name in (("game", letters), ("letters", letters), ("1-1", str(column + 1))):
            for row in (-_LABEL, grid.height - 1 + _LABEL):
                yield Coordinate(style, name, frame.at(column, row), size=size)
    for row in range(grid.height):
        number = str(row + 1)
        for style, name in (("game", number), ("letters", column_name(row)), ("1-1", number)):
            for at in (-_LABEL, grid.width - 1 + _LABEL):
                yield Coordinate(style, name, frame.at(at, row), size=size)


def _keyboard(grid: Grid, frame: _Frame) -> tuple[tuple[str, ...], ...]:
    """The squares in rows for the arrow keys: a step right goes to the right, a step down goes down."""
    rows = [
        [grid.squares[(row + 1) * grid.stride + column + 1] for column in range(grid.width)]
        for row in range(grid.height)
    ]
    along, down = frame.along, frame.down
    if abs(along[0]) < abs(down[0]) - 1e-9:
        rows = [list(line) for line in zip(*rows, strict=True)]
        along, down = down, along
    if along[0] < 0:
        rows = [line[::-1] for line in rows]
    if down[1] < 0:
        rows.reverse()
    return tuple(map(tuple, rows))


def geometry_for(width: int, height: int, hour: int = _FLAT) -> Geometry:
    """The board of a size, from 1 to 256 in each direction, with a1 at an hour; cached."""
    return _made(width, height, hour)


@kept_boards(64, USUAL)
def _made(width: int, height: int, hour: int) -> Geometry:
    grid = grid_of(width, height)
    frame = _Frame(grid, hour)
    left, top = frame.left, frame.top
    outline = (frame.at(a / 3, b / 3) for a, b in _CORNERS)
    return Geometry(
        width=frame.right + left,
        height=frame.low + top,
        squares={grid.squares[point]: frame.at(*grid.column_row(point)) for point in grid.points},
        grid=_keyboard(grid, frame),
        strokes=tuple(_strokes(grid, frame)),
        coordinates=tuple(_coordinates(grid, frame)),
        art=ART,
        reach=0.56,
        piece_radius=STONE,
        tiles=tuple(_tiles(grid, frame)),
        inks=_INKS,
        outline=tuple((x - left, y - top) for x, y in outline),
    )


def geometry_as(width: int, height: int, layout: str) -> Geometry:
    """The board of a size in a layout; flat if the layout is unknown."""
    return geometry_for(width, height, _HOURS.get(layout, _FLAT))
