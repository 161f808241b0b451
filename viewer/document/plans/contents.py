"""Edits of a table of contents: the order of the variations that have titles."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Edit, Location
from viewer.document.edits.ops import InRecord
from viewer.tree.node import Node
from viewer.tree.ops import Reorder


def head_of(node: Node) -> Node | None:
    """The first node of a node's variation: one with siblings; None if there is none.

    Searches up to where the line branches off; a titled node may be further down the line.
    """
    while node.parent is not None:
        if len(node.parent.children) > 1:
            return node
        node = node.parent
    return None


def beside(node: Node, step: int) -> Node | None:
    """The sibling at a distance from a node's variation, None if there is none."""
    head = head_of(node)
    if head is None or head.parent is None:
        return None
    siblings = head.parent.children
    index = siblings.index(head) + step
    return siblings[index] if 0 <= index < len(siblings) else None


def move(document: EditableRecords, key: int, node: Node, to: Node) -> Edit | None:
    """Move the variation of a node to the place of a sibling."""
    head, other = head_of(node), head_of(to)
    if head is None or other is None or head is other or head.parent is not other.parent:
        return None
    parent = head.parent
    assert parent is not None  # it has siblings
    siblings = parent.children
    reorder = Reorder(parent.id, siblings.index(head), siblings.index(other))
    location = Location(key, node.id)
    return Edit((InRecord(key, reorder),), message("Change the order"), location, location)


def step(document: EditableRecords, key: int, node: Node, by: int) -> Edit | None:
    """Move the variation of a node down by a number of places (up if negative)."""
    other = beside(node, by)
    return None if other is None else move(document, key, node, other)
