"""Widths of the columns of a list, so that the last one in sight isn't cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil

from viewer.base.messages import in_context

WIDTHS: Mapping[str, int] = {
    "number": 52,
    "side0": 112,
    "side1": 112,
    "result": 54,
    "date": 82,
    "event": 150,
    "round": 60,
    "opening-code": 60,
    "opening": 170,
    "title": 150,
    "plies": 56,
    "sign": 40,
    "rating": 62,
    "year": 56,
    "file": 170,
    "folder": 110,
    "game": 70,
    "games": 60,
}
"""Pixels of usual text, by the role of the column."""
LEAST: Mapping[str, int] = {
    "side0": 94,
    "side1": 94,
    "event": 110,
    "opening": 120,
    "title": 110,
    "file": 120,
    "folder": 80,
}
"""Pixels that long names do with where there is less room."""
LONG_RESULTS = (
    in_context("result of go", "W+{points}", points="10.5"),
    in_context("result of go", "W+R"),
    in_context("result of go", "W+T"),
)
"""The longest of the usual results, of all games."""


def fitted(
    widths: Sequence[int], spared: Sequence[int], last: Sequence[bool], room: int
) -> list[int]:
    """The widths of columns, less where the last one in sight would be cut, if that is enough for it.

    `spared` are the pixels that each can do without; those of `last` are only taken where the others' aren't
    enough. `room` is the width of what is in sight. All are in pixels.
    """
    made = list(widths)
    ends = list(accumulate(widths))
    cut = next((index for index, end in enumerate(ends) if end > room), None)
    if cut is None or ends[cut] - made[cut] >= room or ends[cut] - room > sum(spared[: cut + 1]):
        return made
    over = ends[cut] - room
    for late in (False, True):
        those = [index for index in range(cut + 1) if last[index] is late]
        part = min(1.0, over / max(1, sum(spared[index] for index in those)))
        for index in those:
            less = min(over, ceil(part * spared[index]))
            made[index] -= less
            over -= less
    return made
