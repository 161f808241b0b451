"""The order in which a record is printed, computed from the tree alone.

As in printed records: a move and its comment, then the variations on that move with everything below
them, then the continuation of the move itself. Chapters aren't alternatives: each is printed with
everything in it before the next. No function recurses or keeps data between calls.
"""

from __future__ import annotations

from viewer.tree.action import Setup
from viewer.tree.node import Node


def is_heading(node: Node) -> bool:
    """Whether a node is a title, a comment or a preset position instead of an event of the game."""
    return node.action is None or type(node.action) is Setup


def has_chapters(node: Node) -> bool:
    """Whether a node's children are chapters, not variations: there are several, the first two headings."""
    children = node.children
    return len(children) > 1 and is_heading(children[0]) and is_heading(children[1])


def has_others(node: Node) -> bool:
    """Whether other lines are printed right after a node: it is the first of several siblings, no chapter."""
    parent = node.parent
    return (
        parent is not None
        and len(parent.children) > 1
        and parent.children[0] is node
        and not has_chapters(parent)
    )


def is_head(node: Node) -> bool:
    """Whether a variation or a further chapter begins with a node: it isn't its parent's first child."""
    parent = node.parent
    return parent is not None and parent.children[0] is not node


def following(node: Node) -> Node | None:
    """The node that is printed after a node and everything below it; None at the end of the record.

    Costs a step per node of the lines that end there.
    """
    while True:
        parent = node.parent
        if parent is None:
            return None
        siblings = parent.children
        chapters = has_chapters(parent)
        if siblings[0] is node and not chapters:
            node = parent
            continue
        index = siblings.index(node) + 1
        if index < len(siblings):
            return siblings[index]
        if chapters:
            node = parent
            continue
        main = siblings[0]
        if main.children:
            return main.children[0]
        node = main


def printed_next(node: Node) -> Node | None:
    """The node that is printed right after a node and its comment; None at the end of the record."""
    if has_others(node):
        assert node.parent is not None
        return node.parent.children[1]
    return node.children[0] if node.children else following(node)


class PrintPosition:
    """A node's position in the order of printing, for comparison with many other nodes.

    Costs a step per node above the node; a comparison costs a step per node from the other node up to
    the fork of both lines.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self._path = node.path()
        self._depth = {one: depth for depth, one in enumerate(self._path)}
        self._ranks: dict[Node, dict[Node, int]] = {}  # of the children of forks

    def before(self, other: Node) -> bool:
        """Whether the node is printed before another one.

        Raises ValueError if that isn't of the same record.
        """
        depth = self._depth
        if other in depth:  # above the node, or the node itself
            return False
        branch, fork = other, other.parent
        while fork is not None and fork not in depth:
            branch, fork = fork, fork.parent
        if fork is None:
            raise ValueError("the nodes are not of one record")
        if fork is self.node:
            return True
        mine = self._path[depth[fork] + 1]
        siblings = fork.children
        if has_chapters(fork):
            return self._rank(mine) < self._rank(branch)
        if mine is siblings[0]:
            return mine is self.node
        if branch is siblings[0]:
            return branch is not other
        return self._rank(mine) < self._rank(branch)

    def _rank(self, node: Node) -> int:
        """A node's place among its siblings, which are numbered once."""
        fork = node.parent
        assert fork is not None
        ranks = self._ranks.get(fork)
        if ranks is None:
            ranks = {child: rank for rank, child in enumerate(fork.children)}
            self._ranks[fork] = ranks
        return ranks[node]
