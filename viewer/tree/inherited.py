"""What holds from a node on until another says otherwise: points drawn back, parts of the board.

SGF's `DD` and `VW` go down the line like that; the nearest node above that says something counts.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.tree.annotation import MARKS, VIEW, Mark, NoteValue
from viewer.tree.node import Node

DIM = "dim"
WHOLE = "*"
"""In the facet VIEW: the whole board."""


def dimmed(node: Node) -> tuple[Mark, ...]:
    """The marks that draw points back at a node: its own, or those of a node above."""
    above: Node | None = node
    while above is not None:
        if MARKS in above.notes:
            found = tuple(mark for mark in above.marks if mark.kind == DIM)
            if found:
                return tuple(mark for mark in found if mark.places)
        above = above.parent
    return ()


def part_shown(node: Node) -> tuple[str, ...]:
    """The places that are shown at a node; () for all of them."""
    above: Node | None = node
    while above is not None:
        said = above.notes.get(VIEW)
        if isinstance(said, tuple) and said:
            return () if WHOLE in said else tuple(str(place) for place in said)
        above = above.parent
    return ()


def notes_at(node: Node) -> Mapping[str, NoteValue]:
    """The annotations of a node with what holds there from above, as a picture shows them."""
    dims, part = dimmed(node), part_shown(node)
    notes = dict(node.notes)
    notes[MARKS] = (*dims, *(mark for mark in node.marks if mark.kind != DIM))
    notes[VIEW] = part
    return notes
