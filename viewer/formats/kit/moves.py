"""One line of moves: the tree that is made of it, and where another one begins to differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq
from typing import TypeVar

from viewer.tree.action import Action
from viewer.tree.annotation import NoteValue
from viewer.tree.node import EMPTY, Node

_Old = TypeVar("_Old")
_New = TypeVar("_New")


class MoveLine:
    """The tree of a record without variations while it is read.

    Attributes:
        root, last: its first node, and its last one so far.
        nodes: by their ids, which count from 0.
    """

    def __init__(self, start: Action | None) -> None:
        self.root = self.last = Node(0, None, start)
        self.nodes = {0: self.root}

    def add(self, action: Action | None, notes: Mapping[str, NoteValue] = EMPTY) -> Node:
        """A node behind the last one."""
        node = Node(len(self.nodes), self.last, action, notes)
        self.last.children = (node,)
        self.nodes[node.id] = self.last = node
        return node


def shared_start(
    old: Sequence[_Old], new: Sequence[_New], same: Callable[[_Old, _New], bool] = eq
) -> int:
    """How many items at the beginning are the same in both."""
    keep, most = 0, min(len(old), len(new))
    while keep < most and same(old[keep], new[keep]):
        keep += 1
    return keep
