"""The lines of an engine as rows, for mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from viewer.ui.graph.peek import Peek
from viewer.ui.models import NOWHERE, Index
from viewer.ui.pages.rows import RowView, fill_row, look_of
from viewer.ui.session.engine_lines import WordedLine
from viewer.ui.toolkit.focus import ENTER, EVERY_WAY, keeps

_LEFT, _RIGHT, _GAP = 14, 14, 10
_AIR = {1: 3, 2: 6}  # above and below, by the rows of text
_ROWS = 2  # of text that a line takes where there is room
_WHOLE = str.maketrans(" -", "\u00a0\u2011")  # rows break between moves only, never within d2-d4
_GO = (*ENTER, Qt.Key.Key_Space)


class LineModel(QAbstractListModel):
    """The lines, a row each."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[WordedLine] = []

    def show(self, new: list[WordedLine]) -> None:
        """Show other lines; rows stay where their number is the same."""
        if len(new) != len(self.rows):
            self.beginResetModel()
            self.rows = new
            self.endResetModel()
        elif new != self.rows:
            self.rows = new
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        line = self.rows[index.row()]
        words = " ".join(move.text for move in line.moves)
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{line.score}, {words}" if line.score else words
        return None


class _LineDelegate(QStyledItemDelegate):
    """Paints a line: its evaluation in bold, then its moves, on two rows, or one where that is too high."""

    def __init__(self, view: LineView) -> None:
        super().__init__(view)
        self._view = view

    def score_width(self) -> float:
        """The width of the widest evaluation."""
        metrics = self._view.look.strong.metrics
        scores = [line.score for line in self._view.rows] or [""]
        return max(metrics.horizontalAdvance(text) for text in (*scores, "+0.00"))

    def detail_width(self) -> float:
        """The width of the details beside the evaluations, with a gap: 0 where they stand below."""
        details = [line.detail for line in self._view.rows if line.detail]
        if self.rows() > 1 or not details:
            return 0
        return max(map(self._view.look.small.metrics.horizontalAdvance, details)) + _GAP

    def rows(self) -> int:
        """Of text in each line: one where all lines would be too high with two."""
        view = self._view
        return _ROWS if len(view.rows) * self._high(_ROWS) <= view.viewport().height() else 1

    def _high(self, rows: int) -> int:
        return round(rows * self._view.look.move.metrics.height() + 2 * _AIR[rows])

    def laid(self, line: WordedLine, width: float, reached: int = 0) -> QTextLayout:
        """The moves of a line, laid out for a width; the one that the keys have reached is underlined."""
        words = " ".join(move.text.translate(_WHOLE) for move in line.moves)
        layout = QTextLayout(words, self._view.look.move.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        layout.setTextOption(option)
        layout.setFormats(self._formats(line, reached))
        layout.beginLayout()
        y = 0.0
        for _ in range(self.rows()):
            row = layout.createLine()
            if not row.isValid():
                break
            row.setLineWidth(width)
            row.setPosition(QPointF(0, y))
            y += row.height()
        layout.endLayout()
        return layout

    def _formats(self, line: WordedLine, reached: int) -> list[QTextLayout.FormatRange]:
        """The first move stands out, the others are muted."""
        ranges: list[QTextLayout.FormatRange] = []
        start = 0
        for number, move in enumerate(line.moves, 1):
            form = QTextCharFormat()
            form.setForeground(self._view.look["ink" if number in (1, reached) else "muted"])
            if number == 1:
                form.setFontWeight(QFont.Weight.DemiBold)
            form.setFontUnderline(number == reached)
            one = QTextLayout.FormatRange()
            one.start, one.length, one.format = start, len(move.text), form
            start += len(move.text) + 1
            ranges.append(one)
        return ranges

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Alike for all lines, however long: else the page would jump from one depth to the next."""
        return QSize(self._view.viewport().width(), self._high(self.rows()))

    def move_left(self) -> float:
        """Where the moves begin."""
        return _LEFT + self.score_width() + self.detail_width() + _GAP

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, look = self._view, self._view.look
        line = view.rows[index.row()]
        box = QRectF(option.rect)
        focus = view.hasFocus() and view.currentIndex() == index
        fill_row(
            painter, box.adjusted(4, 1, -4, -1), look, False, index.row() == view.pointed, focus
        )
        painter.setFont(look.strong.font)
        painter.setPen(look["ink"])
        left = self.move_left()
        width = max(40.0, box.width() - left - _RIGHT)
        moves = self.laid(line, width, view.reach if focus else 0)
        # On the same baseline, though the moves may have the taller letters of another font.
        lower = moves.lineAt(0).ascent() - look.strong.metrics.ascent() if line.moves else 0
        high = look.strong.metrics.height()
        above = box.top() + _AIR[self.rows()]
        top = QRectF(_LEFT, above + lower, self.score_width(), high)
        painter.drawText(top, int(Qt.AlignmentFlag.AlignRight), line.score)
        if line.detail:
            painter.setFont(look.small.font)
            painter.setPen(look["muted"])
            beside = self.detail_width()
            below = look.strong.metrics.height() if line.score and not beside else 0
            painter.drawText(
                top.translated(beside, below), int(Qt.AlignmentFlag.AlignRight), line.detail
            )
        painter.setPen(look["ink"])
        painter.setClipRect(box)
        moves.draw(painter, QPointF(left, above))
        painter.setClipping(False)

    def count_at(self, row: int, box: QRectF, point: QPointF) -> int:
        """The number of moves of a line up to the one at a point; 1 beside them."""
        line = self._view.rows[row]
        left = self.move_left()
        layout = self.laid(line, max(40.0, box.width() - left - _RIGHT))
        x, y = point.x() - left, point.y() - box.top() - _AIR[self.rows()]
        for number in range(layout.lineCount()):
            laid = layout.lineAt(number)
            if laid.y() <= y < laid.y() + laid.height() and x >= 0:
                found = laid.xToCursor(x)
                at = found[0] if isinstance(found, tuple) else found
                return _moves_before(line, at)
        return 1


def _moves_before(line: WordedLine, at: int) -> int:
    """The number of moves that begin before a character, at least 1."""
    count = end = 0
    for move in line.moves:
        if end > at:
            break
        count += 1
        end += len(move.text) + 1
    return max(1, count)


class LineView(RowView, QListView):
    """The lines. A move under the mouse is shown on a small board, after a click on the board of the desk.

    With the keys, Left and Right go from move to move of a line there. Enter or a double click puts the line
    into the record up to the move.

    Signals:
        chosen: the user looks at a line up to a move: (row, number of moves).
        wanted: the user wants a line up to a move in the record.
        left: the user pressed Escape.
    """

    chosen = Signal(int, int)
    wanted = Signal(int, int)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("analysis")
        self.lines: LineModel = LineModel(self)
        self._peek: Peek | None = None
        self._double = False  # the button that is let go was pressed twice
        self._reach = 1  # moves of the current row up to the one of the keys
        self._delegate = _LineDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setModel(self.lines)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)

    @property
    def rows(self) -> list[WordedLine]:
        """The lines shown."""
        return self.lines.rows

    def preview_with(self, peek: Peek) -> None:
        """Show positions under the mouse in a small board."""
        self._peek = peek
        self.destroyed.connect(peek.deleteLater)

    @property
    def reach(self) -> int:
        """The number of moves of the current row up to the one that the keys have gone to."""
        row = self.currentIndex().row()
        return (
            max(1, min(self._reach, len(self.rows[row].moves))) if 0 <= row < len(self.rows) else 1
        )

    def _walk(self, step: int) -> None:
        """Go to another move of the current row, and preview it."""
        index = self.currentIndex()
        if not index.isValid():
            return
        moves = self.rows[index.row()].moves
        self._reach = max(1, min(self.reach + step, len(moves)))
        self.viewport().update()
        self._put_away()
        self.chosen.emit(index.row(), self.reach)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._reach = 1
        self._put_away()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._put_away()

    def _put_away(self) -> None:
        if self._peek is not None:
            self._peek.put_away()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.look = look_of(self, self.look)

    def _at(self, point: QPoint) -> tuple[int, int] | None:
        """(row, number of moves) at a point of the viewport."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        box = QRectF(self.visualRect(index))
        return index.row(), self._delegate.count_at(index.row(), box, QPointF(point))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        found = self._at(event.position().toPoint())
        if found is None or self._peek is None:
            self._put_away()
            return
        row, count = found
        move = self.rows[row].moves[count - 1]
        self._peek.show_state(move.state, move.text, event.globalPosition().toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._double = False
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position().toPoint())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self._double = True
            self.wanted.emit(*found)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        found = self._at(event.position().toPoint())
        if found is not None and event.button() == Qt.MouseButton.LeftButton and not self._double:
            self._put_away()
            self._reach = found[1]
            self.chosen.emit(*found)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Leave, QEvent.Type.Hide):
            self._put_away()
        return super().viewportEvent(event)

    def event(self, event: QEvent) -> bool:
        return keeps(event, EVERY_WAY | {Qt.Key.Key_Escape}) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _GO and self.currentIndex().isValid():
            self._put_away()
            row, reach = self.currentIndex().row(), self.reach
            if event.key() in ENTER:
                self._reach = 1
                self.wanted.emit(row, reach)
            else:
                self.chosen.emit(row, reach)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._walk(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
