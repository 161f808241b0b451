"""Annotations that a node inherits from above until another overrides them: dimmed points, the part of
the board that is shown.

Such are SGF's `DD` and `VW`: the nearest node above that has one counts.
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
    """A value inherited down the lines of a tree, computed at each node from its parent's and cached.

    `step` computes the value at a node from the parent's value and the node; `start` is the value above
    the root. Call `forget` after a change of the record.
    """

    def __init__(self, step: Callable[[T, Node], T], start: T) -> None:
        self._step = step
        self._start = start
        self._known: dict[int, T] = {}

    def at(self, node: Node) -> T:
        """The value at a node. Walks up to the nearest node whose value is cached."""
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
        """Drop the cache: the record was replaced or edited."""
        self._known.clear()


def dims_after(above: tuple[Mark, ...], node: Node) -> tuple[Mark, ...]:
    """The marks that dim points at a node: its own, else the inherited ones."""
    if MARKS in node.notes:
        found = tuple(mark for mark in node.marks if mark.kind == DIM)
        if found:
            return tuple(mark for mark in found if mark.squares)
    return above


def part_after(above: tuple[str, ...], node: Node) -> tuple[str, ...]:
    """The squares shown at a node, () for all: its own value, else the inherited one."""
    said = node.notes.get(VIEW)
    if isinstance(said, tuple) and said:
        return () if WHOLE in said else tuple(str(place) for place in said)
    return above


def dimmed(node: Node) -> tuple[Mark, ...]:
    """The marks that dim points at a node."""
    return Inherited(dims_after, NO_DIMS).at(node)


def part_shown(node: Node) -> tuple[str, ...]:
    """The squares shown at a node; () for all."""
    return Inherited(part_after, ALL_PLACES).at(node)


def notes_at(node: Node) -> Mapping[str, NoteValue]:
    """The annotations of a node together with the inherited ones, as a picture shows them."""
    dims, part = dimmed(node), part_shown(node)
    notes = dict(node.notes)
    notes[MARKS] = (*dims, *(mark for mark in node.marks if mark.kind != DIM))
    notes[VIEW] = part
    return notes
