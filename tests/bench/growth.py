"""What grows faster than a file: functions by the lines that they execute, counted without a clock.

Counted are lines, also those of a loop within one line, and comparisons of headers, which lists, `in`
and `index` make out of sight.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from viewer.tree.record import Header

EXPONENT = 1.2
Counts = dict[CodeType, int]


def counted(act: Callable[[], object], room: str = "") -> Counts:
    """The lines that each function executes while something is done.

    Of what isn't in `room`, a part of the path, only calls are counted: that takes a third of the time.
    """
    cells: dict[int, tuple[CodeType, list[int], Any]] = {}

    def enter(frame: FrameType, event: str, _arg: object) -> Any:
        code = frame.f_code
        known = cells.get(id(code))
        if known is None:
            cell = [0]
            wanted = room in code.co_filename

            def line(_frame: FrameType, _event: str, _arg: object) -> Any:
                cell[0] += 1
                return line

            known = cells[id(code)] = code, cell, line if wanted else None
        known[1][0] += 1
        return known[2]

    before = sys.gettrace()
    with _seen():
        sys.settrace(enter)
        try:
            act()
        finally:
            sys.settrace(before)
    return {code: cell[0] for code, cell, _ in cells.values()}


@contextmanager
def _seen() -> Iterator[None]:
    """Comparisons of headers are calls of a function, so that they are counted."""

    def equal(one: Header, other: object) -> bool:
        return tuple.__eq__(one, other)

    Header.__eq__ = equal
    Header.__hash__ = tuple.__hash__
    try:
        yield
    finally:
        del Header.__eq__, Header.__hash__


def growing(
    few: Counts, many: Counts, times: int, least: int, exponent: float = EXPONENT
) -> list[str]:
    """The functions that grow faster than what there is `times` as much of.

    `least` is from how many lines on that says something.
    """
    most = times**exponent
    return sorted(
        f"{code.co_filename.rpartition('viewer/')[2]}:{code.co_firstlineno} {code.co_name}: "
        f"{few.get(code, 0)} lines, then {now} ({math.log(now / max(1, few.get(code, 0)), times):.2f})"
        for code, now in many.items()
        if now > least and now > most * few.get(code, 1)
    )
