"""Widths of the columns of a list, so that the last one in sight isn't cut."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil


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
