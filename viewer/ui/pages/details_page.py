"""The details page: the headers of the record, to be read and edited in place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.models import Index
from viewer.ui.models.header_rows import NEW
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages.details_cells import (
    INNER,
    MARGIN,
    CellExit,
    DetailsDelegate,
    ItemAction,
    field_of,
    is_item_key,
    item_boxes,
    open_item_menu,
    press_item,
)
from viewer.ui.pages.rows import RowView, plain_table, scaled, set_row_height
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER, UP_AND_DOWN, keeps
from viewer.ui.toolkit.keymap import key_name
from viewer.ui.toolkit.plain import show_tip

_HEIGHT = 32
_NAMES = 0.42  # most of the width that the names may take
_EDIT = (*ENTER, Qt.Key.Key_Space)
_CLEAR = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_PASSING = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)


class DetailsView(RowView, QTableView):
    """The view. A click, Enter or a letter begins to edit; Enter and Tab go on to the next row."""

    def __init__(
        self, session: RecordSession, model: HeaderModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._session = session
        self._row, self._number, self._column = NEW, 0, VALUE  # of the cell that was edited last
        self.set_up("details")
        plain_table(self, _HEIGHT)
        self.setModel(model)
        cells = DetailsDelegate(self, model, self._refusal)
        cells.begun.connect(self._begun)
        cells.refused.connect(self._say)
        cells.left.connect(self._go_on)
        self.setItemDelegate(cells)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        columns = self.horizontalHeader()
        columns.hide()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(self._begin)
        model.modelReset.connect(self._measure)
        model.dataChanged.connect(lambda *_: self._measure())

    def fit_rows(self) -> None:
        set_row_height(self, scaled(_HEIGHT, self))
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        """Make the names as wide as they are, within reason; the values take the rest."""
        model, metrics = self.model(), self.fontMetrics()
        wide = 0
        for row in range(model.rowCount()):
            inner = INNER if self._model.inner(row) else 0
            name = str(model.index(row, NAME).data())
            wide = max(wide, metrics.horizontalAdvance(name) + inner)
        whole = self.viewport().width()
        wide = min(wide + MARGIN + 14, round(whole * _NAMES))
        self.setColumnWidth(NAME, wide)
        self.setColumnWidth(VALUE, max(16, whole - wide))

    def _item_action_at(self, point: QPoint) -> ItemAction | None:
        """The sign under the mouse."""
        index = self.indexAt(point)
        if not index.isValid() or index.column() != VALUE:
            return None
        field = field_of(QRectF(self.visualRect(index)))
        found = item_boxes(self._model, index.row(), field)
        return next(
            (action for box, action in found if box.adjusted(-3, -4, 3, 4).contains(point)), None
        )

    def _open_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not self.viewport().rect().contains(point) or not index.isValid():
            index = self.currentIndex()
            point = self.visualRect(index).bottomLeft()
        open_item_menu(self, self._model, index.row(), self.viewport().mapToGlobal(point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._item_action_at(event.position().toPoint())
        if found is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif found.act is not None:
            found.act()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._item_action_at(event.position().toPoint()) is None:
            super().mouseReleaseEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self._item_action_at(event.pos())
            if found is not None:
                show_tip(event.globalPos(), f"{tr(found.words)} ({key_name(found.key)})", self)
                return True
        return super().viewportEvent(event)

    def _begin(self, index: QModelIndex) -> None:
        """Edit a cell; where it can't be, the one that stands for it, or say why not."""
        editable, model = Qt.ItemFlag.ItemIsEditable, self._model
        if model.row_at(index.row()) is NEW and not index.flags() & editable:
            index = index.siblingAtColumn(NAME)
        elif not index.flags() & editable:
            index = index.siblingAtColumn(VALUE)
        self.setCurrentIndex(index)
        reason = model.reason(index.row())
        if index.flags() & editable:
            self.edit(index)
        elif reason is not None:
            self._say(reason)

    # ------------------------------------------------------------------------------ the keys

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and is_item_key(event)
            and self._model.item(self.currentIndex().row()) is not None
        ):
            event.accept()
            return True
        return keeps(event, UP_AND_DOWN | {*_CLEAR}, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        far = press_item(self._model, index.row(), event) if index.isValid() else None
        if far is not None:
            self._follow(index.row(), far)
        elif event.key() in _EDIT and index.isValid():
            self._begin(index)
        elif event.key() in _CLEAR and index.isValid():
            self._clear(index)
        else:
            super().keyPressEvent(event)

    def _clear(self, index: QModelIndex) -> None:
        reason = self._model.reason(index.row())
        if reason is not None:
            self._say(reason)
        elif index.column() == VALUE:
            self._model.setData(index, "")

    def _follow(self, row: int, items: int) -> None:
        """Stay with an item that went some items further."""
        found = self._model.item(row)
        if found is not None:
            row += items * self._model.rows_of(found[0])
        row = min(max(row, 0), self._model.rowCount() - 1)
        self.setCurrentIndex(self._model.index(row, VALUE))

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """The next cell, in the ways the keys go."""
        way, model, now = QAbstractItemView.CursorAction, self.model(), self.currentIndex()
        last = model.rowCount() - 1
        if not now.isValid():
            return self._cell_of(0)
        rows = {
            way.MoveDown: now.row() + 1,
            way.MoveUp: now.row() - 1,
            way.MoveHome: 0,
            way.MoveEnd: last,
        }
        if action in (way.MoveLeft, way.MoveRight):
            column = NAME if action == way.MoveLeft else VALUE
            beside = now.siblingAtColumn(column)
            return beside if beside.flags() & Qt.ItemFlag.ItemIsEditable else now
        if action not in rows:
            return super().moveCursor(action, modifiers).siblingAtColumn(VALUE)
        return self._cell_of(min(max(rows[action], 0), last))

    def _cell_of(self, row: int) -> QModelIndex:
        """The cell that stands for a row: its value; of a new header first its name."""
        unnamed = self._model.row_at(row) is NEW and not self._model.new_name
        return self._model.index(row, NAME if unnamed else VALUE)

    # ------------------------------------------------------------------------- from cell to cell

    @property
    def edited(self) -> QModelIndex:
        """The cell whose editor is open, or was last."""
        row = self._model.place_of(self._row)
        return self._model.index(self._number if row < 0 else row, self._column)

    def _refusal(self, typed: str) -> Message | None:
        """Why a text can't stand in the cell that is edited."""
        return self._model.refusal(self.edited, typed)

    def _begun(self, index: Index) -> None:
        """An editor is made for a cell."""
        self._row, self._number = self._model.row_at(index.row()), index.row()
        self._column = index.column()
        if self._row is not NEW:
            self._model.forget_new()

    def _say(self, sentence: Message) -> None:
        """A sentence for the status line."""
        self._session.say(sentence)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        self._forget_if_left()

    def _go_on(self, way: CellExit, typed: str) -> None:
        """Edit the cell behind the one that was left, or the one before, wherever its row is now."""
        self.setFocus()  # the editor may have gone with its row
        cell = self._cell_after(typed) if way.step > 0 else self._cell_before()
        if cell.isValid():
            self.setCurrentIndex(cell)
            self.edit(cell)
        elif way.out:
            self.focusNextPrevChild(way.step > 0)
        self._forget_if_left()

    def _cell_after(self, typed: str) -> QModelIndex:
        """The cell behind the one that was edited; invalid behind the last one."""
        model, row = self._model, self._model.place_of(self._row)
        if self._column == NAME:
            named = model.row_called(typed)
            if named >= 0:
                return self._next_from(named)
            if self._row is NEW:
                last = model.rowCount() - 1
                return model.index(last, VALUE) if model.new_name else QModelIndex()
            return self._next_from(self._number)
        if self._row is NEW:  # with a value it is a header now, and another may follow
            return QModelIndex() if model.new_name else model.index(row, NAME)
        return self._next_from(self._number if row < 0 else row + 1)

    def _next_from(self, row: int) -> QModelIndex:
        """The first cell from a row on that is to be filled in."""
        model = self._model
        for number in range(row, model.rowCount()):
            if model.reason(number) is None:
                return self._cell_of(number)
        return QModelIndex()

    def _cell_before(self) -> QModelIndex:
        """The cell in front of the one that was edited; invalid before the first one."""
        model, row = self._model, self._model.place_of(self._row)
        if self._row is NEW and self._column == VALUE:
            return model.index(model.rowCount() - 1, NAME)
        for number in range((self._number if row < 0 else row) - 1, -1, -1):
            if model.reason(number) is None:
                return model.index(number, VALUE)
        return QModelIndex()

    def _forget_if_left(self) -> None:
        """A new header that has only a name goes when nobody is about to give it a value."""
        focus = QApplication.focusWidget()
        inside = focus is not None and (focus is self or self.isAncestorOf(focus))
        if not inside or self._model.row_at(self.currentIndex().row()) is not NEW:
            self._model.forget_new()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._forget_if_left()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in _PASSING:
            self._forget_if_left()

    def hand_in(self) -> None:
        """Make an edit of what stands in an open editor."""
        editor = self.indexWidget(self.edited)
        if editor is not None:
            self.commitData(editor)


class DetailsPage(QWidget):
    """The headers of a session's record."""

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = HeaderModel(session, self)
        self.view = DetailsView(session, self.model, self)
        name = tr(message("Details"))
        self.setAccessibleName(name)
        self.view.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 8, 0, 0)
        column.addWidget(self.view)
        session.leaving.connect(self.view.hand_in)

    @property
    def unvalued(self) -> str:
        """The name of a new header that was given no value yet, "" for none."""
        return self.model.new_name

    def showEvent(self, event: QShowEvent) -> None:
        self.model.look_at_format()
        super().showEvent(event)
