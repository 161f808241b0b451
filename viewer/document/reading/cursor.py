"""Where somebody stands in a record, and the ways to go from there.

The cursor is no part of the record: it remembers which child was taken at each fork, so that going
back and forth stays in the line that is being looked at. All ways down the line follow what it
remembers; only `home` forgets it.
"""

from __future__ import annotations

from typing import NamedTuple

from viewer.tree.annotation import BOOKMARK
from viewer.tree.node import Node
from viewer.tree.record import Record


class RememberedPath(NamedTuple):
    """Where somebody stood in a record that may be dropped meanwhile: ids of nodes."""

    node: int
    chosen: dict[int, int]


class Cursor:
    """A current node and the line through it.

    Attributes:
        record: the record it walks in.
        node: the current node.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.node = record.root
        self._chosen: dict[int, int] = {}
        self._line: list[Node] | None = None
        self._index = 0

    @property
    def line(self) -> list[Node]:
        """The nodes from the root through the current one to the leaf, by the children taken last."""
        if self._line is None:
            line = self.node.path()
            self._index = len(line) - 1
            below = self.next
            while below is not None:
                line.append(below)
                below = self._child_of(below)
            self._line = line
        return self._line

    @property
    def index(self) -> int:
        """Place of the current node in `line`: its ply."""
        self.line  # noqa: B018  # works the index out
        return self._index

    @property
    def next(self) -> Node | None:
        """The child that `forward` goes to."""
        return self._child_of(self.node)

    def _child_of(self, node: Node) -> Node | None:
        if not node.children:
            return None
        chosen = self._chosen.get(node.id)
        if chosen is not None:
            for child in node.children:
                if child.id == chosen:
                    return child
        return node.children[0]

    def go(self, node: Node) -> None:
        """Stand at a node of the record; the forks on the way there remember it."""
        if self._line is not None:
            line = self._line
            for near in (self._index + 1, self._index - 1, self._index):
                if 0 <= near < len(line) and line[near] is node:
                    self.node, self._index = node, near
                    return
        self.node = node
        below = node
        while below.parent is not None:
            if len(below.parent.children) > 1:
                self._chosen[below.parent.id] = below.id
            below = below.parent
        self._line = None

    def stand(self) -> RememberedPath:
        """Where it stands now, to be taken up again later."""
        return RememberedPath(self.node.id, dict(self._chosen))

    def take_up(self, stand: RememberedPath) -> None:
        """Stand where somebody stood in this record; at the start where that node is gone."""
        self._chosen = dict(stand.chosen)
        self.node = self.record.nodes.get(stand.node, self.record.root)
        self._line = None

    def choose(self, child: Node) -> None:
        """Remember a child of the current node as the one to go to, without going."""
        if child.parent is self.node:
            self._chosen[self.node.id] = child.id
            self._line = None

    def home(self) -> None:
        """Stand at the start and remember no forks: the line is the main one again."""
        self._chosen.clear()
        self.node = self.record.root
        self._line = None

    @property
    def remembers(self) -> bool:
        """Whether it remembers forks."""
        return bool(self._chosen)

    def record_changed(self) -> None:
        """The record was edited: where the current node is gone, stand at the start."""
        self._line = None
        if self.record.nodes.get(self.node.id) is not self.node:
            self.node = self.record.nodes.get(self.node.id, self.record.root)

    # ------------------------------------------------------------------------------ the ways

    def forward(self, plies: int = 1) -> Node:
        """The node some plies on in the line (back for negative numbers), at most its end."""
        index = min(max(self.index + plies, 0), len(self.line) - 1)
        return self.line[index]

    def last(self) -> Node:
        """The end of the line."""
        return self.line[-1]

    def sibling(self, step: int) -> Node | None:
        """The next (1) or previous (-1) variation to the current move; None if there is none."""
        parent = self.node.parent
        if parent is None:
            return None
        index = parent.children.index(self.node) + step
        return parent.children[index] if 0 <= index < len(parent.children) else None

    def into_variation(self) -> Node | None:
        """The first move of the first variation at the current node, or at the next fork of the line."""
        for node in self.line[self.index :]:
            if len(node.children) > 1:
                taken = self._child_of(node)
                others = [child for child in node.children if child is not taken]
                return others[0]
        return None

    def out_of_variation(self) -> Node | None:
        """The node at which the current variation leaves its line; None on the main line."""
        node = self.node
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return node.parent
            node = node.parent
        return None

    def bookmarks(self) -> list[Node]:
        """The nodes that have a bookmark, in the order of the file. Walks through the record."""
        return [node for node in self.record.root.walk() if BOOKMARK in node.notes]

    def bookmarked(self, step: int) -> Node | None:
        """The next (1) or previous (-1) node of the record with a bookmark, in the order of the file."""
        last: Node | None = None
        passed = False
        for node in self.record.root.walk():
            if node is self.node:
                if step < 0:
                    return last
                passed = True
            elif BOOKMARK in node.notes:
                if passed:
                    return node
                last = node
        return None

    def commented(self, step: int) -> Node | None:
        """The next (1) or previous (-1) node of the line with a comment."""
        index = self.index + step
        while 0 <= index < len(self.line):
            if self.line[index].comment:
                return self.line[index]
            index += step
        return None
