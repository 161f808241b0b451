"""Operations on a document: those inside a record, and those on whole records.

A record is named by its key, which stays the same when records before it come or go.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.tree.action import NAMES
from viewer.tree.facts import Fact
from viewer.tree.ops import ClearNotes, Op, Remove, Reorder, Touched, pack_op, unpack_op
from viewer.tree.record import Header, Record, nodes_of, rows_of
from viewer.tree.serial import NodeData, pack_node, pack_value, unpack_node, unpack_value

_HALF = late("[\ud800-\udfff]")
_WITHOUT_TEXT = frozenset((ClearNotes, Remove, Reorder))


class RecordData(NamedTuple):
    """A whole record as plain data."""

    game: str
    headers: tuple[Header, ...]
    encoding: str | None
    facts: tuple[Fact, ...]
    rows: tuple[NodeData, ...]

    @classmethod
    def of(cls, record: Record) -> RecordData:
        """The data of a record."""
        rows = tuple(rows_of(record.root))
        return cls(record.game, record.headers, record.encoding, record.facts, rows)

    def bare(self) -> RecordData:
        """The data without facts."""
        return self._replace(facts=(), rows=tuple([row._replace(facts=()) for row in self.rows]))

    def record(self) -> Record:
        """A record of this data, with the same ids."""
        root = nodes_of(self.rows)[0]
        return Record(self.game, root, self.headers, self.encoding, self.facts)


class RecordBytes(NamedTuple):
    """A whole record as the bytes of a file of its own; `encoding` overrides detection."""

    format: str
    raw: bytes
    encoding: str | None = None

    def collection(self) -> Collection:
        """The collection of these bytes. Raises Unreadable."""
        return FORMATS[self.format].load().read(BytesSource(self.raw), encoding=self.encoding)

    def record(self) -> Record:
        """The record; the same bytes give the same ids. Raises Unreadable."""
        return self.collection().record(0)


AnyRecord = RecordData | RecordBytes


class InRecord(NamedTuple):
    """An operation inside a record."""

    key: int
    op: Op


class RewriteRecord(NamedTuple):
    """Operations inside a record that nobody need hold: they are kept, and done whenever it is made."""

    key: int
    ops: tuple[Op, ...]


class RestoreRecord(NamedTuple):
    """Take back what rewrote a record last."""

    key: int


class InsertRecord(NamedTuple):
    """Insert a record; without `data`, one of the document's file as it is there."""

    record_index: int
    key: int
    data: AnyRecord | None


class RemoveRecord(NamedTuple):
    """Take a record out of the document."""

    key: int


class MoveRecord(NamedTuple):
    """Move a record to another index."""

    key: int
    to: int


DocumentOp = InRecord | RewriteRecord | RestoreRecord | InsertRecord | RemoveRecord | MoveRecord


class Change(NamedTuple):
    """What operations changed, sent to listeners.

    Attributes:
        records: whether the list of records changed, or some of them were read anew.
        touched: key of each touched record and what was touched, in order.
        grown: whether more records of the file were found, without an edit.
    """

    records: bool
    touched: tuple[tuple[int, Touched], ...]
    grown: bool = False

    def of(self, key: int) -> list[Touched]:
        """What was touched in one record."""
        return [touched for record, touched in self.touched if record == key]


def sound(op: DocumentOp) -> DocumentOp:
    """The operation with lone surrogates replaced by U+FFFD.

    Typed or pasted text may contain lone surrogates, which no text file can
    hold; U+FFFD shows them at once. Facts are left as the file had them.
    """
    if isinstance(op, RemoveRecord | MoveRecord) or (
        isinstance(op, InsertRecord) and isinstance(op.data, RecordBytes)
    ):
        return op  # has no text, and may be one of 100,000
    if isinstance(op, RewriteRecord) and all(type(one) in _WITHOUT_TEXT for one in op.ops):
        return op  # as most of 100,000 are
    whole: DocumentOp = _whole(op)
    return whole


def _whole(value: Any) -> Any:
    """The value (text, tuples, mappings, actions) without lone surrogates; itself if it has none."""
    if (
        type(value) is NodeData
        and not value.notes
        and (not value.action or value.action.text.isascii())
    ):
        return value  # as nearly all are, of 200,000 that are pasted
    if isinstance(value, str):
        return value if value.isascii() else _HALF.sub("\ufffd", value)
    if isinstance(value, Mapping):
        new = {key: _whole(item) for key, item in value.items()}
        return value if new == value else new
    if type(value) in NAMES:
        text = _whole(value.text)
        return value if text is value.text else type(value)(text)
    if isinstance(value, tuple) and not isinstance(value, Fact):
        items = [_whole(item) for item in value]
        if all(new is old for new, old in zip(items, value, strict=True)):
            return value
        return tuple(items) if type(value) is tuple else type(value)(*items)  # a NamedTuple
    return value


def pack(op: DocumentOp) -> dict[str, Any]:
    """An operation as JSON can hold it."""
    match op:
        case InRecord(key, inner):
            return {"record": key, **pack_op(inner)}
        case RewriteRecord(key, ops):
            return {"op": "rewrite-record", "record": key, "ops": [pack_op(one) for one in ops]}
        case RestoreRecord(key):
            return {"op": "restore-record", "record": key}
        case InsertRecord(index, key, data):
            packed = {"op": "insert-record", "index": index, "record": key}
            return packed if data is None else {**packed, **pack_record(data)}
        case RemoveRecord(key):
            return {"op": "remove-record", "record": key}
        case MoveRecord(key, to):
            return {"op": "move-record", "record": key, "to": to}


def unpack(data: dict[str, Any]) -> DocumentOp:
    """An operation from what `pack` made. Raises ValueError, TypeError or KeyError otherwise."""
    match data["op"]:
        case "rewrite-record":
            return RewriteRecord(data["record"], tuple(unpack_op(one) for one in data["ops"]))
        case "restore-record":
            return RestoreRecord(data["record"])
        case "insert-record":
            known = None if "game" not in data and "format" not in data else unpack_record(data)
            return InsertRecord(data["index"], data["record"], known)
        case "remove-record":
            return RemoveRecord(data["record"])
        case "move-record":
            return MoveRecord(data["record"], data["to"])
        case _:
            return InRecord(data["record"], unpack_op(data))


def pack_record(data: AnyRecord) -> dict[str, Any]:
    """A record as JSON can hold it."""
    if isinstance(data, RecordBytes):
        raw = b64encode(data.raw).decode("ascii")
        return {"format": data.format, "raw": raw, "encoding": data.encoding}
    return {
        "game": data.game,
        "headers": [list(entry) for entry in data.headers],
        "encoding": data.encoding,
        "facts": [[f.name, pack_value(f.value), pack_value(f.raw)] for f in data.facts],
        "rows": [pack_node(row) for row in data.rows],
    }


def unpack_record(data: dict[str, Any]) -> AnyRecord:
    """A record from what `pack_record` made. Raises ValueError, TypeError or KeyError otherwise."""
    if "format" in data:
        return RecordBytes(data["format"], b64decode(data["raw"], validate=True), data["encoding"])
    return RecordData(
        data["game"],
        tuple(Header(key, value) for key, value in data["headers"]),
        data["encoding"],
        tuple(Fact(n, unpack_value(v), unpack_value(r)) for n, v, r in data["facts"]),
        tuple(unpack_node(row) for row in data["rows"]),
    )
