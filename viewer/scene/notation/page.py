"""A page of notation: the blocks made so far, their heights, and the block of a node.

A page is made as far as the user looks at it; a job makes the rest in slices. The block of a node is
found by comparing positions in the order of printing, so no data is kept per node.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from viewer.base.jobs import JobStep
from viewer.games.game import Numbering
from viewer.scene.notation.blocks import PLAIN, Block, BlockKind, PrintPosition, blocks
from viewer.tree.comment_style import CommentStyle
from viewer.tree.node import Node
from viewer.tree.record import Record

_STRIDE = 256
_MOST_LEVELS = 8
_LEAST_COLUMN = 160
_GUTTER = 46
_MARGIN = 14
_PART = 64
_NEAR = 4
_ESTIMATES = 2048


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

    def estimates(self, shown: Iterable[Block]) -> Iterator[int]:
        """The estimated heights of blocks in their order; a comment in many of them is looked at once."""
        of: Node | None = None
        comment = ""
        for block in shown:
            if block.kind is not BlockKind.TEXT:
                yield self._of_moves(block)
                continue
            if block.first is not of:
                of, comment = block.first, self.said.comment(block.first)
            air = (block.start == 0) + (block.end == len(comment))
            yield self._lines(comment, block.start, block.end, block.level) + air * self.small_gap

    def _of_moves(self, block: Block) -> int:
        ahead = 0
        if block.first.notes:
            before = self.said.before(block.first)
            ahead = self._lines(before, 0, len(before), block.level) if before else 0
        if block.kind is BlockKind.ROW or block.kind is BlockKind.WIDE:
            return self.row + (self.gap if block.gap else 0) + ahead
        width = self.right - self.text_left(block.level)
        em = 12.5 * self.unit
        moves = block.end - block.start + 1
        lines = int(moves * 4.9 * em / width) + 1
        return lines * self.line + (self.small_gap if block.gap else 0) + ahead

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


class Page:
    """The blocks of a record, from the first to the last one made so far.

    Attributes:
        record, numbering: the record shown, and how its plies are numbered.
        blocks: the blocks made so far; only the page itself changes the list.
        heights: the heights of the blocks.
        measures: sizes for estimated heights, and how comments are displayed.
    """

    def __init__(self, record: Record, numbering: Numbering, measures: Measures) -> None:
        self.record = record
        self.numbering = numbering
        self.measures = measures
        self.blocks: list[Block] = []
        self.heights = Heights()
        self._resume: Node | None = record.root
        self._source: Iterator[Block] | None = None
        self._held: Block | None = None
        self._last_found = 0
        self._estimated = 0  # blocks before this index have estimates by the current measures

    # -------------------------------------------------------------------------------- growing

    @property
    def complete(self) -> bool:
        """Whether all blocks have been made."""
        return self._resume is None

    def grow(self, count: int = _PART) -> None:
        """Make about `count` more blocks; a move's comment is always made together with the move."""
        if self._resume is None:
            return
        source = self._source or self._blocks(self._resume)
        fresh = [self._held] if self._held is not None else []
        self._source = self._held = None
        for block in source:
            if len(fresh) >= count and block.kind is not BlockKind.TEXT:
                self._source, self._held = source, block
                break
            fresh.append(block)
        self._resume = self._held.first if self._held is not None else None
        self.replace(len(self.blocks), len(self.blocks), fresh)

    def _blocks(self, start: Node) -> Iterator[Block]:
        return blocks(self.record.root, self.numbering, start, self.measures.said)

    def job(self) -> Iterator[JobStep[None]]:
        """Make the remaining blocks and estimates, in small steps; the record may be edited between them."""
        while True:
            if self._estimated < len(self.blocks):
                self._estimate_again()
            elif self._resume is not None:
                self.grow()
            else:
                return
            yield JobStep(len(self.blocks), 0)

    @property
    def busy(self) -> bool:
        """Whether `job` has anything to do."""
        return self._resume is not None or self._estimated < len(self.blocks)

    def set_measures(self, measures: Measures) -> None:
        """Use other sizes. All heights count as estimates from then on; `job` estimates them again."""
        self.measures = measures
        self.heights.forget()
        self._estimated = 0

    def _estimate_again(self) -> None:
        end = min(self._estimated + _ESTIMATES, len(self.blocks))
        rest = [at for at in range(self._estimated, end) if not self.heights.known(at)]
        estimates = self.measures.estimates(self.blocks[at] for at in rest)
        for index, height in zip(rest, estimates, strict=True):
            self.heights.estimate(index, height)
        self._estimated = end

    # -------------------------------------------------------------------------------- finding

    def find(self, node: Node) -> int | None:
        """Index of the block that shows a node's move, None if it isn't made yet; 0 for the root always."""
        if node.parent is None:
            return 0
        index = self._find_near(node)
        if index is None:
            index = self._find_by(PrintPosition(node))
        if index is not None:
            self._last_found = index
        return index

    def reach(self, node: Node) -> int | None:
        """Index of the block that shows a node's move, which is made if necessary; 0 for the root.

        None for a node that isn't in the record.
        """
        index = self.find(node)
        if index is not None or self._resume is None:
            return index
        place = PrintPosition(node)
        while self._resume is not None and not place.before(self._resume):
            self.grow(16 * _PART)
        return self.find(node)

    def _find_near(self, node: Node) -> int | None:
        near = self._last_found
        for index in range(max(near - _NEAR, 0), min(near + _NEAR + 1, len(self.blocks))):
            if self.blocks[index].shows(node):
                return index
        return None

    def _find_by(self, place: PrintPosition) -> int | None:
        """Index of the last block that doesn't begin after a position, if it shows the position's node."""
        node = place.node
        low, high = 0, len(self.blocks)
        while low < high:
            middle = (low + high) // 2
            block = self.blocks[middle]
            own = block.first is node
            if block.kind is BlockKind.TEXT if own else place.before(block.first):
                high = middle
            else:
                low = middle + 1
        return low - 1 if low and self.blocks[low - 1].shows(node) else None

    # ------------------------------------------------------------------------------- mending

    def replace(self, start: int, end: int, fresh: Sequence[Block]) -> None:
        """Replace the blocks from `start` to `end` (excluded) by others."""
        self.blocks[start:end] = fresh
        self.heights.replace(start, end, self.measures.estimates(fresh))
        if self._estimated >= end:
            self._estimated += len(fresh) - (end - start)
        else:
            self._estimated = min(self._estimated, start)

    def cut(self, index: int, resume: Node | None) -> None:
        """Remove the blocks from `index` on; the page grows again from `resume` (None: it is complete)."""
        self.replace(index, len(self.blocks), [])
        self._resume = resume
        self._source = self._held = None

    def forget_source(self) -> None:
        """Restart the making of blocks from the last boundary, because the record has changed."""
        self._source = self._held = None
