"""A board and its pieces as shapes, and the square at a point."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from zlib import crc32

from viewer.base.named import NamedTuple
from viewer.games.geometry import (
    BallPart,
    BoardText,
    Coordinate,
    DiscPart,
    Geometry,
    GlyphPart,
    Part,
    PieceSet,
    Point,
    ShapePart,
    Tile,
    View,
    WoodPanel,
)
from viewer.scene.glyphs import text_shapes, text_width
from viewer.scene.shapes import (
    PIECE,
    SHADOW,
    Ball,
    Disc,
    GlyphShape,
    Polygon,
    Polyline,
    Rect,
    Shade,
    Shape,
    Silhouette,
)
from viewer.scene.theme import Theme

_CORNER = 0.19  # radius of the wood's corners, for boards up to ten units wide; in proportion above
COORDINATE_SIZE = 0.245  # 12 to 13 px where two lines are 52 px apart
_RIVER_OPACITY = 0.72
_LEAST_TILE, _LEAST_TEXT = (
    5.0,
    3.0,
)  # pixels, of a tile with lines around it, of a coordinate's height
SHADOW_OPACITY = 0.48

# The number of pieces at a square: height of its em box, its largest width, half the patch's height.
_COUNT, _COUNT_ROOM, _COUNT_RADIUS = 0.29, 0.34, 0.175

FRONT = View()
_ONE_EACH: Mapping[str, int] = MappingProxyType({})


_MOST_KEPT = 20_000  # pieces, each at a square, whose shapes are kept


class BoardLook(NamedTuple):
    """The look of a board: geometry, view, colours, coordinates and pieces.

    `coordinates` is a style of the geometry's coordinates ("game", "letters"), or "none". `pieces` is
    one of the game's piece sets, None for the geometry's own pieces. A `bare` board has no wood: what is
    behind it shows through.
    """

    geometry: Geometry
    theme: Theme
    view: View = FRONT
    coordinates: str = "game"
    pieces: PieceSet | None = None
    bare: bool = False

    @property
    def art(self) -> Mapping[str, tuple[Part, ...]]:
        """The parts of which each kind of piece is drawn."""
        return self.geometry.art if self.pieces is None else self.pieces.art

    @property
    def size(self) -> Point:
        """Width and height of the board in its view, in board units."""
        return self.view.size(self.geometry)

    def centre(self, square: str) -> Point:
        """The centre of a square. Raises KeyError for a square that the board doesn't have."""
        return square_centre(self.geometry, self.view, square)

    def stand(self, square: str) -> Point:
        """The centre of a square's piece: the square's centre, or slightly off it. Raises KeyError.

        Where the geometry has a `scatter`, its own pieces lie a little irregularly, as stones do.
        """
        x, y = self.centre(square)
        far = self.geometry.scatter
        if not far or (self.pieces is not None and self.pieces.art is not self.geometry.art):
            return x, y
        dx, dy = _chance(square)
        return x + far * dx, y + far * dy


@cache
def _chance(square: str) -> Point:
    """A pseudo-random point within a circle of radius 1, always the same for a square."""
    number = crc32(square.encode())
    angle = math.tau * (number & 0xFFFF) / 0x10000
    far = math.sqrt((number >> 16) / 0x10000)
    return far * math.cos(angle), far * math.sin(angle)


def square_centre(geometry: Geometry, view: View, square: str) -> Point:
    """The centre of a square in a view. Raises KeyError for a square that the board doesn't have."""
    return view.map(geometry.squares[square], geometry)


def cell_outline(look: BoardLook, square: str, part: float = 1.0) -> tuple[Point, ...]:
    """The corners of a square's cell, scaled by `part`; () if the geometry has no outline of cells.

    Raises KeyError for a square that the board doesn't have.
    """
    x, y = look.centre(square)
    across = -part if look.view.flip != look.view.mirror else part
    down = -part if look.view.flip else part
    return tuple((x + across * dx, y + down * dy) for dx, dy in look.geometry.outline)


def hit(geometry: Geometry, view: View, x: float, y: float, reach: float = 0.0) -> str:
    """The square nearest to a point of a view, "" if none is within `reach` units, or the geometry's."""
    x, y = view.back((x, y), geometry)
    best, found = max(geometry.reach, reach) ** 2, ""
    for square, (px, py) in geometry.squares.items():
        far = (px - x) * (px - x) + (py - y) * (py - y)
        if far <= best:
            best, found = far, square
    return found


def neighbour(geometry: Geometry, view: View, square: str, down: int, right: int) -> str:
    """The next square `down` and `right` (1, 0 or -1) of another in a view, "" at the edge.

    Skips gaps in the grid.
    """
    grid = geometry.grid
    row, column = next((r, line.index(square)) for r, line in enumerate(grid) if square in line)
    right, down = view.way(right, down)
    while True:
        row, column = row + down, column + right
        if not (0 <= row < len(grid) and 0 <= column < len(grid[row])):
            return ""
        if grid[row][column]:
            return grid[row][column]


def static_shapes(look: BoardLook, pixels: float = math.inf) -> list[Shape]:
    """The static parts of a board: wood, tiles, lines, texts, coordinates.

    `pixels` is the size of a board unit. If it is small, lines that would hide the tiles between them and
    coordinates too small to read are left out.
    """
    geometry, theme, view = look.geometry, look.theme, look.view
    line = theme["line"]
    panels = geometry.panels or (WoodPanel(0.0, 0.0, geometry.width, geometry.height),)
    shapes: list[Shape] = [] if look.bare else [_panel(panel, look) for panel in panels]
    shapes.extend(_tile(tile, look) for tile in geometry.tiles)
    strokes = () if geometry.tiles and pixels < _LEAST_TILE else geometry.strokes
    for stroke in strokes:
        points = tuple(view.map(point, geometry) for point in stroke.points)
        shapes.append(Polyline(points, theme[stroke.colour], stroke.width, stroke.closed))
    for dot in geometry.dots:
        shapes.append(Disc(view.map(dot.at, geometry), dot.radius, line))
    for text in geometry.texts:
        shapes.extend(_board_text(text, view.map(text.at, geometry), line, look.pieces))
    style = look.coordinates
    if style != "none" and all(one.style != style for one in geometry.coordinates):
        style = "game"  # not every game has every style
    for coordinate in geometry.coordinates:
        if coordinate.style == style:
            at = _coordinate_at(coordinate, look)
            size = coordinate.size or COORDINATE_SIZE
            if size * pixels < _LEAST_TEXT:
                continue
            shapes.extend(text_shapes(coordinate.text, at, size, line))
    return shapes


class _Kept(NamedTuple):
    """What has been drawn of a look: its board, and the pieces by (square, kind)."""

    look: BoardLook
    board: tuple[Shape, ...]
    pieces: dict[tuple[str, str], list[Shape]]


_kept: _Kept | None = None


def _kept_of(look: BoardLook) -> _Kept:
    """What is kept of the last look: most pictures have the same as the one before."""
    global _kept
    kept = _kept
    if kept is None or not (
        kept.look.geometry is look.geometry
        and kept.look.theme is look.theme
        and kept.look.pieces is look.pieces
        and (kept.look.view, kept.look.coordinates) == (look.view, look.coordinates)
        and kept.look.bare == look.bare
    ):
        kept = _kept = _Kept(look, tuple(static_shapes(look)), {})
    return kept


def kept_shapes(look: BoardLook) -> tuple[Shape, ...]:
    """The same, but made once for a look."""
    return _kept_of(look).board


def _panel(panel: WoodPanel, look: BoardLook) -> Rect:
    x, y, width, height, fill = panel
    ends = [look.view.map(point, look.geometry) for point in ((x, y), (x + width, y + height))]
    (left, right), (top, bottom) = (sorted(along) for along in zip(*ends, strict=True))
    corner = _CORNER * max(1.0, look.geometry.width / 10)
    return Rect(left, top, right - left, bottom - top, look.theme[fill], corner=corner)


def _coordinate_at(coordinate: Coordinate, look: BoardLook) -> Point:
    x, y = look.view.map(coordinate.at, look.geometry)
    if coordinate.edge == "top":
        y = coordinate.at[1]
    elif coordinate.edge == "right":
        x = coordinate.at[0]
    return x, y


def _tile(tile: Tile, look: BoardLook) -> Shape:
    """A tile; one with level and upright sides is a Rect, whose edges are drawn on whole pixels."""
    points = tuple(look.view.map(point, look.geometry) for point in tile.points)
    across, down = {x for x, _ in points}, {y for _, y in points}
    if len(points) == 4 and len(across) == len(down) == 2:
        left, top = min(across), min(down)
        return Rect(left, top, max(across) - left, max(down) - top, look.theme[tile.fill])
    return Polygon(points, look.theme[tile.fill])


def _board_text(
    text: BoardText, centre: Point, colour: str, pieces: PieceSet | None
) -> Iterator[Shape]:
    step = text.size + text.gap  # glyphs of a board are as wide as they are high
    x, y = centre
    angle = math.radians(text.turn)
    for number, character in enumerate(text.text):
        along = step * (number - (len(text.text) - 1) / 2)
        at = (x + along * math.cos(angle), y + along * math.sin(angle))
        if pieces is not None:
            character = pieces.texts.get(character, character)
        yield GlyphShape(f"board/{character}", at, text.size, colour, text.turn, _RIVER_OPACITY)


def piece_shapes(
    look: BoardLook, kind: str, centre: Point, square: str = "", *, lifted: bool = False
) -> list[Shape]:
    """A piece with its soft shadow. A lifted one (being dragged, gliding) casts a wider shadow.

    Raises KeyError for a kind that isn't in the art of the look's pieces.
    """
    theme, parts = look.theme, look.art[kind]
    turned = _is_turned(look, kind)
    sign, turn = (-1, 180.0) if turned else (1, 0.0)
    shapes = [] if theme.flat else [_shadow(look, parts[0], centre, square, lifted, sign)]
    for part in parts:
        if isinstance(part, DiscPart):
            fill = theme[part.fill] if part.fill else ""
            ring = theme[part.ring] if part.ring else ""
            shapes.append(
                Disc(centre, part.radius, fill, ring, part.width, layer=PIECE, square=square)
            )
        elif isinstance(part, BallPart) and theme.flat:
            ring = theme[part.ring] if part.ring else ""
            width = 2 * part.width
            radius = part.radius - width / 2 if ring else part.radius
            shapes.append(
                Disc(centre, radius, theme[part.fill], ring, width, layer=PIECE, square=square)
            )
        elif isinstance(part, BallPart):
            stops = tuple((way, theme[token]) for way, token in part.stops)
            ring = theme[part.ring] if part.ring else ""
            light = (centre, part.radius, part.glow, part.reach, stops, ring, part.width)
            shapes.append(Ball(*light, layer=PIECE, square=square))
        elif isinstance(part, ShapePart):
            line = theme[part.line] if part.line else ""
            points = tuple((centre[0] + sign * x, centre[1] + sign * y) for x, y in part.points)
            fill = theme[part.fill]
            shapes.append(Polygon(points, fill, line, part.width, layer=PIECE, square=square))
        else:
            name, fill = glyph_name(part), theme[part.fill]
            at = (centre[0] + sign * part.at[0], centre[1] + sign * part.at[1])
            shapes.append(GlyphShape(name, at, part.size, fill, turn, layer=PIECE, square=square))
    return shapes


def _is_turned(look: BoardLook, kind: str) -> bool:
    """Whether a kind of piece is drawn upside down."""
    turned = look.geometry.turned
    return bool(turned) and (kind in turned) != look.view.flip


def glyph_name(part: GlyphPart) -> str:
    """The name of the outline (`viewer.scene.glyphs`) of a part."""
    return part.glyph if "/" in part.glyph else f"piece/{part.glyph}"


def _shadow(
    look: BoardLook, first: Part, centre: Point, square: str, lifted: bool, sign: int
) -> Shape:
    """The soft shadow of a disc or a shape, or a dark copy of a figure, a little below the piece."""
    x, y = centre
    colour = look.theme["shadow"]
    if isinstance(first, GlyphPart):
        drop, strength = (0.07, 0.3) if lifted else (0.022, 0.34)
        at = (x, y + drop)
        return GlyphShape(glyph_name(first), at, first.size, colour, 0.0, strength, SHADOW, square)
    drop, blur, strength = (0.09, 0.2, 0.8) if lifted else (0.036, 0.075, 1.0)
    strength *= SHADOW_OPACITY
    if isinstance(first, ShapePart):
        points = tuple((sign * px, sign * py) for px, py in first.points)
        return Silhouette(points, (x, y + drop), blur, colour, strength, SHADOW, square)
    radius = look.geometry.piece_radius
    edge = radius + blur
    inner = (radius - blur) / edge
    return Shade((x, y + drop), edge, inner, colour, strength, SHADOW, square)


def pieces_shapes(
    look: BoardLook, pieces: Iterable[tuple[str, str]], counts: Mapping[str, int] = _ONE_EACH
) -> list[Shape]:
    """All pieces of a position, as `Game.pieces` and `Holding.counts` give them."""
    shapes: list[Shape] = []
    known = _kept_of(look).pieces
    if len(known) > _MOST_KEPT:
        known.clear()
    for pair in pieces:
        made = known.get(pair)
        if made is None:
            square, kind = pair
            made = known[pair] = piece_shapes(look, kind, look.stand(square), square)
        shapes += made
        if counts:
            shapes += count_shapes(look, pair[0], counts.get(pair[0], 1))
    return shapes


def count_shapes(look: BoardLook, square: str, count: int) -> list[Shape]:
    """The number of pieces at a square, at the bottom right of the piece; nothing for a single one."""
    if count < 2:
        return []
    x, y = look.centre(square)
    at = (x + 0.36, y + 0.35)
    text = str(count)
    width = text_width(text, _COUNT, "label")
    size = _COUNT * min(1.0, _COUNT_ROOM / width)
    half = max(_COUNT_RADIUS, min(width, _COUNT_ROOM) / 2 + 0.06)
    patch = Rect(
        at[0] - half,
        at[1] - _COUNT_RADIUS,
        2 * half,
        2 * _COUNT_RADIUS,
        look.theme["badge"],
        corner=_COUNT_RADIUS,
        layer=PIECE,
        square=square,
    )
    ink = look.theme["on-badge"]
    words = text_shapes(text, at, size, ink, face="label", layer=PIECE, square=square)
    return [patch, *words]
