"""What a board looks like, as data in board units (1 = the distance of two lines), y down.

The board is described as the first side sees it; `View` turns it. Colours are tokens of a theme
("line", "disc", "red", …), texts on the board are names of glyph outlines, so that no font is
needed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

Point = tuple[float, float]


class Stroke(NamedTuple):
    """A line through points. `width` in units, `colour` a token."""

    points: tuple[Point, ...]
    width: float = 0.026
    closed: bool = False
    colour: str = "line"


class Tile(NamedTuple):
    """A filled area of the board (a square, a cell) with corners in order; `fill` is a token."""

    points: tuple[Point, ...]
    fill: str


class BoardText(NamedTuple):
    """Text that belongs to the board itself (楚河), in glyphs `size` units high, centred.

    It is upright (turned by `turn` degrees) and reads from left to right in every view; between
    two glyphs there are `gap` units.
    """

    text: str
    at: Point
    size: float
    turn: float = 0.0
    gap: float = 0.0


class StarPoint(NamedTuple):
    """A dot on the board (a star point)."""

    at: Point
    radius: float


class Coordinate(NamedTuple):
    """One coordinate at an edge: `style` as in the settings ("game", "letters"), text in glyphs.

    One with `edge` "top" or "right" stays at that edge when the view is turned. `size` is the height
    of its em box, 0 for the usual one.
    """

    style: str
    text: str
    at: Point
    edge: str = ""
    size: float = 0.0


class DiscPart(NamedTuple):
    """A disc of a piece, centred on its place; `ring` and `fill` are tokens, "" for none."""

    radius: float
    fill: str = ""
    ring: str = ""
    width: float = 0.03


class BallPart(NamedTuple):
    """A piece that is round all over, lit from one side, centred on its place.

    `stops` are (way, token) from the middle of the light to where its colour ends; `glow` is that
    middle from the piece's, `reach` that end, both in radii. `ring` is a fine edge, "" for none.
    """

    radius: float
    stops: tuple[tuple[float, str], ...]
    glow: Point = (-0.32, -0.4)
    reach: float = 1.5
    ring: str = ""
    width: float = 0.015

    @property
    def fill(self) -> str:
        """The main colour: that of the middle stop."""
        return self.stops[len(self.stops) // 2][1]


class GlyphPart(NamedTuple):
    """A glyph on a piece, centred, `size` units high.

    `glyph` is a character of the face "piece", or with a face of its own: "chess/white-king". `at` is
    where its middle is, from that of the piece.
    """

    glyph: str
    fill: str
    size: float
    at: Point = (0.0, 0.0)


class ShapePart(NamedTuple):
    """An area of a piece with straight sides, around its place; `line` and `fill` are tokens.

    Where it is a piece's first part it is convex, its corners clockwise: it throws the shadow.
    """

    points: tuple[Point, ...]
    fill: str
    line: str = ""
    width: float = 0.03


class Link(NamedTuple):
    """A bridge between the pieces of two places, of a kind of `Geometry.links`.

    One that is `gone` was taken away by the last move.
    """

    ends: tuple[str, str]
    kind: str
    gone: bool = False


class LinkArt(NamedTuple):
    """How a kind of links is drawn, from centre to centre: tokens of its face and edge, its width."""

    fill: str
    edge: str
    width: float = 0.17


def inset(points: Sequence[Point], depths: Sequence[float]) -> tuple[Point, ...]:
    """A convex polygon with its sides moved inwards.

    Args:
        points: its corners, clockwise on the screen.
        depths: how far the side from corner n to the next moves in; negative moves it out.
    """
    lines = []
    ends = (*points[1:], points[0])
    for (x1, y1), (x2, y2), depth in zip(points, ends, depths, strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        nx, ny = (y1 - y2) / length, (x2 - x1) / length
        lines.append((nx, ny, nx * x1 + ny * y1 + depth))
    corners = []
    for (a, b, c), (d, e, f) in zip((lines[-1], *lines[:-1]), lines, strict=True):
        size = a * e - b * d
        corners.append(((c * e - b * f) / size, (a * f - c * d) / size))
    return tuple(corners)


class Panel(NamedTuple):
    """An area of wood: the board itself, a stand for pieces in hand. `fill` is a token."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "wood"


Part = DiscPart | BallPart | GlyphPart | ShapePart


class Geometry(NamedTuple):
    """A board.

    Attributes:
        width, height: of the whole board with its margins.
        squares: centre of each square by its name.
        columns, rows: the squares as a grid, for the keyboard: `grid[row][column]` from the top as the
            first side sees it; "" if there is no square.
        reach: how far from its centre a square can be hit.
        tiles, strokes, dots, texts, coordinates: what is drawn of the board, in this order.
        art: parts of each kind of piece, drawn in order.
        piece_radius: for shadows, marks and dragging.
        cell: half the width of the cell that a square fills; 0 where squares are points of lines.
        tall: how many times as high as wide a cell is.
        panels: the wood, the board's first; () if it is the whole.
        turned: kinds of pieces whose art is drawn upside down (they face the first side); in a view
            that is flipped all the others are. () where pieces stand upright in every view.
        inks: token in which signs are drawn on each kind of piece, where they are drawn on pieces and
            not around them (stones touch each other).
        outline: corners of the cell that a square fills, from its centre, in boards of other cells than
            squares; () else.
        links: what bridges between pieces look like by their kind.
        scatter: how far from its square a piece may lie, as pieces do that a hand put down.
    """

    width: float
    height: float
    squares: Mapping[str, Point]
    grid: tuple[tuple[str, ...], ...]
    strokes: tuple[Stroke, ...]
    texts: tuple[BoardText, ...] = ()
    coordinates: tuple[Coordinate, ...] = ()
    art: Mapping[str, tuple[Part, ...]] = MappingProxyType({})
    reach: float = 0.5
    piece_radius: float = 0.45
    tiles: tuple[Tile, ...] = ()
    cell: float = 0.0
    tall: float = 1.0
    panels: tuple[Panel, ...] = ()
    turned: frozenset[str] = frozenset()
    dots: tuple[StarPoint, ...] = ()
    inks: Mapping[str, str] = MappingProxyType({})
    outline: tuple[Point, ...] = ()
    links: Mapping[str, LinkArt] = MappingProxyType({})
    scatter: float = 0.0


class View(NamedTuple):
    """From where the board is seen.

    First it is turned clockwise by a quarter (`quarter`), then by half (`flip`), then left and right are
    exchanged (`mirror`): together these are all eight ways in which a square can lie.
    """

    flip: bool = False
    mirror: bool = False
    quarter: bool = False

    def size(self, geometry: Geometry) -> Point:
        """Width and height of the board as it lies in this view."""
        width, height = geometry.width, geometry.height
        return (height, width) if self.quarter else (width, height)

    def map(self, point: Point, geometry: Geometry) -> Point:
        """A point of the board as it stands in this view."""
        x, y = point
        if self.quarter:
            x, y = geometry.height - y, x
        width, height = self.size(geometry)
        if self.flip != self.mirror:
            x = width - x
        if self.flip:
            y = height - y
        return x, y

    def back(self, point: Point, geometry: Geometry) -> Point:
        """The point of the board that stands at a point of this view."""
        x, y = point
        width, height = self.size(geometry)
        if self.flip != self.mirror:
            x = width - x
        if self.flip:
            y = height - y
        return (y, geometry.height - x) if self.quarter else (x, y)

    def way(self, right: int, down: int) -> tuple[int, int]:
        """Steps to the right and down in this view as steps on the board."""
        if self.flip != self.mirror:
            right = -right
        if self.flip:
            down = -down
        return (down, -right) if self.quarter else (right, down)

    def turned(self) -> View:
        """This view turned clockwise by a quarter."""
        # A mirror turns the other way round: that is half a turn more.
        return View(self.flip ^ self.mirror ^ self.quarter, self.mirror, not self.quarter)
