"""Curves and bars of values along a line of nodes, with no more points than there are pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
    apart = place_of(1, count, width)
    column: list[Point] = []
    at = -1
    for index, value in enumerate(values):
        if value is None:
            continue
        x = index * apart
        if index - last > _BRIDGED:
            if column:
                found[-1].extend(_outline(column))
                column = []
            found.append([])
        last = index
        if not many:
            found[-1].append((x, value))
            continue
        if x >= at + 1:
            if column:
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


def bars(heights: Iterable[tuple[int, float]], count: int, width: float) -> list[Point]:
    """The bars of some of `count` items: their middle and their height; of many at one pixel the highest.

    `heights`: index and value, in order.
    """
    apart = place_of(1, count, width)
    highest: dict[int, float] = {}
    for index, height in heights:
        x = int(index * apart)
        if height > highest.get(x, 0.0):
            highest[x] = height
    return list(highest.items())
