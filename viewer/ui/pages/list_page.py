"""A page with a list of any size to filter, sort and open: games of a file, files of a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import ceil

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
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
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
from viewer.base.messages import Message, Number, in_context, message
from viewer.paint.painter import painter_on
from viewer.ui.models import Index
from viewer.ui.models.list_model import ListModel
from viewer.ui.models.rows_model import KEY_ROLE, NUMBER, RIGHT, RowsModel
from viewer.ui.pages.rows import (
    HEIGHT,
    RowView,
    bring_into_sight,
    fill_row,
    look_of,
    plain_table,
    scaled,
    set_row_height,
    whole_rows,
)
from viewer.ui.toolkit.focus import ENTER, UP_AND_DOWN, announce, keeps
from viewer.ui.toolkit.plain import Label, set_tip

_WIDTHS: Mapping[str, int] = {
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
    "sign": 40,
    "rating": 62,
    "year": 56,
    "file": 170,
    "folder": 110,
    "game": 70,
    "games": 60,
    "handicap": 60,
    "komi": 56,
    "rank0": 62,
    "rank1": 62,
    "place": 110,
}
"""Pixels of usual text, by the role of the column."""
_LEAST: Mapping[str, int] = {
    "side0": 94,
    "side1": 94,
    "event": 110,
    "opening": 120,
    "title": 110,
    "file": 120,
    "folder": 80,
}
"""Pixels that long names do with where there is less room."""
_LONG_RESULTS = (
    in_context("result of go", "W+{points}", points="10.5"),
    in_context("result of go", "W+R"),
    in_context("result of go", "W+T"),
)
"""The longest of the usual results, of all games."""


def _fitted(
    widths: Sequence[int], spared: Sequence[int], last: Sequence[bool], room: int
) -> list[int]:
    """The widths of columns, less where the last one in sight would be cut, if that is enough for it.

    `spared` are the pixels that each can do without; those of `last` are only taken where the others' aren't
    enough. `room` is the width of what is in sight. All are in pixels.
    """
    made = list(widths)
    ends = list(accumulate(widths))
    cut = next((index for index, end in enumerate(ends) if end > room), None)
    if cut is None or ends[cut] - made[cut] >= room or ends[cut] - room > sum(spared[: cut + 1]):
        return made
    over = ends[cut] - room
    for late in (False, True):
        those = [index for index in range(cut + 1) if last[index] is late]
        part = min(1.0, over / max(1, sum(spared[index] for index in those)))
        for index in those:
            less = min(over, ceil(part * spared[index]))
            made[index] -= less
            over -= less
    return made


_DOWN = (Qt.Key.Key_Down, Qt.Key.Key_PageDown, *ENTER)
_CELL_AIR = 15  # px around the text of a cell
_TITLE_AIR = 15  # px around the title of a column, as in the style sheet
_ARROW = 18  # px for the arrow beside it


class Filter(QLineEdit):
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


class ListDelegate(QStyledItemDelegate):
    """Paints texts; the background of a row is the view's."""

    def __init__(self, view: ListView, model: RowsModel) -> None:
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
        player = role.startswith("side") or role == "file"
        strong = player and (current or self._view.stressed(role))
        face = look.strong if strong else look.text if player else look.small
        colour = "on-accent" if current else "ink" if player or role == "result" else "muted"
        box = QRectF(option.rect).adjusted(8, 0, -6, 0)
        if self._model.spanning(row):
            colour = "on-accent" if current else "muted"
            if column:
                box.setRight(self._view.columns_end() - 6)
        side = Qt.AlignmentFlag.AlignLeft
        if role in RIGHT:
            side = Qt.AlignmentFlag.AlignRight
        # the end of a file's name tells numbered ones apart
        part = Qt.TextElideMode.ElideMiddle if role == "file" else Qt.TextElideMode.ElideRight
        text = face.metrics.elidedText(text, part, box.width())
        painter.setFont(face.font)
        painter.setPen(look[colour])
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), text)


class ListView(RowView, QTableView):
    """The view. Enter or a double click opens; letters go to the filter.

    Signals:
        opened: the user opened what has a key.
        typed: the user typed a text, meant for the filter.
        left: the user goes back to the board.
    """

    opened = Signal(object)
    typed = Signal(str)
    left = Signal()

    row_height = HEIGHT
    _fitting = False
    _own_widths = False  # the user's

    def __init__(self, model: RowsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("games")
        plain_table(self, self.row_height)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(ListDelegate(self, model))
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
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
        columns.sectionResized.connect(self._resized)
        columns.sortIndicatorChanged.connect(self.fit)
        self._model.columned.connect(self._take_columns)
        self._model.resorted.connect(self._show_order)

    def _take_columns(self, sorted_by: int, descending: bool) -> None:
        self.set_widths()
        self._show_order(sorted_by, descending)

    def _show_order(self, sorted_by: int, descending: bool) -> None:
        columns = self.horizontalHeader()
        columns.blockSignals(True)  # the model is sorted already
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        columns.setSortIndicator(sorted_by, order)
        columns.blockSignals(False)

    def set_widths(self) -> None:
        """Set the columns to their usual widths, narrower where the last one in sight would be cut."""
        self._own_widths = False
        self.fit()

    def usual_width(self, index: int) -> int:
        """The width of a column in pixels where there is room: of its texts, or of its title if wider."""
        hint = self.horizontalHeader().sectionSizeHint(index)
        return max(self._text_width(self._model.columns[index].role), hint)

    def _text_width(self, role: str) -> int:
        """Pixels for the texts of a column; results are whole sentences in some languages: 黒中押し勝ち."""
        wide = scaled(_WIDTHS[role], self)
        if role == "result":
            long = max(map(self.look.small.metrics.horizontalAdvance, map(tr, _LONG_RESULTS)))
            wide = max(wide, ceil(long) + _CELL_AIR)
        return wide

    def fit_rows(self) -> None:
        set_row_height(self, scaled(self.row_height, self))

    def slack(self, index: int) -> int:
        """Pixels that a column can do without: of long names, and of the arrow where it isn't sorted by."""
        columns, role = self.horizontalHeader(), self._model.columns[index].role
        if role not in _WIDTHS:
            return 0
        title = columns.fontMetrics().horizontalAdvance(tr(self._model.columns[index].title))
        title += _TITLE_AIR + (_ARROW if index == columns.sortIndicatorSection() else 0)
        least = max(scaled(_LEAST[role], self) if role in _LEAST else self._text_width(role), title)
        return max(0, self.usual_width(index) - least)

    def fit(self) -> None:
        """Give the columns their widths, unless the user gave them others."""
        if self._own_widths:
            return
        count, room = len(self._model.columns), self.viewport().width()
        each = range(count)
        widths = _fitted(
            [self.usual_width(index) for index in each],
            [self.slack(index) for index in each],
            [self._model.columns[index].role in _LEAST for index in each],
            room,
        )
        self._fitting = True
        for index, wide in enumerate(widths):
            self.horizontalHeader().resizeSection(index, wide)
        self._fitting = False

    def _resized(self, index: int) -> None:
        columns = self.horizontalHeader()
        stretched = columns.stretchLastSection() and index == columns.count() - 1
        stretched |= columns.sectionResizeMode(index) is QHeaderView.ResizeMode.Stretch
        if not (self._fitting or stretched):
            self._own_widths = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.look = look_of(self, self.look)
        with painter_on(self.viewport()) as painter:
            seen = whole_rows(self)
            first, last = self.rowAt(seen.top()), self.rowAt(seen.bottom())
            last = self._model.rowCount() - 1 if last < 0 else last
            here = self.currentIndex().row() if self.hasFocus() else -1
            selection = self.selectionModel()
            wide, high = self.viewport().width() - 6, self.verticalHeader().defaultSectionSize() - 1
            for row in range(max(first, 0), last + 1):
                box = QRectF(4, self.rowViewportPosition(row) + 0.5, wide, high)
                chosen = selection.isRowSelected(row) or row == self.pointed
                fill_row(painter, box, self.look, self._model.is_current(row), chosen, row == here)
        super().paintEvent(event)

    def stressed(self, role: str) -> bool:
        """Whether the texts of a column are semibold in every row."""
        return False

    def columns_end(self) -> int:
        """The x after the last column."""
        columns = self.horizontalHeader()
        last = columns.count() - 1
        return columns.sectionViewportPosition(last) + columns.sectionSize(last)

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
        return keeps(event, kept, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if key in ENTER:
            self.opened.emit(self.currentIndex().data(KEY_ROLE))
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
            self.choose_row(0 if key == Qt.Key.Key_Home else self._model.rowCount() - 1)
        elif text.strip() and text.isprintable():
            self.typed.emit(text)
        elif key not in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
            super().keyPressEvent(event)


class ListPage(QWidget):
    """A list under a line that filters it, with the number of rows.

    Attributes:
        model, view, filter: of the list.

    Signals:
        left: the user goes back to the board.
        contextAsked: the menu of the selected rows is requested: (global point).
    """

    left = Signal()
    contextAsked = Signal(QPoint)

    def __init__(
        self, model: ListModel, view: ListView, sought: Message, parent: QWidget | None = None
    ) -> None:
        """`sought`: what the line says while it is empty."""
        super().__init__(parent)
        self.filter = Filter()
        self.filter.setPlaceholderText(tr(sought))
        self.filter.setClearButtonEnabled(True)
        self._list, self._view = model, view
        self._count = Label(look="muted")
        top = QHBoxLayout()
        top.setContentsMargins(14, 8, 14, 6)
        top.setSpacing(10)
        top.addWidget(self.filter, 1)
        top.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(view, 1)
        self.filter.textChanged.connect(model.set_filter)
        self.filter.passed.connect(self._to_list)
        self.filter.left.connect(self.left)
        view.typed.connect(self._type)
        view.left.connect(self.left)
        view.customContextMenuRequested.connect(self._ask)
        model.counted.connect(self.tell_count)
        model.rearranged.connect(self._rearranged)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Select the row of what is shown now and scroll to it."""
        if self.isVisible():
            row = self._list.current_row
            if row >= 0:
                self._view.choose_row(row)

    def _rearranged(self) -> None:
        if self._list.current_row >= 0:
            self.follow()
        else:
            self._view.scrollToTop()

    def _type(self, text: str) -> None:
        self.filter.setFocus()
        self.filter.insert(text)

    def _to_list(self) -> None:
        self._view.setFocus()
        if not self._view.selectionModel().hasSelection() and self._list.rowCount():
            self._view.choose_row(0)

    def tell_count(self) -> None:
        """Say how many rows there are."""
        rows, total = self._list.rowCount(), self._list.total
        if self._list.waiting:
            words = message("looking…")
        elif self._list.natural:
            words = self.total_words(total)
        else:
            words = message("{rows} of {total}", rows=Number(rows), total=Number(total))
        if tr(words) != self._count.text() and self.filter.hasFocus() and not self._list.waiting:
            announce(self._count, tr(words))
        self._count.setText(tr(words))
        wide = self._count.sizeHint().width()  # it only grows, so that the filter stands still
        self._count.setMinimumWidth(max(wide, self._count.minimumWidth()))

    def set_count_tip(self, text: str) -> None:
        """Set the tooltip of the number of rows."""
        set_tip(self._count, text)

    def total_words(self, total: int) -> Message:
        """How many there are, in words."""
        raise NotImplementedError

    def _ask(self, point: QPoint) -> None:
        index = self._view.indexAt(point)
        if not index.isValid():
            point = self._view.visualRect(self._view.currentIndex()).bottomLeft()
        elif not self._view.selectionModel().isRowSelected(index.row()):
            self._view.choose_row(index.row())
        self.contextAsked.emit(self._view.viewport().mapToGlobal(point))
