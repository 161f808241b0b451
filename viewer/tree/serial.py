"""Plain data for actions, annotations, facts and rows, and back: for JSON, clipboard and journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viewer.base.named import NamedTuple
from viewer.base.source import Span
from viewer.tree.action import KINDS, NAMES, Action
from viewer.tree.annotation import MARKS, Mark, NoteValue
from viewer.tree.facts import Fact, Facts


class NodeData(NamedTuple):
    """A node without links: what a branch is made of in an operation, a clipboard, a journal.

    Attributes:
        id: of the node.
        parent: position of the parent's row, -1 for the first.
        action, notes, facts: as on the node.
    """

    id: int
    parent: int
    action: Action | None
    notes: Mapping[str, NoteValue]
    facts: Facts = ()


def pack_value(value: object) -> Any:
    """A value made of text, numbers, bytes, tuples, actions and spans, as JSON can hold it.

    Raises TypeError for anything else.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, Span):
        return {"span": list(value)}
    kind = NAMES.get(type(value))  # type: ignore[arg-type]  # any type may be asked for
    if kind is not None:
        return {kind: value.text}  # type: ignore[attr-defined]  # by NAMES
    if isinstance(value, tuple):
        return [pack_value(item) for item in value]
    raise TypeError(f"no plain data for {type(value).__name__}")


def unpack_value(data: Any) -> Any:
    """What `pack_value` packed. Raises ValueError for data that it never makes."""
    if isinstance(data, list):
        return tuple(unpack_value(item) for item in data)
    if isinstance(data, dict):
        ((kind, inner),) = data.items()
        if kind == "bytes":
            return bytes.fromhex(inner)
        if kind == "span":
            return Span(*inner)
        if kind in KINDS:
            return KINDS[kind](inner)
        raise ValueError(f"unknown kind of value: {kind}")
    return data


def pack_node(row: NodeData) -> list[Any]:
    """A row as a list for JSON."""
    notes = {name: pack_value(value) for name, value in sorted(row.notes.items())}
    facts = [[fact.name, pack_value(fact.value), pack_value(fact.raw)] for fact in row.facts]
    return [row.id, row.parent, pack_value(row.action), notes, facts]


def unpack_node(data: Any) -> NodeData:
    """A row from what `pack_node` made. Raises ValueError or TypeError for anything else."""
    id, parent, action, notes, facts = data
    return NodeData(
        int(id),
        int(parent),
        unpack_value(action),
        {str(name): unpack_note(name, value) for name, value in notes.items()},
        tuple(Fact(name, unpack_value(value), unpack_value(raw)) for name, value, raw in facts),
    )


def unpack_note(facet: str, data: Any) -> NoteValue:
    """An annotation from plain data; marks become `Mark` again."""
    value: NoteValue = unpack_value(data)
    if facet == MARKS and isinstance(value, tuple):
        return tuple(Mark(*item) for item in value)  # type: ignore[misc]  # by construction
    return value
