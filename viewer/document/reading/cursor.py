"""The current node of a record, and navigation from there.

The cursor is no part of the record: it remembers which child was taken at each fork, so that going
back and forth stays in the line that is being looked at. All ways down the line follow what it
remembers; only `home` forgets it.
"""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.tree.action import Action
from viewer.tree.annotation import BOOKMARK
from viewer.tree.node import Node
from viewer.tree.record import Record


class RememberedPath(NamedTuple):
    """A cursor's state, for a record that may be dropped or read again meanwhile.

    Attributes:
        node: id of the current node.
        chosen: ids of the children chosen at forks, by the ids of the forks.
        actions: of the nodes from the root to the current one.
    """

    node: int
    chosen: dict[int, int]
    actions: tuple[Action | None, ...]


class Cursor:
    """A current node and the line through it.

    Attributes:
        record: the record.
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
        """Index of the current node in `line`."""
        self.line  # noqa: B018  # works the index out
        return self._index

    @property
    def next(self) -> Node | None:
        """The child that `forward` goes to, None at the end."""
        return self._child_of(self.node)

    def _child_of(self, node: Node) -> Node | None:
        if not node.children:
            return None
        chosen = self._chosen.get(node.id)
        child = None if chosen is None else self.record.nodes.get(chosen)
        return child if child is not None and child.parent is node else node.children[0]

    def go(self, node: Node) -> None:
        """Go to a node; forks on the way remember it."""
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
        """The cursor's state, to be restored later."""
        return RememberedPath(self.node.id, dict(self._chosen), _actions_to(self.node))

    def take_up(self, stand: RememberedPath) -> None:
        """Restore a state in this record.

        If its node is gone or means something else, since another program changed the file, go as far as
        the same actions lead.
        """
        self._chosen = dict(stand.chosen)
        node = self.record.nodes.get(stand.node)
        if node is None or _actions_to(node)[1:] != stand.actions[1:]:
            node = _end_of(self.record.root, stand.actions[1:])
            self._chosen.clear()
            self.go(node)
        self.node = node
        self._line = None

    def choose(self, child: Node) -> None:
        """Make a child of the current node the next one, without going there."""
        if child.parent is self.node:
            self._chosen[self.node.id] = child.id
            self._line = None

    def home(self) -> None:
        """Go to the start and forget the forks: the line is the main line again."""
        self._chosen.clear()
        self.node = self.record.root
        self._line = None

    @property
    def remembers(self) -> bool:
        """Whether any fork is remembered."""
        return bool(self._chosen)

    def record_changed(self) -> None:
        """Update after an edit: if the current node is gone, go to the last one before it that is left."""
        before, self._line = self._line or [], None
        nodes = self.record.nodes
        if nodes.get(self.node.id) is not self.node:
            left = (nodes[one.id] for one in reversed(before) if one.id in nodes)
            self.node = nodes.get(self.node.id) or next(left, self.record.root)

    # ------------------------------------------------------------------------------ the ways

    def forward(self, plies: int = 1) -> Node:
        """The node a number of plies on in the line (back if negative), at most its end."""
        index = min(max(self.index + plies, 0), len(self.line) - 1)
        return self.line[index]

    def last(self) -> Node:
        """The end of the line."""
        return self.line[-1]

    def sibling(self, step: int) -> Node | None:
        """The next (1) or previous (-1) sibling of the current move; None if there is none."""
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
        """The node at which the current variation branches off; None on the main line."""
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


def _actions_to(node: Node) -> tuple[Action | None, ...]:
    return tuple([above.action for above in node.path()])


def _end_of(node: Node, actions: Sequence[Action | None]) -> Node:
    """The last node that actions lead to from a node, as far as there are children with them."""
    for action in actions:
        below = next((child for child in node.children if child.action == action), None)
        if below is None:
            break
        node = below
    return node
