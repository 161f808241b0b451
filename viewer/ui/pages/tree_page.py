"""The tree page: the variations as a collapsible outline."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import counted, message
from viewer.ui.models.variations import VariationModel
from viewer.ui.pages.outline_view import OutlineView
from viewer.ui.pages.rows import bring_into_sight
from viewer.ui.pages.tree_switch import TreeSwitch
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import later

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
