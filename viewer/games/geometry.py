"""The appearance of a board, as data in board units (1 = the distance between two lines), y down.

The board is described as seen by the first side; `View` turns it. Colours are tokens of a theme
("line", "disc", "red", …), texts on the board are names of glyph outlines, so that no font is
needed. Beside it are piece sets, and what players call squares and pieces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, lru_cache, wraps
from types import MappingProxyType

from viewer.base.messages import Message, counted, in_context, message
from viewer.base.named import NamedTuple

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
    """Text that is part of the board (楚河), in glyphs `size` units high, centred.

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
    """A disc of a piece, centred on its square; `ring` and `fill` are tokens, "" for none."""

    radius: float
    fill: str = ""
    ring: str = ""
    width: float = 0.03


class BallPart(NamedTuple):
    """A spherical piece, lit from one side, centred on its square.

    `stops` are (position, token) of the gradient, from the centre of the light outwards; `glow` is that
    centre relative to the piece's, `reach` the gradient's end, both in radii. `ring`: a thin edge or "".
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
    its centre, relative to the piece's.
    """

    glyph: str
    fill: str
    size: float
    at: Point = (0.0, 0.0)


class ShapePart(NamedTuple):
    """A polygon of a piece, around its square; `line` and `fill` are tokens.

    If it is a piece's first part, it is convex, with clockwise corners: it casts the shadow.
    """

    points: tuple[Point, ...]
    fill: str
    line: str = ""
    width: float = 0.03


class Link(NamedTuple):
    """A link between the pieces on two squares, of a kind in `Geometry.links`.

    One that is `gone` was removed by the last move.
    """

    ends: tuple[str, str]
    kind: str
    gone: bool = False


class LinkArt(NamedTuple):
    """How a kind of link is drawn, from centre to centre: tokens of its face and edge, its width."""

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


class WoodPanel(NamedTuple):
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
        squares: the centre of each square, by name.
        columns, rows: the squares as a grid, for the keyboard: `grid[row][column]` from the top as the
            first side sees it; "" if there is no square.
        reach: the distance from its centre within which a square can be hit.
        tiles, strokes, dots, texts, coordinates: the drawn parts of the board, in this order.
        art: parts of each kind of piece, drawn in order.
        piece_radius: for shadows, marks and dragging.
        cell: half the width of the cell of a square; 0 if squares are intersections of lines.
        tall: the ratio of a cell's height to its width.
        panels: the wood, the board's first; () if the board is everything.
        turned: kinds of pieces whose art is drawn upside down (they face the first side); in a view
            that is flipped, all the others are. () if pieces are upright in every view.
        inks: the token in which signs are drawn on each kind of piece, if they are drawn on pieces and
            not around them (stones touch each other).
        outline: corners of the cell of a square, relative to its centre, on boards with cells other than
            squares; () else.
        links: how links between pieces are drawn, by kind.
        scatter: the maximum distance of a piece from its square's centre, as if placed by hand.
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
    panels: tuple[WoodPanel, ...] = ()
    turned: frozenset[str] = frozenset()
    dots: tuple[StarPoint, ...] = ()
    inks: Mapping[str, str] = MappingProxyType({})
    outline: tuple[Point, ...] = ()
    links: Mapping[str, LinkArt] = MappingProxyType({})
    scatter: float = 0.0


class View(NamedTuple):
    """The direction from which the board is seen.

    The board is first turned clockwise by 90° (`quarter`), then by 180° (`flip`), then left and right are
    exchanged (`mirror`): together these are all eight orientations of a square.
    """

    flip: bool = False
    mirror: bool = False
    quarter: bool = False

    def size(self, geometry: Geometry) -> Point:
        """Width and height of the board in this view."""
        width, height = geometry.width, geometry.height
        return (height, width) if self.quarter else (width, height)

    def map(self, point: Point, geometry: Geometry) -> Point:
        """The position in this view of a point of the board."""
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
        """The point of the board at a position in this view."""
        x, y = point
        width, height = self.size(geometry)
        if self.flip != self.mirror:
            x = width - x
        if self.flip:
            y = height - y
        return (y, geometry.height - x) if self.quarter else (x, y)

    def way(self, right: int, down: int) -> tuple[int, int]:
        """Convert steps to the right and down in this view to steps on the board."""
        if self.flip != self.mirror:
            right = -right
        if self.flip:
            down = -down
        return (down, -right) if self.quarter else (right, down)

    def turned(self) -> View:
        """This view turned clockwise by a quarter."""
        # A mirror turns the other way round: that is half a turn more.
        return View(self.flip ^ self.mirror ^ self.quarter, self.mirror, not self.quarter)


BoardMaker = Callable[..., Geometry]


def kept_boards(most: int, usual: int) -> Callable[[BoardMaker], BoardMaker]:
    """Decorate a function that makes boards of a width and height, and of further arguments.

    It keeps those of the usual size for good, and of others as many as `most`.
    """

    def decorated(make: BoardMaker) -> BoardMaker:
        usually, others = cache(make), lru_cache(maxsize=most)(make)

        @wraps(make)
        def made(width: int, height: int, *more: Hashable) -> Geometry:
            of = usually if width == height == usual else others
            return of(width, height, *more)

        return made

    return decorated


# ------------------------------------------------------------------- ways to draw pieces, and words


class PieceSet(NamedTuple):
    """A piece set: the parts of each kind, drawn in order.

    `texts` are the characters that stand for those of the board's texts beside these pieces.
    """

    id: str
    name: Message
    art: Mapping[str, tuple[Part, ...]]
    texts: Mapping[str, str] = MappingProxyType({})


def _squares(count: int) -> Message:
    return counted("{count} square", "{count} squares", count)


def points_counted(count: int) -> Message:
    """A number of squares, of a board where pieces stand on the crossings of lines."""
    return counted("{count} point of the board", "{count} points of the board", count)


class BoardWords(NamedTuple):
    """What players of a game call the squares of its board and what stands there.

    Attributes:
        squares, pieces: in the plural.
        any_piece: one of either side.
        piece_of: one of `{side}`.
        counted: a number of squares.
    """

    squares: Message = in_context("of a board", "squares")
    pieces: Message = in_context("on a board", "pieces")
    any_piece: Message = message("Any piece")
    piece_of: Message = message("A piece of {side}")
    counted: Callable[[int], Message] = _squares
