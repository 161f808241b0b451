"""The appearance of boards of any size: lines, star points, coordinates; and of stones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from viewer.games.geometry import (
    BallPart,
    Coordinate,
    DiscPart,
    Geometry,
    Part,
    Point,
    StarPoint,
    Stroke,
    kept_boards,
)
from viewer.games.go.board import Grid, column_letters, grid_of
from viewer.games.go.setup import USUAL, line_letters, star_points

STONE = 0.474
"""Radius of a stone: neighbours stand a hair apart."""

_EDGE = 0.046  # width of the outermost lines
_STAR = 0.105
_SCATTER = 0.022  # less than half of what is free between two stones
_GAP = 0.13  # between an outermost stone, a coordinate and the edge

ART: Mapping[str, tuple[Part, ...]] = {
    "black": (
        BallPart(
            STONE,
            ((0.0, "slate-light"), (0.22, "slate-glow"), (0.55, "slate"), (1.0, "slate-deep")),
        ),
    ),
    "white": (
        BallPart(
            STONE,
            ((0.0, "shell-light"), (0.4, "shell-glow"), (0.72, "shell"), (1.0, "shell-deep")),
            ring="shell-rim",
        ),
    ),
}
FLAT: Mapping[str, tuple[Part, ...]] = {
    "black": (DiscPart(STONE, fill="black"),),
    "white": (DiscPart(STONE - 0.016, fill="white", ring="black", width=0.032),),
}
# The edges of both are drawn, so that neither depends on the colour of the board.
OUTLINED: Mapping[str, tuple[Part, ...]] = {
    "black": (
        DiscPart(STONE, fill="slate-deep"),
        DiscPart(STONE - 0.06, ring="shell-light", width=0.03),
    ),
    "white": (DiscPart(STONE - 0.035, fill="shell-light", ring="slate-deep", width=0.07),),
}
_INKS = {"black": "shell-light", "white": "slate"}


def _size(grid: Grid) -> float:
    """Height of coordinates: of a large board less is seen of each unit."""
    if _has_three_digits(grid):
        return 0.56
    return min(0.6, 0.17 + 0.01 * max(grid.width, grid.height))


def _has_three_digits(grid: Grid) -> bool:
    return max(grid.width, grid.height) > 99


def _room(grid: Grid) -> float:
    """Of coordinates, beside the board as above it: three digits are wider than high."""
    return 0.92 if _has_three_digits(grid) else _size(grid)


def _margin(grid: Grid) -> float:
    return STONE + 2 * _GAP + _room(grid)


def _coordinates(grid: Grid) -> Iterator[Coordinate]:
    size, margin = _size(grid), _margin(grid)
    near = _GAP + _room(grid) / 2
    right, low = grid.width - 1 + 2 * margin - near, grid.height - 1 + 2 * margin - near
    for column in range(grid.width):
        names = (column_letters(column), line_letters(column), str(column + 1))
        for style, name in zip(("game", "letters", "1-1"), names, strict=True):
            for y in (near, low):
                yield Coordinate(style, name, (margin + column, y), size=size)
    for row in range(grid.height):
        names = (str(grid.height - row), line_letters(row), str(row + 1))
        for style, name in zip(("game", "letters", "1-1"), names, strict=True):
            for x in (near, right):
                yield Coordinate(style, name, (x, margin + row), size=size)


@kept_boards(32, USUAL)
def geometry_for(width: int, height: int) -> Geometry:
    """The board of a size, from 1 to `setup.LARGEST` lines each way; the same object for the same size."""
    grid = grid_of(width, height)
    margin = _margin(grid)

    def at(column: int, row: int) -> Point:
        return margin + column, margin + row

    right, low = width - 1, height - 1
    strokes = [Stroke((at(column, 0), at(column, low))) for column in range(1, right)]
    strokes += [Stroke((at(0, row), at(right, row))) for row in range(1, low)]
    corners = (at(0, 0), at(right, 0), at(right, low), at(0, low))
    strokes.append(Stroke(corners, _EDGE, closed=True))
    squares = {grid.squares[point]: at(*grid.column_row(point)) for point in grid.points}
    names = tuple(squares)
    return Geometry(
        width=right + 2 * margin,
        height=low + 2 * margin,
        squares=squares,
        grid=tuple(names[row * width : (row + 1) * width] for row in range(height)),
        strokes=tuple(strokes),
        coordinates=tuple(_coordinates(grid)),
        art=ART,
        reach=0.5,
        piece_radius=STONE,
        dots=tuple(StarPoint(at(*star), _STAR) for star in star_points(width, height)),
        inks=_INKS,
        scatter=_SCATTER,
    )
