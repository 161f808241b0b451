"""Candidate moves as rows with numbers, for mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.painter import saved
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.ui.models import NOWHERE, Index
from viewer.ui.pages.rows import (
    HEIGHT,
    FontMeasures,
    RowLook,
    RowPen,
    RowView,
    fill_row,
    plain_table,
    scaled,
    set_row_height,
)
from viewer.ui.session.candidates import Candidates
from viewer.ui.toolkit.focus import ENTER, UP_AND_DOWN, keeps
from viewer.ui.toolkit.plain import tip

MOVE = 0
"""The column of the move; those of the source's columns follow."""
_MOVES = CandidateColumn(message("Move"), number=False)
_MOST = 26  # rows: as many as the board shows
_LONG = 20  # characters, from which on a cell may not show all
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_AT_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_SHOWN = 3  # visible rows, if there is room
_GO = (*ENTER, Qt.Key.Key_Space)
_LEFT = Qt.MouseButton.LeftButton
_GAP = 10
_BAR, _PART = 76, 44  # widths of a bar of shares, of one of a single share
_LETTERS = 5  # of a name, which say little with fewer
_LINK = 5  # figures that a link has room for at least: a year
_LETTER = 24  # px from the left of a letter to the move
_RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class CandidateModel(QAbstractTableModel):
    """The candidates for the current position. It follows the position when `show_moves` is called.

    Attributes:
        rows: the candidates shown, in order.
    """

    def __init__(self, moves: Candidates, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._moves = moves
        self.rows: list[Candidate] = []

    def show_moves(self) -> None:
        """Read the candidates for the current position."""
        self.beginResetModel()
        self.rows = self._moves.rows(_MOST)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 1 + len(self._moves.columns)

    @property
    def lettered(self) -> bool:
        """Whether some rows have letters, for which all leave room."""
        return any(one.letter for one in self.rows)

    def kind(self, column: int) -> CandidateColumn:
        """What a column holds; words for that of the move."""
        return _MOVES if column == MOVE else self._moves.columns[column - 1]

    @property
    def link(self) -> int:
        """The column of links, 0 if there is none."""
        return next((at for at, one in enumerate(self._moves.columns, 1) if one.link), 0)

    def is_number(self, column: int) -> bool:
        """Whether a column holds numbers, which are aligned right."""
        return self.kind(column).number

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        one = self.rows[row]
        if column == MOVE:
            return one.text or "…"
        return one.values[column - 1] if column <= len(one.values) else ""

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            text = self.text(row, column)
            long = len(text) > _LONG or self.kind(column).shares or self.kind(column).link
            return tip(text) if long and text else None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row) if column == MOVE else self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _AT_RIGHT if self.is_number(column) else _AT_LEFT
        if role == Qt.ItemDataRole.FontRole and column == MOVE and self.rows[row].taken:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def _spoken(self, row: int) -> str:
        """The whole row: the move, what it is worth, and each value with the name of its column."""
        one = self.rows[row]
        said = [one.letter, one.text, one.sign]
        for column, value in zip(self._moves.columns, one.values, strict=False):
            said.append(f"{tr(column.name)} {value}" if value else "")
        if one.taken:
            said.append(tr(message("taken when going on")))
        return ", ".join(part for part in said if part)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(self.kind(section).name)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _AT_RIGHT if self.is_number(section) else _AT_LEFT
        return None


class _CandidateDelegate(QStyledItemDelegate):
    """Paints cells as plain text; a row's background is painted with its first cell."""

    def __init__(self, view: CandidateRows, model: CandidateModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, look = self._view, self._view.look
        row, column = index.row(), index.column()
        one = self._model.rows[row]
        box = QRectF(option.rect).adjusted(_GAP, 0, -_GAP / 2, 0)
        if column == MOVE:
            wide = view.viewport().width() - 2
            ground = QRectF(1, option.rect.top() + 0.5, wide, option.rect.height() - 1)
            focus = view.hasFocus() and row == view.currentIndex().row()
            fill_row(painter, ground, look, False, row == view.pointed, focus)
            pen = RowPen(painter, box, look)
            if one.letter:
                _paint_letter(painter, box, one.letter, row == view.pointed, look)
            if self._model.lettered:
                pen = RowPen(painter, box.adjusted(_LETTER, 0, 0, 0), look)
            pen.write(
                self._model.text(row, column), look.strong if one.taken else look.move, "ink", 6
            )
            worth = ("bad", "muted", "good")[one.praise + 1]
            pen.write(one.sign.replace("-", "\u2212"), look.small, worth)
            return
        text = self._model.text(row, column)
        kind = self._model.kind(column)
        if kind.shares and one.shares is not None:
            _paint_shares(painter, box, one.shares, view.sides, look)
            return
        if kind.share and one.share is not None:
            _paint_share(painter, box, one.share, look)
            return
        if not kind.number:
            ink = "accent" if kind.link and row == view.pointed else "ink"
            face = look.small if kind.link else look.move
            text = _readable(text, face, box.width()) if kind.link else text
            RowPen(painter, box, look).write(text, face, ink)
            return
        painter.setFont(look.small.font)
        painter.setPen(look["muted"])
        painter.drawText(box, _RIGHT, text)


def _readable(text: str, face: FontMeasures, room: float) -> str:
    """The text, or its year alone where only a few letters of the names would fit after it."""
    year, _, names = text.partition(" ")
    wide = face.metrics.horizontalAdvance
    cut = wide(text) > room and wide(f"{year} {names[:_LETTERS]}…") > room
    return year if cut and year.isdecimal() else text


def _paint_shares(
    painter: QPainter,
    box: QRectF,
    shares: tuple[int, int, int],
    sides: tuple[str, str],
    look: RowLook,
) -> None:
    """How often the first side won, drew and lost, as a bar in the colours of the sides."""
    total = sum(shares)
    if not total:
        return
    bar = QRectF(box.left(), round(box.center().y()) - 4.5, box.width(), 9)
    won, drawn, _ = (bar.width() * one / total for one in shares)
    shape = QPainterPath()
    shape.addRoundedRect(bar, 3, 3)
    first, second = (QColor(look.theme.sign(side)) for side in sides)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(shape)
        painter.fillRect(bar, second)
        painter.fillRect(QRectF(bar.left(), bar.top(), won + drawn, bar.height()), look["hairline"])
        painter.fillRect(QRectF(bar.left(), bar.top(), won, bar.height()), first)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look["muted"], 0.8))
        painter.drawPath(shape)


def _paint_letter(
    painter: QPainter, box: QRectF, letter: str, pointed: bool, look: RowLook
) -> None:
    """The letter that the square of the row has on the board, in a ring."""
    ring = QRectF(box.left(), round(box.center().y()) - 8.5, 17, 17)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look["accent"], 1.3))
        painter.setBrush(look["accent"] if pointed else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring)
        painter.setFont(look.small.font)
        painter.setPen(look["on-accent"] if pointed else look["accent"])
        painter.drawText(ring, int(Qt.AlignmentFlag.AlignCenter), letter)


def _paint_share(painter: QPainter, box: QRectF, share: float, look: RowLook) -> None:
    """How often a move was played, as a bar as long as its part of all moves."""
    bar = QRectF(box.left(), round(box.center().y()) - 2.5, box.width(), 5)
    painter.fillRect(bar, look["hairline"])
    painter.fillRect(
        QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), look["muted"]
    )


class CandidateRows(RowView, QTableView):
    """The table. The row under the mouse or the cursor is shown on the board as an arrow; a click or Space
    looks at what follows, a double click or Enter puts it into the record.

    In tables with a column of links, a click there and Shift+Enter open what it names.

    Attributes:
        sides: the tokens of the sides' colours, where shares are shown.

    Signals:
        left: the user pressed Escape.
        linked: the user opens the link of a row, by the id of its candidate.
    """

    left = Signal()
    linked = Signal(int)
    sides = ("", "")

    def __init__(self, moves: Candidates, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("candidates")
        plain_table(self, HEIGHT)
        self._moves = moves
        self._model = CandidateModel(moves, self)
        self.setModel(self._model)
        self.setItemDelegate(_CandidateDelegate(self, self._model))
        self.setAccessibleName(tr(message("Next moves")))
        self._widths: dict[int, int] = {}
        self._said: set[int] = set()  # columns that said something once
        self._double = False  # the button that is let go was pressed twice
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._set_columns()
        self.clicked.connect(self._clicked)

    def _set_columns(self) -> None:
        columns = self.horizontalHeader()
        columns.setSectionsClickable(False)
        columns.setHighlightSections(False)
        columns.setMinimumSectionSize(36)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._stretch(self._model.link or MOVE)
        columns.setAccessibleName(tr(message("Columns")))
        metrics = columns.fontMetrics()
        for column in range(MOVE + 1, self._model.columnCount()):
            name = str(self._model.headerData(column, Qt.Orientation.Horizontal))
            wide = max(metrics.horizontalAdvance(text) for text in (name, "0,000+"))
            columns.resizeSection(column, wide + 2 * _GAP)
        self._fit_head()
        self.set_shown(_SHOWN)

    def set_shown(self, rows: int) -> None:
        """Be as high as this number of rows, if there is room."""
        self._shown = rows
        self.setMaximumHeight(self._head + rows * self._row)
        self.updateGeometry()

    @property
    def _row(self) -> int:
        """The height of a row in pixels."""
        return scaled(HEIGHT, self)

    def fit_rows(self) -> None:
        set_row_height(self, self._row)
        self._fit_head()
        self.set_shown(self._shown)

    def _fit_head(self) -> None:
        # Independent of the number of moves: else the page would jump from move to move.
        self._head = self.horizontalHeader().fontMetrics().height() + 8
        self.horizontalHeader().setFixedHeight(self._head)

    def _fit_words(self) -> None:
        """Make columns of words as wide as the words, up to half of the table."""
        metrics = self.look.move.metrics
        texts = self._model.text
        if self._model.link:
            self._fit_all()
            return
        for column in range(MOVE + 1, self._model.columnCount()):
            if not self._model.is_number(column) and self._model.rows:
                rows = range(len(self._model.rows))
                wide = max(metrics.horizontalAdvance(texts(row, column)) for row in rows) + 2 * _GAP
                known = self.columnWidth(column)
                half = self.viewport().width() // 2
                self.setColumnWidth(column, max(known, min(half, round(wide))))

    def _fit_all(self) -> None:
        """Make all columns but that of links as wide as what they say; they never get narrower."""
        texts = self._model.text
        rows = range(len(self._model.rows))
        for column in range(self._model.columnCount()):
            kind = self._model.kind(column)
            if kind.link:
                self._said.add(column)
                continue
            face = self.look.strong if column == MOVE else self.look.small
            if kind.shares or kind.share:
                self._said.add(column)
                wide = float(_BAR if kind.shares else _PART)
            else:
                self._said |= {column} if any(texts(row, column) for row in rows) else set()
                wide = max(
                    (face.metrics.horizontalAdvance(texts(row, column)) for row in rows), default=0
                )
            if column == MOVE and self._model.lettered:
                wide += _LETTER
            name = str(self._model.headerData(column, Qt.Orientation.Horizontal))
            wide = max(wide, self.horizontalHeader().fontMetrics().horizontalAdvance(name))
            wide += 1.5 * _GAP + 2
            if round(wide) > self._widths.get(column, 0):
                self._widths[column] = round(wide)
                self.setColumnWidth(column, round(wide))
        self._fit_room()

    def _fit_room(self) -> None:
        """Show as many columns as there is room for, with some of it for the link."""
        link = self._model.link
        if not link or not self._widths:
            return
        least = self.look.small.metrics.horizontalAdvance("0" * _LINK) + 1.5 * _GAP + 2
        widths = {**self._widths, link: round(least)}
        room = self.viewport().width() - sum(widths.values())
        for column in sorted(widths, key=lambda one: -self._model.kind(one).spare):
            spare = self._model.kind(column).spare
            gone = spare > 0 and (room < 0 or column not in self._said)
            room += widths[column] if gone else 0
            self.setColumnHidden(column, gone)
        self._stretch(MOVE if self.isColumnHidden(link) else link)

    def _stretch(self, widest: int) -> None:
        columns = self.horizontalHeader()
        for column in {MOVE, self._model.link}:
            mode = (
                QHeaderView.ResizeMode.Stretch if column == widest else QHeaderView.ResizeMode.Fixed
            )
            columns.setSectionResizeMode(column, mode)
        if widest != MOVE and MOVE in self._widths:
            self.setColumnWidth(MOVE, self._widths[MOVE])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_room()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._head + self._shown * self._row)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self._head + self._row)

    def show_moves(self) -> None:
        """Show the candidates for the current position."""
        self._point_at(-1)
        self._model.show_moves()
        self._fit_words()
        if self.hasFocus():
            self._stand_first()

    # -------------------------------------------------------------------------------- pointing

    def _point_at(self, row: int) -> None:
        super()._point_at(row)
        rows = self._model.rows
        self._moves.point_at(rows[row].id if 0 <= row < len(rows) else None)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if self.hasFocus():
            self._point_at(current.row())

    def _stand_first(self) -> None:
        """Make the move that `forward` takes the current row, else the first."""
        rows = self._model.rows
        taken = next((row for row, one in enumerate(rows) if one.taken), 0)
        self.setCurrentIndex(self._model.index(taken, MOVE))
        self._point_at(taken if rows else -1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._stand_first()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._point_at(-1)

    # ---------------------------------------------------------------------------------- playing

    def _clicked(self, index: Index) -> None:
        if self._model.kind(index.column()).link:
            self._open_link(index.row())
        else:
            self._enter(index.row())

    def _open_link(self, row: int) -> None:
        if self._model.link and 0 <= row < len(self._model.rows):
            self.linked.emit(self._model.rows[row].id)

    def _enter(self, row: int) -> None:
        if 0 <= row < len(self._model.rows):
            self._moves.enter(self._model.rows[row].id)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._double = False
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Put in what the first click has shown: the rows may be those of what follows it by now."""
        self._double = event.button() == _LEFT
        if self._double:
            self._moves.put_in(None)
        else:
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._double:
            super().mouseReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        return keeps(event, UP_AND_DOWN | {Qt.Key.Key_Escape}) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _GO and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._open_link(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Space:
            self._enter(self.currentIndex().row())
        elif event.key() in ENTER:
            rows, row = self._model.rows, self.currentIndex().row()
            self._moves.put_in(rows[row].id if 0 <= row < len(rows) else None)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            last = len(self._model.rows) - 1
            row = 0 if event.key() == Qt.Key.Key_Home else last
            self.setCurrentIndex(self._model.index(row, MOVE))
        else:
            super().keyPressEvent(event)
