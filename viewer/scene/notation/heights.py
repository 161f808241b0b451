"""The heights of a page's blocks: estimated until they are visible, then measured."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from viewer.scene.notation.blocks import PLAIN, Block, BlockKind
from viewer.tree.comment_style import CommentStyle

_STRIDE = 256
_MOST_LEVELS = 8
_LEAST_COLUMN = 160
_GUTTER = 46
_MARGIN = 14


@dataclass(frozen=True)
class Measures:
    """Sizes of a page in pixels, computed from its width and the height of its font.

    `unit` is the font's height divided by 13.5 px, the height in the design drawings; `said` is how
    comments are displayed, which determines their length; `room` is the height of the field in which one
    is being written.
    """

    width: int
    unit: float
    said: CommentStyle = PLAIN
    room: int = 0

    @cached_property
    def row(self) -> int:
        """Height of a row of the main line."""
        return round(25 * self.unit)

    @cached_property
    def line(self) -> int:
        """Height of a line of a sideline."""
        return round(22 * self.unit)

    @cached_property
    def text_line(self) -> int:
        """Height of a line of a comment."""
        return round(19 * self.unit)

    @cached_property
    def padding(self) -> int:
        """Free space between a cell's edge and its text, and above and below a page."""
        return round(8 * self.unit)

    @cached_property
    def gap(self) -> int:
        """Free space above a row of the main line that continues after variations."""
        return round(8 * self.unit)

    @cached_property
    def small_gap(self) -> int:
        """Free space above the beginning of a sideline, and above and below a comment."""
        return round(4 * self.unit)

    @cached_property
    def indent(self) -> int:
        """Indentation of each level of sidelines."""
        return round(19 * self.unit)

    @cached_property
    def left(self) -> int:
        """Left edge of the first column; to its left is the gutter with the move numbers."""
        return round(_GUTTER * self.unit)

    @cached_property
    def right(self) -> int:
        """Right edge of the columns."""
        return max(self.width - round(_MARGIN * self.unit), self.left + 2 * self.padding)

    @cached_property
    def levels(self) -> int:
        """The number of levels that are indented; deeper ones are indented like the last of these."""
        room = self.right - self.left - round(_LEAST_COLUMN * self.unit)
        return max(1, min(_MOST_LEVELS, room // self.indent))

    def rule(self, level: int) -> int:
        """Left edge of the rule (2 px wide) of a level, counted from 1."""
        return self.left + self.padding + (min(level, self.levels) - 1) * self.indent

    def text_left(self, level: int) -> int:
        """Left edge of the text of a level, counted from 0."""
        if level == 0:
            return self.left + self.padding
        return self.rule(level) + round(13 * self.unit)

    def estimate(self, block: Block) -> int:
        """The estimated height of a block."""
        ahead = 0
        if block.kind is not BlockKind.TEXT and block.first.notes:
            before = self.said.before(block.first)
            ahead = self._lines(before, 0, len(before), block.level) if before else 0
        if block.kind is BlockKind.ROW or block.kind is BlockKind.WIDE:
            return self.row + (self.gap if block.gap else 0) + ahead
        width = self.right - self.text_left(block.level)
        em = 12.5 * self.unit
        if block.kind is BlockKind.FLOW:
            moves = block.end - block.start + 1
            lines = int(moves * 4.9 * em / width) + 1
            return lines * self.line + (self.small_gap if block.gap else 0) + ahead
        comment = self.said.comment(block.first)
        air = (block.start == 0) + (block.end == len(comment))
        return self._lines(comment, block.start, block.end, block.level) + air * self.small_gap

    def _lines(self, text: str, start: int, end: int, level: int) -> int:
        """The estimated height of the part of a text from `start` to `end`."""
        room = self.right - self.text_left(level)
        lines = int((end - start) * 0.85 * 12.5 * self.unit / room) + 1
        return (lines + text.count("\n", start, end)) * self.text_line


class Heights:
    """Heights of a list of blocks in pixels, with sums by stretches of 256 so that searches are fast."""

    def __init__(self) -> None:
        self._values = array("i")
        self._known = bytearray()
        self._sums: list[int] = []
        self._summed = 0  # number of stretches whose sums are up to date

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> int:
        return self._values[index]

    def known(self, index: int) -> bool:
        """Whether a block's height is measured, not estimated."""
        return bool(self._known[index])

    def replace(self, start: int, end: int, estimates: Iterable[int]) -> None:
        """Replace the heights from `start` to `end` (excluded) by estimates."""
        new = array("i", estimates)
        self._values[start:end] = new
        self._known[start:end] = bytes(len(new))
        self._summed = min(self._summed, start // _STRIDE)

    def measure(self, index: int, height: int) -> None:
        """Set a block's measured height."""
        self.estimate(index, height)
        self._known[index] = 1

    def estimate(self, index: int, height: int) -> None:
        """Set a block's estimated height."""
        stretch = index // _STRIDE
        if stretch < self._summed:
            self._sums[stretch] += height - self._values[index]
        self._values[index] = height

    def forget(self) -> None:
        """Treat all heights as estimates from now on."""
        self._known = bytearray(len(self._values))

    def _sum(self) -> list[int]:
        values = self._values
        if self._summed * _STRIDE < len(values):
            del self._sums[self._summed :]
            starts = range(self._summed * _STRIDE, len(values), _STRIDE)
            self._sums.extend(sum(values[start : start + _STRIDE]) for start in starts)
            self._summed = len(values) // _STRIDE  # the last one may still grow
        elif len(self._sums) > self._summed:
            del self._sums[self._summed :]
        return self._sums

    @property
    def total(self) -> int:
        """The height of all blocks."""
        return sum(self._sum())

    def top(self, index: int) -> int:
        """The height of all blocks before one."""
        sums = self._sum()
        stretch = index // _STRIDE
        return sum(sums[:stretch]) + sum(self._values[stretch * _STRIDE : index])

    def at(self, y: int) -> int:
        """Index of the block at a height from the top, outside the nearest one; -1 if there are no blocks."""
        if not self._values:
            return -1
        stretch = 0
        for total in self._sum():
            if y < total:
                break
            y -= total
            stretch += 1
        for index in range(stretch * _STRIDE, len(self._values)):
            y -= self._values[index]
            if y < 0:
                return index
        return len(self._values) - 1
