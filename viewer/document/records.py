"""The records of an open file: read on demand, with edits, insertions and order on top."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from weakref import WeakSet, WeakValueDictionary

from viewer.base.jobs import JobStep
from viewer.base.layers import Pool
from viewer.base.source import Span
from viewer.document.edits import AnyRecord, RecordBytes, RecordData, Rewrite, Rewrites
from viewer.formats.format import Collection
from viewer.formats.headers import value_of
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import Facts
from viewer.tree.node import Node
from viewer.tree.ops import Op, OpError
from viewer.tree.record import Header, Record

_RECENT = 4
FIRST_NEW = 1 << 40
_HEADS = 1024  # records brought as bytes whose headers are remembered: a list asks for one after the other


class Records:
    """Records by key and, as a `Collection`, by index.

    The key of a record of the file is its index there; new ones have keys from 2**40 on. Nothing is kept
    of an unread record but 8 bytes, and the data of one that was inserted.

    Attributes:
        source: the file's, extended by the bytes of inserted records.
        collection: of the file; saving in another format replaces it.
        order: keys in the order of the document.
        new_key: for the next new record.
    """

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.source = Pool(collection.source)
        self.order = array("q", range(len(collection)))
        self.new_key = FIRST_NEW
        self._in_file = len(self.order)
        self._edited: dict[int, Record] = {}
        self._rewrites = Rewrites()
        self._sorted: list[int] | None = None  # keys of those that were edited or rewritten
        self._brought: dict[int, AnyRecord] = {}  # inserted
        self._spans: dict[int, Span] = {}  # of those that were brought as bytes
        self._heads: dict[int, tuple[Header, ...]] = {}  # of some of those
        self._read: WeakValueDictionary[int, Record] = WeakValueDictionary()
        self._recent: list[Record] = []
        self._taken_out: set[int] = set()  # of those in the file, or rewritten
        self._states: WeakValueDictionary[int, States] = WeakValueDictionary()
        self._looked = 0  # index where a key was found last
        self._copies: WeakSet[Records] = WeakSet()  # that stay as they are

    def frozen(self) -> Records:
        """A snapshot of the records, for jobs that run while edits go on.

        Only records edited meanwhile are copied.
        """
        copy = Records(self.collection)
        copy.source, copy.order, copy._in_file = self.source, self.order[:], self._in_file
        copy._edited, copy._brought = dict(self._edited), dict(self._brought)
        copy._rewrites = self._rewrites.copy()
        copy._spans, copy._taken_out = dict(self._spans), set(self._taken_out)
        self._copies.add(copy)
        return copy

    def grow(self) -> bool:
        """Append the records that the collection knows by now; returns whether there are any."""
        known = len(self.collection)
        if known <= self._in_file:
            return False
        self.order.extend(range(self._in_file, known))
        self._in_file = known
        return True

    def put(self, key: int, record: Record) -> None:
        """Let the record of a key be this one, as if it had been edited."""
        self._edited[key] = record
        self._sorted = None

    @property
    def known(self) -> int:
        """How many records of the file are known."""
        return self._in_file

    def is_pristine(self, key: int) -> bool:
        """Whether a record is as it was read, or as it was brought."""
        return not self._is_touched(key)

    def is_edited(self, key: int) -> bool:
        """Whether a record is held because it was edited."""
        return key in self._edited

    def is_of_file(self, key: int) -> bool:
        """Whether a record is what the file makes it."""
        return key < self._in_file and key not in self._brought and self.is_pristine(key)

    def brought(self) -> Iterator[tuple[int, AnyRecord]]:
        """The keys of records that came from elsewhere, and what they are now."""
        for key, data in self._brought.items():
            if key < FIRST_NEW:
                continue  # it was given back, and counts as one of the file
            yield key, RecordData.of(self.get(key)) if self._is_touched(key) else data

    def stand(self, order: Sequence[int], brought: Iterable[tuple[int, AnyRecord]]) -> None:
        """Let the records stand in an order, with some that came from elsewhere."""
        self.order = array("q", order)
        self._sorted = None
        self._taken_out = set(range(self._in_file)) - set(self.order)
        for key, data in brought:
            self._bring(key, data)
            self.new_key = max(self.new_key, key + 1)

    def give_back(self, key: int, data: AnyRecord) -> None:
        """Let a record be made of this instead of what the file has; one that isn't there can be inserted."""
        if not self.has(key):
            self._taken_out.add(key)
        for known in (self._edited, self._read, self._heads, self._spans):
            known.pop(key, None)
        self._sorted = None
        self._bring(key, data)

    def _bring(self, key: int, data: AnyRecord) -> None:
        self._brought[key] = data
        if isinstance(data, RecordBytes) and key not in self._spans:
            self._spans[key] = self.source.add(data.raw)

    # ------------------------------------------------------------------------------- looking

    def get(self, key: int) -> Record:
        """The record of a key; the same object while it is referred to. Raises KeyError."""
        record = self._edited.get(key) or self._read.get(key)
        if record is None:
            record = self._read[key] = self._made(key)
        self._recent = [kept for kept in self._recent if kept is not record][1 - _RECENT :]
        self._recent.append(record)
        return record

    def _made(self, key: int) -> Record:
        """Read or make the record of a key. Raises KeyError."""
        if key in self._rewrites:
            return self._rewrites.made(key, lambda: self._before_rewrites(key))
        return self._before_rewrites(key)

    def _before_rewrites(self, key: int) -> Record:
        data = self._brought.get(key)
        if data is not None:
            record = data.record()
            if isinstance(data, RecordBytes):
                _move(record, self._spans[key].start)
            return record
        if not 0 <= key < self._in_file:
            raise KeyError(key)
        return self.collection.record(key)

    def states(self, key: int) -> States:
        """The states of a record's nodes, cached while referred to."""
        record = self.get(key)
        known = self._states.get(key)
        if known is None or known.record is not record:
            known = States(game_of(record.game), record)
            self._states[key] = known
        return known

    def headers_of(self, key: int) -> tuple[Header, ...]:
        """The headers of a record, without reading all of it if the format allows."""
        touched = self._edited.get(key) or self._read.get(key)
        if touched is not None:
            return touched.headers
        if key in self._rewrites:
            headers = self._rewrites.headers(key)
            if headers is not None:
                return headers
        known = self._brought.get(key)
        if known is None:
            return self.collection.headers(key)
        if not isinstance(known, RecordBytes):
            return known.headers
        found = self._heads.get(key)
        if found is None:
            if len(self._heads) >= _HEADS:
                self._heads.clear()
            found = self._heads[key] = known.collection().headers(0)
        return found

    def key_of(self, root: Node) -> int:
        """The key of the record with a root. Raises ValueError if no record read so far has it."""
        for key, record in [*self._edited.items(), *self._read.items()]:
            if record.root is root:
                return key
        raise ValueError("the node is in no record of this document")

    def index(self, key: int) -> int:
        """The index of a key. Raises OpError."""
        # Mostly where the last one was found, or beside it, where many are taken out one after the other.
        for near in (self._looked, max(self._looked - 1, 0)):
            if near < len(self.order) and self.order[near] == key:
                self._looked = near
                return near
        try:
            self._looked = self.order.index(key)
        except ValueError:
            raise OpError(f"there is no record {key}") from None
        return self._looked

    # ---------------------------------------------------------------------- as a collection

    @property
    def format(self) -> str:
        """Id of the format they are saved in."""
        return self.collection.format

    @property
    def variant(self) -> str:
        """The format with its version."""
        return self.collection.variant

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader of the file found odd."""
        return self.collection.diagnostics

    def __len__(self) -> int:
        return len(self.order)

    def indexing(self) -> Iterator[JobStep[int]]:
        """No step: records found later are appended by `grow`."""
        return iter(())

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the record at an index."""
        return self.headers_of(self.order[index])

    def record(self, index: int) -> Record:
        """The record at an index."""
        return self.get(self.order[index])

    def values(self, name: str, start: int, stop: int) -> list[str]:
        """A header of the records at a range of indices."""
        values: list[str] = []
        index = start
        stop = min(stop, len(self.order))
        while index < stop:  # runs that stand in the file like that come from it at once
            first = self.order[index]
            if first in self._brought or self._is_touched(first):
                values.append(value_of(self.headers(index), name))
                index += 1
                continue
            run = self._run(index, stop - index)
            values += self.collection.values(name, first, first + run)
            index += run
        return values

    def span(self, index: int) -> Span | None:
        """The bytes of the record at an index, if unedited: of the file, or as inserted."""
        key = self.order[index]
        if self._is_touched(key):
            return None
        if key in self._brought:
            return self._spans.get(key) if self._fits(self._brought[key]) else None
        return self.collection.span(key)

    def _fits(self, data: AnyRecord) -> bool:
        """Whether the bytes of an inserted record mean the same in this file as where they came from."""
        if not isinstance(data, RecordBytes) or data.format != self.collection.format:
            return False
        return data.raw.isascii() or data.encoding == self.collection.record(0).encoding

    def unedited_run(self, index: int) -> int:
        """How many records from an index on are unedited and adjacent in the file."""
        key = self.order[index]
        if self.span(index) is None:
            return 0
        if key in self._brought:
            return 1
        return min(self._run(index, self._in_file - key), self.collection.unedited_run(key))

    def _run(self, start: int, most: int) -> int:
        """How many records from an index on are unedited and adjacent in the file, at most `most`."""
        first = self.order[start]
        if self._sorted is None:
            self._sorted = sorted({*self._edited, *self._rewrites})
        after = self._sorted[bisect_right(self._sorted, first) :][:1]
        most = min([most, len(self.order) - start, *(key - first for key in after)])
        low, length = 1, 64
        while low < most:  # comparing arrays is quick; twice as much each time
            length = min(length, most)
            if self.order[start : start + length] != array("q", range(first, first + length)):
                break
            low, length = length, 2 * length
        while low < most and self.order[start + low] == first + low:
            low += 1
        return low

    def _is_touched(self, key: int) -> bool:
        """Whether a record isn't any more what the file or what was brought makes it."""
        return key in self._edited or key in self._rewrites

    # ------------------------------------------------------------------------------- editing

    def touch(self, key: int) -> Record:
        """The record of a key, to be edited: it stays in memory from now on. Raises OpError."""
        try:
            record = self.get(key)
        except KeyError:
            raise OpError(f"there is no record {key}") from None
        for copy in self._copies:
            if copy._edited.get(key) is record:
                copy._edited[key] = RecordData.of(record).record()
        if key not in self._edited:
            self._edited[key] = record
            self._sorted = None
        return record

    def rewrite(self, key: int, ops: tuple[Op, ...]) -> None:
        """Let operations be done whenever the record of a key is made. Raises OpError."""
        if not self.has(key):
            raise OpError(f"there is no record {key}")
        held = self._edited.get(key) or self._read.get(key)
        record = None if held is None else self._rewrites.after(held, ops)
        edited = self._edited.pop(key, None)
        base = None if edited is None else RecordData.of(edited)
        self._rewrites.push(key, Rewrite(base, ops))
        self._read.pop(key, None)
        if record is not None:  # whoever holds it asks for what became of it
            self._read[key] = record
            self._recent = [*self._recent[1 - _RECENT :], record]
        self._sorted = None

    def restore(self, key: int) -> tuple[Op, ...]:
        """Take back the last `rewrite` of a record: its operations. Raises OpError."""
        base, ops = self._rewrites.pop(key)
        self._edited.pop(key, None)
        self._read.pop(key, None)
        if base is not None:
            self._edited[key] = base.record()
        self._sorted = None
        return ops

    def cut_states(self, key: int, node: int | None) -> None:
        """Drop cached states from a node on, whose action changed or which was removed."""
        states = self._states.get(key)
        if states is not None and node is not None:
            states.cut([states.record.nodes.get(node)])

    def insert(self, index: int, key: int, data: AnyRecord | None) -> None:
        """Insert a record at an index; without data, a removed one of the file. Raises OpError."""
        if self.has(key) or not 0 <= index <= len(self.order):
            raise OpError(f"no index {index} for record {key}")
        if data is None:
            if key not in self._taken_out:
                raise OpError(f"there is no record {key} in the file")
        elif key < self._in_file or key in self._rewrites:
            self._edited[key] = data.record()
        else:
            self._bring(key, data)
        self._taken_out.discard(key)
        self._sorted = None
        self.order.insert(index, key)
        self.new_key = max(self.new_key, key + 1)

    def has(self, key: int) -> bool:
        """Whether there is a record of a key."""
        if key in self._taken_out:
            return False
        return key in self._edited or key in self._brought or 0 <= key < self._in_file

    def remove(self, key: int) -> tuple[int, AnyRecord | None]:
        """Remove a record; returns its index and the data that `insert` needs. Raises OpError."""
        at = self.index(key)
        edited = self._edited.pop(key, None)
        stays = key < self._in_file or key in self._rewrites  # to come back as it is made
        data = None if stays else self._brought.pop(key, None)
        if edited is not None:
            data = RecordData.of(edited)
        if stays:
            self._taken_out.add(key)
        self._sorted = None
        del self.order[at]
        self._read.pop(key, None)
        self._heads.pop(key, None)
        return at, data

    def move(self, key: int, to: int) -> int:
        """Move a record to an index; returns the old one. Raises OpError."""
        at = self.index(key)
        if not 0 <= to < len(self.order):
            raise OpError(f"no index {to} for record {key}")
        self.order.insert(to, self.order.pop(at))
        return at


def _move(record: Record, by: int) -> None:
    """Shift the spans in a record's facts."""
    record.facts = _moved(record.facts, by)
    for node in record.walk():
        node.facts = _moved(node.facts, by)


def _moved(facts: Facts, by: int) -> Facts:
    if not any(isinstance(fact.raw, Span) for fact in facts):
        return facts
    return tuple(
        fact._replace(raw=Span(fact.raw.start + by, fact.raw.length))
        if isinstance(fact.raw, Span)
        else fact
        for fact in facts
    )
