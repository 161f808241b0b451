"""A part of a board as a board of its own, as in diagrams of a corner; the size of coordinates."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from viewer.games.geometry import Coordinate, Geometry, Point, Stroke, WoodPanel
from viewer.scene.board import COORDINATE_SIZE
from viewer.scene.glyphs import text_width

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
_NEAR = 1e-6
_REACH = 0.3  # units by which a line may miss the part and still have a square in it
_SQUARE = 1.5  # largest extent of one square's tile; the coloured edges of Hex are larger
_GOES_ON = 0.5  # length of the line ends that stick out at the sides where the board continues
USUAL = 100
# Units, of large coordinates: those of the next line are one unit away.
_HIGHEST, _WIDEST = 0.8, 0.95


def _slanted_coordinates(geometry: Geometry, whole: Box, part: Box) -> Iterator[Coordinate]:
    """The coordinates of the lines through a part of a board, moved to where the lines leave it.

    `whole` and `part` are boxes around the centres of squares. The geometry lists the coordinates of a line's
    two ends one after the other; an end within the part's frame isn't moved.
    """
    ends = [one.at for one in geometry.coordinates]
    if not ends:
        return
    outer = _box(ends)
    frame = tuple(part[side] + outer[side] - whole[side] for side in range(4))
    left, top, right, low = frame
    inner = (part[0] - _REACH, part[1] - _REACH, part[2] + _REACH, part[3] + _REACH)
    families: list[tuple[float, float]] = []
    for first, second in zip(geometry.coordinates[::2], geometry.coordinates[1::2], strict=True):
        way = _direction(first.at, second.at)
        if way not in families:
            families.append(way)
    level = [abs(dx) > abs(dy) for dx, dy in families]
    for first, second in zip(geometry.coordinates[::2], geometry.coordinates[1::2], strict=True):
        line = _clipped_line(first.at, second.at, (left, top, right, low))
        if line is None or _clipped_line(first.at, second.at, inner) is None:
            continue
        family = families.index(_direction(first.at, second.at))
        if len(set(level)) == 2:
            sides = (0, 2) if level[family] else (1, 3)
        else:
            sides = (0, 1) if family == 0 else (2, 3)
        for one, at in zip((first, second), line, strict=True):
            there = (at[0] - left, at[1] - top, at[0] - right, at[1] - low)
            if at == one.at or any(abs(there[side]) < _NEAR for side in sides):
                yield one._replace(at=at)


def clipped_area(points: Iterable[Point], box: Box) -> tuple[Point, ...]:
    """The part of an area within a box, () if there is none (Sutherland and Hodgman)."""
    area = list(points)
    for axis, edge, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        found: list[Point] = []
        for one, other in zip(area, area[1:] + area[:1], strict=True):
            here, there = sign * (one[axis] - edge), sign * (other[axis] - edge)
            if here >= 0:
                found.append(one)
            if (here < 0) != (there < 0):
                part = here / (here - there)
                x, y = (a + part * (b - a) for a, b in zip(one, other, strict=True))
                found.append((x, y))
        area = found
    return tuple(area) if len(area) > 2 else ()


def _direction(one: Point, other: Point) -> tuple[float, float]:
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = max(abs(dx), abs(dy)) or 1.0
    return round(dx / far, 3), round(dy / far, 3)


def _clipped_line(one: Point, other: Point, box: Box) -> tuple[Point, Point] | None:
    """The part of a line within a box; None if the line doesn't cross it."""
    (x1, y1), (x2, y2) = one, other
    first, last = 0.0, 1.0
    for at, step, low, high in ((x1, x2 - x1, box[0], box[2]), (y1, y2 - y1, box[1], box[3])):
        if abs(step) < _NEAR:
            if not low - _NEAR <= at <= high + _NEAR:
                return None
            continue
        ways = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, ways[0]), min(last, ways[1])
    if first >= last:
        return None

    def reached(part: float) -> Point:
        return x1 + part * (x2 - x1), y1 + part * (y2 - y1)

    return (one if first < _NEAR else reached(first), other if last > 1 - _NEAR else reached(last))


def portion(geometry: Geometry, squares: Collection[str], uncut: bool = False) -> Geometry:
    """The smallest rectangle of a board that contains some squares; the whole board if it has none of them.

    `uncut`: only sides at which the board ends have coordinates.
    Cached: the same part is the same object. Boards with stands beside them are always shown whole.
    """
    known = frozenset(square for square in squares if square in geometry.squares)
    if not known or geometry.panels:
        return geometry
    return _cut(GeometryKey(geometry), known, uncut)


class GeometryKey:
    """A geometry, hashed by its identity: it holds mappings, which can't be hashed."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GeometryKey) and other.geometry is self.geometry

    def __hash__(self) -> int:
        return id(self.geometry)


@lru_cache(maxsize=6)  # those of a large board take 100 MB
def _cut(key: GeometryKey, known: frozenset[str], uncut: bool) -> Geometry:
    geometry = key.geometry
    whole = _box(geometry.squares.values())
    part = _box(geometry.squares[square] for square in known)
    if part == whole:
        return geometry
    inside = {name: at for name, at in geometry.squares.items() if _within(at, part)}
    dx, dy = whole[0] - part[0], whole[1] - part[1]
    lost = (whole[2] - whole[0]) - (part[2] - part[0]), (whole[3] - whole[1]) - (part[3] - part[1])

    def moved(point: Point) -> Point:
        return point[0] + dx, point[1] + dy

    room = _GOES_ON if not geometry.cell else geometry.cell
    wide = (part[0] - room, part[1] - room, part[2] + room, part[3] + room)
    grid = tuple(tuple(square for square in row if square in inside) for row in geometry.grid)
    return geometry._replace(
        width=geometry.width - lost[0],
        height=geometry.height - lost[1],
        squares={name: moved(at) for name, at in inside.items()},
        grid=tuple(row for row in grid if row),
        strokes=tuple(
            stroke._replace(points=tuple(moved(end) for end in ends), closed=False)
            for stroke in geometry.strokes
            for ends in _clipped(stroke, wide)
        ),
        tiles=tuple(
            tile._replace(points=tuple(moved(point) for point in points))
            for tile in geometry.tiles
            if (points := _shown(tile.points, part, wide))
        ),
        dots=tuple(
            dot._replace(at=moved(dot.at)) for dot in geometry.dots if _within(dot.at, part)
        ),
        texts=tuple(
            text._replace(at=moved(text.at)) for text in geometry.texts if _within(text.at, part)
        ),
        coordinates=tuple(
            one._replace(at=moved(one.at)) for one in _slanted_coordinates(geometry, whole, part)
        )
        if geometry.outline
        else tuple(_coordinates(geometry, whole, part, uncut)),
    )


def _box(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _middle(points: Collection[Point]) -> Point:
    left, top, right, bottom = _box(points)
    return (left + right) / 2, (top + bottom) / 2


def _shown(points: tuple[Point, ...], part: Box, wide: Box) -> tuple[Point, ...]:
    """The visible corners of a tile: all or none of a square's; a larger area clipped around the part."""
    (x, y), (last_x, last_y) = points[0], points[-1]
    if abs(last_x - x) + abs(last_y - y) < _SQUARE:  # 65,000 cells may be asked about
        near = wide[0] - _SQUARE < x < wide[2] + _SQUARE
        if not near or not wide[1] - _SQUARE < y < wide[3] + _SQUARE:
            return ()
    left, top, right, bottom = _box(points)
    if max(right - left, bottom - top) <= _SQUARE:
        return points if _within(_middle(points), wide) else ()
    around = (part[0] - 1, part[1] - 1, part[2] + 1, part[3] + 1)
    return clipped_area(points, around)


def _within(point: Point, box: Box) -> bool:
    return box[0] - 1e-6 <= point[0] <= box[2] + 1e-6 and box[1] - 1e-6 <= point[1] <= box[3] + 1e-6


def _clipped(stroke: Stroke, box: Box) -> Iterator[tuple[Point, Point]]:
    """The segments of a line within a box."""
    points = (*stroke.points, stroke.points[0]) if stroke.closed else stroke.points
    for (x1, y1), (x2, y2) in pairwise(points):
        if (x1 < box[0] and x2 < box[0]) or (x1 > box[2] and x2 > box[2]):
            continue
        if (y1 < box[1] and y2 < box[1]) or (y1 > box[3] and y2 > box[3]):
            continue
        dx, dy = x2 - x1, y2 - y1
        first, last = 0.0, 1.0
        for at, step, low, high in ((x1, dx, box[0], box[2]), (y1, dy, box[1], box[3])):
            if not step:
                if not low <= at <= high:
                    first = math.inf
                continue
            ways = sorted(((low - at) / step, (high - at) / step))
            first, last = max(first, ways[0]), min(last, ways[1])
        if first < last:
            yield (x1 + first * dx, y1 + first * dy), (x1 + last * dx, y1 + last * dy)


def _coordinates(geometry: Geometry, whole: Box, part: Box, uncut: bool) -> Iterator[Coordinate]:
    """The coordinates of a part's rows and columns, moved beside it as they were beside the whole board.

    With `uncut` none beside the sides at which the board goes on.
    """
    for one in geometry.coordinates:
        x, y = one.at
        beside = not whole[0] <= x <= whole[2]
        if not (part[1] <= y <= part[3] if beside else part[0] <= x <= part[2]):
            continue
        axis = 0 if beside else 1
        side = axis if one.at[axis] < whole[axis] else axis + 2
        if uncut and part[side] != whole[side]:
            continue
        left, top = whole[0] - part[0], whole[1] - part[1]
        if beside:
            left = 0.0 if x < whole[0] else -((whole[2] - whole[0]) - (part[2] - part[0]))
        else:
            top = 0.0 if y < whole[1] else -((whole[3] - whole[1]) - (part[3] - part[1]))
        yield one._replace(at=(x + left, y + top))


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
