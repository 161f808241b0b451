"""The order in which a record is printed, worked out from the tree alone.

As in every printed record: a move and its comment, then the moves that could have been played
instead with all that follows them, then what follows the move itself. Nothing here recurses, and
nothing is kept between calls.
"""

from __future__ import annotations

from viewer.tree.node import Node


def has_others(node: Node) -> bool:
    """Whether other lines are printed right after a node: it has siblings and is the first."""
    parent = node.parent
    return parent is not None and len(parent.children) > 1 and parent.children[0] is node


def is_head(node: Node) -> bool:
    """Whether a line other than its parent's begins with a node."""
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
        if siblings[0] is node:
            node = parent
            continue
        index = siblings.index(node) + 1
        if index < len(siblings):
            return siblings[index]
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
        if mine is siblings[0]:
            return mine is self.node
        if branch is siblings[0]:
            return branch is not other
        return siblings.index(mine) < siblings.index(branch)
