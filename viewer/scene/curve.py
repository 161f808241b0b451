"""Curves and bars of values along a line of nodes, with no more points than there are pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Point = tuple[float, float]

_BRIDGED = 3
"""Nodes: of this distance values are joined, since programs often leave out a move."""


def place_of(index: int, count: int, width: float) -> float:
    """Where an item stands, if `count` items are spread from 0 to `width`."""
    return width * index / max(1, count - 1)


def index_at(place: float, count: int, width: float) -> int:
    """The item nearest to a place, see `place_of`."""
    return min(max(round(place * max(1, count - 1) / max(1.0, width)), 0), max(0, count - 1))


def curves(values: Sequence[float | None], width: float) -> list[list[Point]]:
    """The curves through values, None where there is none: points of x from 0 to `width` and the value.

    A gap of more than a move or two ends a curve. Of many values at one pixel only the first, the
    lowest, the highest and the last are points.
    """
    count = len(values)
    found: list[list[Point]] = []
    last = -_BRIDGED - 1
    many = count > 2 * width
    column: list[Point] = []
    at = -1
    for index, value in enumerate(values):
        if value is None:
            continue
        x = place_of(index, count, width)
        if index - last > _BRIDGED:
            if column:
                found[-1].extend(_outline(column))
                column = []
            found.append([])
        last = index
        if not many:
            found[-1].append((x, value))
            continue
        if int(x) != at and column:
            found[-1].extend(_outline(column))
            column = []
        at = int(x)
        column.append((x, value))
    if column:
        found[-1].extend(_outline(column))
    return found


def _outline(column: list[Point]) -> list[Point]:
    """The first, lowest, highest and last of some points, in their order."""
    if len(column) <= 4:
        return column
    values = [value for _, value in column]
    last = len(column) - 1
    kept = {0, values.index(min(values)), values.index(max(values)), last}
    return [column[index] for index in sorted(kept)]


def bars(heights: Sequence[float], width: float) -> Iterator[Point]:
    """The bars of values of at least 0: their middle and their height; of many at one pixel the highest."""
    count = len(heights)
    at, highest = -1, 0.0
    for index, height in enumerate(heights):
        x = int(place_of(index, count, width))
        if x != at and highest:
            yield at, highest
            highest = 0.0
        at, highest = x, max(highest, height)
    if highest:
        yield at, highest
