"""A part of a board with slanted lines (Hex): the coordinates beside it, and areas clipped to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viewer.games.geometry import Coordinate, Geometry, Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

_NEAR = 1e-6
_REACH = 0.3  # units by which a line may miss the part and still have a square in it


def slanted_coordinates(geometry: Geometry, whole: Box, part: Box) -> Iterator[Coordinate]:
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


def _box(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
