"""Plain shapes in board units, for any drawing back-end.

Colours are `#RRGGBB` with an opacity from 0 to 1, "" for none; y grows downwards. Every shape has
a `layer`, one of LAYERS, and a `square`: the square of the board that it belongs to, "" for none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise

from viewer.base.named import NamedTuple
from viewer.games.geometry import Point, inset

BOARD, SHADOW, BELOW, PIECE, MARK, CURSOR = LAYERS = (
    "board",
    "shadow",
    "mark-below",
    "piece",
    "mark",
    "cursor",
)


class Rect(NamedTuple):
    """A rectangle; x and y are its top left corner, `corner` is the radius of its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    stroke_width: float = 0.0
    corner: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


class Polyline(NamedTuple):
    """A line through points; `closed` joins the last to the first, `round` rounds ends and bends."""

    points: tuple[Point, ...]
    stroke: str
    width: float
    closed: bool = False
    round: bool = False
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


class Polygon(NamedTuple):
    """A filled area with straight sides, and its outline."""

    points: tuple[Point, ...]
    fill: str
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


class Disc(NamedTuple):
    """A disc, and the ring at its edge (half of the ring's `width` lies outside `radius`)."""

    centre: Point
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


class Ball(NamedTuple):
    """A stone lit from one side: a disc with a radial gradient.

    `glow` is the gradient's centre relative to the disc's, `reach` the gradient's radius, both in radii of
    the disc; `stops` are (fraction of `reach`, colour). `stroke` is the colour of the edge.
    """

    centre: Point
    radius: float
    glow: Point
    reach: float
    stops: tuple[tuple[float, str], ...]
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


class Shade(NamedTuple):
    """A disc that fades out: opaque up to `inner` (a fraction of `radius`), transparent at its edge."""

    centre: Point
    radius: float
    inner: float
    colour: str
    opacity: float = 1.0
    layer: str = SHADOW
    square: str = ""


# The fading of a Shade from `inner` to its edge: (fraction of the distance, fraction of the opacity).
# Similar to the soft edge of a blurred disc.
FADE = ((0.0, 1.0), (0.25, 0.72), (0.5, 0.36), (0.75, 0.1), (1.0, 0.0))


class Silhouette(NamedTuple):
    """A convex area that fades out: opaque `blur` inside its sides, transparent `blur` outside.

    `points` are its corners, clockwise, relative to `centre`.
    """

    points: tuple[Point, ...]
    centre: Point
    blur: float
    colour: str
    opacity: float = 1.0
    layer: str = SHADOW
    square: str = ""


def fading(shape: Silhouette, steps: int = 10) -> Iterator[tuple[tuple[Point, ...], float]]:
    """(corners relative to the centre, opacity) of areas that together, drawn in order, are a Silhouette."""
    covered = 0.0
    for step in range(steps):
        far = 1.0 - (step + 0.5) / steps  # fraction of the distance from opaque to transparent
        wanted = shape.opacity * _faded(far)
        opacity = 1.0 - (1.0 - wanted) / (1.0 - covered) if covered < 1.0 else 0.0
        covered = wanted
        yield _grown(shape.points, shape.blur * (1.0 - 2.0 * step / steps)), opacity


def _faded(far: float) -> float:
    """The fraction of the opacity at a fraction of the distance: FADE, interpolated."""
    for (way, part), (next_way, next_part) in pairwise(FADE):
        if far <= next_way:
            return part + (next_part - part) * (far - way) / (next_way - way)
    return 0.0


def _grown(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """The corners of a convex area enlarged by `by` with its corners bevelled, or reduced (`by` below 0)."""
    if by <= 0.0:
        return inset(points, [-by] * len(points))
    normals = []
    for (x1, y1), (x2, y2) in pairwise((points[-1], *points, points[0])):
        length = math.hypot(x2 - x1, y2 - y1)
        normals.append(((y2 - y1) / length, (x1 - x2) / length))
    corners = []
    for (x, y), (ax, ay), (bx, down) in zip(points, normals, normals[1:], strict=False):
        mx, my = ax + bx, ay + down
        size = math.hypot(mx, my)
        for nx, ny in ((ax, ay), (mx / size, my / size), (bx, down)):
            corners.append((x + by * nx, y + by * ny))
    return tuple(corners)


class GlyphShape(NamedTuple):
    """An outline of `viewer.scene.glyphs`: its em box centred, `height` high, turned by `turn` degrees."""

    name: str
    centre: Point
    height: float
    fill: str
    turn: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


class TextShape(NamedTuple):
    """Text in any available font, centred, `height` high: used only if there are no outlines for it."""

    text: str
    centre: Point
    height: float
    fill: str
    bold: bool = False
    opacity: float = 1.0
    layer: str = BOARD
    square: str = ""


Shape = Rect | Polyline | Polygon | Disc | Ball | Shade | Silhouette | GlyphShape | TextShape

_ORDER = {layer: number for number, layer in enumerate(LAYERS)}


def in_order(shapes: Iterable[Shape]) -> list[Shape]:
    """Shapes in drawing order: by layer, within a layer in the given order."""
    return sorted(shapes, key=lambda shape: _ORDER[shape.layer])
