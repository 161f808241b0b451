"""The cross table of an event: everyone against everyone, or round by round."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QTableView,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Number, counted, message
from viewer.library.ask.crosstable import EVERYONE, CrossTable, cells, half_points
from viewer.ui.models import NOWHERE, Index
from viewer.ui.pages.rows import plain_table
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, plain_button
from viewer.ui.toolkit.plain import Label, literal

_BEFORE = 3  # place, name, rating
_HEIGHT = 28
_NAME = 1  # the column of the players, whose texts begin at its left
_ALONE = "—"  # of a player against himself; a cross is a loss in Japan


class TableModel(QAbstractTableModel):
    """The cells of a cross table."""

    def __init__(self, table: CrossTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._cells = [cells(table, at) for at in range(len(table.players))]
        count = len(self._cells[0]) if self._cells else 0
        second = message("S-B") if table.kind == EVERYONE else message("Buchholz")
        self._titles = (
            *("", tr(message("Player")), tr(message("Rating"))),
            *map(str, range(1, count + 1)),
            *(tr(message("Points")), tr(second)),
        )

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._cells)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        one = self._table.players[row]
        inside = column - _BEFORE
        if column == 0:
            return str(one.rank)
        if column == 1:
            return one.name
        if column == 2:
            return "" if one.rating is None else str(one.rating)
        if inside < len(self._cells[row]):
            alone = self._table.kind == EVERYONE and inside == row
            return _ALONE if alone else self._cells[row][inside]
        if inside == len(self._cells[row]):
            return half_points(one.points)
        second = one.second / (4 if self._table.kind == EVERYONE else 2)
        return tr(message("{number}", number=Number.of(second)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != _NAME:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.FontRole and index.column() in (1, len(self._titles) - 2):
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == _NAME else Qt.AlignmentFlag.AlignHCenter
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class CrossTableDialog(QDialog):
    """A cross table; not modal.

    Signals:
        narrowed: the games of a player in it are wanted: (name).

    Attributes:
        model, view: the table.
    """

    narrowed = Signal(str)

    def __init__(self, name: str, table: CrossTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = tr(message("Cross table: {event}", event=name))
        self.setWindowTitle(literal(title))
        self.model = TableModel(table, self)
        self.view = QTableView()
        self.view.setObjectName("crosstable")
        plain_table(self.view, _HEIGHT)
        self.view.setModel(self.model)
        self.view.setAccessibleName(title)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setAlternatingRowColors(False)
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(26)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.activated.connect(lambda _: self._narrow())
        words = message(
            "{players}, {games}",
            players=counted("{count} player", "{count} players", len(table.players)),
            games=counted("{count} game", "{count} games", table.games),
        )
        if table.rounds:
            rounds = counted("{count} round", "{count} rounds", table.rounds)
            words = message("{what}, {rounds}", what=words, rounds=rounds)
        column = dialog_column(self)
        column.addWidget(Label(tr(words), look="muted"))
        column.addWidget(self.view, 1)
        narrow = plain_button(message("Show the player's games"), self._narrow)
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(narrow, end=close))
        self.resize(900, 560)
        if table.players:
            self.view.selectRow(0)

    def _narrow(self) -> None:
        row = self.view.currentIndex().row()
        if 0 <= row < len(self._table.players):
            self.narrowed.emit(self._table.players[row].name)
