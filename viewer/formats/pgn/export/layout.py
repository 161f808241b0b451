"""Filling lines of the export form with words (section 8.2.1): at most 79 characters, greedily."""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple

WIDTH = 79
"""Characters of a line: "less than 80 printing characters"."""

_BLANK = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_NO_TEXT = re.compile("[\U0010fe80-\U0010feff\ud800-\udfff]")  # see viewer.base.text
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# What may not come to stand at the head of a line: there it would be an escape (section 6), or
# look like a tag to readers that go by lines.
NEVER_FIRST = re.compile(r"%|\[[A-Za-z]")


class LineComment(NamedTuple):
    """A `;` comment: it ends its line."""

    text: str


class Words:
    """The words of a movetext in order; "(" is attached to what follows, ")" to what precedes."""

    def __init__(self) -> None:
        self._words: list[str | LineComment] = []
        self._opened = ""
        self._closed = 0  # brackets behind the last word

    def add(self, word: str) -> None:
        """Add a word that is never broken."""
        self._close()
        self._words.append(self._opened + word)
        self._opened = ""

    def add_line_comment(self, text: str) -> None:
        """Add a comment from a semicolon to the end of the line."""
        self._close()
        if self._opened:
            self._words.append(self._opened)
            self._opened = ""
        self._words.append(LineComment(text))

    def open(self) -> None:
        """Begin a variation."""
        self._opened += "("

    def close(self) -> None:
        """End a variation."""
        last = self._words[-1] if self._words and not self._opened else None
        if isinstance(last, str):
            self._closed += 1
        else:
            self.add(")")

    def _close(self) -> None:
        if self._closed:
            self._words[-1] = f"{self._words[-1]}{')' * self._closed}"
            self._closed = 0

    def lines(self) -> list[str]:
        """The lines, without their ends."""
        self._close()
        lines: list[str] = []
        line = ""
        for word in self._words:
            text, *more = (word if isinstance(word, str) else ";" + word.text).split("\n")
            if not line:
                line = text
            elif len(line) + 1 + len(text) <= WIDTH:
                line = f"{line} {text}"
            else:
                lines.append(line)
                line = text
            for text in more:
                lines.append(line)
                line = text
            if isinstance(word, LineComment):
                lines.append(line)
                line = ""
        if line:
            lines.append(line)
        return lines


def printable(text: str) -> str:
    """Text with a blank for each control character, line ends and tabs among them, and "?" for
    bytes that couldn't be decoded in the file.
    """
    return _BLANK.sub(" ", text) if text.isascii() else _BLANK.sub(" ", _NO_TEXT.sub("?", text))


def without_controls(text: str) -> str:
    """Text with a blank for each control character but tabs and line feeds, and "?" as `printable` has it."""
    return _CONTROL.sub(" ", _NO_TEXT.sub("?", text))
