"""The appearance of boards of any size: holes, border lines, guide lines, coordinates; of pegs and links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.base.messages import in_context, message
from viewer.games.capabilities import BoardLayout
from viewer.games.geometry import (
    BallPart,
    Coordinate,
    DiscPart,
    Geometry,
    LinkArt,
    Part,
    Point,
    ShapePart,
    StarPoint,
    Stroke,
    kept_boards,
)
from viewer.games.stones.coordinates import column_name
from viewer.games.twixt.board import Grid, grid_of
from viewer.games.twixt.setup import USUAL

PEG = 0.29
"""Radius of a peg; holes are 1 apart."""

LAYOUTS = (
    BoardLayout("guides", message("With guide lines")),
    BoardLayout("plain", in_context("layout of the board", "Plain")),
)

_HOLE = 0.085
_BORDER = 0.13
_SHORT = 0.2  # length cut off each end of a border line
_GUIDE = 0.03
_GAP = 0.13

ART: Mapping[str, tuple[Part, ...]] = {
    "vertical": (
        BallPart(
            PEG,
            ((0.0, "flame-light"), (0.25, "flame-glow"), (0.6, "flame"), (1.0, "flame-deep")),
            ring="flame-deep",
        ),
    ),
    "horizontal": (
        BallPart(
            PEG,
            ((0.0, "lake-light"), (0.25, "lake-glow"), (0.6, "lake"), (1.0, "lake-deep")),
            ring="lake-deep",
        ),
    ),
}
FLAT: Mapping[str, tuple[Part, ...]] = {
    "vertical": (DiscPart(PEG, fill="side-red"),),
    "horizontal": (DiscPart(PEG, fill="side-blue"),),
}


def _bar(across: float, down: float) -> ShapePart:
    points = ((-across, -down), (across, -down), (across, down), (-across, down))
    return ShapePart(points, "shell-light")


# Distinguishable without colour: the bar has the direction in which the side connects.
BARRED: Mapping[str, tuple[Part, ...]] = {
    "vertical": (*FLAT["vertical"], _bar(0.05, 0.17)),
    "horizontal": (*FLAT["horizontal"], _bar(0.17, 0.05)),
}
LINKS = {
    "vertical": LinkArt("side-red", "flame-deep"),
    "horizontal": LinkArt("side-blue", "lake-deep"),
}
_INKS = dict.fromkeys(ART, "shell-light")


def _size(grid: Grid) -> float:
    """Height of coordinates; greater for a large board, since its unit is smaller on the screen."""
    return min(0.65, 0.26 + 0.012 * max(grid.width, grid.height))


def _margin(grid: Grid) -> float:
    return PEG + 1.5 * _GAP + (2 * _half_name(grid) + 0.2) * _size(grid)


def _half_name(grid: Grid) -> float:
    """Half the width of the longest names of columns and rows, for a height of 1."""
    return 0.65 if max(grid.width, grid.height) < 100 else 0.92  # of two characters, of three


def _borders(grid: Grid, margin: float) -> Iterator[Stroke]:
    """The lines between the outermost holes and the others, in the colour of the side that joins them."""
    left = top = margin + 0.5
    right, low = margin + grid.width - 1.5, margin + grid.height - 1.5
    for y in (top, low):
        yield Stroke(((left + _SHORT, y), (right - _SHORT, y)), _BORDER, colour="side-red")
    for x in (left, right):
        yield Stroke(((x, top + _SHORT), (x, low - _SHORT)), _BORDER, colour="side-blue")


def _guides(grid: Grid, margin: float) -> Iterator[Stroke]:
    """Two lines from each corner hole of the inner field, with the slopes of links: 2 and 1/2."""
    right, low = grid.width - 2, grid.height - 2
    for x, across in ((1, 1), (right, -1)):
        for y, down in ((1, 1), (low, -1)):
            for dx, dy in ((1, 2), (2, 1)):
                far = min((right - 1) / dx, (low - 1) / dy)
                end = (margin + x + across * dx * far, margin + y + down * dy * far)
                yield Stroke(((margin + x, margin + y), end), _GUIDE, colour="guide")


def _coordinates(grid: Grid, margin: float) -> Iterator[Coordinate]:
    """Coordinates in three styles: `game` (a1), `letters` (aa, as in Little Golem), `1-1` (two numbers)."""
    size = _size(grid)
    left, top = margin - PEG - _GAP - _half_name(grid) * size, margin - PEG - _GAP - size / 2
    right, low = grid.width - 1 + 2 * margin - left, grid.height - 1 + 2 * margin - top
    for column in range(grid.width):
        letters = column_name(column)
        names = (("game", letters), ("letters", letters), ("1-1", str(column + 1)))
        for style, name in names:
            for y in (top, low):
                yield Coordinate(style, name, (margin + column, y), size=size)
    for row in range(grid.height):
        number = str(row + 1)
        for style, name in (("game", number), ("letters", column_name(row)), ("1-1", number)):
            for x in (left, right):
                yield Coordinate(style, name, (x, margin + row), size=size)


def geometry_for(width: int, height: int, layout: str = "guides") -> Geometry:
    """The board of a size, from 5 to 256 lines in each direction, in one of LAYOUTS; cached.

    An unknown layout has guide lines.
    """
    return _made(width, height, layout != "plain")


@kept_boards(32, USUAL)
def _made(width: int, height: int, guided: bool) -> Geometry:
    grid = grid_of(width, height)
    margin = _margin(grid)
    squares: dict[str, Point] = {}
    for point in grid.points:
        column, row = grid.column_row(point)
        squares[grid.squares[point]] = (margin + column, margin + row)
    names = [
        tuple(grid.squares[grid.at(column, row)] for column in range(width))
        for row in range(height)
    ]
    guides = tuple(_guides(grid, margin)) if guided else ()
    return Geometry(
        width=width - 1 + 2 * margin,
        height=height - 1 + 2 * margin,
        squares=squares,
        grid=tuple(names),
        strokes=(*guides, *_borders(grid, margin)),
        coordinates=tuple(_coordinates(grid, margin)),
        art=ART,
        reach=0.5,
        piece_radius=PEG,
        dots=tuple(StarPoint(at, _HOLE) for at in squares.values()),
        inks=_INKS,
        links=LINKS,
    )
