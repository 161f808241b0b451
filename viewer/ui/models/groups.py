"""Groups of rows of the variation model, without Qt: which nodes are children of a row, in which order.

The rows below a row are the lines that leave there: each begins with a later sibling of the row's
node and follows the first children to a leaf. A group holds ids only, reads them from the record
when they are looked at, and shows a window of them, so that a line of 20,000 plies costs what is
on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from viewer.tree.node import Node
from viewer.tree.record import Record

TOP = -1
"""The owner of the main line's rows."""
WHOLE = 600
"""Rows up to which a group is shown whole."""
STEP = 300
"""Rows by which the window of a longer one grows."""


def has_lines(node: Node) -> bool:
    """Whether variations begin beside a node: it is the first of several siblings."""
    siblings = node.parent.children if node.parent is not None else ()
    return len(siblings) > 1 and siblings[0] is node


def rows_below(record: Record, owner: int) -> Iterator[int]:
    """The ids of a row's child rows, from the current record."""
    heads: tuple[Node, ...] = ()
    if owner == TOP:
        heads = record.root.children[:1]
    else:
        node = record.nodes.get(owner)
        if node is not None and has_lines(node):
            assert node.parent is not None
            heads = node.parent.children[1:]
    for node in heads:
        while True:  # `main_line`, without a generator for each line: there may be thousands
            yield node.id
            children = node.children
            if not children:
                break
            node = children[0]


def owner_of(node: Node) -> int:
    """The parent row of a node's row. Walks up to where its line begins."""
    while True:
        parent = node.parent
        if parent is None:
            return TOP
        if parent.children[0] is not node:
            return parent.children[0].id
        node = parent


class Group:
    """The child rows of a row.

    Attributes:
        owner: id of that row, or TOP.
        level: depth of the rows: 0 for the main line.
        ids: of the rows read so far, in order.
        low, high: the window of `ids` that is shown as rows.
    """

    __slots__ = ("_rows", "_source", "_window", "high", "ids", "level", "low", "owner")

    def __init__(self, owner: int, level: int, source: Iterable[int]) -> None:
        self.owner = owner
        self.level = level
        self.ids: list[int] = []
        self.low = self.high = 0
        self._source: Iterator[int] | None = iter(source)
        self._rows: dict[int, int] | None = None
        self._window = (0, 0)

    def __len__(self) -> int:
        return self.high - self.low

    @property
    def read(self) -> bool:
        """Whether all rows have been read."""
        return self._source is None

    @property
    def more(self) -> bool:
        """Whether there are rows after the window."""
        return self.high < len(self.ids) or self._source is not None

    def fill(self, count: int) -> list[int]:
        """Read until there are `count` rows, or all; returns the new ones."""
        if self._source is None or count <= len(self.ids):
            return []
        wanted = count - len(self.ids)
        new = list(islice(self._source, wanted))
        if len(new) < wanted:
            self._source = None
        self.ids.extend(new)
        return new

    def place(self, id: int) -> int:
        """The index of a row in `ids`. Raises ValueError."""
        return self.ids.index(id)

    def row(self, id: int) -> int:
        """The row number of a node, -1 if it isn't shown."""
        if self._rows is None or self._window != (self.low, self.high):
            self._window = (self.low, self.high)
            self._rows = {each: row for row, each in enumerate(self.ids[self.low : self.high])}
        return self._rows.get(id, -1)

    def take_out(self, start: int, end: int) -> list[int]:
        """Remove and return `ids[start:end]`. The window keeps showing the rest."""
        gone = self.ids[start:end]
        del self.ids[start:end]
        self.low -= max(0, min(end, self.low) - start)
        self.high -= max(0, min(end, self.high) - start)
        self._rows = None
        return gone

    def put_in(self, place: int, new: list[int], shown: bool) -> None:
        """Insert rows at an index; unless `shown`, the window keeps showing what it shows."""
        self.ids[place:place] = new
        if shown:
            self.high += len(new)
        elif place <= self.low and place < self.high:
            self.low += len(new)
            self.high += len(new)
        self._rows = None

    def read_from(self, source: Iterator[int] | None) -> None:
        """The node from which rows after `ids` are read; None if there are none."""
        self._source = source


class GroupChanges:
    """The change that brings a group up to date with the record.

    Attributes:
        group: the group.
        start, end: the range that is removed.
        new: the ids inserted at `start`.
    """

    __slots__ = ("_rest", "end", "group", "new", "start")

    def __init__(self, group: Group, record: Record) -> None:
        self.group = group
        source = rows_below(record, group.owner)
        old = group.ids
        first = list(islice(source, len(old)))
        same = _common_head(old, first)
        self._rest: Iterator[int] | None = None
        if group.read:
            new = [*first[same:], *source]
            tail = _common_tail(old, new, same)
            self.start, self.end = same, len(old) - tail
            self.new = new[: len(new) - tail]
        else:
            # The rows read so far may end anywhere: what follows the first difference comes anew.
            self.start, self.end = same, len(old)
            self.new = first[same:]
            self._rest = source

    def finish(self) -> None:
        """Set where the group reads on after the change."""
        self.group.read_from(self._rest)


def _common_head(old: list[int], new: list[int]) -> int:
    """Length of the common prefix; by slices, since there may be 200,000 ids."""
    same, most, step = 0, min(len(old), len(new)), 1 << 16
    while step and same < most:
        if old[same : same + step] == new[same : same + step]:
            same += step
        else:
            step //= 4
    return min(same, most)


def _common_tail(old: list[int], new: list[int], start: int) -> int:
    """Length of the common suffix of `old[start:]` and `new`."""
    same, most, step = 0, min(len(old) - start, len(new)), 1 << 16
    while step and same < most:
        size = min(step, most - same)
        a, b = len(old) - same, len(new) - same
        if old[a - size : a] == new[b - size : b]:
            same += size
        else:
            step //= 4
    return same
