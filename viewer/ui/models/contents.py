"""The table of contents as a list: titles with their depth, bookmarks among them."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.text import readable
from viewer.document import plans
from viewer.document.plans import steps as plans_steps
from viewer.document.reading.views import ContentsEntry
from viewer.tree.node import Node
from viewer.ui.models import NOWHERE, Index, ends_that_stay
from viewer.ui.models.words import bookmark_words
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.table_of_contents import TableOfContents

ENTRY_ROLE = Qt.ItemDataRole.UserRole


class ContentsModel(QAbstractListModel):
    """A row per entry; its text can be edited, "" removes the title or bookmark.

    Attributes:
        entries: those that have rows.
        concealed: whether only those on the way to the current node have, since the session conceals what
            follows.
    """

    def __init__(
        self, session: RecordSession, contents: TableOfContents, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._contents = contents
        self.concealed = session.concealing
        self.entries: tuple[ContentsEntry, ...] = self._shown()
        self._rows: dict[int, int] | None = None  # by node, made when one is asked for
        contents.found.connect(self._take)
        session.moved.connect(self._follow)
        session.chosen.connect(self._follow)

    def _shown(self) -> tuple[ContentsEntry, ...]:
        entries = self._contents.now.entries
        if not self.concealed:
            return entries
        way = {node.id for node in self._session.node.path()}
        return tuple(entry for entry in entries if entry.node in way)

    def _follow(self) -> None:
        """Show what the current node lets see."""
        before, self.concealed = self.concealed, self._session.concealing
        if before or self.concealed:
            self._take()

    def _take(self) -> None:
        """Update the rows; unchanged ones stay."""
        self._rows = None
        old, new = self.entries, self._shown()
        same, tail = ends_that_stay(old, new)
        if [one.node for one in old] == [one.node for one in new]:
            self.entries = new
            if same < len(new):
                self.dataChanged.emit(self.index(same), self.index(len(new) - tail - 1))
            return
        if same + tail < len(old):
            self.beginRemoveRows(QModelIndex(), same, len(old) - tail - 1)
            self.entries = old[:same] + old[len(old) - tail :]
            self.endRemoveRows()
        if same + tail < len(new):
            self.beginInsertRows(QModelIndex(), same, len(new) - tail - 1)
            self.entries = new
            self.endInsertRows()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def node(self, row: int) -> Node | None:
        """The node of a row, None if there is no such row or the node is gone."""
        if not 0 <= row < len(self.entries):
            return None
        return self._session.record.nodes.get(self.entries[row].node)

    def row_of(self, node: Node) -> int:
        """The row that a node belongs to: the nearest entry above it in its line; -1 for none."""
        if self._rows is None:
            self._rows = {entry.node: row for row, entry in enumerate(self.entries)}
        rows = self._rows
        at: Node | None = node
        while at is not None:
            if at.id in rows:
                return rows[at.id]
            at = at.parent
        return -1

    def can_move(self, row: int, step: int) -> bool:
        """Whether a row's variation can be moved by a number of places among its siblings."""
        node = self.node(row)
        return node is not None and plans_steps.sibling_variation(node, step) is not None

    def move(self, row: int, step: int) -> None:
        """Move a row's variation by a number of places among its siblings."""
        node = self.node(row)
        if node is not None:
            self._session.do_on(node, plans_steps.shift_variation, step)
            self._contents.runner.run_now()

    def can_move_to(self, row: int, to: int) -> bool:
        """Whether the variations of two rows are siblings."""
        one, other = self.node(row), self.node(to)
        if one is None or other is None:
            return False
        a, b = plans_steps.head_of(one), plans_steps.head_of(other)
        return a is not None and b is not None and a is not b and a.parent is b.parent

    def move_to(self, row: int, to: int) -> None:
        """Move a row's variation to the place of a sibling's."""
        one, other = self.node(row), self.node(to)
        if one is not None and other is not None:
            self._session.do_on(one, plans_steps.move_variation, other)
            self._contents.runner.run_now()

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flag = Qt.ItemFlag
        able = flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable
        return able | flag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.EditRole:
            return entry.text
        if role == Qt.ItemDataRole.DisplayRole:
            return readable(entry.text) if entry.titled else bookmark_words(entry.text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = readable(entry.text) if entry.titled else bookmark_words(entry.text)
            if not entry.titled:
                return tr(message("bookmark: {text}", text=text))
            return tr(message("{text}, level {level}", text=text, level=entry.depth + 1))
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        node = self.node(index.row()) if index.isValid() else None
        if node is None or role != Qt.ItemDataRole.EditRole:
            return False
        entry = self.entries[index.row()]
        text = " ".join(str(value).split())
        if text == entry.text:
            return False
        plan = plans_steps.title if entry.titled else plans.bookmark
        self._session.do_on(node, plan, text)
        self._contents.runner.run_now()
        return True
