"""Snapshots of records: taken quickly, turned into plain data later by another thread.

Children, action and notes of a node are never changed in place, only replaced. So lists of the nodes'
present children, actions and notes are a snapshot of the record: a few milliseconds for 200,000 nodes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from operator import attrgetter
from typing import Any

from viewer.base.named import NamedTuple
from viewer.document.edits.ops import DocumentOp as Op
from viewer.document.edits.ops import InRecord, InsertRecord, RecordData, pack, pack_record
from viewer.tree.action import Action
from viewer.tree.annotation import NoteValue
from viewer.tree.node import Node
from viewer.tree.ops import Insert
from viewer.tree.record import Record
from viewer.tree.serial import NodeData, pack_node

Rest = Callable[[], None]
"""Called between pieces of work, so that other threads can run."""

_AT_ONCE = 100  # rows: half a millisecond
_ENCODER = json.JSONEncoder(separators=(",", ":"))


class RecordSnapshot(NamedTuple):
    """A record at a moment.

    Attributes:
        data: the record without its nodes.
        next_id: the record's `next_id`.
        root: the id of the root.
        nodes: all nodes, in any order.
        children, actions, notes: those that each node had at the moment, in the order of `nodes`.
    """

    data: RecordData
    next_id: int
    root: int
    nodes: list[Node]
    children: list[tuple[Node, ...]]
    actions: list[Action | None]
    notes: list[Mapping[str, NoteValue]]

    @classmethod
    def of(cls, record: Record) -> RecordSnapshot:
        """A snapshot of the record as it is now."""
        nodes = list(record.nodes.values())
        data = RecordData(record.game, record.headers, record.encoding, record.facts, ())
        return cls(
            data,
            record.next_id,
            record.root.id,
            nodes,
            list(map(attrgetter("children"), nodes)),
            list(map(attrgetter("action"), nodes)),
            list(map(attrgetter("notes"), nodes)),
        )

    def rows(self) -> Iterator[NodeData]:
        """Its nodes as rows, parents first. Iterative."""
        at = {node.id: index for index, node in enumerate(self.nodes)}
        stack = [(self.root, -1)]
        count = 0
        while stack:
            id, parent = stack.pop()
            index = at[id]
            yield NodeData(
                id, parent, self.actions[index], self.notes[index], self.nodes[index].facts
            )
            stack.extend((child.id, count) for child in reversed(self.children[index]))
            count += 1

    def parts(self, rest: Rest) -> Iterator[str]:
        """The record as JSON text in parts, for `unpack_record` of `document.edits.ops`."""
        return _with_rows(pack_record(self.data), self.rows(), rest)


def op_parts(op: Op, rest: Rest) -> Iterator[str]:
    """An operation as JSON text in parts, for `unpack` of `document.edits.ops`."""
    match op:
        case InRecord(_, Insert(_, _, rows) as inner):
            return _with_rows(pack(op._replace(op=inner._replace(rows=()))), iter(rows), rest)
        case InsertRecord(_, _, RecordData() as data):
            bare = op._replace(data=data._replace(rows=()))
            return _with_rows(pack(bare), iter(data.rows), rest)
        case _:
            return iter((text_of(pack(op)),))


def bytes_parts(data: bytes, rest: Rest) -> Iterator[str]:
    """Bytes as a JSON string in parts, each byte as the character with its number."""
    yield '"'
    for start in range(0, len(data), 1 << 16):
        yield text_of(data[start : start + (1 << 16)].decode("latin-1"))[1:-1]
        rest()
    yield '"'


def text_of(data: Any) -> str:
    """Plain data as JSON in ASCII."""
    return _ENCODER.encode(data)


def list_parts(items: Iterator[Iterator[str]]) -> Iterator[str]:
    """A JSON list in parts; each item is JSON text in parts."""
    yield "["
    for index, item in enumerate(items):
        if index:
            yield ","
        yield from item
    yield "]"


def _with_rows(data: dict[str, Any], rows: Iterator[NodeData], rest: Rest) -> Iterator[str]:
    data.pop("rows")
    yield text_of(data)[:-1] + ',"rows":['
    before = ""
    while some := [pack_node(row) for row in islice(rows, _AT_ONCE)]:
        yield before + text_of(some)[1:-1]
        before = ","
        rest()
    yield "]}"
