"""Operations on a document: those inside a record, and those on whole records.

A record is named by its key, which stays the same when records before it come or go.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from viewer.tree.facts import Fact
from viewer.tree.ops import Op, Touched, pack_op, unpack_op
from viewer.tree.record import Header, Record, nodes_of, rows_of
from viewer.tree.serial import Row, pack_row, pack_value, unpack_row, unpack_value


class RecordData(NamedTuple):
    """A whole record as plain data."""

    game: str
    headers: tuple[Header, ...]
    encoding: str | None
    facts: tuple[Fact, ...]
    rows: tuple[Row, ...]

    @classmethod
    def of(cls, record: Record) -> RecordData:
        """The data of a record."""
        rows = tuple(rows_of(record.root))
        return cls(record.game, record.headers, record.encoding, record.facts, rows)

    def bare(self) -> RecordData:
        """The data without what it keeps of the bytes of a file."""
        return self._replace(facts=(), rows=tuple([row._replace(facts=()) for row in self.rows]))

    def record(self) -> Record:
        """A record of this data, with the same ids."""
        root = nodes_of(self.rows)[0]
        return Record(self.game, root, self.headers, self.encoding, self.facts)


class InRecord(NamedTuple):
    """An operation inside a record."""

    key: int
    op: Op


class InsertRecord(NamedTuple):
    """Put a record among those of the document."""

    place: int
    key: int
    data: RecordData


class RemoveRecord(NamedTuple):
    """Take a record out of the document."""

    key: int


class MoveRecord(NamedTuple):
    """Give a record another place among those of the document."""

    key: int
    to: int


DocumentOp = InRecord | InsertRecord | RemoveRecord | MoveRecord


class Change(NamedTuple):
    """What views hear after operations were applied.

    Attributes:
        records: whether the list of records is another.
        touched: key of the record and what was touched there, in order.
        grown: whether more records of the file are known; nothing was edited then.
    """

    records: bool
    touched: tuple[tuple[int, Touched], ...]
    grown: bool = False

    def of(self, key: int) -> list[Touched]:
        """What was touched in one record."""
        return [touched for record, touched in self.touched if record == key]


def pack(op: DocumentOp) -> dict[str, Any]:
    """An operation as JSON can hold it."""
    match op:
        case InRecord(key, inner):
            return {"record": key, **pack_op(inner)}
        case InsertRecord(index, key, data):
            return {
                "op": "insert-record",
                "index": index,
                "record": key,
                "game": data.game,
                "headers": [list(entry) for entry in data.headers],
                "encoding": data.encoding,
                "facts": [[f.name, pack_value(f.value), pack_value(f.raw)] for f in data.facts],
                "rows": [pack_row(row) for row in data.rows],
            }
        case RemoveRecord(key):
            return {"op": "remove-record", "record": key}
        case MoveRecord(key, to):
            return {"op": "move-record", "record": key, "to": to}


def unpack(data: dict[str, Any]) -> DocumentOp:
    """An operation from what `pack` made. Raises ValueError, TypeError or KeyError otherwise."""
    match data["op"]:
        case "insert-record":
            inner = RecordData(
                data["game"],
                tuple(Header(key, value) for key, value in data["headers"]),
                data["encoding"],
                tuple(Fact(n, unpack_value(v), unpack_value(r)) for n, v, r in data["facts"]),
                tuple(unpack_row(row) for row in data["rows"]),
            )
            return InsertRecord(data["index"], data["record"], inner)
        case "remove-record":
            return RemoveRecord(data["record"])
        case "move-record":
            return MoveRecord(data["record"], data["to"])
        case _:
            return InRecord(data["record"], unpack_op(data))
