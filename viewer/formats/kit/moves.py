"""Builds records of one line of moves."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.tree.action import Action
from viewer.tree.annotation import NoteValue
from viewer.tree.node import EMPTY, Node


class MoveLine:
    """Builds the tree of a record without variations.

    Attributes:
        root, last: the first node, and the last one so far.
        nodes: the nodes by id, from 0.
    """

    def __init__(self, start: Action | None) -> None:
        self.root = self.last = Node(0, None, start)
        self.nodes = {0: self.root}

    def add(self, action: Action | None, notes: Mapping[str, NoteValue] = EMPTY) -> Node:
        """Append a node, and return it."""
        node = Node(len(self.nodes), self.last, action, notes)
        self.last.children = (node,)
        self.nodes[node.id] = self.last = node
        return node
