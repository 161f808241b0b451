"""The tree page: the variations as a collapsible outline, its rows painted by level."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import counted, message
from viewer.paint.icons import draw_icon
from viewer.ui.models import Index
from viewer.ui.models.variations import VariationModel
from viewer.ui.models.words import RowWords
from viewer.ui.pages.rows import (
    HEIGHT,
    RowLook,
    RowPen,
    RowView,
    bring_into_sight,
    fill_row,
    scaled,
)
from viewer.ui.pages.tree_switch import TreeSwitch
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER, EVERY_WAY, keeps
from viewer.ui.toolkit.later import later

_STEP = 18  # px a level is set in
_MARGIN = 8
_SIGN = 12  # px, the sign that opens a row
_INSET = 5  # px between the ground of a row and its text
_AIR = 6  # px by which the rule of a line begins later
_GO = (*ENTER, Qt.Key.Key_Space)


class _Heights(QStyledItemDelegate):
    """A delegate that only gives row heights; the view paints."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, scaled(HEIGHT, self._view))


class OutlineView(RowView, QTreeView):
    """The view. It paints its rows itself, indented by level up to half of its width.

    Signals:
        chosen: the user went to the row of a node, by mouse or keyboard.
    """

    chosen = Signal(int)

    def __init__(self, model: VariationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._fetching = False
        self.setModel(model)
        self.set_up("outline")
        self.setColumnHidden(1, True)  # the comment follows the move
        self.setHeaderHidden(True)
        self.setItemDelegate(_Heights(self))
        self.setUniformRowHeights(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAutoScroll(False)  # the page brings the current node into sight
        self.verticalScrollBar().setSingleStep(HEIGHT)
        self.clicked.connect(lambda index: self.chosen.emit(index.internalId()))

    def row_of(self, index: Index) -> int:
        """The id of the row's node."""
        return index.internalId()

    # ------------------------------------------------------------------------------- painting

    def _left(self, level: int) -> int:
        """The left edge of a level's text."""
        most = max(1, self.viewport().width() // 2 // _STEP - 1)
        return _MARGIN + _STEP * (min(level, most) + 1)

    def level(self, id: int) -> int:
        """The indentation level of a node's row."""
        base = self.rootIndex()
        above = self._model.level(base.internalId()) + 1 if base.isValid() else 0
        return self._model.level(id) - above

    def _sign_box(self, row: QRect, level: int) -> QRect:
        return QRect(self._left(level) - _STEP, row.top(), _STEP, row.height())

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        id, look, model = index.internalId(), self.look, self._model
        words = model.words(id)
        if words is None:
            return
        row, level = option.rect, self.level(id)
        left, current = self._left(level), id == model.current
        right = self.viewport().width() - 4
        ground = QRectF(left - _INSET, row.top() + 0.5, right - left + _INSET, row.height() - 1)
        focus = self.hasFocus() and index == self.currentIndex()
        fill_row(painter, ground, look, current, id == self.pointed, focus)
        begins = model.begins_line(id)
        self._draw_rules(painter, row, left, look["hairline"], begins)
        if model.has_rows(id):
            sign = "chevron-down" if self.isExpanded(index) else "chevron-right"
            box = QRectF(left - _INSET - _SIGN, row.center().y() - _SIGN / 2 + 1, _SIGN, _SIGN)
            draw_icon(painter, sign, look.theme["muted"], box)
        pen = RowPen(
            painter, QRectF(left, row.top(), right - 6 - left, row.height()), look, current
        )
        main = model.level(id) == 0
        self._write(pen, look, words, main, main or begins, current)
        if model.edge(id) and not self._fetching:
            self._fetching = True
            later(self, self._fetch)

    def _draw_rules(
        self, painter: QPainter, row: QRect, left: int, colour: QColor, begins: bool
    ) -> None:
        """Draw a rule for each level, interrupted where the next line begins."""
        last = left - 2 * _STEP
        for x in range(_MARGIN + _SIGN // 2, last + _MARGIN + 1, _STEP):
            air = _AIR if begins and x + _STEP > last + _MARGIN else 0
            painter.fillRect(QRectF(x, row.top() + air, 2, row.height() - air), colour)

    def _write(
        self, pen: RowPen, look: RowLook, words: RowWords, main: bool, ink: bool, current: bool
    ) -> None:
        """Draw the words of a row: the main line bold, the first move of other lines in ink."""
        face = look.strong if main or current else look.move
        # Moves below one another begin at one place: there is room for numbers of two digits.
        pen.write(words.number, look.small, "muted", 5, look.small.metrics.horizontalAdvance("88…"))
        pen.write(words.move, face, "bad" if words.problem else "ink" if ink else "muted", 6)
        pen.signs(words, face)
        pen.write(words.evaluation, look.small, "muted", 6)
        pen.flag(words)
        if words.comment and pen.room > 40:
            pen.write("  " + words.comment, look.small, "muted")

    # --------------------------------------------------------------------- more of long lines

    def doItemsLayout(self) -> None:
        # Qt would let every open group grow at every layout; they grow where one looks.
        self._model.still = True
        super().doItemsLayout()
        self._model.still = False

    def _fetch(self) -> None:
        """Read more rows when those at the edge become visible."""
        self._fetching = False
        if not self.isVisible():
            return
        model, index = self._model, self.indexAt(QPoint(4, 0))
        bottom = self.viewport().height()
        seen = []
        while index.isValid() and self.visualRect(index).top() < bottom:
            seen.append(index.internalId())
            index = self.indexBelow(index)
        for id in seen:
            edge, here = model.edge(id), model.index_of(id)
            if edge > 0:
                model.fetchMore(here.parent())
            elif edge < 0:
                above = self.visualRect(here).top()
                model.fetch_before(here.parent())
                self.executeDelayedItemsLayout()
                moved = self.visualRect(model.index_of(id)).top() - above
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + moved)

    # ------------------------------------------------------------------------ mouse and keys

    def event(self, event: QEvent) -> bool:
        return keeps(event, EVERY_WAY) or super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._on_sign(index, event.position()):
            self.setExpanded(index, not self.isExpanded(index))
            return
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def _on_sign(self, index: QModelIndex, point: QPointF) -> bool:
        if not index.isValid() or not self._model.has_rows(index.internalId()):
            return False
        box = self._sign_box(self.visualRect(index), self.level(index.internalId()))
        return box.contains(point.toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not self._on_sign(index, event.position()):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before, key = self.currentIndex(), event.key()
        # At the start no row is chosen: the first key goes to the row that has the rim.
        if key in _GO or (key == Qt.Key.Key_Down and not self.selectionModel().hasSelection()):
            if before.isValid():
                self.chosen.emit(before.internalId())
            return
        if key == Qt.Key.Key_Asterisk:
            return  # Qt would open everything below, of any size
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.setCurrentIndex(self._model.main_line_end(first=key == Qt.Key.Key_Home))
        else:
            super().keyPressEvent(event)
        now = self.currentIndex()
        if now.isValid() and now != before:
            self.chosen.emit(now.internalId())
        elif key == Qt.Key.Key_Up:
            base = self.rootIndex()
            self.chosen.emit(base.internalId() if base.isValid() else self._model.root)


_ROOM = 800  # rows that stay open because one was there; Qt asks about each at every edit
_DEEP = 24  # levels shown at once


class TreePage(QWidget):
    """The outline of a session's record; the current node is kept in view.

    Signals:
        contextRequested: a context menu is requested: (node id, global point).
        kindAsked: the other display is requested (a key of `tree_switch.KINDS`).
    """

    contextRequested = Signal(int, QPoint)
    kindAsked = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._open: set[int] = set()
        self._followed: dict[int, None] = {}  # opened by following, the oldest first
        self.model = VariationModel(session, self)
        self.view = OutlineView(self.model, self)
        name = tr(message("Tree of variations"))
        self.setAccessibleName(name)
        self.view.setAccessibleName(name)
        self._above = QPushButton()
        self._above.setProperty("chip", True)
        self._above.clicked.connect(self._go_up)
        self._above.hide()
        column = QVBoxLayout(self)
        # The line at the left of the side stays in sight.
        column.setContentsMargins(1, 0, 0, 0)
        switch = TreeSwitch("tree")
        switch.asked.connect(self.kindAsked)
        column.addWidget(switch)
        column.addWidget(self._above, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.view)
        self.view.chosen.connect(session.go_to)
        self.view.customContextMenuRequested.connect(self._ask)
        self.view.expanded.connect(self._opened)
        self.view.collapsed.connect(lambda index: self._forget(index.internalId()))
        self.model.rowsInserted.connect(self._inserted)
        self.model.modelReset.connect(self._open.clear)
        self.model.modelReset.connect(self._followed.clear)
        self.model.mended.connect(self._mended)
        session.moved.connect(self.follow)
        session.reloaded.connect(self.follow)
        session.chosen.connect(self.follow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Scroll to the current node, expanding its parents."""
        view = self.view
        if not self.isVisible():
            return
        index = self.model.index_of(self._session.node.id)
        if not index.isValid():
            view.selectionModel().clear()
            # An undo stands at the start for a moment, before it goes to where it was done.
            later(self, self._show_start)
            return
        self._narrow(index)
        self._open_above(index)
        if index != view.currentIndex():
            select = QItemSelectionModel.SelectionFlag.ClearAndSelect
            view.selectionModel().setCurrentIndex(index, select)
        bring_into_sight(view, index)

    def _show_start(self) -> None:
        if self._session.node.parent is None:
            self._begin_at(QModelIndex())
            self.view.scrollToTop()

    def _open_above(self, index: QModelIndex) -> None:
        """Expand the parents of a row; the oldest rows expanded this way may collapse again."""
        way: list[QModelIndex] = []
        above, base = index.parent(), self.view.rootIndex()
        while above.isValid() and above != base:
            way.append(above)
            above = above.parent()
        needed = {each.internalId() for each in way}
        for above in reversed(way):
            id = above.internalId()
            if not self.view.isExpanded(above):
                self.view.expand(above)
                self._followed[id] = None
            elif id in self._followed:
                self._followed[id] = self._followed.pop(id)
        rows = {id: self.model.rowCount(self.model.shown(id)) for id in self._followed}
        room = _ROOM - sum(rows.values())
        for id in [id for id in self._followed if id not in needed]:
            if room >= 0:
                break
            room += rows[id]
            self.view.collapse(self.model.shown(id))
            self._forget(id)

    # ------------------------------------------------------------------- very deep variations

    def _narrow(self, index: QModelIndex) -> None:
        """Start the outline some levels above a very deep row, else at the main line."""
        base, level = self.view.rootIndex(), self.model.level(index.internalId())
        if base.isValid():
            above = self._up(index, level - self.model.level(base.internalId()))
            if above == base and self.view.level(index.internalId()) < _DEEP:
                return
        deep = level >= _DEEP
        self._begin_at(self._up(index, _DEEP // 2) if deep else QModelIndex())

    def _up(self, index: QModelIndex, levels: int) -> QModelIndex:
        """The row a number of levels above a row; invalid if there is none or it is too far."""
        if not 0 < levels <= _DEEP:
            return QModelIndex()
        for _ in range(levels):
            index = index.parent()
        return index

    def _begin_at(self, base: QModelIndex) -> None:
        """Start the outline with the child rows of a row; with the main line for an invalid index."""
        if base != self.view.rootIndex():
            self.view.setRootIndex(base)
        count = self.model.level(base.internalId()) + 1 if base.isValid() else 0
        self._above.setText(tr(counted("{count} level above", "{count} levels above", count)))
        self._above.setVisible(count > 0)

    def _go_up(self) -> None:
        """Show more of the levels above."""
        base = self.view.rootIndex()
        self._begin_at(self._up(base, min(_DEEP // 2, self.model.level(base.internalId()))))

    # ------------------------------------------------------------------------- what is open

    def _opened(self, index: QModelIndex) -> None:
        self._open.add(index.internalId())
        self._open_below(index)

    def _forget(self, id: int) -> None:
        self._open.discard(id)
        self._followed.pop(id, None)

    def _open_below(self, parent: QModelIndex) -> None:
        """Expand rows again that were expanded before they were removed."""
        last = self.model.rowCount(parent) - 1
        self._open_again(self.model.ids_between(parent, 0, last))

    def _inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        if not self.model.mending:
            self._open_again(self.model.ids_between(parent, first, last))

    def _open_again(self, ids: list[int]) -> None:
        for id in self._open.intersection(ids):
            index = self.model.shown(id)
            if self.model.hasChildren(index) and not self.view.isExpanded(index):
                self.view.expand(index)

    def _mended(self) -> None:
        self.view.scheduleDelayedItemsLayout()
        self._open_again([id for id in self._open if self.model.shown(id).isValid()])
        self.follow()

    def _ask(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        if not index.isValid():
            index = self.view.currentIndex()
            point = self.view.visualRect(index).bottomLeft()
        if index.isValid():
            self.contextRequested.emit(index.internalId(), self.view.viewport().mapToGlobal(point))
