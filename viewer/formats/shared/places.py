"""Where characters of a text are in its file: byte, line and column."""

from __future__ import annotations

from typing import NamedTuple

from viewer.formats.shared.charsets import encode


class Place(NamedTuple):
    """A byte from 0, line and column from 1."""

    offset: int
    line: int
    column: int


class Places:
    """The places of a text's characters; asked for in rising order each character is counted once."""

    def __init__(self, text: str, codec: str) -> None:
        self._text = text
        self._codec = codec
        self._at = self._offset = 0
        self._line, self._start = 1, 0

    def of(self, at: int) -> Place:
        """The place of the character with a number from 0; of the end for greater ones."""
        at = min(at, len(self._text))
        if at < self._at:
            self._at = self._offset = self._start = 0
            self._line = 1
        between = self._text[self._at : at]
        self._offset += len(encode(between, self._codec))
        lines = between.count("\n")
        if lines:
            self._line += lines
            self._start = self._at + between.rfind("\n") + 1
        self._at = at
        return Place(self._offset, self._line, at - self._start + 1)
