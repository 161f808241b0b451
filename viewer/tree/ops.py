"""The operations that change a record: plain, serialisable data, each with its inverse.

Nothing else changes a record that is open. `apply` is atomic: it either does all of an operation
and returns the one that undoes it, or raises OpError and leaves the record as it was.
"""

from __future__ import annotations

from typing import Any

from viewer.base.named import NamedTuple
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import FACETS, NoteValue
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record, nodes_of, rows_of
from viewer.tree.serial import (
    NodeData,
    pack_node,
    pack_value,
    unpack_node,
    unpack_note,
    unpack_value,
)


class OpError(ValueError):
    """An operation that doesn't fit the record it is applied to."""


class Insert(NamedTuple):
    """Put a branch below a node. `rows` carry ids that the record doesn't have."""

    parent: int
    child_index: int
    rows: tuple[NodeData, ...]


class Remove(NamedTuple):
    """Take out a node (not the root) and all below it."""

    node: int


class Reorder(NamedTuple):
    """Move a child of a node to another place among its siblings."""

    parent: int
    child_index: int
    to: int


class SetAction(NamedTuple):
    """Set what happens at a node; at the root, the start position."""

    node: int
    action: Action | None


class SetNote(NamedTuple):
    """Set an annotation; the facet's empty value takes it out."""

    node: int
    facet: str
    value: NoteValue


class ClearNotes(NamedTuple):
    """Take out the annotations of some facets at a node and all below."""

    node: int
    facets: tuple[str, ...]


class SetNotes(NamedTuple):
    """Set annotations at a node and below: (id, facet, value) of each."""

    node: int
    notes: tuple[tuple[int, str, NoteValue], ...]


class SetHeaders(NamedTuple):
    """Set all headers."""

    headers: tuple[Header, ...]


class SetEncoding(NamedTuple):
    """Set the codec the record's text is written in."""

    encoding: str | None


Op = (
    Insert
    | Remove
    | Reorder
    | SetAction
    | SetNote
    | ClearNotes
    | SetNotes
    | SetHeaders
    | SetEncoding
)


class Touched(NamedTuple):
    """What an operation changed: the facet, and the node at which views show it.

    `facet` is "children" (the node's list of children, or anything below it), "action", "headers",
    "encoding" or a name of FACETS; `node` is None for what belongs to the whole record.
    """

    facet: str
    node: int | None


def apply(record: Record, op: Op) -> tuple[Op, Touched]:
    """Change the record. Returns the inverse operation and what was touched.

    Insert, Remove, ClearNotes and SetNotes cost time by the size of the branch, everything else a few
    microseconds.
    Raises OpError, with the record unchanged.
    """
    match op:
        case Insert():
            return _insert(record, op)
        case Remove():
            return _remove(record, op)
        case Reorder(parent, index, to):
            node = _node(record, parent)
            children = list(node.children)
            if not (0 <= index < len(children) and 0 <= to < len(children)):
                raise OpError(f"node {parent} has no child {index} or no place {to}")
            children.insert(to, children.pop(index))
            node.children = tuple(children)
            return Reorder(parent, to, index), Touched("children", parent)
        case SetAction(id, action):
            node = _node(record, id)
            if node is record.root and not (action is None or isinstance(action, Setup)):
                raise OpError("the root's action is a start position or none")
            old, node.action = node.action, action
            return SetAction(id, old), Touched("action", id)
        case SetNote(id, facet, value):
            return _set_note(_node(record, id), facet, value), Touched(facet, id)
        case ClearNotes(id, facets):
            return _clear_notes(_node(record, id), facets), Touched("children", id)
        case SetNotes(id):
            return _set_notes(record, op), Touched("children", id)
        case SetHeaders(headers):
            before, record.headers = record.headers, tuple(Header(*entry) for entry in headers)
            return SetHeaders(before), Touched("headers", None)
        case SetEncoding(encoding):
            was, record.encoding = record.encoding, encoding
            return SetEncoding(was), Touched("encoding", None)


def _node(record: Record, id: int) -> Node:
    try:
        return record.nodes[id]
    except KeyError:
        raise OpError(f"there is no node {id}") from None


def _insert(record: Record, op: Insert) -> tuple[Op, Touched]:
    parent = _node(record, op.parent)
    if not 0 <= op.child_index <= len(parent.children):
        raise OpError(f"node {op.parent} has no place {op.child_index}")
    if not op.rows or any(row.id in record.nodes for row in op.rows):
        raise OpError("a branch needs nodes with new ids")
    nodes = nodes_of(op.rows)
    if len({node.id for node in nodes}) != len(nodes):
        raise OpError("two nodes of a branch have the same id")
    nodes[0].parent = parent
    parent.children = (
        *parent.children[: op.child_index],
        nodes[0],
        *parent.children[op.child_index :],
    )
    record.nodes.update((node.id, node) for node in nodes)
    record.next_id = max(record.next_id, max(node.id for node in nodes) + 1)
    return Remove(nodes[0].id), Touched("children", op.parent)


def _remove(record: Record, op: Remove) -> tuple[Op, Touched]:
    node = _node(record, op.node)
    parent = node.parent
    if parent is None:
        raise OpError("the root can't be removed")
    index = parent.children.index(node)
    rows = tuple(rows_of(node))
    parent.children = (*parent.children[:index], *parent.children[index + 1 :])
    for row in rows:
        del record.nodes[row.id]
    return Insert(parent.id, index, rows), Touched("children", parent.id)


def _set_note(node: Node, facet: str, value: NoteValue) -> SetNote:
    known = FACETS.get(facet)
    if known is None:
        raise OpError(f"there is no annotation {facet}")
    old = node.note(facet)
    notes = {name: kept for name, kept in node.notes.items() if name != facet}
    if value != known.empty:
        notes[facet] = value
    node.notes = notes or EMPTY
    return SetNote(node.id, facet, old)


def _clear_notes(top: Node, facets: tuple[str, ...]) -> Op:
    gone = frozenset(facets)
    if not gone <= FACETS.keys():
        raise OpError(f"there is no annotation {min(gone - FACETS.keys())}")
    old: list[tuple[int, str, NoteValue]] = []
    for node in top.walk():
        if not gone.isdisjoint(node.notes):
            kept: dict[str, NoteValue] = {}
            for facet, value in node.notes.items():
                if facet in gone:
                    old.append((node.id, facet, value))
                else:
                    kept[facet] = value
            node.notes = kept or EMPTY
    return SetNotes(top.id, tuple(old))


def _set_notes(record: Record, op: SetNotes) -> Op:
    top = _node(record, op.node)
    nodes = [(_node(record, id), facet, value) for id, facet, value in op.notes]
    if any(facet not in FACETS for _, facet, _ in nodes):
        raise OpError("there is no such annotation")
    old = [_set_note(node, facet, value) for node, facet, value in nodes]
    back = tuple([(one.node, one.facet, one.value) for one in reversed(old)])
    return SetNotes(top.id, back)


# ------------------------------------------------------------------------------- as plain data


def pack_op(op: Op) -> dict[str, Any]:
    """An operation as JSON can hold it."""
    match op:
        case Insert(parent, index, rows):
            return {
                "op": "insert",
                "parent": parent,
                "index": index,
                "rows": [pack_node(row) for row in rows],
            }
        case Remove(node):
            return {"op": "remove", "node": node}
        case Reorder(parent, index, to):
            return {"op": "reorder", "parent": parent, "index": index, "to": to}
        case SetAction(node, action):
            return {"op": "action", "node": node, "action": pack_value(action)}
        case SetNote(node, facet, value):
            return {"op": "note", "node": node, "facet": facet, "value": pack_value(value)}
        case ClearNotes(node, facets):
            return {"op": "clear-notes", "node": node, "facets": list(facets)}
        case SetNotes(node, notes):
            packed = [[id, facet, pack_value(value)] for id, facet, value in notes]
            return {"op": "notes", "node": node, "notes": packed}
        case SetHeaders(headers):
            return {"op": "headers", "headers": [list(entry) for entry in headers]}
        case SetEncoding(encoding):
            return {"op": "encoding", "encoding": encoding}


def unpack_op(data: dict[str, Any]) -> Op:
    """An operation from what `pack_op` made. Raises ValueError, TypeError or KeyError otherwise."""
    match data["op"]:
        case "insert":
            rows = tuple(unpack_node(row) for row in data["rows"])
            return Insert(data["parent"], data["index"], rows)
        case "remove":
            return Remove(data["node"])
        case "reorder":
            return Reorder(data["parent"], data["index"], data["to"])
        case "action":
            return SetAction(data["node"], unpack_value(data["action"]))
        case "note":
            facet = data["facet"]
            return SetNote(data["node"], facet, unpack_note(facet, data["value"]))
        case "clear-notes":
            return ClearNotes(data["node"], tuple(data["facets"]))
        case "notes":
            notes = [(id, facet, unpack_note(facet, value)) for id, facet, value in data["notes"]]
            return SetNotes(data["node"], tuple(notes))
        case "headers":
            return SetHeaders(tuple(Header(key, value) for key, value in data["headers"]))
        case "encoding":
            return SetEncoding(data["encoding"])
        case other:
            raise ValueError(f"unknown operation: {other}")
