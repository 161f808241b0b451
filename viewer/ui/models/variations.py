"""The tree of variations as a Qt model: depth is depth of variation, not of ply.

A row is an action of a line. The rows of the top are the main line; the rows below a row are the
lines that leave there, one after the other, each beginning with what could have been played
instead. The root has no row.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.edits import Change
from viewer.document.reading.views import line_to
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.ui.models import Index
from viewer.ui.models.variation_rows import COMMENT, MOVE, VariationRows
from viewer.ui.models.words import RowWords, Wording
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import tip
from viewer.ui.toolkit.style import theme_in_use

NODE_ROLE = Qt.ItemDataRole.UserRole


def _shown(session: RecordSession) -> Record:
    """The record, or the line to the current node if what follows is hidden."""
    return line_to(session.record, session.node) if session.concealing else session.record


class VariationModel(VariationRows):
    """The outline of a session's record: rows and their texts. NODE_ROLE is a node's id."""

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(_shown(session), parent)
        self._session = session
        self._wording = Wording(session)
        self._current = session.node.id
        self._concealed = session.concealing
        session.moved.connect(self._moved)
        session.chosen.connect(self._chosen)
        session.changed.connect(self._changed)
        session.restyled.connect(self._all_other)
        session.reloaded.connect(self._reload)

    @property
    def current(self) -> int:
        """The id of the current node."""
        return self._current

    # ---------------------------------------------------------------------------------- edits

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        if not touched:
            return
        self._wording.forget()
        if self._concealed:
            self._reload()
            return
        parents = dict.fromkeys(one.node for one in touched if one.facet == "children")
        if parents:
            self.mend(
                [
                    node
                    for id in parents
                    if id is not None and (node := self._session.record.nodes.get(id)) is not None
                ]
            )
        if any(one.facet == "action" for one in touched):
            self._all_other()
            return
        for id in dict.fromkeys(one.node for one in touched if one.facet != "children"):
            if id is not None:
                self._row_other(id)

    def _row_other(self, id: int, *roles: int) -> None:
        index = self.shown(id)
        if index.isValid():
            self.dataChanged.emit(index, index.siblingAtColumn(COMMENT), list(roles))

    def _all_other(self) -> None:
        """Announce that the texts of all rows changed."""
        self._wording.forget()
        for parent in self.parents():
            last = self.rowCount(parent) - 1
            if last >= 0:
                first = self.index(0, MOVE, parent)
                self.dataChanged.emit(first, self.index(last, COMMENT, parent))

    def _moved(self) -> None:
        before, self._current = self._current, self._session.node.id
        if self._concealed:
            self._reload()
            return
        for id in (before, self._current):
            self._row_other(id, Qt.ItemDataRole.FontRole, Qt.ItemDataRole.ForegroundRole)

    def _reload(self) -> None:
        self._wording.forget()
        self._current = self._session.node.id
        self._concealed = self._session.concealing
        self.set_record(_shown(self._session))

    def _chosen(self) -> None:
        if self._concealed != self._session.concealing:
            self._reload()

    # ----------------------------------------------------------------------------------- data

    def words(self, id: int) -> RowWords | None:
        """The words of a node's row; None if the record has no such node."""
        node = self._session.record.nodes.get(id)
        return None if node is None else self._wording.of(node)

    def begins_line(self, id: int) -> bool:
        """Whether a node begins a line."""
        node = self._session.record.nodes.get(id)
        parent = None if node is None else node.parent
        return parent is not None and parent.children[0] is not node

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        id = index.internalId()
        if role == NODE_ROLE:
            return id
        node = self._session.record.nodes.get(id)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            words = self._wording.of(node)
            return words.text if index.column() == MOVE else words.comment
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._wording.spoken(node)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._wording.tip(node)) or None
        if role == Qt.ItemDataRole.FontRole and id == self._current:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._colour(node)
        return None

    def _colour(self, node: Node) -> QColor | None:
        if self._wording.of(node).problem is not None:
            return QColor(theme_in_use()["bad"])
        return QColor(theme_in_use()["accent"]) if node.id == self._current else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return tr(message("Move") if section == MOVE else message("Comment"))
        return None
