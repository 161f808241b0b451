"""How the blocks of a section fill columns: widths of diagrams, estimated heights, diagrams that give way.

Typst fills columns one after the other. A diagram that doesn't fit below its text stands at the top of the
next column, and what follows fills the column: Typst does so with a float at the top of a block whose text
follows it. The last one of a game has nothing behind it: it is at the foot of a block of the text before.

Measuring all paragraphs in Typst, so that both columns of a short section end at about the same height,
doubles its work: their heights are estimated here from the number of characters.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from viewer.base.named import NamedTuple

_LETTER = 0.47  # mean width of a Latin letter in ems
_LINE, _WIDE_LINE = 1.25, 1.43  # distance of lines in ems, of Latin text and of Chinese characters
_GAP = 0.4  # ems between two paragraphs beyond the distance of lines
_SMALL = 0.9  # size of variations
_CAPTION = 3.2  # ems around a diagram and for its caption
_TITLE = 3.0
_ROW = 1.4  # distance of rows of moves in ems
_USUAL_BOARD = 19.2  # units of a board whose figures are as wide as a column
_POINT = 25.4 / 72  # mm
_ROOM = 0.78  # of the height of the page's text: a heading stands above, and estimates are wrong


def column_width(style: Mapping[str, Any]) -> float:
    """The width of a column in mm."""
    columns = style["columns"]
    room = style["width"] - style["inner"] - style["outer"] - style["gutter"] * (columns - 1)
    return float(room / columns)


_SMALL_BOARD = 0.8  # of the scale of figures: that of diagrams of variations


def diagram_width(drawing: Mapping[str, Any], style: Mapping[str, Any]) -> float:
    """The width of a diagram in mm: no higher than two fifths of the page, so that text stands beside it."""
    highest: float = style["height"] * 0.4 * drawing["width"] / drawing["height"]
    column = column_width(style)
    return float(min(column, column * style["diagram"] / 100 * drawing["scale"], highest))


def figure_width(drawing: Mapping[str, Any], style: Mapping[str, Any], small: bool) -> float:
    """The width of a figure in mm: that of a column for a whole board, its parts in the same scale.

    The diagrams of variations are all a little smaller.
    """
    column, room = column_width(style), max(_USUAL_BOARD, drawing["full"])
    if not small:
        highest: float = style["height"] * 0.45 * drawing["width"] / drawing["height"]
        return float(min(column * drawing["width"] / room, highest))
    return float(min(column, column * _SMALL_BOARD * drawing["width"] / room))


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
    if block["kind"] == "table":
        return _ROW * em * len(block["rows"]) + _GAP * em
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


_ENOUGH = 0.35
"""Of the height of a diagram: the text that gives way to it, so that little of a column stays empty."""
_DEEPEST = 12
"""Blocks within each other: Typst has a limit of some 70 for all that it sets."""


def filling(blocks: Sequence[dict[str, Any]], style: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The blocks of a section, each diagram that floats in a group with the text that gives way to it.

    A group begins with its diagram, which says where it stands in the group ("at"): at its "top", or at its
    "bottom" if more text stands before it than behind. There is so much text that little of a column stays
    empty, if there is so much.
    """
    em = float(style["size"]) * _POINT
    width = column_width(style)
    heights = [
        0.0 if block["kind"] == "diagram" else _height(block, style, width, em) for block in blocks
    ]
    found: list[_Filled] = []  # the last one first
    behind = 0.0
    at = len(blocks)
    while at:
        at -= 1
        block = blocks[at]
        behind += heights[at]
        if not block.get("floats"):
            found.append(_Filled(block, heights[at]))
            continue
        room = _height(block, style, width, em)
        if behind < room:
            first, before = at, 0.0
            while first and blocks[first - 1]["kind"] != "diagram" and before < room * _ENOUGH:
                first -= 1
                before += heights[first]
            if before > behind:
                group = [{**block, "at": "bottom"}, *blocks[first:at]]
                found.append(_Filled({"kind": "group", "blocks": group}, before, 1))
                behind += before
                at = first
                continue
        group, taken, depth = [{**block, "at": "top"}], 0.0, 0
        while found and taken < room * _ENOUGH and found[-1].depth < _DEEPEST:
            follows = found.pop()
            group.append(follows.block)
            taken += follows.text
            depth = max(depth, follows.depth)
        found.append(_Filled({"kind": "group", "blocks": group}, taken, depth + 1))
    return [one.block for one in reversed(found)]


class _Filled(NamedTuple):
    """A block, or a group of blocks: the height of its text in mm, how many groups are within each other."""

    block: dict[str, Any]
    text: float
    depth: int = 0
