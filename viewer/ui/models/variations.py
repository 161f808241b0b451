"""The tree of variations as a Qt model: depth is depth of variation, not of ply.

A row is an action of a line. The rows of the top are the main line; the rows below a row are the
lines that leave there, one after the other, each beginning with what could have been played
instead. The root has no row.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont

from viewer.base.messages import message
from viewer.document.ops import Change
from viewer.tree.node import Node
from viewer.ui.models.groups import (
    STEP,
    TOP,
    WHOLE,
    Group,
    Mending,
    has_lines,
    owner_of,
    rows_below,
)
from viewer.ui.models.words import Wording, Words
from viewer.ui.study import Study
from viewer.ui.style import theme_in_use
from viewer.ui.translate import tr

NODE_ROLE = Qt.ItemDataRole.UserRole
MOVE, COMMENT = 0, 1
_NOWHERE = QModelIndex()
_LEAF = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
_BRANCH = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_NONE = Qt.ItemFlag.NoItemFlags


class VariationModel(QAbstractItemModel):
    """The outline of a study's record.

    An index carries its node's id, a number; nothing Python owns is ever pointed to. Groups of rows
    longer than WHOLE show a window: `fetchMore` lets it grow downwards, `fetch_before` upwards, and
    `index_of` moves it to where a node is.

    Signals:
        mended: rows came or went because of an edit; sent when all of them are in their places.
    """

    mended = Signal()

    def __init__(self, study: Study, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._wording = Wording(study)
        self._groups: dict[int, Group] = {}
        self._group_of: dict[int, Group] = {}
        self._mending = False
        self._current = study.node.id
        study.moved.connect(self._moved)
        study.changed.connect(self._changed)
        study.restyled.connect(self._all_other)
        study.reloaded.connect(self._reload)

    # ------------------------------------------------------------------------------ structure

    def index(self, row: int, column: int, parent: QModelIndex = _NOWHERE) -> QModelIndex:
        if row < 0 or not 0 <= column <= COMMENT:
            return QModelIndex()
        group = self._group(parent)
        if group is None or row >= len(group):
            return QModelIndex()
        return self.createIndex(row, column, group.ids[group.low + row])

    def parent(self, index: QModelIndex = _NOWHERE) -> QModelIndex:  # type: ignore[override]
        group = self._group_of.get(index.internalId()) if index.isValid() else None
        return QModelIndex() if group is None else self._place_of(group.owner)

    def rowCount(self, parent: QModelIndex = _NOWHERE) -> int:
        group = self._group(parent)
        return 0 if group is None else len(group)

    def columnCount(self, parent: QModelIndex = _NOWHERE) -> int:
        return COMMENT + 1

    def hasChildren(self, parent: QModelIndex = _NOWHERE) -> bool:
        if not parent.isValid():
            return self.rowCount() > 0
        return parent.column() == 0 and self._has_rows(parent.internalId())

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return _NONE
        return _BRANCH if index.column() == 0 and self._has_rows(index.internalId()) else _LEAF

    def canFetchMore(self, parent: QModelIndex) -> bool:
        group = self._group(parent)
        return group is not None and group.more

    def fetchMore(self, parent: QModelIndex) -> None:
        group = self._group(parent)
        if group is not None:
            group_end = group.high + STEP
            self._read(group, group_end + 1)
            self._show(group, group.low, group_end)

    def can_fetch_before(self, parent: QModelIndex) -> bool:
        """Whether rows come before the first one shown below a row."""
        group = self._group(parent)
        return group is not None and group.low > 0

    def fetch_before(self, parent: QModelIndex) -> int:
        """Show more rows before the first one below a row; how many."""
        group = self._group(parent)
        if group is None:
            return 0
        shown = len(group)
        self._show(group, group.low - STEP, group.high)
        return len(group) - shown

    def index_of(self, id: int) -> QModelIndex:
        """The row of a node; the lines that lead there are read as far as it needs.

        Invalid for the root and for ids that the record doesn't have.
        """
        node = self._study.record.nodes.get(id)
        if node is None or node.parent is None or self._mending:
            return QModelIndex()
        known = self._place_of(id)
        if known.isValid():
            return known
        way: list[tuple[int, int]] = []
        while True:
            owner = owner_of(node)
            way.append((owner, node.id))
            if owner == TOP or self._place_of(owner).isValid():
                break
            node = self._study.record.nodes[owner]
        for owner, below in reversed(way):
            self._reach(owner, below)
        return self._place_of(id)

    def node_of(self, index: QModelIndex) -> int | None:
        """The node's id of a row, None for no row."""
        return index.internalId() if index.isValid() else None

    # --------------------------------------------------------------------------------- groups

    def _has_rows(self, id: int) -> bool:
        group = self._groups.get(id)
        if group is not None:
            return len(group) > 0
        node = self._study.record.nodes.get(id)
        return node is not None and not self._mending and has_lines(node)

    def _group(self, parent: QModelIndex) -> Group | None:
        """The rows below an index, read now where they haven't been; None where there can be none."""
        if not parent.isValid():
            owner = TOP
        elif parent.column() == 0:
            owner = parent.internalId()
        else:
            return None
        group = self._groups.get(owner)
        if group is None and not self._mending and (owner == TOP or self._has_rows(owner)):
            group = self._begin(owner)
            self._read(group, WHOLE + 1)
            group.high = len(group.ids) if group.read else STEP
        return group

    def _begin(self, owner: int) -> Group:
        group = self._groups[owner] = Group(owner, rows_below(self._study.record, owner))
        return group

    def _read(self, group: Group, count: int) -> None:
        for id in group.fill(count):
            self._group_of[id] = group

    def _place_of(self, id: int) -> QModelIndex:
        """The row of an id that has been read and is shown."""
        group = self._group_of.get(id)
        row = -1 if group is None else group.row(id)
        return QModelIndex() if row < 0 else self.createIndex(row, 0, id)

    def _reach(self, owner: int, id: int) -> None:
        """Let the group of an owner show a row of it."""
        fresh = owner not in self._groups
        group = self._groups.get(owner) or self._begin(owner)
        self._read(group, WHOLE + 1)
        while id not in self._group_of:
            self._read(group, len(group.ids) + STEP)
        place = group.place(id)
        if group.read and len(group.ids) <= WHOLE:
            low, high = 0, len(group.ids)
        else:
            low, high = max(0, place - STEP // 2), place + STEP // 2
            self._read(group, high + 1)
        high = min(high, len(group.ids))
        if fresh:
            group.low, group.high = low, high
        elif high < group.low or low > group.high:
            self._hide(group, group.low, group.high)
            group.low = group.high = low
            self._show(group, low, high)
        else:
            self._show(group, min(low, group.low), max(high, group.high))

    # ----------------------------------------------------------------- rows that come and go

    def _show(self, group: Group, low: int, high: int) -> None:
        """Let the window grow to these places."""
        low, high = max(low, 0), min(high, len(group.ids))
        parent = self._place_of(group.owner)
        if low < group.low:
            self.beginInsertRows(parent, 0, group.low - low - 1)
            group.low = low
            self.endInsertRows()
        if high > group.high:
            self.beginInsertRows(parent, len(group), high - group.low - 1)
            group.high = high
            self.endInsertRows()

    def _hide(self, group: Group, start: int, end: int) -> None:
        """Let the window shrink by the rows at these places, which lie at one of its ends."""
        if start >= end:
            return
        first = start - group.low
        self.beginRemoveRows(self._place_of(group.owner), first, first + end - start - 1)
        if end == group.high:
            group.high = start
        else:
            group.low = end
        self._drop_below(group.ids[start:end])
        self.endRemoveRows()

    def _take_out(self, group: Group, start: int, end: int) -> None:
        """Take rows that are no longer there out of a group."""
        low, high = max(start, group.low), min(end, group.high)
        if low < high:
            first = low - group.low
            self.beginRemoveRows(self._place_of(group.owner), first, first + high - low - 1)
        gone = group.take_out(start, end)
        for id in gone:
            self._group_of.pop(id, None)
        self._drop_below(gone)
        if low < high:
            self.endRemoveRows()

    def _put_in(self, group: Group, place: int, new: list[int], high: int) -> None:
        """Put new rows into a group; its window ended at `high` before anything was taken out."""
        at_end = group.read and place == len(group.ids)
        inside = group.low < place < group.high
        if inside and len(new) > WHOLE:
            self._hide(group, place, group.high)
            inside = False
        if inside:
            first = place - group.low
            self.beginInsertRows(self._place_of(group.owner), first, first + len(new) - 1)
        group.put_in(place, new, inside)
        for id in new:
            self._group_of[id] = group
        if inside:
            self.endInsertRows()
        elif group.read and len(group.ids) <= WHOLE:
            self._show(group, 0, len(group.ids))
        else:
            wanted = group.high + min(len(new), STEP) if at_end else high
            self._show(group, group.low, wanted)

    def _drop_below(self, ids: Iterable[int]) -> None:
        """Forget the groups below rows that are gone."""
        waiting = list(ids)
        while waiting:
            group = self._groups.pop(waiting.pop(), None)
            if group is not None:
                for id in group.ids:
                    self._group_of.pop(id, None)
                waiting.extend(group.ids)

    # ---------------------------------------------------------------------------------- edits

    def _changed(self, change: Change) -> None:
        touched = change.of(self._study.key)
        if not touched:
            return
        self._wording.forget()
        parents = dict.fromkeys(one.node for one in touched if one.facet == "children")
        if parents:
            self._mend(
                [
                    node
                    for id in parents
                    if id is not None and (node := self._study.record.nodes.get(id)) is not None
                ]
            )
        if any(one.facet == "action" for one in touched):
            self._all_other()
            return
        for id in dict.fromkeys(one.node for one in touched if one.facet != "children"):
            if id is not None:
                self._row_other(id)

    def _mend(self, parents: list[Node]) -> None:
        """Children of these nodes came, went or changed places: so do rows.

        All rows that go do so before any come, so that no node ever has two.
        """
        groups: dict[int, Group] = {}
        firsts: list[Node] = []
        for parent in parents:
            home = self._groups.get(TOP) if parent.parent is None else self._group_of.get(parent.id)
            if home is None:
                continue  # nobody has looked there
            groups[home.owner] = home
            firsts += parent.children[:1]
            for child in parent.children:
                if child.id in self._groups:
                    groups[child.id] = self._groups[child.id]
        before = {node.id for node in firsts if self._place_of(node.id).isValid()}
        plans = [Mending(group, self._study.record) for group in groups.values()]
        highs = {plan.group.owner: plan.group.high for plan in plans}
        self._mending = True
        for plan in plans:
            if self._groups.get(plan.group.owner) is plan.group:
                self._take_out(plan.group, plan.start, plan.end)
        for plan in plans:
            group = plan.group
            if self._groups.get(group.owner) is not group:
                continue
            if plan.new:
                self._put_in(group, plan.start, plan.new, highs[group.owner])
            plan.finish()
        for node in firsts:
            if node.id not in self._groups and self._place_of(node.id).isValid():
                self._tell_lines(node, node.id in before)
        self._mending = False
        for plan in plans:
            if self._groups.get(plan.group.owner) is plan.group:
                self._read(plan.group, plan.group.high + 1)
        self.mended.emit()

    def _tell_lines(self, node: Node, before: bool) -> None:
        """A row nobody has looked below may have rows there now, or none any longer."""
        parent = self._place_of(node.id)
        group = Group(node.id, rows_below(self._study.record, node.id))
        if has_lines(node):
            self._groups[node.id] = group
            self._read(group, WHOLE + 1)
            self._show(group, 0, len(group.ids) if group.read else STEP)
        elif before:
            # It is a leaf now; whether it was one before nobody knows any more.
            group.put_in(0, [node.id], True)
            self._groups[node.id] = group
            self.beginRemoveRows(parent, 0, 0)
            del self._groups[node.id]
            self.endRemoveRows()

    def _row_other(self, id: int, *roles: int) -> None:
        index = self._place_of(id)
        if index.isValid():
            self.dataChanged.emit(index, index.siblingAtColumn(COMMENT), list(roles))

    def _all_other(self) -> None:
        """What the rows say is another now."""
        self._wording.forget()
        for group in list(self._groups.values()):
            parent = self._place_of(group.owner)
            if len(group):
                last = self.index(len(group) - 1, COMMENT, parent)
                self.dataChanged.emit(self.index(0, 0, parent), last)

    def _moved(self) -> None:
        before, self._current = self._current, self._study.node.id
        for id in (before, self._current):
            self._row_other(id, Qt.ItemDataRole.FontRole, Qt.ItemDataRole.ForegroundRole)

    def _reload(self) -> None:
        self.beginResetModel()
        self._groups.clear()
        self._group_of.clear()
        self._wording.forget()
        self._current = self._study.node.id
        self.endResetModel()

    # ----------------------------------------------------------------------------------- data

    def words(self, id: int) -> Words | None:
        """What the row of a node says; None if the record has no such node."""
        node = self._study.record.nodes.get(id)
        return None if node is None else self._wording.of(node)

    def begins_line(self, id: int) -> bool:
        """Whether a line begins with a node."""
        node = self._study.record.nodes.get(id)
        parent = None if node is None else node.parent
        return parent is not None and parent.children[0] is not node

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        id = index.internalId()
        if role == NODE_ROLE:
            return id
        node = self._study.record.nodes.get(id)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            words = self._wording.of(node)
            return words.text if index.column() == MOVE else words.comment
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._wording.spoken(node)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._wording.tip(node) or None
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
