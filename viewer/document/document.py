"""An open file being studied: its records, its history, its place on the disk."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from weakref import WeakValueDictionary

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.jobs import Step
from viewer.base.limits import DEFAULT, Limits
from viewer.base.source import FileSource, Source
from viewer.base.spans import Span
from viewer.document import plans
from viewer.document.history import Done, Edit, History, Place
from viewer.document.ops import (
    Change,
    DocumentOp,
    InRecord,
    InsertRecord,
    MoveRecord,
    RecordData,
    RemoveRecord,
)
from viewer.document.save import ChangedUnderneath, LossRefused, save_pieces
from viewer.formats import FORMATS
from viewer.formats.detect import load_source, suffix_of
from viewer.formats.format import Collection, Format, Loss, value_of
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.ops import OpError, Touched, apply
from viewer.tree.record import Header, Record

_RECENT = 4
_FIRST_NEW_KEY = 1 << 40  # records of the file have their place in it as key


class Document:
    """A collection that is open and being edited. It is a `Collection` itself: as it stands now.

    Records are read when asked for; one that was edited stays in memory, another may be dropped
    when nobody holds it, and is read again with the same ids.

    Attributes:
        path: of the file, None for a document that was never saved.
        history: the undo history.
        listeners: called with a Change after each edit, undo and redo.
        limits: for reading.
    """

    def __init__(
        self,
        collection: Collection,
        path: str | None = None,
        stamp: Stamp | None = None,
        files: FileSystem = SYSTEM,
        limits: Limits = DEFAULT,
    ) -> None:
        self.path = path
        self.limits = limits
        self.listeners: list[Callable[[Change], None]] = []
        self._files = files
        self._start(collection, stamp)

    def _start(self, collection: Collection, stamp: Stamp | None) -> None:
        self._collection = collection
        self._stamp = stamp
        self._options: Mapping[str, str] | None = None
        self.history = History()
        self._order = array("q", range(len(collection)))
        self._read_so_far = len(self._order)
        self._next_key = _FIRST_NEW_KEY
        self._edited: dict[int, Record] = {}
        self._read: WeakValueDictionary[int, Record] = WeakValueDictionary()
        self._recent: list[Record] = []
        self._states: WeakValueDictionary[int, States] = WeakValueDictionary()

    # ---------------------------------------------------------------------- as a collection

    @property
    def format(self) -> str:
        """Id of the format it is saved in."""
        return self._collection.format

    @property
    def variant(self) -> str:
        """The format with its version, for people."""
        return self._collection.variant

    @property
    def source(self) -> Source | None:
        """Where spans of the file come from."""
        return self._collection.source

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader found odd."""
        return self._collection.diagnostics

    def __len__(self) -> int:
        return len(self._order)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of the record at a place."""
        key = self._order[index]
        known = self._edited.get(key) or self._read.get(key)
        return known.headers if known is not None else self._collection.headers(key)

    def record(self, index: int) -> Record:
        """The record at a place."""
        return self.record_of(self._order[index])

    def indexing(self) -> Iterator[Step[int]]:
        """The job that finds the records of the file not known yet; they come behind all others."""
        collection = self._collection
        for step in collection.indexing():
            if collection is not self._collection:
                return  # read again meanwhile
            self._grow()
            yield step
        self._grow()

    def _grow(self) -> None:
        known = len(self._collection)
        if known > self._read_so_far:
            self._order.extend(range(self._read_so_far, known))
            self._read_so_far = known
            self._tell(Change(False, (), True))

    def span(self, index: int) -> Span | None:
        """The bytes of the file that a record still is, None where it was edited or is new."""
        key = self._order[index]
        if key in self._edited or key >= self._read_so_far:
            return None
        return self._collection.span(key)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records."""
        places = self._order[start:stop]
        values: list[str] = []
        first = 0
        while first < len(places):  # runs of records that nobody touched come from the file at once
            last = first
            while last < len(places) and places[last] == places[first] + last - first:
                last += 1
            low, high = places[first], places[first] + last - first
            if high <= self._read_so_far:
                values += self._collection.values(key, low, high)
            else:
                values += [value_of(self._edited[one].headers, key) for one in range(low, high)]
            first = last
        here = {one: place for place, one in enumerate(places) if one in self._edited}
        for one, place in here.items():
            values[place] = value_of(self._edited[one].headers, key)
        return values

    # ------------------------------------------------------------------------------ records

    def keys(self) -> Sequence[int]:
        """Keys of the records in order."""
        return self._order

    def record_of(self, key: int) -> Record:
        """The record of a key; the same object as long as anybody holds it. Raises KeyError."""
        record = self._edited.get(key) or self._read.get(key)
        if record is None:
            if not 0 <= key < self._read_so_far:
                raise KeyError(key)
            record = self._collection.record(key)
            self._read[key] = record
        self._recent = [kept for kept in self._recent if kept is not record][1 - _RECENT :]
        self._recent.append(record)
        return record

    def states(self, key: int) -> States:
        """The states of a record's nodes, kept as long as anybody holds them, and cut by edits."""
        record = self.record_of(key)
        known = self._states.get(key)
        if known is None or known.record is not record:
            known = States(game_of(record.game), record)
            self._states[key] = known
        return known

    def key_of(self, node: Node) -> int:
        """The key of the record a node belongs to. Raises ValueError if it is in none that is open."""
        root = node
        while root.parent is not None:
            root = root.parent
        for key, record in [*self._edited.items(), *self._read.items()]:
            if record.root is root:
                return key
        raise ValueError("the node is in no record of this document")

    # -------------------------------------------------------------------------------- edits

    @property
    def modified(self) -> bool:
        """Whether there is anything that isn't saved."""
        return not self.history.clean

    def do(self, edit: Edit | None) -> Place | None:
        """Apply an edit and put it on the history; where to stand afterwards.

        None, and an edit without operations (a move that is there already), leave the history as
        it is. Raises OpError with nothing changed.
        """
        if edit is None:
            return None
        if edit.ops:
            inverse, change = self._apply(edit.ops)
            self.history.push(Done(edit, inverse))
            self._tell(change)
        return edit.after

    def undo(self) -> Place | None:
        """Undo the last edit; where it was made, None if there is none."""
        done = self.history.take_undo()
        if done is None:
            return None
        _, change = self._apply(done.inverse)
        self._tell(change)
        return done.edit.before

    def redo(self) -> Place | None:
        """Do the last undone edit again; where it led, None if there is none."""
        done = self.history.take_redo()
        if done is None:
            return None
        _, change = self._apply(done.edit.ops)
        self._tell(change)
        return done.edit.after

    def set_comment(self, node: Node, text: str) -> None:
        """Set the comment of a node."""
        self.do(plans.comment(self, self.key_of(node), node, text))

    def play(self, node: Node, move: str) -> Node:
        """Go to a move below a node, adding it where it isn't there; its node."""
        place = self.do(plans.play(self, self.key_of(node), node, move))
        assert place is not None
        return self.record_of(place.record).node(place.node)

    def _tell(self, change: Change) -> None:
        for listener in list(self.listeners):
            listener(change)

    def _apply(self, ops: Sequence[DocumentOp]) -> tuple[tuple[DocumentOp, ...], Change]:
        """Apply all or none."""
        inverse: list[DocumentOp] = []
        touched: list[tuple[int, Touched]] = []
        records = False
        try:
            for op in ops:
                back, place = self._apply_one(op)
                inverse.insert(0, back)
                if place is None:
                    records = True
                else:
                    touched.append(place)
        except OpError:
            for back in inverse:
                self._apply_one(back)
            raise
        for key, one in touched:
            states = self._states.get(key)
            if states is not None and one.facet == "action" and one.node is not None:
                states.cut([states.record.nodes.get(one.node)])
        return tuple(inverse), Change(records, tuple(touched))

    def _apply_one(self, op: DocumentOp) -> tuple[DocumentOp, tuple[int, Touched] | None]:
        match op:
            case InRecord(key, inner):
                try:
                    record = self.record_of(key)
                except KeyError:
                    raise OpError(f"there is no record {key}") from None
                self._edited[key] = record
                back, touched = apply(record, inner)
                return InRecord(key, back), (key, touched)
            case InsertRecord(index, key, data):
                if key in self._order or not 0 <= index <= len(self._order):
                    raise OpError(f"no place {index} for record {key}")
                self._edited[key] = data.record()
                self._order.insert(index, key)
                self._next_key = max(self._next_key, key + 1)
                return RemoveRecord(key), None
            case RemoveRecord(key):
                index = self._index(key)
                data = RecordData.of(self.record_of(key))
                del self._order[index]
                self._edited.pop(key, None)
                self._read.pop(key, None)
                return InsertRecord(index, key, data), None
            case MoveRecord(key, to):
                index = self._index(key)
                if not 0 <= to < len(self._order):
                    raise OpError(f"no place {to} for record {key}")
                self._order.insert(to, self._order.pop(index))
                return MoveRecord(key, index), None

    def _index(self, key: int) -> int:
        try:
            return self._order.index(key)
        except ValueError:
            raise OpError(f"there is no record {key}") from None

    def new_key(self) -> int:
        """A key for a new record."""
        return self._next_key

    # ------------------------------------------------------------------------------- saving

    def format_for(self, path: str) -> Format:
        """The format that a file of this name is saved in: by its suffix, else as it is now."""
        suffix = suffix_of(path)
        if suffix not in FORMATS[self.format].suffixes:
            for entry in FORMATS.values():
                if suffix in entry.suffixes:
                    return entry.load()
        return FORMATS[self.format].load()

    def losses(
        self, path: str | None = None, options: Mapping[str, str] | None = None
    ) -> tuple[Loss, ...]:
        """What saving (under a name) would lose."""
        target = path or self.path or ""
        return self.format_for(target).write(self, options or self._options).losses

    def save(
        self,
        path: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        allow_loss: bool = False,
        overwrite_changes: bool = False,
    ) -> None:
        """Save, under a new name if one is given; the document is then that file.

        Raises:
            ValueError: a document without a name, and none given.
            LossRefused: something can't be held by the format; `allow_loss` writes all the same.
            ChangedUnderneath: another program wrote the file meanwhile; `overwrite_changes` writes.
            SaveError: it couldn't be written; the file is as it was, and so is the document.
        """
        target = path or self.path
        if target is None:
            raise ValueError("the document has no name yet")
        format_ = self.format_for(target)
        if options is None and format_.id == self.format:
            options = self._options  # a version that was chosen stays chosen
        output = format_.write(self, options)
        if output.losses and not allow_loss:
            raise LossRefused(output.losses)
        same = self.path is not None and self._same(target, self.path)
        if same and not overwrite_changes:
            self._check_unchanged(target)
        self._stamp = save_pieces(target, output.pieces, self.source, self._files)
        self.path, self._options = target, options
        self._collection = Saved(self._collection, format_.id, format_.variant_of(self, options))
        self.history.set_clean()

    def _same(self, a: str, b: str) -> bool:
        return self._files.real_path(a) == self._files.real_path(b)

    def _check_unchanged(self, path: str) -> None:
        now = self._files.stamp_of(path)
        if now is not None and self._stamp is not None and now != self._stamp:
            raise ChangedUnderneath(path)

    def changed_on_disk(self) -> bool:
        """Whether the file is gone or another than the one that was read or saved last."""
        if self.path is None or self._stamp is None:
            return False
        return self._files.stamp_of(self.path) != self._stamp

    def revert(self) -> None:
        """Back to what is in the file.

        Where the file is unchanged this undoes (or redoes), so that it can be taken back; else the
        file is read again and the history is empty. Raises Unreadable or OSError with nothing done.
        """
        steps = self.history.steps_to_clean()
        if steps is not None and not self.changed_on_disk():
            for _ in range(abs(steps)):
                self.undo() if steps > 0 else self.redo()
        elif self.path is not None:
            self.reload()

    def reload(self, encoding: str | None = None) -> None:
        """Read the file again, with another codec if one is given; the history is empty then.

        Raises Unreadable or OSError with nothing done.
        """
        if self.path is None:
            raise ValueError("the document has no file")
        source = FileSource(self.path, self._files)
        self._start(load_source(source, self.limits, encoding), source.stamp)
        self._tell(Change(True, ()))

    def close(self) -> None:
        """Let go of the file."""
        self.listeners.clear()
        if self.source is not None:
            self.source.close()


class Saved:
    """A collection whose document was saved in another format or version since it was read."""

    def __init__(self, inner: Collection, format: str, variant: str) -> None:
        self._inner: Collection = inner._inner if isinstance(inner, Saved) else inner
        self.format = format
        self.variant = variant

    @property
    def source(self) -> Source | None:
        """Where spans of the file that was read come from."""
        return self._inner.source

    def indexing(self) -> Iterator[Step[int]]:
        """The job that finds the rest of the records of the file that was read."""
        return self._inner.indexing()

    def span(self, index: int) -> Span | None:
        """The bytes of a record, as long as it is the same format."""
        return self._inner.span(index) if self.format == self._inner.format else None

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records as read."""
        return self._inner.values(key, start, stop)

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader found odd."""
        return self._inner.diagnostics

    def __len__(self) -> int:
        return len(self._inner)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record as read."""
        return self._inner.headers(index)

    def record(self, index: int) -> Record:
        """A record as read."""
        return self._inner.record(index)


def open_document(
    path: str,
    encoding: str | None = None,
    files: FileSystem = SYSTEM,
    limits: Limits = DEFAULT,
) -> Document:
    """Open a file. Raises Unreadable with a sentence, or OSError."""
    source = FileSource(path, files)
    try:
        collection = load_source(source, limits, encoding)
    except BaseException:
        source.close()
        raise
    return Document(collection, path, source.stamp, files, limits)


def new_document(record: Record, format: str, files: FileSystem = SYSTEM) -> Document:
    """A document of one new record, to be saved in a format."""
    return Document(MemoryCollection(format, [record]), None, None, files)
