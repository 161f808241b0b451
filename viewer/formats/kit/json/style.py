"""How a JSON text is spaced, and new values spaced like it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_COLON = re.compile(r'"[ \t\r\n]*:([ \t\r\n]*)')
_FIRST = re.compile(r"[ \t\ufeff\r\n]*\{[ \t]*(\r?\n)([ \t]+)\"")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|([\[{])|([\]}])|(,)[ ]*|[^"\[\]{},]+', re.DOTALL)
_LONGEST = 1 << 16  # characters that are spaced: more is written on a line
_DEEPEST = 12


class JsonStyle(NamedTuple):
    """How new JSON is spaced.

    Attributes:
        colon, comma: between names and values, between items of a line.
        indent: of a level, "" where items don't stand on lines of their own.
        line_end: then.
        flat: how many levels from the innermost on stand on a line then.
    """

    colon: str = ": "
    comma: str = ", "
    indent: str = ""
    line_end: str = "\n"
    flat: int = 0

    def object(self, members: list[tuple[str, str]]) -> str:
        """An object of members as they are written."""
        return "{" + self.comma.join(f'"{key}"{self.colon}{text}' for key, text in members) + "}"

    def array(self, items: list[str]) -> str:
        """An array of items as they are written."""
        return "[" + self.comma.join(items) + "]"


def style_of(text: str, nested: Sequence[re.Pattern[str]] = ()) -> JsonStyle:
    """How a text is spaced: by its first colon, the indent of its first line, and what is nested.

    `nested` finds examples of values each of which holds the one before, with the blanks at its beginning.
    """
    found = _COLON.search(text)
    style = JsonStyle(":", ",") if found is not None and found[1] != " " else JsonStyle()
    first = _FIRST.match(text)
    if first is None:
        return style
    flat = 0
    for pattern in nested:
        sample = pattern.search(text)
        if sample is None or "\n" in sample[1]:
            break
        flat += 1
    return style._replace(line_end=first[1], indent=first[2], flat=flat)


def margin_at(text: str, at: int) -> str:
    """The blanks at the beginning of the line of a place."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def spaced(value: str, style: JsonStyle, margin: str) -> str:
    """A value that is written on one line, an item a line where the text around it is so.

    `margin` is the indent of the line on which it begins. What has lines already stays as it is.
    """
    if not style.indent or "\n" in value or len(value) > _LONGEST or value[:1] not in ("[", "{"):
        return value
    tokens = list(_TOKEN.finditer(value))
    ends = _ends_of_lines(tokens, style.flat)
    out: list[str] = []
    depth = skip = 0
    for token in tokens:
        opening, closing, comma = token.groups()
        if token.start() < skip:
            continue
        if token.start() in ends:
            skip = ends[token.start()]
            out.append(value[token.start() : skip])
        elif opening or closing or comma:
            depth += 1 if opening else -1 if closing else 0
            if depth > _DEEPEST:
                return value
            line = style.line_end + margin + style.indent * depth
            out.append(line + closing if closing else (opening or comma) + line)
        else:
            out.append(token.group())
    return "".join(out)


def _ends_of_lines(tokens: list[re.Match[str]], flat: int) -> dict[int, int]:
    """Where the values that stand on a line begin and end: those of `flat` levels, and empty ones."""
    out: dict[int, int] = {}
    stack: list[tuple[int, int]] = []  # (where it begins, how many levels are in it)
    last = -1
    for number, token in enumerate(tokens):
        opening, closing, _ = token.groups()
        if opening:
            stack.append((token.start(), 1))
            last = number
        elif closing and stack:
            start, height = stack.pop()
            if height <= flat or last == number - 1:
                out[start] = token.end()
            if stack:
                above, most = stack[-1]
                stack[-1] = (above, max(most, height + 1))
    return out
