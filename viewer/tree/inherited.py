"""What holds from a node on until another says otherwise: points drawn back, parts of the board.

SGF's `DD` and `VW` go down the line like that; the nearest node above that says something counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from viewer.tree.annotation import MARKS, VIEW, Mark, NoteValue
from viewer.tree.node import Node

T = TypeVar("T")

DIM = "dim"
WHOLE = "*"
"""In the facet VIEW: the whole board."""


NO_DIMS: tuple[Mark, ...] = ()
ALL_PLACES: tuple[str, ...] = ()


class Inherited(Generic[T]):
    """What goes down the lines of a tree: at each node made of what holds above it, and remembered.

    `step` makes the value at a node of the one above and the node; `start` holds above the root. What
    was asked once costs nothing near it; after a change of the record, `forget`.
    """

    def __init__(self, step: Callable[[T, Node], T], start: T) -> None:
        self._step = step
        self._start = start
        self._known: dict[int, T] = {}

    def at(self, node: Node) -> T:
        """The value at a node. Walks up to the next node where it is known."""
        known = self._known
        way: list[Node] = []
        above: Node | None = node
        while above is not None and above.id not in known:
            way.append(above)
            above = above.parent
        value = self._start if above is None else known[above.id]
        for one in reversed(way):
            value = known[one.id] = self._step(value, one)
        return value

    def forget(self) -> None:
        """The record is another, or says something else."""
        self._known.clear()


def dims_after(above: tuple[Mark, ...], node: Node) -> tuple[Mark, ...]:
    """The marks that draw points back at a node: its own, or those above."""
    if MARKS in node.notes:
        found = tuple(mark for mark in node.marks if mark.kind == DIM)
        if found:
            return tuple(mark for mark in found if mark.squares)
    return above


def part_after(above: tuple[str, ...], node: Node) -> tuple[str, ...]:
    """The places that are shown at a node, () for all of them: as it says, or as above."""
    said = node.notes.get(VIEW)
    if isinstance(said, tuple) and said:
        return () if WHOLE in said else tuple(str(place) for place in said)
    return above


def dimmed(node: Node) -> tuple[Mark, ...]:
    """The marks that draw points back at a node."""
    return Inherited(dims_after, NO_DIMS).at(node)


def part_shown(node: Node) -> tuple[str, ...]:
    """The places that are shown at a node; () for all of them."""
    return Inherited(part_after, ALL_PLACES).at(node)


def notes_at(node: Node) -> Mapping[str, NoteValue]:
    """The annotations of a node with what holds there from above, as a picture shows them."""
    dims, part = dimmed(node), part_shown(node)
    notes = dict(node.notes)
    notes[MARKS] = (*dims, *(mark for mark in node.marks if mark.kind != DIM))
    notes[VIEW] = part
    return notes
