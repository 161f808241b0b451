"""Operations on a document, the edits that are made of them, and the one undo history.

Operations are those inside a record, and those on whole records. A record is named by its key, which stays
the same when records before it come or go. Operations on records that nobody holds are kept, and done
whenever the record is made: so 100,000 games can be edited at once, of most of which nothing is in memory
but these. The record with which a file that has none is opened is made so too.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.forwarding import ForwardingCollection
from viewer.games import game_of
from viewer.tree.action import NAMES
from viewer.tree.facts import Fact
from viewer.tree.ops import (
    ClearNotes,
    Op,
    OpError,
    Remove,
    Reorder,
    SetHeaders,
    Touched,
    apply,
    pack_op,
    unpack_op,
)
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


ANYWHERE = -1
"""In place of a node's id: where one stood in that record last."""


class Location(NamedTuple):
    """A record by its key and a node by its id, or ANYWHERE."""

    record: int
    node: int


class Edit(NamedTuple):
    """One step of the history: operations, a description, and the location before and after."""

    ops: tuple[DocumentOp, ...]
    words: Message
    before: Location
    after: Location


class AppliedEdit(NamedTuple):
    """An applied edit with the operations that undo it, in the order to apply them."""

    edit: Edit
    inverse: tuple[DocumentOp, ...]


class HistoryState(NamedTuple):
    """A state of a document: the number of applied edits, and the last one."""

    steps: int
    last: AppliedEdit | None


class History:
    """Applied edits, and undone ones that can be redone. The clean state is the one in the file."""

    def __init__(self, saved: bool = True) -> None:
        """`saved`: whether the state before the first edit is in a file."""
        self._done: list[AppliedEdit] = []
        self._undone: list[AppliedEdit] = []
        self._clean: int | None = 0 if saved else None
        self._whole = True

    @property
    def clean(self) -> bool:
        """Whether the document is as last saved or opened, and the file has all of it."""
        return self._whole and self.written

    @property
    def written(self) -> bool:
        """Whether the document is as last saved or opened."""
        return self._clean == len(self._done)

    @property
    def unused(self) -> bool:
        """Whether no edit is applied."""
        return not self._done

    def now(self) -> HistoryState:
        """The current state."""
        return HistoryState(len(self._done), self._done[-1] if self._done else None)

    def set_clean(self, whole: bool = True, mark: HistoryState | None = None) -> None:
        """Record that the current state, or the one of a mark, has been saved.

        With `whole` False the format couldn't hold all of it.
        """
        count, last = mark or self.now()
        steps = [*self._done, *reversed(self._undone)]
        there = not count or (count <= len(steps) and steps[count - 1] is last)
        self._clean = count if there else None
        self._whole = whole

    def steps_to_clean(self) -> int | None:
        """Steps to undo (positive) or redo (negative) to the clean state; None if it can't be reached."""
        return None if self._clean is None or not self._whole else len(self._done) - self._clean

    @property
    def back_to_clean(self) -> int | None:
        """Steps to undo (below 0: redo) to what was written last, all of it or not; None without a way."""
        return None if self._clean is None else len(self._done) - self._clean

    def set_clean_back(self, back: int | None, whole: bool = True) -> None:
        """What was written last is so many steps back; see `back_to_clean`."""
        self._clean = None if back is None else len(self._done) - back
        self._whole = whole

    @property
    def undone_steps(self) -> int:
        """How many edits can be redone."""
        return len(self._undone)

    def put_below(self, done: AppliedEdit) -> None:
        """There was an edit before all that are known."""
        self._done.insert(0, done)
        if self._clean is not None:
            self._clean += 1

    def push(self, done: AppliedEdit) -> None:
        """Add an edit that was just applied; drops the undone ones."""
        if self._clean is not None and self._clean > len(self._done):
            self._clean = None
        self._undone.clear()
        self._done.append(done)

    def take_undo(self) -> AppliedEdit | None:
        """Move the last applied edit to the undone ones and return it."""
        if not self._done:
            return None
        done = self._done.pop()
        self._undone.append(done)
        return done

    def take_redo(self) -> AppliedEdit | None:
        """Move the last undone edit back to the applied ones and return it."""
        if not self._undone:
            return None
        done = self._undone.pop()
        self._done.append(done)
        return done

    @property
    def undo_words(self) -> Message | None:
        """Description of the edit that undo would undo."""
        return self._done[-1].edit.words if self._done else None

    @property
    def redo_words(self) -> Message | None:
        """Description of the edit that redo would apply."""
        return self._undone[-1].edit.words if self._undone else None


class Rewrite(NamedTuple):
    """What rewrote a record.

    `base` is the record before it where somebody had edited that, None where it is as it was made.
    """

    base: RecordData | None
    ops: tuple[Op, ...]


class Rewrites:
    """What rewrote records, by their keys; of each in the order in which it was done."""

    def __init__(self) -> None:
        self._of: dict[int, tuple[Rewrite, ...]] = {}

    def __contains__(self, key: int) -> bool:
        return key in self._of

    def __iter__(self) -> Iterator[int]:
        return iter(self._of)

    def copy(self) -> Rewrites:
        """The same, to stay as it is."""
        copy = Rewrites()
        copy._of = dict(self._of)
        return copy

    def push(self, key: int, rewrite: Rewrite) -> None:
        """A record was rewritten."""
        self._of[key] = (*self._of.get(key, ()), rewrite)

    def pop(self, key: int) -> Rewrite:
        """Take back what rewrote a record last. Raises OpError."""
        try:
            *rest, last = self._of.pop(key)
        except KeyError:
            raise OpError(f"nothing rewrote record {key}") from None
        if rest:
            self._of[key] = tuple(rest)
        return last

    def made(self, key: int, read: Callable[[], Record]) -> Record:
        """A record as it was rewritten; `read` gives it as it was before all of that."""
        rewrites = self._of[key]
        based = next((at for at in range(len(rewrites), 0, -1) if rewrites[at - 1].base), 1)
        base = rewrites[based - 1].base
        record = read().copy() if base is None else base.record()
        for rewrite in rewrites[based - 1 :]:
            for op in rewrite.ops:
                apply(record, op)
        return record

    @staticmethod
    def after(record: Record, ops: Sequence[Op]) -> Record:
        """A record as operations rewrite it; itself stays as it is."""
        copy = record.copy()
        for op in ops:
            apply(copy, op)
        return copy

    def headers(self, key: int) -> tuple[Header, ...] | None:
        """The headers of a rewritten record, None where they are those from before."""
        for base, ops in reversed(self._of[key]):
            for op in reversed(ops):
                if isinstance(op, SetHeaders):
                    return op.headers
            if base is not None:
                return base.headers
        return None


class StartedCollection(ForwardingCollection):
    """One new record of a file that has none; it isn't in the file before it is saved."""

    def __init__(self, inner: Collection) -> None:
        self._inner = inner

    def __len__(self) -> int:
        return 1

    def indexing(self) -> Iterator[JobStep[int]]:
        """An empty job: the record is known."""
        return iter(())

    def span(self, index: int) -> None:
        """None: the file doesn't have it."""

    def unedited_run(self, index: int) -> int:
        """None: the file doesn't have it."""
        return 0

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in a range of records."""
        values = {header.key: header.value for header in reversed(self.headers(0))}
        return [values.get(key, "")] * len(range(start, stop))

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of the record."""
        return self.record(index).headers

    def record(self, index: int) -> Record:
        """The record, made anew. Raises IndexError for any index but 0."""
        if index:
            raise IndexError(index)
        from viewer.formats.fresh import new_record  # deferred

        entry = FORMATS[self.format]
        return new_record(entry.load(), game_of(entry.games[0]))


def started(collection: Collection) -> Collection:
    """A collection for a document, which has a record in any case: the collection itself if it has one."""
    return collection if len(collection) else StartedCollection(collection)
