"""A board whose coordinates have another size."""

from __future__ import annotations

from functools import lru_cache

from viewer.games.geometry import Coordinate, Geometry, Point, WoodPanel
from viewer.scene.board import COORDINATE_SIZE
from viewer.scene.glyphs import text_width
from viewer.scene.portion import GeometryKey

USUAL = 100
# Units, of large coordinates: those of the next line are one unit away.
_HIGHEST, _WIDEST = 0.8, 0.95


def with_coordinates(geometry: Geometry, percent: int) -> Geometry:
    """The same board with coordinates of `percent` of their usual size, and an edge that holds them.

    On boards of many lines they grow until they would touch each other.
    Cached: the same size of the same board is the same object.
    """
    if percent == USUAL or not geometry.coordinates:
        return geometry
    return _sized(GeometryKey(geometry), percent)


@lru_cache(maxsize=4)  # those of a large board take 100 MB
def _sized(key: GeometryKey, percent: int) -> Geometry:
    geometry = key.geometry
    firsts: dict[float, float] = {}  # where the first square of each row stands
    for x, y in geometry.squares.values():
        firsts[y] = min(x, firsts.get(y, x))
    top, bottom = min(firsts), max(firsts)
    above = [one for one in geometry.coordinates if not top <= one.at[1] <= bottom]
    beside = [one for one in geometry.coordinates if top <= one.at[1] <= bottom]
    highest = max(map(_height, geometry.coordinates))
    widest = max(map(_width, above), default=highest)
    more = min(percent / 100, max(1.0, min(_HIGHEST / highest, _WIDEST / widest))) - 1
    across = more * max(map(_width, beside), default=0.0)
    down = more * max(map(_height, above), default=0.0)
    whole = WoodPanel(0.0, 0.0, geometry.width, geometry.height)
    board = geometry.panels[0] if geometry.panels else whole
    low, high = board.x, board.x + board.width

    def moved(point: Point) -> Point:
        x, y = point
        return x + across * ((x > low) + (x >= high)), y + down

    def coordinate(one: Coordinate) -> Coordinate:
        (x, y), (x0, y0) = moved(one.at), one.at
        if not top <= y0 <= bottom:
            y += more * _height(one) / 2 * (1 if y0 > bottom else -1)
        else:
            x += more * _width(one) / 2 * (1 if x0 > firsts.get(y0, geometry.width / 2) else -1)
        return one._replace(at=(x, y), size=_height(one) * (1 + more))

    def panel(one: WoodPanel) -> WoodPanel:
        if one is board:
            return one._replace(width=one.width + 2 * across, height=one.height + 2 * down)
        x, y = moved((one.x, one.y))
        return one._replace(x=x, y=y)

    return geometry._replace(
        width=geometry.width + 2 * across,
        height=geometry.height + 2 * down,
        squares={name: moved(at) for name, at in geometry.squares.items()},
        strokes=tuple(
            one._replace(points=tuple(map(moved, one.points))) for one in geometry.strokes
        ),
        tiles=tuple(one._replace(points=tuple(map(moved, one.points))) for one in geometry.tiles),
        dots=tuple(one._replace(at=moved(one.at)) for one in geometry.dots),
        texts=tuple(one._replace(at=moved(one.at)) for one in geometry.texts),
        coordinates=tuple(map(coordinate, geometry.coordinates)),
        panels=tuple(map(panel, geometry.panels)),
    )


def _height(one: Coordinate) -> float:
    return one.size or COORDINATE_SIZE


def _width(one: Coordinate) -> float:
    return text_width(one.text, _height(one), "text")
