"""The numbers that engines say, within bounds: what can't be is no information."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from viewer.base.named import NamedTuple

_WHOLE = re.compile(r"[+-]?[0-9]+")
_DIGITS = 18
"""Of a whole number at most; Python itself reads no more than 4,300."""


class Bounds(NamedTuple):
    """What a number may be."""

    low: float
    high: float


DEPTH = Bounds(0, 9_999)
COUNT = Bounds(0, 10**15)
"""Of nodes, playouts, nodes a second."""
SCORE = Bounds(-1_000_000, 1_000_000)
"""In centipawns."""
MATE = Bounds(-9_999, 9_999)
RANK = Bounds(0, 1_000)
PER_MILLE = Bounds(0, 1_000)
WEIGHT = Bounds(-1_000_000, 1_000_000)


class NumberReader:
    """Reads the numbers of one run of an engine.

    `doubt` is called with the first that is a number, but can't be: its name and what was said.
    """

    def __init__(self, doubt: Callable[[str, str], object]) -> None:
        self._doubt = doubt
        self._told = False

    def whole(self, name: str, text: str, bounds: Bounds) -> int | None:
        """A whole number; None for something else, and for one out of bounds."""
        if _WHOLE.fullmatch(text) is None:
            return None
        if len(text) > _DIGITS or not bounds.low <= int(text) <= bounds.high:
            self.refuse(name, text)
            return None
        return int(text)

    def real(self, name: str, text: str, bounds: Bounds, slack: float = 0.0) -> float | None:
        """A number; None for something else, and for one that is `slack` or more out of bounds.

        One that is less out of them, as rounding makes it, becomes the bound.
        """
        try:
            value = float(text) if text.isascii() and "_" not in text else None
        except ValueError:
            value = None
        if value is None:
            return None
        if math.isnan(value) or not bounds.low - slack <= value <= bounds.high + slack:
            self.refuse(name, text)
            return None
        return max(bounds.low, min(value, bounds.high))

    def refuse(self, name: str, text: str) -> None:
        """Tell of a number that can't be, if it is the first."""
        if not self._told:
            self._told = True
            self._doubt(name, text)
