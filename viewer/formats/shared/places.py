"""Where characters of a text are in its file: byte, line and column."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import NamedTuple

from viewer.base.text import SELECTOR
from viewer.formats.shared.charsets import encode

STEP = 1 << 14  # characters between two places that are remembered


class Place(NamedTuple):
    """A byte from 0, line and column from 1."""

    offset: int
    line: int
    column: int


class Places:
    """The places of a text's characters, asked for in any order.

    Each character is counted once, and some thousands again where places are asked for backwards.
    """

    def __init__(self, text: str, codec: str) -> None:
        self._text = text
        self._codec = codec
        self._last = (0, 0, 1, 0)  # a character, its byte, its line, the first character of that
        self._known = [self._last]

    def of(self, at: int) -> Place:
        """The place of the character with a number from 0; of the end for greater ones."""
        at = min(at, len(self._text))
        near = self._known[bisect_right(self._known, at, key=itemgetter(0)) - 1]
        if near[0] <= self._last[0] <= at:
            near = self._last
        while at - near[0] > STEP:
            near = self._after(near, self._whole(near[0] + STEP))
            if near[0] > self._known[-1][0]:
                self._known.append(near)
        self._last = near = self._after(near, at)
        return Place(near[1], near[2], at - near[3] + 1)

    def _whole(self, at: int) -> int:
        """A place near one that parts no character from the selector of its second code."""
        return at - 1 if self._text[at] == SELECTOR else at

    def _after(self, near: tuple[int, int, int, int], at: int) -> tuple[int, int, int, int]:
        """What is known of a place, from what is known of one before it."""
        was, offset, line, start = near
        between = self._text[was:at]
        lines = between.count("\n")
        if lines:
            start = was + between.rfind("\n") + 1
        return at, offset + len(encode(between, self._codec)), line + lines, start
