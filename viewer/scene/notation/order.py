"""The order in which a record is printed, worked out from the tree alone.

As in every printed record: a move and its comment, then the moves that could have been played
instead with all that follows them, then what follows the move itself. Chapters are no alternatives:
each stands with all that is in it before the next. Nothing here recurses, and nothing is kept
between calls.
"""

from __future__ import annotations

from viewer.tree.action import Setup
from viewer.tree.node import Node


def is_heading(node: Node) -> bool:
    """Whether a node is no event of play but a title, a comment or a position that is set up."""
    return node.action is None or type(node.action) is Setup


def has_chapters(node: Node) -> bool:
    """Whether chapters follow a node rather than variations: several children, the first two headings."""
    children = node.children
    return len(children) > 1 and is_heading(children[0]) and is_heading(children[1])


def has_others(node: Node) -> bool:
    """Whether other lines are printed right after a node: it has siblings, is the first, and no chapter."""
    parent = node.parent
    return (
        parent is not None
        and len(parent.children) > 1
        and parent.children[0] is node
        and not has_chapters(parent)
    )


def is_head(node: Node) -> bool:
    """Whether a line other than its parent's, or a further chapter, begins with a node."""
    parent = node.parent
    return parent is not None and parent.children[0] is not node


def following(node: Node) -> Node | None:
    """The node that is printed after everything below a node; None at the end of the record.

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
    """The node that is printed after a node and its comment; None at the end of the record."""
    if has_others(node):
        assert node.parent is not None
        return node.parent.children[1]
    return node.children[0] if node.children else following(node)


class PrintPosition:
    """Where a node stands in the order of printing, to be compared with many others.

    Costs a step per node above it; a comparison costs a step per node from the other one up to
    where both lines meet.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self._path = node.path()
        self._depth = {one: depth for depth, one in enumerate(self._path)}

    def before(self, other: Node) -> bool:
        """Whether the node is printed before another one of the same record."""
        depth = self._depth
        if other in depth:  # above it, or itself
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
            return siblings.index(mine) < siblings.index(branch)
        if mine is siblings[0]:
            return mine is self.node
        if branch is siblings[0]:
            return branch is not other
        return siblings.index(mine) < siblings.index(branch)
