"""The visible blocks of a page of notation, and scrolling; what is said of a move there.

The scroll position is a block and the position of its top (the anchor), never a distance from
the page's top, since heights above may still be estimates. Only visible blocks are laid out.
"""

from __future__ import annotations

from math import ceil, floor

from PySide6.QtCore import QPointF, QRect, QRectF

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.states import States
from viewer.scene.notation.blocks import Block, BlockKind
from viewer.scene.notation.page import Page
from viewer.tree.annotation import CLOCK, ELAPSED, EVALUATION
from viewer.tree.evaluation import Evaluation, aside_text, evaluation_of
from viewer.tree.nags import words_of
from viewer.tree.node import Node
from viewer.tree.verdict import verdict_of, words_with
from viewer.ui.notation.laid import Cell, LaidBlock
from viewer.ui.notation.text import Typesetter

_KEPT = 400
_CONTEXT_ROWS = 2
_AFTER_JUMP = 0.4


class VisibleBlock(NamedTuple):
    """A visible block and the position of its top, in pixels from the top of the viewport."""

    number: int
    y: int


class ScrollAnchor(NamedTuple):
    """What keeps its position in the viewport while the page changes.

    Attributes:
        block: before the change.
        node: the node whose cell keeps its position; None if the block's top does.
        y: of the cell's or the block's top.
    """

    block: Block
    node: Node | None
    y: int


class VisibleBlocks:
    """The visible part of a page.

    Attributes:
        page, setter: the page shown, and the typesetter.
        height: of the viewport.
        seen: the visible blocks from the top; made by `settle`.
    """

    def __init__(self, page: Page, setter: Typesetter, height: int) -> None:
        self.page = page
        self.setter = setter
        self.height = height
        self.seen: list[VisibleBlock] = []
        self._laid: dict[Block, LaidBlock] = {}
        self._top = VisibleBlock(0, page.measures.padding)

    def laid(self, index: int) -> LaidBlock:
        """A block, laid out; its height is exact from then on."""
        block = self.page.blocks[index]
        laid = self._laid.get(block)
        if laid is None:
            if len(self._laid) >= _KEPT:
                self._laid.clear()
            laid = self._laid[block] = self.setter.lay(block)
        if self.page.heights[index] != laid.height or not self.page.heights.known(index):
            self.page.heights.measure(index, laid.height)
        return laid

    def forget(self, node: Node | None = None) -> None:
        """Drop the layout of blocks that show a node's move, or (None) of all."""
        if node is None:
            self._laid.clear()
            return
        for block in [block for block in self._laid if block.shows(node)]:
            del self._laid[block]

    def forget_room(self) -> None:
        """Drop the layout of the block with the room for a field."""
        for block in [block for block, laid in self._laid.items() if laid.room is not None]:
            del self._laid[block]

    def prune(self) -> None:
        """Drop layouts of blocks that aren't visible, which an edit may have removed."""
        kept = [self.page.blocks[index] for index, _ in self.seen]
        self._laid = {block: self._laid[block] for block in kept if block in self._laid}

    # --------------------------------------------------------------------------------- moving

    @property
    def value(self) -> int:
        """Distance of the viewport's top from the page's top, by measured and estimated heights."""
        return self.page.measures.padding + self.page.heights.top(self._top.number) - self._top.y

    def move(self, pixels: int) -> None:
        """Scroll down by pixels; blocks that become visible are measured on the way."""
        self._top = VisibleBlock(self._top.number, self._top.y - pixels)
        self.settle()

    def jump(self, value: int) -> None:
        """Scroll to a distance from the page's top, by measured and estimated heights."""
        y = value - self.page.measures.padding
        index = max(self.page.heights.at(max(y, 0)), 0)
        self._top = VisibleBlock(index, self.page.heights.top(index) - y)
        self.settle()

    def settle(self) -> None:
        """Compute the visible blocks, keeping the page within its ends."""
        self._fill()
        if not self.seen or not self.page.complete:
            return
        index, y = self.seen[-1]
        if index + 1 == len(self.page.blocks):
            missing = self.height - self.page.measures.padding - (y + self.laid(index).height)
            if missing > 0:
                self._top = VisibleBlock(self._top.number, self._top.y + missing)
                self._fill()

    def _fill(self) -> None:
        page = self.page
        self.seen = []
        if not page.blocks:
            page.grow()
            if not page.blocks:
                return
        index = min(self._top.number, len(page.blocks) - 1)
        y = self._top.y
        while index > 0 and y > 0:
            index -= 1
            y -= self.laid(index).height
        if index == 0:
            y = min(y, page.measures.padding)
        while y < self.height or not self.seen:
            if index + 1 >= len(page.blocks):
                page.grow()
            below = y + self.laid(index).height
            last = index + 1 == len(page.blocks)
            if below > 0 or last:
                self.seen.append(VisibleBlock(index, y))
            if last:
                break
            index, y = index + 1, below
        self._top = self.seen[0]

    def bring(self, node: Node, centred: bool = True) -> None:
        """Scroll as little as needed to show a node's move in the middle third of the viewport.

        If it needn't be `centred`, some rows around it suffice. At the ends of the page it may be elsewhere.
        """
        page = self.page
        if node.parent is None:
            self._top = VisibleBlock(0, page.measures.padding)
            self.settle()
            return
        index = page.reach(node)
        if index is None:
            return
        self._fill()
        cell = self.laid(index).cell(node)
        assert cell is not None
        y = self._y_of(index)
        if y is None:
            self._top = VisibleBlock(index, round(self.height * _AFTER_JUMP - cell.rect.top()))
        else:
            context = round(self.height / 3) if centred else _CONTEXT_ROWS * page.measures.row
            if self.height < 2 * context + page.measures.row:
                context = 0
            above = context - (y + cell.rect.top())
            below = y + cell.rect.bottom() - (self.height - context)
            shift = round(above) if above > 0 else -round(below) if below > 0 else 0
            self._top = VisibleBlock(self._top.number, self._top.y + shift)
        self.settle()

    def bring_room(self) -> None:
        """Scroll as little as needed to show the room for a field, and the move that it belongs to."""
        for index, y in self.seen:
            laid = self.laid(index)
            if laid.room is None:
                continue
            top, bottom = y + laid.room.top(), y + laid.room.bottom()
            if laid.cells:
                bottom = max(bottom, y + laid.cells[0].rect.bottom())
            elif index:
                top -= self.page.measures.row
            gap = self.page.measures.padding
            above, below = gap - top, bottom + gap - self.height
            self.move(-round(above) if above > 0 else max(round(min(below, -above)), 0))
            return

    def _y_of(self, index: int) -> int | None:
        """The position of a block's top; None if it is more than a viewport away."""
        if not self.seen:
            return None
        at, y = self.seen[0]
        while at > index and y > -self.height:
            at -= 1
            y -= self.laid(at).height
        while at < index and y < 2 * self.height:
            y += self.laid(at).height
            at += 1
        return y if at == index else None

    # -------------------------------------------------------------------------------- holding

    def hold(self, node: Node | None) -> ScrollAnchor | None:
        """The anchor to keep: a node's move if it is visible, else the topmost block."""
        for index, y in self.seen:
            cell = self.laid(index).cell(node) if node is not None else None
            if cell is not None:
                return ScrollAnchor(self.page.blocks[index], node, y + round(cell.rect.top()))
        if not self.seen:
            return None
        index, y = self.seen[0]
        return ScrollAnchor(self.page.blocks[index], None, y)

    def restore(self, hold: ScrollAnchor | None) -> None:
        """Scroll so that an anchor is where it was, or the nearest block above it if it is gone."""
        page = self.page
        if hold is not None:
            node = hold.node or hold.block.first
            while page.record.nodes.get(node.id) is not node and node.parent is not None:
                node = node.parent
            index = page.reach(node) or 0
            if index < len(page.blocks):
                y = hold.y
                if node is hold.node:
                    cell = self.laid(index).cell(node)
                    y -= round(cell.rect.top()) if cell is not None else 0
                elif node is hold.block.first and hold.block.kind is BlockKind.TEXT:
                    index = self._part(index, hold.block)
                self._top = VisibleBlock(index, y)
        self.settle()

    def _part(self, index: int, old: Block) -> int:
        """The part of a comment that begins where an earlier one did; `index` is its node's block."""
        found = index
        blocks = self.page.blocks
        for at in range(index, len(blocks)):
            block = blocks[at]
            if block.kind is not BlockKind.TEXT:
                if at > index:
                    break
            elif block.first is not old.first or block.start > old.start:
                break
            else:
                found = at
        return found

    def hold_room(self) -> ScrollAnchor | None:
        """The anchor that keeps the room for a field where it begins; None if that isn't visible."""
        for index, y in self.seen:
            if self.laid(index).room is not None:
                return ScrollAnchor(self.page.blocks[index], None, y)
        return None

    # -------------------------------------------------------------------------------- pointing

    @property
    def whole(self) -> tuple[int, int]:
        """Between which heights no line is cut; all of the viewport where a line is higher than that."""
        top, bottom = 0, self.height
        for index, y in (*self.seen[:1], *self.seen[-1:]):
            for above, below in self.laid(index).lines():
                if y + above < 0 < y + below:
                    top = max(top, ceil(y + below))
                if y + above < self.height < y + below:
                    bottom = min(bottom, floor(y + above))
        return (top, bottom) if top < bottom else (0, self.height)

    def room(self) -> QRect | None:
        """The room for a field; None if it isn't visible."""
        for index, y in self.seen:
            room = self.laid(index).room
            if room is not None:
                return room.translated(0, y).toRect()
        return None

    def place_in(self, cell: Cell, point: QPointF) -> tuple[bool, int]:
        """(whether a cell's comment is ahead of the move, where a point is in it).

        The latter is counted in UTF-16 units, -1 for a comment among the moves, and for a move.
        """
        for index, y in self.seen:
            laid, block = self.laid(index), self.page.blocks[index]
            if laid.text is None or cell is not laid.cells[0]:
                continue
            ahead, before = block.kind is not BlockKind.TEXT, 0
            if not ahead:
                said = self.page.measures.said.comment(block.first)[: block.start]
                before = len(said.encode("utf-16-le", "surrogatepass")) // 2
            lines = [laid.text.lineAt(number) for number in range(laid.text.lineCount())]
            line = next((one for one in lines if one.rect().bottom() >= point.y() - y), lines[-1])
            return ahead, before + int(line.xToCursor(point.x()))
        return False, -1

    def hit(self, point: QPointF) -> Cell | None:
        """The cell at a point of the viewport."""
        for index, y in self.seen:
            laid = self.laid(index)
            if y <= point.y() < y + laid.height:
                inside = point - QPointF(0, y)
                for cell in laid.cells:
                    if cell.rect.contains(inside):
                        return cell
        return None

    def rect_of(self, node: Node) -> QRect | None:
        """The rectangle of a node's move; None if it isn't visible."""
        for index, y in self.seen:
            cell = self.laid(index).cell(node)
            if cell is not None:
                return QRectF(cell.rect).translated(0, y).toAlignedRect()
        return None


_FACETS = {
    EVALUATION: message("Evaluation {value}"),
    CLOCK: message("Clock {value}"),
    ELAPSED: message("Time used {value}"),
}


def numbered_move(sight: VisibleBlocks, node: Node) -> str:
    """A move with its number: 4… Nf6."""
    setter = sight.setter
    number = sight.page.numbering.label(setter.states.at(node).ply)
    return f"{number} {setter.move_text(node)}"


def evaluation_message(states: States, value: Evaluation) -> Message:
    """An evaluation in full words, with the names of a record's sides."""
    from viewer.tree.evaluation_words import evaluation_words  # deferred

    return evaluation_words(value, states.game.score_unit, states.side_names)


def move_tip(states: States, node: Node) -> str:
    """Glyphs, evaluation and times of a move, a line each."""
    names, unit = states.side_names, states.game.score_unit
    lines = [tr(words_of(nag, names)) for nag in node.glyphs]
    evaluation = evaluation_of(node, unit)
    if evaluation is not None:
        lines.append(tr(evaluation_message(states, evaluation)))
    for facet, words in _FACETS.items():
        shown = facet != EVALUATION or evaluation is None
        if shown and (value := aside_text(node, facet, unit)):
            lines.append(tr(words.given(value=value)))
    verdict = verdict_of(node)
    if verdict is not None:
        lines.append(tr(words_with(verdict, names)))
    return "\n".join(lines)
