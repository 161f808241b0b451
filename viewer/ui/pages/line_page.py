"""The line page: the current line as a list of plies."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionHeader,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.models import Index
from viewer.ui.models.line import (
    CLOCK,
    COMMENT,
    MOMENT,
    MOVE,
    NODE_ROLE,
    PLY,
    SIDE,
    SIGNS,
    TOTAL,
    USED,
    VALUE,
    LineModel,
)
from viewer.ui.pages.rows import (
    HEIGHT,
    RowLook,
    RowPen,
    RowView,
    bring_into_sight,
    fill_row,
    plain_table,
    scaled,
    set_row_height,
)
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER, UP_AND_DOWN, keeps

_TIMES = (VALUE, USED, TOTAL, CLOCK, MOMENT)
_WIDTHS = {PLY: 52, SIDE: 24, MOVE: 112, SIGNS: 40, **dict.fromkeys(_TIMES, 64), VALUE: 84}
_BARE = (SIDE, SIGNS)  # columns too narrow for their names
_LEAST, _SPARE = 16, 40  # of a comment; what the moves can spare
_DOT = 4.5
_GO = (*ENTER, Qt.Key.Key_Space)
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class _LineDelegate(QStyledItemDelegate):
    """Paints a whole row at its first cell; the other cells paint nothing."""

    def __init__(self, view: LineView, model: LineModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() != PLY:
            return
        row = index.row()
        words = self._model.words(row)
        if words is None:
            return
        view, look = self._view, self._view.look
        current = row == self._model.current_row
        top, height = option.rect.top(), option.rect.height()
        ground = QRectF(4, top + 0.5, view.viewport().width() - 8, height - 1)
        focus = view.hasFocus() and row == view.currentIndex().row()
        fill_row(painter, ground, look, current, row == view.pointed, focus)
        cells = [
            QRectF(view.columnViewportPosition(column), top, view.columnWidth(column) - 8, height)
            for column in range(COMMENT + 1)
        ]
        painter.setFont(look.small.font)
        painter.setPen(look["on-accent" if current else "muted"])
        painter.drawText(cells[PLY].adjusted(0, 0, -2, 0), _RIGHT, str(row + 1))
        self._dot(painter, cells[SIDE], look, row, current)
        face = look.strong if current else look.move
        timed = [column for column in _TIMES if not view.isColumnHidden(column)]
        last = RowPen(painter, cells[COMMENT], look, current)
        if self._model.is_ply(row):
            move = RowPen(painter, cells[MOVE], look, current)
            move.write(words.move, face, "bad" if words.problem else "ink")
            RowPen(painter, cells[SIGNS], look, current).signs(words, face)
        else:  # words need more room than a move
            right = cells[timed[0]].left() if timed else cells[COMMENT].right()
            box = QRectF(cells[MOVE].topLeft(), QPointF(right, cells[MOVE].bottom()))
            told = RowPen(painter, box, look, current)
            told.write(words.move, look.text, "ink", 8)
            last = last if timed else told
        painter.setFont(look.small.font)
        painter.setPen(look["on-accent" if current else "muted"])
        for column in timed:
            painter.drawText(cells[column], _RIGHT, self._model.time(row, column))
        last.flag(words)
        last.write(words.comment, look.small, "muted")

    def _dot(self, painter: QPainter, box: QRectF, look: RowLook, row: int, current: bool) -> None:
        colour = self._model.side_colour(row)
        if colour:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(look[colour])
            painter.setPen(look["on-accent" if current else "muted"])
            painter.drawEllipse(QPointF(box.left() + 8, box.center().y()), _DOT, _DOT)


class _Names(QHeaderView):
    """The column headings, shown if there is room."""

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, column: int) -> None:
        super().initStyleOptionForIndex(option, column)
        if column in _BARE:
            option.text = ""
        if column in (PLY, *_TIMES):
            option.textAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LineView(RowView, QTableView):
    """The view.

    Signals:
        chosen: the user went to the row of a node, by mouse or keyboard.
    """

    chosen = Signal(int)

    def __init__(self, model: LineModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("line")
        plain_table(self, HEIGHT)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(_LineDelegate(self, model))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAutoScroll(False)  # the page brings the current node into sight
        columns = _Names(Qt.Orientation.Horizontal, self)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setSectionsClickable(False)
        columns.setHighlightSections(False)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalHeader(columns)
        columns.hide()
        columns.setMinimumSectionSize(16)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.fit_rows()
        self.clicked.connect(lambda index: self.chosen.emit(index.data(NODE_ROLE)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def fit_rows(self) -> None:
        high = scaled(HEIGHT, self)
        set_row_height(self, high)
        self.verticalScrollBar().setSingleStep(high)
        for column, width in _WIDTHS.items():
            self.horizontalHeader().resizeSection(column, scaled(width, self))
        self._share_room()

    def _share_room(self) -> None:
        """Give the comment column the remaining width; where there is none, moves have less."""
        shown = [
            scaled(width, self)
            for column, width in _WIDTHS.items()
            if not self.isColumnHidden(column)
        ]
        rest = self.viewport().width() - sum(shown)
        header = self.horizontalHeader()
        header.resizeSection(COMMENT, max(_LEAST, rest))
        header.resizeSection(MOVE, scaled(_WIDTHS[MOVE], self) - min(_SPARE, max(0, _LEAST - rest)))

    def show_times(self) -> None:
        """Show the time columns that the line has, with headings."""
        timed = self._model.timed()
        if timed != [column for column in _TIMES if not self.isColumnHidden(column)]:
            for column in _TIMES:
                self.setColumnHidden(column, column not in timed)
            self.horizontalHeader().setVisible(bool(timed))
            self._share_room()

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        # Qt would paint the whole view anew for a row of several cells.
        if first.row() == last.row():
            y = self.rowViewportPosition(first.row())
            self.viewport().update(0, y, self.viewport().width(), self.rowHeight(first.row()))
        else:
            super().dataChanged(first, last, roles)

    def event(self, event: QEvent) -> bool:
        return keeps(event, UP_AND_DOWN) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before, key = self.currentIndex(), event.key()
        # At the start no row is chosen: the first key goes to the row that has the rim.
        if key in _GO or (key == Qt.Key.Key_Down and not self.selectionModel().hasSelection()):
            if before.isValid():
                self.chosen.emit(before.data(NODE_ROLE))
            return
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            row = 0 if key == Qt.Key.Key_Home else self._model.rowCount() - 1
            self.setCurrentIndex(self._model.index(row, MOVE))
        else:
            super().keyPressEvent(event)
        now = self.currentIndex()
        if now.isValid() and now.row() != before.row():
            self.chosen.emit(now.data(NODE_ROLE))
        elif key == Qt.Key.Key_Up:
            self.chosen.emit(self._model.root)


class LinePage(QWidget):
    """The current line of a session; the current node is kept in view.

    Signals:
        contextRequested: a context menu is requested: (node id, global point).
    """

    contextRequested = Signal(int, QPoint)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = LineModel(session, self)
        self.view = LineView(self.model, self)
        name = tr(message("Current line"))
        self.setAccessibleName(name)
        self.view.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 6, 0, 0)
        column.addWidget(self.view)
        self.view.chosen.connect(session.go_to)
        self.view.customContextMenuRequested.connect(self._ask)
        session.moved.connect(self.follow)
        session.changed.connect(self.follow)
        session.reloaded.connect(self.follow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self, *_: object) -> None:
        """Scroll to the current node."""
        if not self.isVisible():
            return
        self.view.show_times()
        row = self.model.current_row
        index = self.model.index(row, MOVE) if row >= 0 else QModelIndex()
        if not index.isValid():
            self.view.selectionModel().clear()
            self.view.scrollToTop()
            return
        if index != self.view.currentIndex():
            select = QItemSelectionModel.SelectionFlag
            self.view.selectionModel().setCurrentIndex(index, select.ClearAndSelect | select.Rows)
        bring_into_sight(self.view, index)

    def _ask(self, point: QPoint) -> None:
        index = self.view.indexAt(point)
        if not index.isValid():
            index = self.view.currentIndex()
            point = self.view.visualRect(index).bottomLeft()
        if index.isValid():
            self.contextRequested.emit(
                index.data(NODE_ROLE), self.view.viewport().mapToGlobal(point)
            )
