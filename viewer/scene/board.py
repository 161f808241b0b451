"""A board and the pieces on it as shapes, and where on it a point is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from viewer.games.geometry import (
    BoardText,
    DiscPart,
    Geometry,
    GlyphPart,
    Part,
    Point,
    ShapePart,
    Tile,
    View,
)
from viewer.scene.glyphs import text_shapes
from viewer.scene.shapes import (
    PIECE,
    SHADOW,
    Disc,
    GlyphShape,
    Polygon,
    Polyline,
    Rect,
    Shade,
    Shape,
)
from viewer.scene.theme import Theme

CORNER = 0.19  # of the wood
COORDINATE_SIZE = 0.245  # 12 to 13 px where two lines are 52 px apart
RIVER_OPACITY = 0.72
SHADOW_OPACITY = 0.48

FRONT = View()


class Look(NamedTuple):
    """A board as it is seen: from where, in which colours, with which coordinates.

    `coordinates` is a style of the geometry's coordinates ("game", "letters"), or "none".
    """

    geometry: Geometry
    theme: Theme
    view: View = FRONT
    coordinates: str = "game"

    def centre(self, place: str) -> Point:
        """Centre of a place. Raises KeyError for a place that the board doesn't have."""
        return place_centre(self.geometry, self.view, place)


def place_centre(geometry: Geometry, view: View, place: str) -> Point:
    """Centre of a place in a view. Raises KeyError for a place that the board doesn't have."""
    return view.map(geometry.places[place], geometry)


def hit(geometry: Geometry, view: View, x: float, y: float) -> str:
    """The place at a point of a view, "" where there is none within reach."""
    x, y = view.map((x, y), geometry)
    best, found = geometry.reach * geometry.reach, ""
    for place, (px, py) in geometry.places.items():
        far = (px - x) * (px - x) + (py - y) * (py - y)
        if far <= best:
            best, found = far, place
    return found


def beside(geometry: Geometry, view: View, place: str, down: int, right: int) -> str:
    """The next place down and right of another as the board is seen, "" at the edge.

    Gaps in the grid are passed over.
    """
    grid = geometry.grid
    row, column = next((r, line.index(place)) for r, line in enumerate(grid) if place in line)
    down = -down if view.flip else down
    right = -right if view.flip != view.mirror else right
    while True:
        row, column = row + down, column + right
        if not (0 <= row < len(grid) and 0 <= column < len(grid[row])):
            return ""
        if grid[row][column]:
            return grid[row][column]


def static_shapes(look: Look) -> list[Shape]:
    """What never moves: wood, lines, texts of the board, coordinates."""
    geometry, theme, view = look.geometry, look.theme, look.view
    line = theme["line"]
    shapes: list[Shape] = [
        Rect(0.0, 0.0, geometry.width, geometry.height, theme["wood"], corner=CORNER)
    ]
    shapes.extend(_tile(tile, look) for tile in geometry.tiles)
    for stroke in geometry.strokes:
        points = tuple(view.map(point, geometry) for point in stroke.points)
        shapes.append(Polyline(points, line, stroke.width, stroke.closed))
    for text in geometry.texts:
        shapes.extend(_board_text(text, view.map(text.at, geometry), line))
    for coordinate in geometry.coordinates:
        if coordinate.style == look.coordinates:
            at = view.map(coordinate.at, geometry)
            shapes.extend(text_shapes(coordinate.text, at, COORDINATE_SIZE, line))
    return shapes


def _tile(tile: Tile, look: Look) -> Shape:
    """A tile; one with level and upright sides as a Rect, whose edges are laid on whole pixels."""
    points = tuple(look.view.map(point, look.geometry) for point in tile.points)
    across, down = {x for x, _ in points}, {y for _, y in points}
    if len(points) == 4 and len(across) == len(down) == 2:
        left, top = min(across), min(down)
        return Rect(left, top, max(across) - left, max(down) - top, look.theme[tile.fill])
    return Polygon(points, look.theme[tile.fill])


def _board_text(text: BoardText, centre: Point, colour: str) -> Iterator[Shape]:
    step = text.size + text.gap  # glyphs of a board are as wide as they are high
    x, y = centre
    angle = math.radians(text.turn)
    for number, character in enumerate(text.text):
        along = step * (number - (len(text.text) - 1) / 2)
        at = (x + along * math.cos(angle), y + along * math.sin(angle))
        yield GlyphShape(f"board/{character}", at, text.size, colour, text.turn, RIVER_OPACITY)


def piece_shapes(
    look: Look, kind: str, centre: Point, place: str = "", *, lifted: bool = False
) -> list[Shape]:
    """A piece with its soft shadow. A lifted one (being dragged, gliding) throws a wider shadow.

    Raises KeyError for a kind that the game's art doesn't have.
    """
    theme, parts = look.theme, look.geometry.art[kind]
    shapes = [_shadow(look, parts[0], centre, place, lifted)]
    for part in parts:
        if isinstance(part, DiscPart):
            fill = theme[part.fill] if part.fill else ""
            ring = theme[part.ring] if part.ring else ""
            shapes.append(
                Disc(centre, part.radius, fill, ring, part.width, layer=PIECE, place=place)
            )
        elif isinstance(part, ShapePart):
            points = tuple((centre[0] + x, centre[1] + y) for x, y in part.points)
            line = theme[part.line] if part.line else ""
            fill = theme[part.fill]
            shapes.append(Polygon(points, fill, line, part.width, layer=PIECE, place=place))
        else:
            name, fill = glyph_name(part), theme[part.fill]
            shapes.append(GlyphShape(name, centre, part.size, fill, layer=PIECE, place=place))
    return shapes


def glyph_name(part: GlyphPart) -> str:
    """The name of a part's outline."""
    return part.glyph if "/" in part.glyph else f"piece/{part.glyph}"


def _shadow(look: Look, first: Part, centre: Point, place: str, lifted: bool) -> Shape:
    """The soft shadow of a disc, or the silhouette of a figure, a little lower."""
    x, y = centre
    colour = look.theme["shadow"]
    if isinstance(first, GlyphPart):
        drop, strength = (0.07, 0.3) if lifted else (0.022, 0.34)
        at = (x, y + drop)
        return GlyphShape(glyph_name(first), at, first.size, colour, 0.0, strength, SHADOW, place)
    radius = look.geometry.piece_radius
    drop, blur, strength = (0.09, 0.2, 0.8) if lifted else (0.036, 0.075, 1.0)
    edge = radius + blur
    inner = (radius - blur) / edge
    return Shade((x, y + drop), edge, inner, colour, SHADOW_OPACITY * strength, SHADOW, place)


def pieces_shapes(look: Look, pieces: Iterable[tuple[str, str]]) -> list[Shape]:
    """All pieces of a position, as `Game.pieces` gives them."""
    shapes: list[Shape] = []
    for place, kind in pieces:
        shapes.extend(piece_shapes(look, kind, look.centre(place), place))
    return shapes
