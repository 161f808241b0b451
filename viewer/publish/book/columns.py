"""Where the second column of a short section begins, so that both columns end at about the same height.

Typst fills columns one after the other. Measuring all paragraphs there doubles its work, so that their
heights are estimated here from the number of characters.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

_LETTER = 0.47  # mean width of a Latin letter in ems
_LINE, _WIDE_LINE = 1.25, 1.43  # distance of lines in ems, of Latin text and of Chinese characters
_GAP = 0.4  # ems between two paragraphs beyond the distance of lines
_SMALL = 0.9  # size of variations
_CAPTION = 3.2  # ems around a diagram and for its caption
_TITLE = 3.0
_POINT = 25.4 / 72  # mm
_ROOM = 0.78  # of the height of the page's text: a heading stands above, and estimates are wrong


def column_width(style: Mapping[str, Any]) -> float:
    """The width of a column in mm."""
    columns = style["columns"]
    room = style["width"] - style["inner"] - style["outer"] - style["gutter"] * (columns - 1)
    return float(room / columns)


def diagram_width(drawing: Mapping[str, Any], style: Mapping[str, Any]) -> float:
    """The width of a diagram in mm: no higher than two fifths of the page, so that text stands beside it."""
    highest: float = style["height"] * 0.4 * drawing["width"] / drawing["height"]
    column = column_width(style)
    return float(min(column, column * style["diagram"] / 100 * drawing["scale"], highest))


def second_column(blocks: Sequence[Mapping[str, Any]], style: Mapping[str, Any]) -> int:
    """The index of the block that begins the second column; -1 if the section may not fit on a page.

    `blocks` and `style` are those of the template.
    """
    em = float(style["size"]) * _POINT
    width = column_width(style)
    heights = [_height(block, style, width, em) for block in blocks]
    total = sum(heights)
    best, at, above = total, -1, 0.0
    for index, height in enumerate(heights):
        after_title = index > 0 and blocks[index - 1]["kind"] == "title"
        if not after_title and max(above, total - above) < best:
            best, at = max(above, total - above), index
        above += height
    room = (style["height"] - style["top"] - style["bottom"]) * _ROOM
    return at if best <= room else -1


def _height(block: Mapping[str, Any], style: Mapping[str, Any], width: float, em: float) -> float:
    """The height of a block in mm."""
    if block["kind"] == "diagram":
        drawing = block["drawing"]
        height = drawing["across"] * drawing["height"] / drawing["width"]
        return float(height) + _CAPTION * em
    if block["kind"] == "title":
        return _TITLE * em
    size = em * (_SMALL if block["level"] else 1.0)
    room = width / size - (1.0 if block["level"] else 0.0)
    lines = math.ceil(sum(_width(text) for _, text in block["runs"]) / room)
    line = _LINE if style["latin"] else _WIDE_LINE
    return size * line * lines + _GAP * em


def _width(text: str) -> float:
    """The width of a text in ems."""
    if text.isascii():
        return _LETTER * len(text)
    return sum(1.0 if unicodedata.east_asian_width(one) in "WF" else _LETTER for one in text)
