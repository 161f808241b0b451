"""The page of a notation: the record as players read it, scrolled, with the current move highlighted."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontInfo, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.paint.painter import painter_on, saved
from viewer.scene.notation.mend import mend
from viewer.scene.notation.page import Measures, Page
from viewer.tree.annotation import EVALUATION, FACETS, MARKS
from viewer.tree.comment_style import CommentStyle
from viewer.tree.node import Node
from viewer.tree.ops import Touched
from viewer.tree.record import Record
from viewer.ui.notation.laid import colours_of
from viewer.ui.notation.text import DESIGN_PIXELS, Describe, Typesetter, no_words
from viewer.ui.notation.visible_blocks import VisibleBlocks, numbered_move
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.style import theme_in_use

_MARGIN = 14
_REST = 50  # ms that a step has for itself
_POINTS_PER_INCH = 72
_SHOWN_FACETS = frozenset(("children", "action", *FACETS)) - {MARKS}


class NotationArea(QAbstractScrollArea):
    """Paints a record's notation in a scrolled viewport.

    Attributes:
        describe: returns words for nodes that are no moves; set it before the record.

    Signals:
        settled: what is shown may stand elsewhere now.
        scrolled: the page was scrolled by hand.
    """

    settled = Signal()
    scrolled = Signal()

    _sight: VisibleBlocks | None = None  # Qt sends events while the widget is being made

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._current: Node | None = None
        self._hovered: Node | None = None
        self._said = CommentStyle()
        self._room = 0
        self._asides: tuple[str, ...] = (EVALUATION,)
        self.describe: Describe = no_words
        self._result = ""
        self._value = 0
        self._syncing = False
        self._growing = JobRunner(self)
        self._growing.progress.connect(self._grown)
        self._clicked = False  # a move is being clicked: the page stays under the pointer
        self._centred = True  # the current move was brought to the middle third
        self.verticalScrollBar().sliderReleased.connect(self._sync)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr(message("Notation")))

    # ---------------------------------------------------------------------------- what is shown

    def set_record(
        self,
        record: Record,
        game: Game[State],
        states: States,
        style: str,
        flowing: bool = False,
        tagged: bool = False,
    ) -> None:
        """Show a record, with moves in a style of its game.

        `flowing`: line breaks in its comments are layout; `tagged`: there are tags for looks.
        """
        self._said = self._said._replace(
            flowing=flowing, evaluated=EVALUATION in self._asides, tagged=tagged
        )
        measures = self._measures()
        setter = Typesetter(
            self.font(), measures, game, states, style, self._asides, self.describe, self._result
        )
        page = Page(record, game.numbering(states.at(record.root)), measures)
        self._growing.stop()
        self._sight = VisibleBlocks(page, setter, self.viewport().height())
        self._sight.settle()
        self._hovered = None
        self._make_current(record.root)

    def set_current(self, id: int) -> None:
        """Make a node current and show it in the middle third of the viewport, a clicked one where it is.

        After an edit, call `record_changed` first. An unknown id changes nothing.
        """
        sight = self._sight
        node = sight.page.record.nodes.get(id) if sight is not None else None
        if sight is None or node is None:
            return
        self._growing.rest(_REST)
        before = list(sight.seen)
        self._centred = not self._clicked
        sight.bring(node, centred=self._centred)
        if sight.seen == before:
            # Nothing moved: two cells are all that looks different.
            self._paint_again(self._current, node)
            self._current = node
            self.setAccessibleDescription(self._words())
        else:
            self._make_current(node)

    def _make_current(self, node: Node | None) -> None:
        self._current = node
        self._show()
        self.setAccessibleDescription(self._words())

    def _paint_again(self, *nodes: Node | None) -> None:
        """Repaint the cells of some moves."""
        for node in nodes:
            rect = (
                self._sight.rect_of(node) if self._sight is not None and node is not None else None
            )
            if rect is not None:
                self.viewport().update(rect.adjusted(-1, -1, 1, 1))

    def record_changed(self, touched: Sequence[Touched]) -> None:
        """Update after an edit, keeping the scroll position as far as possible.

        The record's states must have been cut before.
        """
        sight = self._sight
        touched = [one for one in touched if one.facet in _SHOWN_FACETS]
        if sight is None or not touched:
            return
        record = sight.page.record
        current = self._current
        if current is not None and record.nodes.get(current.id) is not current:
            current = record.nodes.get(current.id)
        if any(one.facet == "action" and one.node == record.root.id for one in touched):
            # Another start: another side may begin, so all numbers may be others.
            setter = sight.setter
            self._set_again(record, setter)
            if current is not None:
                self.set_current(current.id)
            return
        held = sight.hold(current)
        # Blocks that are made again are laid out again; a block that stays may still read otherwise.
        if any(one.facet == "action" for one in touched):
            sight.forget()
        for one in touched:
            if one.node in record.nodes and (one.facet != "children" or self._result):
                sight.forget(record.nodes[one.node])
        mend(sight.page, touched)
        sight.restore(held)
        sight.prune()
        self._hovered = None
        self._make_current(current)

    def _set_again(self, record: Record, setter: Typesetter) -> None:
        said = self._said
        self.set_record(record, setter.game, setter.states, setter.style, said.flowing, said.tagged)

    def set_style(self, style: str) -> None:
        """Set the style of moves."""
        if self._sight is not None:
            self._relay(style)
            self._make_current(self._current)

    def set_result(self, result: str) -> None:
        """Set the result that stands behind the last move of the main line, "" for none."""
        if result != self._result:
            self._result = result
            self.set_style("" if self._sight is None else self._sight.setter.style)

    @property
    def flowing(self) -> bool:
        """Whether line breaks in comments are shown as layout."""
        return self._said.flowing

    def set_asides(self, facets: Sequence[str]) -> None:
        """Set the facets written small after the moves (clock, evaluation)."""
        if tuple(facets) == self._asides:
            return
        self._asides = tuple(facets)
        sight, current = self._sight, self._current
        if sight is not None:  # comments may have other lines now
            setter = sight.setter
            record = sight.page.record
            self._set_again(record, setter)
            if current is not None:
                self.set_current(current.id)

    def clear(self) -> None:
        """Show nothing."""
        self._growing.stop()
        self._sight = self._hovered = None
        self._make_current(None)

    def _words(self) -> str:
        """The current move in words, for screen readers."""
        sight, node = self._sight, self._current
        if sight is None or node is None or node.parent is None:
            return tr(message("Start of the record"))
        return numbered_move(sight, node)

    @property
    def sight(self) -> VisibleBlocks | None:
        """The blocks that are seen, None without a record."""
        return self._sight

    @property
    def current(self) -> Node | None:
        """The current node."""
        return self._current

    # --------------------------------------------------------------------------------- laying

    def _measures(self) -> Measures:
        """Sizes for the widget's font and width; room for a scroll bar is always reserved."""
        points = QFontInfo(self.font()).pointSizeF()
        unit = points * self.logicalDpiY() / _POINTS_PER_INCH / DESIGN_PIXELS
        bar = self.verticalScrollBar().sizeHint().width()
        beyond_margin = max(bar - round(_MARGIN * unit), 0)
        return Measures(max(self.width() - beyond_margin, 1), unit, self._said, self._room)

    def _relay(self, style: str | None = None) -> None:
        """Lay everything out again, after a change of width, font or notation."""
        sight = self._sight
        if sight is None:
            return
        held = sight.hold(self._current)
        measures, old = self._measures(), sight.setter
        sight.setter = Typesetter(
            self.font(),
            measures,
            old.game,
            old.states,
            old.style if style is None else style,
            self._asides,
            self.describe,
            self._result,
        )
        sight.page.set_measures(measures)
        sight.forget()
        sight.restore(held)
        self._show()

    def _show(self) -> None:
        """Update the scroll bar and repaint."""
        sight = self._sight
        if sight is not None and sight.page.busy and not self._growing.running:
            self._growing.start(sight.page.job())
        self._sync()
        self.viewport().update()
        self.settled.emit()

    def _sync(self) -> None:
        """Update the scroll bar."""
        sight = self._sight
        bar = self.verticalScrollBar()
        self._syncing = True
        try:
            if sight is None or not sight.seen:
                bar.setRange(0, 0)
            else:
                page = sight.page
                total = page.heights.total + 2 * page.measures.padding
                bar.setRange(0, max(0, total - sight.height))
                bar.setPageStep(sight.height)
                bar.setSingleStep(page.measures.row)
                if not bar.isSliderDown():
                    # A bar that is being dragged stays under the pointer.
                    bar.setValue(sight.value)
            self._value = bar.value()
        finally:
            self._syncing = False

    def _grown(self) -> None:
        """More of the page was laid out, or estimates changed."""
        sight = self._sight
        if sight is None:
            return
        last = sight.seen[-1].number if sight.seen else -1
        if last + 1 < len(sight.page.blocks):
            before = list(sight.seen)
            sight.settle()
            if sight.seen != before:
                self.viewport().update()
                self.settled.emit()
        self._sync()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """The scroll bar was moved."""
        sight = self._sight
        if self._syncing or sight is None:
            return
        value = self.verticalScrollBar().value()
        change = value - self._value
        if abs(change) <= 2 * sight.height:
            sight.move(change)
        else:
            sight.jump(value)
        self.scrolled.emit()
        self._show()

    # --------------------------------------------------------------------------------- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out again if the width changed; a current move that was visible stays so."""
        super().resizeEvent(event)
        sight = self._sight
        if sight is None:
            return
        current = self._current
        seen = current is not None and sight.rect_of(current) is not None
        sight.height = self.viewport().height()
        if self._measures() != sight.setter.measures:
            self._relay()
        else:
            sight.settle()
        if current is not None and seen:
            sight.bring(current, centred=self._centred)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Lay out again if the font changed."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            setter = None if self._sight is None else self._sight.setter
            if setter is not None and (setter.font, setter.measures) != (
                self.font(),
                self._measures(),
            ):
                self._relay()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible blocks."""
        with painter_on(self.viewport()) as painter:
            painter.fillRect(event.rect(), colours_of(theme_in_use()).panel)
            if self._sight is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                top, bottom = self._sight.whole
                whole = QRect(0, top, self.viewport().width(), bottom - top)
                painter.setClipRect(whole)
                self._paint_seen(painter, self._sight, event.region() & whole)

    def _paint_seen(self, painter: QPainter, sight: VisibleBlocks, region: QRegion) -> None:
        width, colours = self.viewport().width(), colours_of(theme_in_use())
        for index, y in sight.seen:
            laid = sight.laid(index)
            dirty = region.intersected(QRect(0, y, width, laid.height)).boundingRect()
            if dirty.isEmpty():
                continue
            with saved(painter):
                painter.translate(0, y)
                colours.paint(
                    painter,
                    sight.page.blocks[index],
                    laid,
                    sight.page.measures,
                    self._current,
                    self._hovered,
                    self.hasFocus(),
                    QRectF(dirty.translated(0, -y)),
                )
