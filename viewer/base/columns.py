"""Text in columns: of equal widths, where Chinese and Japanese characters take two; and cells of tables."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# A character that a line may end with, or a word with the space behind it; no line begins with a stop
# or ends with an opening bracket. “ opens before a word; behind one it closes, as in German.
_HAN = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
JOINER = "\u2060"
"""Between two characters: no line ends there (WORD JOINER)."""
_PIECES = re.compile(
    f"[^\\s{_HAN}]*(?:.{JOINER})+\\S[^\\s{_HAN}]*[，、。：；！？）」』】]*\\s*"
    f"|[（「『【“‘]*(?:[{_HAN}]|(?:[^\\s{_HAN}“‘]|[“‘](?!\\w))+)[，、。：；！？ー）」』】”’]*\\s*|[^\\s]|\\s+"
)
# In the wide form too: East Asian spreadsheets take that for the same.
_FORMULA = tuple("=+-@＝＋－＠\t\r\n")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


def width_of(text: str) -> int:
    """The columns that a text takes."""
    text = text.replace(JOINER, "")
    if text.isascii():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def wrapped(text: str, room: int) -> Iterator[str]:
    """Lines of a text, each as wide as there is room at most; Chinese breaks anywhere but at a JOINER."""
    line, width = "", 0
    for piece in _PIECES.findall(text):
        wide = width_of(piece.rstrip())
        if line and width + wide > room:
            yield line.replace(JOINER, "")
            line, width = "", 0
        if wide > room:
            piece = piece.replace(JOINER, "")
        while wide > room:  # a word longer than a line
            yield piece[:room]
            piece = piece[room:]
            wide = width_of(piece.rstrip())
        line += piece
        width += width_of(piece)
    yield line.replace(JOINER, "")


def table_cell(text: str) -> str:
    """A text for a cell of a table: behind an apostrophe where a spreadsheet would take it for a formula.

    A number stays as it is, with its sign.
    """
    return f"'{text}" if is_formula(text) else text


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take a text for a formula."""
    return text.lstrip(" ").startswith(_FORMULA) and _NUMBER.fullmatch(text) is None
