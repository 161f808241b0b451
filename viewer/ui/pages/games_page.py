"""The games page: the records of a file, to filter, sort, open and reorder."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QPoint,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QDropEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import counted, message
from viewer.paint.painter import painter_on
from viewer.ui.models import Index
from viewer.ui.models.game_columns import NUMBER
from viewer.ui.models.games import KEY_ROLE, GamesModel
from viewer.ui.pages.rows import HEIGHT, RowView, bring_into_sight, fill_row, look_of, plain_table
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.keys import UP_AND_DOWN, keeps
from viewer.ui.toolkit.plain import Label

_WIDTHS = {
    "number": 52,
    "side0": 112,
    "side1": 112,
    "result": 54,
    "date": 82,
    "event": 150,
    "round": 60,
    "opening-code": 60,
    "opening": 170,
    "title": 150,
    "plies": 56,
}
_KEYS = QKeySequence.StandardKey
_OPEN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_DOWN = (Qt.Key.Key_Down, Qt.Key.Key_PageDown, *_OPEN)


class _GamesDelegate(QStyledItemDelegate):
    """Paints texts; the background of a row is the view's."""

    def __init__(self, view: GamesView, model: GamesModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, row, column = self._view.look, index.row(), index.column()
        text = self._model.text(row, column)
        if not text:
            return
        role = self._model.columns[column].role
        current = self._model.is_current(row)
        player = role.startswith("side")
        face = look.strong if player and current else look.text if player else look.small
        colour = "on-accent" if current else "ink" if player or role == "result" else "muted"
        box = QRectF(option.rect).adjusted(8, 0, -6, 0)
        side = Qt.AlignmentFlag.AlignLeft
        if role in ("number", "plies"):
            side = Qt.AlignmentFlag.AlignRight
        text = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.setFont(face.font)
        painter.setPen(look[colour])
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), text)


class GamesView(RowView, QTableView):
    """The view. Enter or a double click opens; letters go to the filter.

    Signals:
        opened: the user opened the record of a key.
        typed: the user typed a text, meant for the filter.
        left: the user goes back to the board.
        removeAsked: the user deletes the selected records.
        copyAsked, cutAsked, pasteAsked: the user copies or cuts the selected records, or pastes after them.
        dragged: the user dragged a record: (its index, the new one).
    """

    opened = Signal(object)
    typed = Signal(str)
    left = Signal()
    removeAsked = Signal()
    copyAsked = Signal()
    cutAsked = Signal()
    pasteAsked = Signal()
    dragged = Signal(int, int)

    def __init__(self, model: GamesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("games")
        plain_table(self, HEIGHT)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(_GamesDelegate(self, model))
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)
        self._build_headers()
        self.doubleClicked.connect(lambda index: self.opened.emit(index.data(KEY_ROLE)))

    def _build_headers(self) -> None:
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(36)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setSortIndicator(NUMBER, Qt.SortOrder.AscendingOrder)
        columns.setAccessibleName(tr(message("Columns")))
        # Of the view's own selection it would ask whether whole columns are chosen, row by row.
        columns.setSelectionModel(QItemSelectionModel(self._model, columns))
        self.setSortingEnabled(True)
        self.set_widths()

    def set_widths(self) -> None:
        """Set the columns to their usual widths."""
        for index, column in enumerate(self._model.columns):
            self.horizontalHeader().resizeSection(index, _WIDTHS[column.role])

    def paintEvent(self, event: QPaintEvent) -> None:
        self.look = look_of(self, self.look)
        with painter_on(self.viewport()) as painter:
            first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
            last = self._model.rowCount() - 1 if last < 0 else last
            here = self.currentIndex().row() if self.hasFocus() else -1
            selection = self.selectionModel()
            wide = self.viewport().width() - 8
            for row in range(max(first, 0), last + 1):
                box = QRectF(4, self.rowViewportPosition(row) + 0.5, wide, HEIGHT - 1)
                chosen = selection.isRowSelected(row) or row == self.pointed
                fill_row(painter, box, self.look, self._model.is_current(row), chosen, row == here)
        super().paintEvent(event)

    def keys_chosen(self) -> list[int]:
        """Keys of the selected records, in the order of the list."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [key for row in rows if (key := self._model.key_of(row)) is not None]

    def choose_row(self, row: int) -> None:
        """Select one row and scroll to it; -1 selects none."""
        index = self._model.index(row, NUMBER)
        if not index.isValid():
            self.selectionModel().clear()
            return
        select = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, select.ClearAndSelect | select.Rows)
        bring_into_sight(self, index)

    def choose_rows(self, rows: Iterable[int]) -> None:
        """Select rows and no others, and scroll to the first; -1 entries are skipped."""
        chosen = QItemSelection()
        shown = [row for row in rows if row >= 0]
        start = 0
        for end, row in enumerate(shown):
            if end + 1 == len(shown) or shown[end + 1] != row + 1:
                first, last = (self._model.index(at, NUMBER) for at in (shown[start], row))
                chosen.append(QItemSelectionRange(first, last))
                start = end + 1
        self.choose_row(shown[0] if shown else -1)
        select = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(chosen, select.ClearAndSelect | select.Rows)

    # ------------------------------------------------------------------------------ the keys

    def event(self, event: QEvent) -> bool:
        kept = UP_AND_DOWN | {Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and any(event.matches(key) for key in (_KEYS.Copy, _KEYS.Cut, _KEYS.Paste))
        ):
            event.accept()  # here they mean games, not the moves of the one that is shown
            return True
        return keeps(event, kept, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if event.matches(_KEYS.Copy):
            self.copyAsked.emit()
            return
        if event.matches(_KEYS.Cut):
            self.cutAsked.emit()
            return
        if event.matches(_KEYS.Paste):
            self.pasteAsked.emit()
            return
        if key in _OPEN:
            self.opened.emit(self.currentIndex().data(KEY_ROLE))
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key == Qt.Key.Key_Delete:
            self.removeAsked.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            self.choose_row(0 if key == Qt.Key.Key_Home else self._model.rowCount() - 1)
        elif text.strip() and text.isprintable():
            self.typed.emit(text)
        elif key != Qt.Key.Key_Backspace:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = index.row()
        if index.isValid() and event.position().y() > self.visualRect(index).center().y():
            row += 1
        target = self._model.drop_target(event.mimeData(), row)
        event.accept()
        if target is not None and target[0] != target[1]:
            self.dragged.emit(*target)


class _Filter(QLineEdit):
    """The input line of the filter. Down and Enter go to the list, Escape to the board.

    Signals:
        passed: the focus goes to the list.
        left: the user goes back to the board.
    """

    passed = Signal()
    left = Signal()

    def event(self, event: QEvent) -> bool:
        return keeps(event, {Qt.Key.Key_Escape, *_DOWN}, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _DOWN:
            self.passed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class GamesPage(QWidget):
    """The records of a session's document.

    Signals:
        left: the user goes back to the board.
        removeAsked: the user deletes the selected records.
        copyAsked, cutAsked, pasteAsked: the user copies or cuts the selected records, or pastes after them.
        dragged: the user dragged a record: (its index, the new one).
        gamesContext: the menu of the selected records is requested: (global point).
    """

    left = Signal()
    removeAsked = Signal()
    copyAsked = Signal()
    cutAsked = Signal()
    pasteAsked = Signal()
    dragged = Signal(int, int)
    gamesContext = Signal(QPoint)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = GamesModel(session, self)
        self.view = GamesView(self.model, self)
        self.filter = _Filter()
        self.filter.setPlaceholderText(tr(message("Find players, events, dates, openings…")))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(tr(message("Find games")))
        self._count = Label(look="muted")
        self.setAccessibleName(tr(message("Games")))
        self.view.setAccessibleName(tr(message("Games of the file")))
        top = QHBoxLayout()
        top.setContentsMargins(14, 8, 14, 6)
        top.setSpacing(10)
        top.addWidget(self.filter, 1)
        top.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.view, 1)
        self._wire()
        self._tell_count()

    def _wire(self) -> None:
        view, model = self.view, self.model
        self.filter.textChanged.connect(model.set_filter)
        self.filter.passed.connect(self._to_list)
        self.filter.left.connect(self.left)
        view.opened.connect(self._open)
        view.typed.connect(self._type)
        view.left.connect(self.left)
        view.removeAsked.connect(self.removeAsked)
        view.copyAsked.connect(self.copyAsked)
        view.cutAsked.connect(self.cutAsked)
        view.pasteAsked.connect(self.pasteAsked)
        view.dragged.connect(self.dragged)
        view.customContextMenuRequested.connect(self._ask)
        model.counted.connect(self._tell_count)
        model.rearranged.connect(self._rearranged)
        self._session.reloaded.connect(self.follow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Select the current record and scroll to it."""
        if self.isVisible():
            row = self.model.current_row
            if row >= 0:
                self.view.choose_row(row)

    def _rearranged(self) -> None:
        row = self.model.current_row
        if row >= 0:
            self.follow()
        else:
            self.view.scrollToTop()

    def _open(self, key: int | None) -> None:
        if key is not None:
            self._session.show(key)

    def _type(self, text: str) -> None:
        self.filter.setFocus()
        self.filter.insert(text)

    def _to_list(self) -> None:
        self.view.setFocus()
        if not self.view.selectionModel().hasSelection() and self.model.rowCount():
            self.view.choose_row(0)

    def key_beside(self, step: int) -> int | None:
        """The key of the record listed after (-1: before) the current one.

        None if there is none; the first one listed if the current one isn't.
        """
        row = self.model.current_row
        return self.model.key_of(0 if row < 0 else row + step)

    def _tell_count(self) -> None:
        rows, total = self.model.rowCount(), self.model.total
        if self.model.waiting:
            words = message("looking…")
        elif self.model.natural:
            words = counted("{count} game", "{count} games", total, count=f"{total:,}")
        else:
            words = message("{rows} of {total}", rows=f"{rows:,}", total=f"{total:,}")
        self._count.setText(tr(words))
        wide = self._count.sizeHint().width()  # it only grows, so that the filter stands still
        self._count.setMinimumWidth(max(wide, self._count.minimumWidth()))

    def _ask(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        if not index.isValid():
            point = self.view.visualRect(self.view.currentIndex()).bottomLeft()
        elif not self.view.selectionModel().isRowSelected(index.row()):
            self.view.choose_row(index.row())
        self.gamesContext.emit(self.view.viewport().mapToGlobal(point))
