"""The current line as a table: a row per ply."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QColor, QFont

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.edits import Change
from viewer.games.clocks import totals
from viewer.tree.action import Remark, Takeback
from viewer.tree.annotation import CLOCK as CLOCK_FACET
from viewer.tree.annotation import ELAPSED
from viewer.tree.annotation import MOMENT as MOMENT_FACET
from viewer.tree.evaluation import elapsed_of
from viewer.tree.node import Node
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.words import RowWords, Wording
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import tip
from viewer.ui.toolkit.style import theme_in_use

NODE_ROLE = Qt.ItemDataRole.UserRole
PLY, SIDE, MOVE, SIGNS, VALUE, USED, TOTAL, CLOCK, MOMENT, COMMENT = range(10)
_TIMES = {USED: ELAPSED, CLOCK: CLOCK_FACET, MOMENT: MOMENT_FACET}
_HEADERS: tuple[Message, ...] = (
    message("Ply"),
    message("Side"),
    message("Move"),
    message("Glyphs"),
    message("Evaluation"),
    message("Used"),
    message("Total"),
    message("Clock"),
    message("Second"),
    message("Comment"),
)
_ROLES = [Qt.ItemDataRole.FontRole, Qt.ItemDataRole.ForegroundRole]


class LineModel(QAbstractTableModel):
    """The line through the current node. When the line changes, common rows stay."""

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wording = Wording(session)
        self._line: list[Node] = session.line
        self._current = session.cursor.index - 1
        self._timed: list[int] | None = None
        self._totals: list[str] | None = None  # of the line, worked out when one is seen
        session.moved.connect(self._moved)
        session.chosen.connect(self._moved)
        session.changed.connect(self._changed)
        session.restyled.connect(self._all_other)
        session.reloaded.connect(self._reload)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._line) - 1

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(_HEADERS)

    def node_at(self, row: int) -> Node | None:
        """The node of a row, None if there is no such row."""
        return self._line[row + 1] if 0 <= row < len(self._line) - 1 else None

    @property
    def root(self) -> int:
        """The id of the start, which has no row."""
        return self._line[0].id

    @property
    def current_row(self) -> int:
        """The row of the current node, -1 at the start."""
        return self._current

    def words(self, row: int) -> RowWords | None:
        """The words of a row; None if there is no such row."""
        node = self.node_at(row)
        return None if node is None else self._wording.of(node)

    def timed(self) -> list[int]:
        """The columns of evaluations and times that have a value anywhere in the line."""
        if self._timed is None:
            facets = {facet for node in self._line if node.notes for facet in node.notes}
            if any(node.notes and elapsed_of(node) for node in self._line):
                facets.add(ELAPSED)
            timed = [column for column, facet in _TIMES.items() if facet in facets]
            self._timed = sorted([*timed, TOTAL]) if ELAPSED in facets else timed
            if any(map(self._wording.evaluation, self._line)):
                self._timed.insert(0, VALUE)
        return self._timed

    def time(self, row: int, column: int) -> str:
        """The evaluation or a time of a row, by its column; "" for none."""
        node = self.node_at(row)
        if node is None:
            return ""
        if column == VALUE:
            return self._wording.evaluation(node)
        if column == USED:
            return elapsed_of(node)
        if column != TOTAL:
            said = node.notes.get(_TIMES[column])
            return said if isinstance(said, str) else ""
        if self._totals is None:
            self._totals = totals(self._session.states, self._line)
        return self._totals[row + 1]

    def is_ply(self, row: int) -> bool:
        """Whether a row is a move or an end, not a remark between moves."""
        node = self.node_at(row)
        return node is not None and not isinstance(node.action, Takeback | Remark | None)

    def side_colour(self, row: int) -> str:
        """The theme's token of the colour of the side that moves in a row; "" for none."""
        node = self.node_at(row)
        side = self._wording.side(node) if node is not None and self.is_ply(row) else None
        return "" if side is None else side.colour

    # ----------------------------------------------------------------------------------- data

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        node = self.node_at(index.row()) if index.isValid() else None
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(node, index.row(), index.column())
        if role == NODE_ROLE:
            return node.id
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(node, index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._wording.tip(node)) or None
        if role == Qt.ItemDataRole.FontRole and index.row() == self._current:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            if self._wording.of(node).problem is not None:
                return QColor(theme_in_use()["bad"])
            return QColor(theme_in_use()["accent"]) if index.row() == self._current else None
        return None

    def _text(self, node: Node, row: int, column: int) -> str:
        if column == PLY:
            return str(row + 1)
        if column == SIDE:
            side = self._wording.side(node)
            return "" if side is None else tr(side.name)
        if column in (VALUE, USED, TOTAL, CLOCK, MOMENT):
            return self.time(row, column)
        words = self._wording.of(node)
        if column == MOVE:
            return words.move
        if column == COMMENT:
            return "  ".join(part for part in (words.bookmark, words.comment) if part)
        return " ".join(sign for _, sign in words.signs)

    def _spoken(self, node: Node, row: int, column: int) -> str:
        return self._wording.spoken(node) if column == MOVE else self._text(node, row, column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return tr(_HEADERS[section]) if 0 <= section < len(_HEADERS) else None
        return None

    # -------------------------------------------------------------------------------- changes

    def _moved(self) -> None:
        self._take_line()
        before, self._current = self._current, self._session.cursor.index - 1
        for row in dict.fromkeys((before, self._current)):
            self._rows_other(row, row, _ROLES)

    def _take_line(self) -> None:
        """Update the rows; those before the first difference stay."""
        new = self._session.line
        if new is self._line:
            return
        self._totals = self._timed = None
        old, same = self._line, 0
        for a, b in zip(old, new, strict=False):
            if a is not b:
                break
            same += 1
        same = max(same, 1)  # the root is no row
        if same < len(old):
            self.beginRemoveRows(QModelIndex(), same - 1, len(old) - 2)
            self._line = old[:same]
            self.endRemoveRows()
        if same < len(new):
            self.beginInsertRows(QModelIndex(), same - 1, len(new) - 2)
            self._line = new
            self.endInsertRows()
        self._line = new

    def _rows_other(self, first: int, last: int, roles: list[Qt.ItemDataRole]) -> None:
        if 0 <= first <= last < self.rowCount():
            self.dataChanged.emit(self.index(first, 0), self.index(last, COMMENT), roles)

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        if not touched:
            return
        self._wording.forget()
        self._totals = self._timed = None
        self._take_line()
        self._current = self._session.cursor.index - 1
        if any(one.facet == "action" for one in touched):
            self._rows_other(0, self.rowCount() - 1, [])
            return
        if any(one.facet == ELAPSED for one in touched):  # all totals behind it are others
            self._rows_other(0, self.rowCount() - 1, [])
            return
        for id in dict.fromkeys(one.node for one in touched if one.facet != "children"):
            row = self._row_of(id)
            self._rows_other(row, row, [])

    def _row_of(self, id: int | None) -> int:
        """The row of a node's id, -1 if the line doesn't contain it."""
        node = self._session.record.nodes.get(id) if id is not None else None
        if node is None:
            return -1
        if node is self._session.node:
            return self._current
        try:
            return self._line.index(node) - 1
        except ValueError:
            return -1

    def _all_other(self) -> None:
        self._wording.forget()
        self._timed = None
        self._rows_other(0, self.rowCount() - 1, [])

    def _reload(self) -> None:
        self.beginResetModel()
        self._wording.forget()
        self._totals = self._timed = None
        self._line = self._session.line
        self._current = self._session.cursor.index - 1
        self.endResetModel()
