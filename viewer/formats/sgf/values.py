"""Values of SGF properties: text with its escapes, composed values, lists of points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from viewer.base.patterns import late
from viewer.formats.sgf.mixed import unmarked

_ESCAPED = late(r"\\(\r\n|\n\r|[\r\n]|.|\Z)", re.DOTALL)
_BREAK = late(r"\r\n|\n\r|\r|\n")
_OTHER_SPACE = late(r"[\t\f\v]")
_COLON = late(r"(?<!\\)(?:\\\\)*:")
_SPECIAL = late(r"[\\\]]")
_SPECIAL_COMPOSED = late(r"[\\\]:]")
_BLANKS = late(r"[ \t\r\n\f\v]+")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
LARGEST = len(_LETTERS)
"""Lines of the largest board whose points letters can name."""
_NUMBER = {letter: number for number, letter in enumerate(_LETTERS)}
_CORNERS = late(r"([a-zA-Z])([a-zA-Z]):([a-zA-Z])([a-zA-Z])")


def text_of(raw: str) -> str:
    """Text (FF[4] 3.2), with escapes and soft line breaks resolved, and line breaks as line feeds."""
    raw = unmarked(raw)
    if "\\" in raw:
        raw = _ESCAPED.sub(_plain, raw)
    if "\r" in raw:
        raw = _BREAK.sub("\n", raw)
    return _OTHER_SPACE.sub(" ", raw)


def _plain(found: re.Match[str]) -> str:
    char = found[1]
    return "" if char[:1] in ("\r", "\n", "") else char


def line_of(raw: str) -> str:
    """SimpleText (3.3): as Text, with blanks for line breaks."""
    return text_of(raw).replace("\n", " ")


def escaped(text: str, line_end: str = "\n", composed: bool = False) -> str:
    """The raw value of a text; colons are escaped too in composed values."""
    raw = (_SPECIAL_COMPOSED if composed else _SPECIAL).sub(lambda char: "\\" + char[0], text)
    return raw if line_end == "\n" else raw.replace("\n", line_end)


def halves(raw: str) -> tuple[str, str] | None:
    """The two raw values of a composed one; None if it isn't composed."""
    at = 0
    while True:
        colon = raw.find(":", at)
        if colon < 0:
            return None
        strokes = colon - len(raw[:colon].rstrip("\\"))
        if strokes % 2 == 0:
            return raw[:colon], raw[colon + 1 :]
        at = colon + 1


def point_of(raw: str) -> str:
    """A point as two letters; "" for other values. White space in it is ignored."""
    if len(raw) != 2 or not raw.isalpha():
        raw = _BLANKS.sub("", raw)
    if len(raw) != 2 or raw[0] not in _NUMBER or raw[1] not in _NUMBER:
        return ""
    return raw


def points_of(raw: str) -> tuple[str, ...]:
    """The points of one value of a list: one, or those of a rectangle (`aa:cc`); () for neither."""
    one = point_of(raw)
    if one:
        return (one,)
    found = _CORNERS.fullmatch(_BLANKS.sub("", raw))
    if found is None:
        return ()
    left, top, right, bottom = (_NUMBER[letter] for letter in found.groups())
    left, right, top, bottom = (
        min(left, right),
        max(left, right),
        min(top, bottom),
        max(top, bottom),
    )
    columns, rows = _LETTERS[left : right + 1], _LETTERS[top : bottom + 1]
    return tuple([column + row for row in rows for column in columns])


def compressed(points: Iterable[str]) -> list[str]:
    """Points as the values of a list, with rectangles if they save space (3.5.1).

    Each point is in one value; the order is by rows.
    """
    left = {(_NUMBER[point[1]], _NUMBER[point[0]]) for point in points}
    out: list[str] = []
    for row, column in sorted(left):
        if (row, column) not in left:
            continue
        wide = 1
        while (row, column + wide) in left:
            wide += 1
        high = 1
        while all((row + high, column + step) in left for step in range(wide)):
            high += 1
        cells = [(row + down, column + step) for down in range(high) for step in range(wide)]
        left.difference_update(cells)
        first = _LETTERS[column] + _LETTERS[row]
        if len(cells) > 1:
            first += ":" + _LETTERS[column + wide - 1] + _LETTERS[row + high - 1]
        out.append(first)
    return out


def plain_name(name: str) -> str:
    """A property's name without the lower-case letters that FF[1] to FF[3] allow (`CoPyright`)."""
    if name.isupper():
        return name
    capitals = "".join([char for char in name if not ("a" <= char <= "z")])
    return capitals or name.upper()


def size_of(values: Sequence[str], usual: str = "19") -> str:
    """The first value of SZ without white space, the usual size if there is none."""
    return _BLANKS.sub("", values[0]) if values else usual
