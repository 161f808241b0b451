"""Snapshots of records: taken quickly, later made plain data by another thread, and records again.

Children, action and notes of a node are never changed in place, only replaced. So lists of the nodes'
present children, actions and notes are a snapshot of the record: a few milliseconds for 200,000 nodes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

from viewer.base.named import NamedTuple
from viewer.document.clip.clip_records import carried
from viewer.document.edits.ops import (
    AnyRecord,
    InRecord,
    InsertRecord,
    RecordBytes,
    RecordData,
    pack,
    pack_record,
    unpack_record,
)
from viewer.document.edits.ops import DocumentOp as Op
from viewer.document.journal.form import SoundLine, packed_line, text, text_or_none, whole
from viewer.document.records.records import Records
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
MOST = 1 << 28
"""Maximum size of the records written, in bytes; more are left out, and recovery tells the user so."""
_RECORDS_AT_ONCE = 20  # a millisecond


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


class Restored(NamedTuple):
    """Records as an undo left them.

    Attributes:
        records: a snapshot of all records, taken after the undo.
        indexes: the indexes of those to be written.
        edited: snapshots of those of them that are edited, by key.
    """

    records: Records
    indexes: Sequence[int]
    edited: Mapping[int, RecordSnapshot]

    @classmethod
    def of(cls, records: Records, keys: Iterable[int]) -> Restored:
        """The records with these keys as they are now; keys that no record has are ignored."""
        wanted = frozenset(keys)
        indexes = [index for index, key in enumerate(records.order) if key in wanted]
        edited = {
            key: RecordSnapshot.of(records.get(key)) for key in wanted if records.is_edited(key)
        }
        return cls(records.frozen(), indexes, edited)

    def line(self, rest: Rest) -> bytes:
        """The entry's line."""
        return packed_line({"kind": "restored"}, list_parts(self._items(rest)))

    def _items(self, rest: Rest) -> Iterator[Iterator[str]]:
        room, since = MOST, 0
        for index in self.indexes:
            try:
                item = self._item(index, rest)
            except OSError:  # the record's bytes are gone, for the document as well
                continue
            room -= len(item)
            if room < 0:
                return
            yield iter((item,))
            since += 1
            if since == _RECORDS_AT_ONCE:
                since = 0
                rest()

    def _item(self, index: int, rest: Rest) -> str:
        """A record with its key as JSON text. Raises OSError if its bytes can't be read."""
        records = self.records
        key = records.order[index]
        if key in self.edited:
            return f"[{key}," + "".join(self.edited[key].parts(rest)) + "]"
        if records.span(index) is None:
            return text_of([key, pack_record(RecordData.of(records.get(key)))])
        data = carried(records, index)
        if isinstance(data, RecordData):
            return text_of([key, pack_record(data)])
        # Plain text packs better than the base64 of `pack_record`.
        return text_of([key, data.format, data.raw.decode("latin-1"), data.encoding])


def restored_in(line: SoundLine) -> Iterator[tuple[int, AnyRecord]]:
    """(key, data) of the records in the line of a Restored. Raises one of DATA_ERRORS if it isn't valid."""
    for key, *packed in line.unpacked():
        match packed:
            case [dict() as data]:
                yield whole(key), unpack_record(data)
            case [format, raw, encoding]:
                raw = text(raw).encode("latin-1")
                yield whole(key), RecordBytes(text(format), raw, text_or_none(encoding))
            case _:
                raise ValueError("no record")
