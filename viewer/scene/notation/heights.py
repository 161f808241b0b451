"""The heights of a page's blocks: estimated until they are visible, then measured."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from viewer.scene.notation.blocks import PLAIN, Block, BlockKind
from viewer.tree.comment import CommentStyle

_STRIDE = 256
_MOST_LEVELS = 8
_LEAST_COLUMN = 160
_GUTTER = 46
_MARGIN = 14


@dataclass(frozen=True)
class Measures:
    """Sizes of a page in pixels, all from the height of its font and its width.

    `unit` is 1 if the font is 13.5 px high, as in the drawings; `said` is how comments are read,
    which makes them as long as they are.
    """

    width: int
    unit: float
    said: CommentStyle = PLAIN

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
        """Between a cell's edge and its text, and above and below a page."""
        return round(8 * self.unit)

    @cached_property
    def gap(self) -> int:
        """Air above a row that goes on after other lines."""
        return round(8 * self.unit)

    @cached_property
    def small_gap(self) -> int:
        """Air above the head of a sideline, and above and below a comment."""
        return round(4 * self.unit)

    @cached_property
    def indent(self) -> int:
        """How much further in each level of sidelines stands."""
        return round(19 * self.unit)

    @cached_property
    def left(self) -> int:
        """Left edge of the first column; the gutter of numbers is before it."""
        return round(_GUTTER * self.unit)

    @cached_property
    def right(self) -> int:
        """Right edge of the columns."""
        return max(self.width - round(_MARGIN * self.unit), self.left + 2 * self.padding)

    @cached_property
    def levels(self) -> int:
        """Levels that are set further in; deeper ones stand where the last of these stands."""
        room = self.right - self.left - round(_LEAST_COLUMN * self.unit)
        return max(1, min(_MOST_LEVELS, room // self.indent))

    def rule(self, level: int) -> int:
        """Left edge of the rule (2 px) of a level, counted from 1."""
        return self.left + self.padding + (min(level, self.levels) - 1) * self.indent

    def text_left(self, level: int) -> int:
        """Where text of a level begins."""
        if level == 0:
            return self.left + self.padding
        return self.rule(level) + round(13 * self.unit)

    def estimate(self, block: Block) -> int:
        """The likely height of a block."""
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
        """The likely height of a part of a text."""
        room = self.right - self.text_left(level)
        lines = int((end - start) * 0.85 * 12.5 * self.unit / room) + 1
        return (lines + text.count("\n", start, end)) * self.text_line


class Heights:
    """Heights of a list of blocks, with sums by stretches so that places are found quickly."""

    def __init__(self) -> None:
        self._values = array("i")
        self._known = bytearray()
        self._sums: list[int] = []
        self._summed = 0  # stretches whose sum is right

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> int:
        return self._values[index]

    def known(self, index: int) -> bool:
        """Whether a height is measured, not estimated."""
        return bool(self._known[index])

    def replace(self, start: int, end: int, estimates: Iterable[int]) -> None:
        """Put other heights, not measured yet, in the place of some."""
        new = array("i", estimates)
        self._values[start:end] = new
        self._known[start:end] = bytes(len(new))
        self._summed = min(self._summed, start // _STRIDE)

    def measure(self, index: int, height: int) -> None:
        """Set the measured height."""
        self.estimate(index, height)
        self._known[index] = 1

    def estimate(self, index: int, height: int) -> None:
        """Set the estimated height."""
        stretch = index // _STRIDE
        if stretch < self._summed:
            self._sums[stretch] += height - self._values[index]
        self._values[index] = height

    def forget(self) -> None:
        """Take all heights for estimates from now on."""
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
        """Height of all blocks."""
        return sum(self._sum())

    def top(self, index: int) -> int:
        """Height of all blocks before one."""
        sums = self._sum()
        stretch = index // _STRIDE
        return sum(sums[:stretch]) + sum(self._values[stretch * _STRIDE : index])

    def at(self, y: int) -> int:
        """The block at a height from the top; the first or last one if there is none. -1 if empty."""
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
