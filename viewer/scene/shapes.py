"""Plain shapes in board units: what a board looks like, for any back-end that can draw.

Colours are resolved, `#RRGGBB` with an opacity from 0 to 1, "" for none; y grows downwards. Every
shape says to which layer it belongs and, where it stands for a place of the board, to which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

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
    """A rectangle; `corner` is the radius of its corners."""

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
    place: str = ""


class Polyline(NamedTuple):
    """A line through points. `round` rounds its ends and bends."""

    points: tuple[Point, ...]
    stroke: str
    width: float
    closed: bool = False
    round: bool = False
    opacity: float = 1.0
    layer: str = BOARD
    place: str = ""


class Polygon(NamedTuple):
    """A filled area with straight sides, and its outline."""

    points: tuple[Point, ...]
    fill: str
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    place: str = ""


class Disc(NamedTuple):
    """A disc, and the ring at its edge (half of `width` lies outside of `radius`)."""

    centre: Point
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    place: str = ""


class Shade(NamedTuple):
    """A disc that fades out: full to `inner` (a fraction of `radius`), nothing at its edge."""

    centre: Point
    radius: float
    inner: float
    colour: str
    opacity: float = 1.0
    layer: str = SHADOW
    place: str = ""


# How a Shade fades from `inner` to its edge: (fraction of that way, fraction of the opacity). Near
# to the soft edge of a blurred disc.
FADE = ((0.0, 1.0), (0.25, 0.72), (0.5, 0.36), (0.75, 0.1), (1.0, 0.0))


class Silhouette(NamedTuple):
    """A convex area that fades out: full `blur` within its sides, nothing `blur` outside.

    `points` are its corners, clockwise, from `centre`.
    """

    points: tuple[Point, ...]
    centre: Point
    blur: float
    colour: str
    opacity: float = 1.0
    layer: str = SHADOW
    place: str = ""


_STEPS = 8


def fading(shape: Silhouette) -> Iterator[tuple[tuple[Point, ...], float]]:
    """(corners from the centre, opacity) of areas that make a Silhouette, laid one over the other."""
    covered = 0.0
    for step in range(_STEPS):
        far = 1.0 - (step + 0.5) / _STEPS  # of the way from full to nothing
        wanted = shape.opacity * _faded(far)
        opacity = 1.0 - (1.0 - wanted) / (1.0 - covered) if covered < 1.0 else 0.0
        covered = wanted
        depth = shape.blur * (1.0 - 2.0 * (1.0 - step / _STEPS))
        yield inset(shape.points, [depth] * len(shape.points)), opacity


def _faded(far: float) -> float:
    """FADE between its points."""
    for (way, part), (next_way, next_part) in pairwise(FADE):
        if far <= next_way:
            return part + (next_part - part) * (far - way) / (next_way - way)
    return 0.0


class GlyphShape(NamedTuple):
    """An outline of `viewer.scene.glyphs`: its em box centred, `height` high, turned by degrees."""

    name: str
    centre: Point
    height: float
    fill: str
    turn: float = 0.0
    opacity: float = 1.0
    layer: str = BOARD
    place: str = ""


class Label(NamedTuple):
    """Text in whatever font there is, centred, `height` high: only where no outlines exist."""

    text: str
    centre: Point
    height: float
    fill: str
    bold: bool = False
    opacity: float = 1.0
    layer: str = BOARD
    place: str = ""


Shape = Rect | Polyline | Polygon | Disc | Shade | Silhouette | GlyphShape | Label

_ORDER = {layer: number for number, layer in enumerate(LAYERS)}


def in_order(shapes: Iterable[Shape]) -> list[Shape]:
    """Shapes as they are drawn: by layer, else as they come."""
    return sorted(shapes, key=lambda shape: _ORDER[shape.layer])
