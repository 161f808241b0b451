"""A page of notation: the blocks made so far, their heights, and the block of a node.

A page is made as far as the user looks at it; a job makes the rest in slices. The block of a node is
found by comparing positions in the order of printing, so no data is kept per node.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.games.game import Numbering
from viewer.scene.notation.blocks import Block, BlockKind, blocks
from viewer.scene.notation.heights import Heights, Measures
from viewer.scene.notation.order import PrintPosition
from viewer.tree.node import Node
from viewer.tree.record import Record

_PART = 64
_NEAR = 4
_ESTIMATES = 2048


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
        for index in range(self._estimated, end):
            if not self.heights.known(index):
                self.heights.estimate(index, self.measures.estimate(self.blocks[index]))
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
        estimate = self.measures.estimate
        self.heights.replace(start, end, [estimate(block) for block in fresh])
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
