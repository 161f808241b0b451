"""Candidate moves as a table: a row for each move, with a column for each number or word said of it."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QFont

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.ui.models import NOWHERE, Index
from viewer.ui.session.candidates import Candidates
from viewer.ui.toolkit.plain import tip

MOVE = 0
"""The column of the move; those of the source's columns follow."""
_MOVES = CandidateColumn(message("Move"), number=False)
_MOST = 26  # rows: as many as the board shows
_LONG = 20  # characters, from which on a cell may not show all
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


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
            return _RIGHT if self.is_number(column) else _LEFT
        if role == Qt.ItemDataRole.FontRole and column == MOVE and self.rows[row].taken:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def _spoken(self, row: int) -> str:
        """The whole row: the move, what it is worth, and each value with the name of its column."""
        one = self.rows[row]
        said = [one.text, one.sign]
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
            return _RIGHT if self.is_number(section) else _LEFT
        return None
