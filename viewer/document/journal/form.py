"""The form of a journal: lines, each with a checksum, so that lines torn by a crash are recognized.

A line is `CRC32 DATA` or `CRC32 DATA<tab>BULK`: a checksum of everything after the space in eight
hexadecimal digits, a JSON object in ASCII, and for large data (a tree, a file) more JSON, deflated, in
base64. The first line states the version of the form. Each line says its number in the file, so that one
that is gone whole is missed; those of older versions don't.

Records go into it as snapshots: taken quickly, later made plain data by another thread, and records again.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.clip.clip_records import carried
from viewer.document.edits import (
    AnyRecord,
    InRecord,
    InsertRecord,
    Location,
    RecordBytes,
    RecordData,
    pack,
    pack_record,
    unpack_record,
)
from viewer.document.edits import DocumentOp as Op
from viewer.document.records import Records
from viewer.tree.action import Action
from viewer.tree.annotation import NoteValue
from viewer.tree.node import Node
from viewer.tree.ops import Insert
from viewer.tree.record import Record
from viewer.tree.serial import NodeData, pack_node

FORM = 1
"""The version of the form written; it is raised if a reader of the previous one would misunderstand it."""
_LEVEL = 1  # zlib's level: four times smaller, for a second more per gigabyte
# Bytes that the bulk of a line may unpack to: a record of a million nodes has a tenth.
_MOST_BULK = 1 << 29
_TRIPLES = 3 << 16  # base64 of a multiple of three bytes can be joined
_NUMBER = "n"
GAP: dict[str, Any] = {"kind": "gap"}
"""The data of what stands for damaged lines among sound ones."""
DATA_ERRORS = (ValueError, TypeError, LookupError, OverflowError, AttributeError, RecursionError)
"""The exceptions raised by reading invalid plain data."""


class JournalError(Exception):
    """A journal can't be used; `reason` is a sentence for the user."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class NewerJournal(JournalError):
    """A journal can't be used because a newer version of Qipu wrote it."""

    def __init__(self) -> None:
        super().__init__(
            message("What was kept of unsaved edits was written by a newer version of Qipu.")
        )


class DamagedJournal(JournalError):
    """A journal can't be used because it is damaged; `reason` names the file that it was set aside as."""

    def __init__(self, reason: Message | None = None) -> None:
        super().__init__(
            reason or message("What was kept of unsaved edits is damaged and can't be read.")
        )


class SoundLine(NamedTuple):
    """A line whose checksum is right, or a GAP in the place of damaged ones.

    Attributes:
        data: its JSON object.
        bulk: its BULK in base64, still packed; b"" if it has none.
        end: offset of the line's end in the file.
        number: of the line in its file, from 0; -1 if it doesn't say that.
    """

    data: dict[str, Any]
    bulk: bytes
    end: int
    number: int = -1

    @property
    def is_gap(self) -> bool:
        """Whether it stands for damaged lines."""
        return self.data is GAP

    def packed(self) -> bytes:
        """The line as bytes, without its number."""
        return _line_of(self.data, self.bulk)

    def unpacked(self) -> Any:
        """The value of the bulk. Raises ValueError if there is none or it is damaged or too long."""
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(b64decode(self.bulk, validate=True), _MOST_BULK)
        except zlib.error as error:
            raise ValueError(str(error)) from error
        if unpacker.unconsumed_tail:
            raise ValueError("too long")
        return json.loads(text)


def packed_line(data: dict[str, Any], bulk: Iterable[str] = ()) -> bytes:
    """A line as bytes; `bulk` is JSON text in parts. Other threads wait for one part at most."""
    return _line_of(data, b"".join(_packed(bulk)))


def _line_of(data: dict[str, Any], bulk: bytes) -> bytes:
    body = json.dumps(data, separators=(",", ":")).encode("ascii")
    if bulk:
        body += b"\t" + bulk
    return _checked(body)


def _checked(body: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(body), body)


def numbered(line: bytes, number: int) -> bytes:
    """A line as bytes with its number in the file."""
    return _checked(b'{"%s":%d,%s' % (_NUMBER.encode(), number, line[10:-1]))


def _packed(parts: Iterable[str]) -> Iterator[bytes]:
    packer = zlib.compressobj(_LEVEL)
    ready, some = b"", False
    for part in parts:
        some = True
        ready += packer.compress(part.encode("ascii"))
        whole = len(ready) - len(ready) % _TRIPLES
        yield b64encode(ready[:whole])
        ready = ready[whole:]
    if some:
        yield b64encode(ready + packer.flush())


def sound_lines(data: bytes) -> list[SoundLine]:
    """The sound lines of a journal, with a gap wherever others stand or are missing between or behind them.

    Raises NewerJournal for a newer form, DamagedJournal if even the first line can't be read.
    """
    lines: list[SoundLine] = []
    start, last = 0, -1
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        line = _line(data, start, end)
        if not lines:
            if line is None:
                break
            _check_form(line)
        elif line is not None and line.number >= 0:
            if line.number <= last:  # a second time
                line = None
            elif line.number > last + 1 and not lines[-1].is_gap:
                lines.append(SoundLine(GAP, b"", start))
        if line is None and lines[-1].is_gap:
            lines.pop()
        last = last if line is None else line.number
        lines.append(SoundLine(GAP, b"", end) if line is None else line)
        start = end
    if not lines:
        raise DamagedJournal
    return lines


def _line(data: bytes, start: int, end: int) -> SoundLine | None:
    body = data[start + 9 : end - 1]
    if data[start:end] != b"%08x %s\n" % (zlib.crc32(body), body):
        return None
    text, _, bulk = body.partition(b"\t")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    number = found.pop(_NUMBER, -1)
    return SoundLine(found, bulk, end, number if isinstance(number, int) else -1)


def _check_form(line: SoundLine) -> None:
    form = line.data.get("form")
    if isinstance(form, int) and form > FORM:
        raise NewerJournal


def location(data: Any) -> Location:
    """The location in [record, node]. Raises TypeError or ValueError for anything else."""
    record, node = data
    return Location(whole(record), whole(node))


def text(value: object) -> str:
    """The value if it is a string. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def text_or_none(value: object) -> str | None:
    """The value if it is a string or None. Raises TypeError for anything else."""
    return None if value is None else text(value)


def whole(value: object) -> int:
    """The value if it is an integer of at most 64 bits and a sign. Raises TypeError for anything else."""
    if type(value) is not int or abs(value) >> 64:
        raise TypeError("no number")
    return value


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
        """The record as JSON text in parts, for `unpack_record` of `document.edits`."""
        return _with_rows(pack_record(self.data), self.rows(), rest)


def op_parts(op: Op, rest: Rest) -> Iterator[str]:
    """An operation as JSON text in parts, for `unpack` of `document.edits`."""
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
