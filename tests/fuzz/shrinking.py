"""A case that breaks a promise made smaller: fewer edits, a shorter file, and still the same is broken."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from promises import Case, Outcome, tried

_PATIENCE = 120.0  # seconds
_SINGLE_BYTES = 4000  # a longer file is made shorter by lines only
Part = TypeVar("Part")


def shrunk(case: Case, outcome: Outcome, folder: str, seconds: float) -> tuple[Case, Outcome]:
    """The smallest case found that breaks the same promise in the same format, and what is seen there."""
    assert outcome.broken is not None
    wanted = (outcome.format, outcome.broken.sort)
    end = time.monotonic() + _PATIENCE
    best = (case, outcome)

    def fails(smaller: Case) -> bool:
        nonlocal best
        if time.monotonic() > end:
            return False
        found = tried(smaller, folder, seconds)
        if found.broken is None or (found.format, found.broken.sort) != wanted:
            return False
        best = (smaller, found)
        return True

    for _ in range(2):
        _fewer(best[0].edits, lambda kept: fails(best[0]._replace(edits=tuple(kept))))
        lines = best[0].data.splitlines(keepends=True)
        _fewer(lines, lambda kept: fails(best[0]._replace(data=b"".join(kept))))
    if len(best[0].data) <= _SINGLE_BYTES:
        single = [bytes([one]) for one in best[0].data]
        _fewer(single, lambda kept: fails(best[0]._replace(data=b"".join(kept))))
    return best


def _fewer(parts: Sequence[Part], fails: Callable[[Sequence[Part]], bool]) -> None:
    """Leave out as many parts as possible: halves first, then quarters, down to single ones."""
    size = max(1, len(parts) // 2)
    while parts:
        at, shorter = 0, False
        while at < len(parts):
            without = [*parts[:at], *parts[at + size :]]
            if fails(without):
                parts, shorter = without, True
            else:
                at += size
        if size == 1 and not shorter:
            return
        size = max(1, size // 2)
