"""The row structure of the variation model: which rows exist and how they change, without their text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt, Signal

from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.words import (
    STEP,
    TOP,
    WHOLE,
    Group,
    GroupChanges,
    has_lines,
    owner_of,
    rows_below,
)

MOVE, COMMENT = 0, 1
_LEAF = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_BRANCH = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_NONE = Qt.ItemFlag.NoItemFlags


class VariationRows(QAbstractItemModel):
    """The rows of a record's variations.

    An index carries its node's id, a number; nothing Python owns is ever pointed to. Groups of rows
    longer than WHOLE show a window: `fetchMore` lets it grow downwards, `fetch_before` upwards, and
    `index_of` moves it to where a node is.

    Attributes:
        still: windows must not grow now.

    Signals:
        mended: rows changed because of an edit; sent when all are in place.
    """

    mended = Signal()

    def __init__(self, record: Record, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._record = record
        self._groups: dict[int, Group] = {}
        self._group_of: dict[int, Group] = {}
        self._parents: dict[int, QModelIndex] = {}
        self._mending = False
        self._changing = False
        self.still = False

    def set_record(self, record: Record) -> None:
        """Show a record."""
        self.beginResetModel()
        self._record = record
        self._groups.clear()
        self._group_of.clear()
        self._parents.clear()
        self.endResetModel()

    # ------------------------------------------------------------------------------ structure

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        # Qt asks this for every open row at every layout: nothing is called that needn't be.
        group = self._group(parent)
        if group is None or not (0 <= row < group.high - group.low and 0 <= column <= COMMENT):
            return QModelIndex()
        return self.createIndex(row, column, group.ids[group.low + row])

    def parent(self, index: Index | None = None) -> Any:
        if index is None:
            return QObject.parent(self)
        group = self._group_of.get(index.internalId()) if index.isValid() else None
        if group is None:
            return QModelIndex()
        # Qt climbs from every index it holds at every edit; branches may be nested 3,000 deep.
        above = self._parents.get(group.owner)
        if above is None:
            above = self._parents[group.owner] = self.shown(group.owner)
        return above

    def rowCount(self, parent: Index = NOWHERE) -> int:
        group = self._group(parent)
        return 0 if group is None else len(group)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return COMMENT + 1

    def hasChildren(self, parent: Index = NOWHERE) -> bool:
        if not parent.isValid():
            return self.rowCount() > 0
        return parent.column() == 0 and self.has_rows(parent.internalId())

    def flags(self, index: Index) -> Qt.ItemFlag:
        column = index.column()
        if column == 0:
            return _BRANCH if self.has_rows(index.internalId()) else _LEAF
        return _LEAF if column > 0 else _NONE

    def canFetchMore(self, parent: Index) -> bool:
        group = self._group(parent)
        return group is not None and group.more and not self._busy

    def fetchMore(self, parent: Index) -> None:
        group = self._group(parent)
        if group is not None and not self._busy:
            group_end = group.high + STEP
            self._read(group, group_end + 1)
            self._show(group, group.low, group_end)

    def can_fetch_before(self, parent: Index) -> bool:
        """Whether a row has child rows before the first one shown."""
        group = self._group(parent)
        return group is not None and group.low > 0 and not self._busy

    def fetch_before(self, parent: Index) -> int:
        """Show more child rows before the first one shown; returns how many."""
        group = self._group(parent)
        if group is None or self._busy:
            return 0
        shown = len(group)
        self._show(group, group.low - STEP, group.high)
        return len(group) - shown

    def index_of(self, id: int) -> QModelIndex:
        """The index of a node; reads the lines that lead there as far as needed.

        Invalid for the root and for ids that the record doesn't have.
        """
        node = self._record.nodes.get(id)
        if node is None or node.parent is None or self._busy:
            return QModelIndex()
        known = self.shown(id)
        if known.isValid():
            return known
        way: list[tuple[int, int]] = []
        while True:
            owner = owner_of(node)
            way.append((owner, node.id))
            if owner == TOP or self.shown(owner).isValid():
                break
            node = self._record.nodes[owner]
        for owner, below in reversed(way):
            self._reach(owner, below)
        return self.shown(id)

    @property
    def root(self) -> int:
        """The id of the start, which has no row."""
        return self._record.root.id

    def main_line_end(self, first: bool) -> QModelIndex:
        """The first or the last row of the main line."""
        *_, last = line = list(self._record.root.main_line())
        return self.index_of((line[1] if first and len(line) > 1 else last).id)

    def parents(self) -> list[QModelIndex]:
        """The rows whose child rows have been read, and the invalid index."""
        return [self.shown(owner) for owner in self._groups]

    @property
    def _busy(self) -> bool:
        """Whether rows can't be added now: others are being announced, or a view lays them out."""
        return self._mending or self._changing or self.still

    @property
    def mending(self) -> bool:
        """Whether rows are being updated after an edit."""
        return self._mending

    def shown(self, id: int) -> QModelIndex:
        """The index of a node if its row is shown already; reads nothing."""
        group = self._group_of.get(id)
        row = -1 if group is None else group.row(id)
        return QModelIndex() if row < 0 else self.createIndex(row, 0, id)

    def ids_between(self, parent: Index, first: int, last: int) -> list[int]:
        """The ids of a range of child rows."""
        group = self._group(parent)
        return [] if group is None else group.ids[group.low + first : group.low + last + 1]

    def level(self, id: int) -> int:
        """The depth of a node's row; 0 for one that hasn't been read."""
        group = self._group_of.get(id)
        return 0 if group is None else group.level

    def edge(self, id: int) -> int:
        """1 for the last row shown of a group that goes on, -1 for the first of one cut off above."""
        group = self._group_of.get(id)
        if group is None or not len(group):
            return 0
        if group.ids[group.high - 1] == id and group.more:
            return 1
        return -1 if group.low > 0 and group.ids[group.low] == id else 0

    # --------------------------------------------------------------------------------- groups

    def has_rows(self, id: int) -> bool:
        """Whether a node's row has child rows."""
        group = self._groups.get(id)
        if group is not None:
            return len(group) > 0
        node = self._record.nodes.get(id)
        return node is not None and not self._mending and has_lines(node)

    def _group(self, parent: Index) -> Group | None:
        """The child group of an index, read if needed; None if it can have none."""
        column = parent.column()
        if column > 0:
            return None
        owner = parent.internalId() if column == 0 else TOP
        group = self._groups.get(owner)
        if group is None and not self._mending and (owner == TOP or self.has_rows(owner)):
            group = self._begin(owner)
            self._read(group, WHOLE + 1)
            group.high = len(group.ids) if group.read else STEP
        return group

    def _begin(self, owner: int) -> Group:
        group = self._groups[owner] = self._new_group(owner)
        return group

    def _new_group(self, owner: int) -> Group:
        level = 0 if owner == TOP else self.level(owner) + 1
        return Group(owner, level, rows_below(self._record, owner))

    def _read(self, group: Group, count: int) -> None:
        for id in group.fill(count):
            self._group_of[id] = group

    def _reach(self, owner: int, id: int) -> None:
        """Make a group show one of its rows."""
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
            self._parents.clear()
            self._show(group, low, high)
        else:
            self._show(group, min(low, group.low), max(high, group.high))

    # ----------------------------------------------------------------- rows that come and go

    def _show(self, group: Group, low: int, high: int) -> None:
        """Grow a group's window to a range."""
        low, high = max(low, 0), min(high, len(group.ids))
        parent = self.shown(group.owner)
        self._changing = True
        if low < group.low:
            self.beginInsertRows(parent, 0, group.low - low - 1)
            group.low = low
            self._parents.clear()
            self.endInsertRows()
        if high > group.high:
            self.beginInsertRows(parent, len(group), high - group.low - 1)
            group.high = high
            self.endInsertRows()
        self._changing = False

    def _hide(self, group: Group, start: int, end: int) -> None:
        """Shrink a group's window by a range at one of its ends."""
        if start >= end:
            return
        first = start - group.low
        self._changing = True
        self.beginRemoveRows(self.shown(group.owner), first, first + end - start - 1)
        if end == group.high:
            group.high = start
        else:
            group.low = end
        self._drop_below(group.ids[start:end])
        self._parents.clear()
        self.endRemoveRows()
        self._changing = False

    def _take_out(self, group: Group, start: int, end: int) -> None:
        """Remove rows that no longer exist from a group."""
        low, high = max(start, group.low), min(end, group.high)
        if low < high:
            first = low - group.low
            self.beginRemoveRows(self.shown(group.owner), first, first + high - low - 1)
        gone = group.take_out(start, end)
        for id in gone:
            self._group_of.pop(id, None)
        self._drop_below(gone)
        self._parents.clear()
        if low < high:
            self.endRemoveRows()

    def _put_in(self, plan: GroupChanges, low: int, high: int) -> None:
        """Insert new rows into a group; `low` to `high` was its window before the removal."""
        group, place, new = plan.group, plan.start, plan.new
        at_end = group.read and place == len(group.ids)
        inside = group.low < place < group.high and len(new) > 0
        if inside and len(new) > WHOLE:
            self._hide(group, place, group.high)
            inside = False
        if inside:
            first = place - group.low
            self.beginInsertRows(self.shown(group.owner), first, first + len(new) - 1)
        group.put_in(place, new, inside)
        for id in new:
            self._group_of[id] = group
        self._parents.clear()
        if inside:
            self.endInsertRows()
        if group.read and len(group.ids) <= WHOLE:
            self._show(group, 0, len(group.ids))
        elif not inside:
            if not len(group):
                group.low = group.high = min(low, max(0, len(group.ids) - STEP))
                self._parents.clear()
            more = min(len(new), STEP) if at_end else 0
            self._show(group, group.low, max(high, group.high + more, group.low + 1))

    def _drop_below(self, ids: Iterable[int]) -> None:
        """Drop the groups below removed rows."""
        waiting = list(ids)
        while waiting:
            group = self._groups.pop(waiting.pop(), None)
            if group is not None:
                for id in group.ids:
                    self._group_of.pop(id, None)
                waiting.extend(group.ids)

    # ---------------------------------------------------------------------------------- edits

    def mend(self, parents: list[Node]) -> None:
        """Update rows after the children of some nodes changed.

        All removals come before insertions, so that no node ever has two rows.
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
        before = {node.id for node in firsts if self.shown(node.id).isValid()}
        plans = [GroupChanges(group, self._record) for group in groups.values()]
        windows = [(plan.group.low, plan.group.high) for plan in plans]
        self._mending = True
        for plan in plans:
            if self._groups.get(plan.group.owner) is plan.group:
                self._take_out(plan.group, plan.start, plan.end)
        for plan, (low, high) in zip(plans, windows, strict=True):
            if self._groups.get(plan.group.owner) is plan.group:
                self._put_in(plan, low, high)
                plan.finish()
        for node in firsts:
            if node.id not in self._groups and self.shown(node.id).isValid():
                self._tell_lines(node, node.id in before)
        self._mending = False
        for plan in plans:
            if self._groups.get(plan.group.owner) is plan.group:
                self._read(plan.group, plan.group.high + 1)
        self.mended.emit()

    def _tell_lines(self, node: Node, before: bool) -> None:
        """Announce that an unread row may have gained or lost child rows."""
        parent = self.shown(node.id)
        group = self._new_group(node.id)
        if has_lines(node):
            self._groups[node.id] = group
            self._read(group, WHOLE + 1)
            self._show(group, 0, len(group.ids) if group.read else STEP)
        elif before:
            # It is a leaf now. What stood below nobody has looked at: one row stands for it.
            other = self._record.next_id
            group.put_in(0, [other], True)
            self._groups[node.id] = self._group_of[other] = group
            self.beginRemoveRows(parent, 0, 0)
            del self._groups[node.id], self._group_of[other]
            self.endRemoveRows()
