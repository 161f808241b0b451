"""The journal of one document: what it tells becomes entries."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from viewer.base.packed import bare, file_of
from viewer.base.source import BytesSource
from viewer.base.spans import Span
from viewer.document.document import Document
from viewer.document.edits.history import AppliedEdit, Edit, Location
from viewer.document.edits.ops import (
    DocumentOp,
    InRecord,
    InsertRecord,
    RecordData,
    RemoveRecord,
    RestoreRecord,
    RewriteRecord,
)
from viewer.document.journal.entries import (
    Base,
    CommentDraft,
    Content,
    Did,
    Entry,
    FileIdentity,
    Hashed,
    JournalHead,
    Redid,
    Renamed,
    Saved,
    Standing,
    Undid,
)
from viewer.document.journal.restored import Restored
from viewer.document.journal.snapshot import RecordSnapshot
from viewer.document.journal.writer import JournalFile, JournalWriter
from viewer.document.saving.saved import SavedFile
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

CONTENT = 1 << 20
"""Bytes up to which all that a document was read from stands in its journal."""
COMPACTED = 8 << 20
"""Bytes from which on a journal is written anew when its document is saved."""
_NODES = 1_000_000  # of records that never were in a file, up to which all of them are written
_REMOVED = 20  # records of a large file that are taken out at once, up to which they are written
_PIECE = 1 << 24  # bytes of a source that a record needs


class DocumentJournal:
    """Writes down what is edited in a document; `document.journal` is to be set to it by whoever makes it.

    Nothing is written before the first edit.
    """

    def __init__(self, document: Document, writer: JournalWriter, folder: str) -> None:
        self._document = document
        self._writer = writer
        self._folder = folder
        self._start()

    def _start(self) -> None:
        document = self._document
        self._collection = document.records.collection
        self._head = (document.path, document.format, document.variant)
        source = bare(self._collection.source)
        self._origin = file_of(source)
        self._whole = self._content() is not None
        self._offsets = self._whole  # whether what is recovered has the same source
        self._hashed = Hashed(self._origin)
        name = document.path or document.name
        self._file = JournalFile(self._folder, name, document.files)
        self._begun = False
        self._complete = True  # whether the records of a new document are all in it
        self._based: set[int] = set()
        self._rewrote = False  # whether records were rewritten since the journal began
        self._in_file: Runs | None = None  # keys that recovery finds in a saved file; None: all
        self._saved: Saved | None = None
        self._renamed: Renamed | None = None
        self._done = self._undone = 0  # edits that the journal has

    def go_on(self, file: JournalFile, based: set[int], in_file: Runs | None) -> None:
        """Go on with a journal from which the document was made.

        It has bases of these records; `in_file` are keys of those in the file, None for all.
        """
        self._file, self._based, self._begun = file, based, True
        self._in_file, self._rewrote = in_file, True
        self._done = self._document.history.now().steps
        self._undone = self._document.history.undone_steps

    @property
    def path(self) -> str:
        """Where it is, "" as long as there is nothing of it."""
        return self._file.path

    def keep(self) -> bool:
        """Write it although nothing was edited yet; returns whether it has all that isn't in a file."""
        self._begin()
        return self._complete

    def close(self) -> None:
        """Nobody wants it any more."""
        self._writer.remove(self._file)
        self._begun = False

    def let_go(self) -> None:
        """Leave it behind, for the next start."""
        self._file.let_go()

    # ------------------------------------------------------------------------- how it begins

    def _content(self) -> bytes | None:
        """All that the document was read from; None where that is much, or nothing."""
        source = bare(self._collection.source)
        if isinstance(self._collection, MemoryCollection):
            return None
        if self._origin is not None and self._origin.size <= CONTENT:
            return self._origin.read(0, self._origin.size)
        return source.read(0, source.size) if isinstance(source, BytesSource) else None

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self._writer.add(self._file, *self._opening())

    def _opening(self) -> Iterator[Entry]:
        document = self._document
        path, format, variant = self._head
        origin = self._origin
        known = None if origin is None else FileIdentity(origin.name, origin.stamp)
        content = self._content()
        yield JournalHead(
            path,
            document.name,
            document.replaceable,
            format,
            variant,
            document.encoding,
            len(self._collection),
            known,
            "" if self._collection.source is None else self._collection.source.name,
            None if content is None else Content(content),
        )
        if content is None and origin is None:
            yield from self._all_records()
        if self._saved is not None:
            yield self._saved
        if self._renamed is not None:
            yield self._renamed

    def _all_records(self) -> Iterator[Entry]:
        """The records of a document that is new."""
        nodes = 0
        for key in range(len(self._collection)):
            record = self._collection.record(key)
            nodes += len(record.nodes)
            if nodes > _NODES:
                self._complete = False
                return
            self._based.add(key)
            yield Base(key, RecordSnapshot.of(record), True)

    # -------------------------------------------------------------------------- what is told

    def touching(self, ops: Sequence[DocumentOp]) -> None:
        """See `viewer.document.journaled.Journal`."""
        self._begin()
        few = len(ops) <= _REMOVED and not self._whole
        for op in ops:
            match op:
                case InRecord(key, _) if key not in self._based:
                    self._base(key)
                case RemoveRecord(key) if few and key not in self._based:
                    self._base(key)
                case InsertRecord(_, key, RecordData()):
                    self._based.add(key)
                case RewriteRecord() | RestoreRecord():
                    self._rewrote = True

    def _base(self, key: int) -> None:
        records = self._document.records
        if not records.has(key):
            return  # the edit will be refused
        pristine = records.is_pristine(key) and self._in_file is None
        try:
            record = records.get(key)
            pieces = tuple(self._pieces(key, record))
        except OSError:
            return
        self._based.add(key)
        self._writer.add(self._file, Base(key, RecordSnapshot.of(record), pristine, pieces))

    def _pieces(self, key: int, record: Record) -> Iterator[tuple[int, bytes]]:
        """Bytes of the source that a record stands for, or that its facts refer to."""
        records = self._document.records
        spans = [fact.raw for fact in record.facts if isinstance(fact.raw, Span)]
        if records.is_pristine(key) and not self._whole:
            own = records.span(records.index(key))
            spans += [] if own is None else [own]
        longest = {span.start: span for span in sorted(spans)}
        for span in longest.values():
            there = self._offsets and span.start < 1 << 63
            if not there and span.length <= _PIECE:
                yield span.start, records.source.read(span.start, span.length)

    def did(self, edit: Edit) -> None:
        """See `viewer.document.journaled.Journal`."""
        self._done, self._undone = self._done + 1, 0
        self._add(Did(edit, _now(), self._document.records.known))

    def undid(self, done: AppliedEdit) -> None:
        """See `viewer.document.journaled.Journal`."""
        known = self._done > 0
        self._done -= known
        self._undone += 1
        self._restore(done.inverse, known)
        self._add(Undid(_now(), None if known else done))

    def redid(self, done: AppliedEdit) -> None:
        """See `viewer.document.journaled.Journal`."""
        known = self._undone > 0
        self._undone -= known
        self._done += 1
        self._add(Redid(_now(), None if known else done.edit))

    def _restore(self, ops: Sequence[DocumentOp], known: bool) -> None:
        """Write records that were just brought back, and that recovery wouldn't find elsewhere.

        `known`: whether the journal has the edit that these operations took back.
        """
        keys = {op.key for op in ops if isinstance(op, RestoreRecord)} if not known else set()
        put_back = {op.key for op in ops if isinstance(op, InsertRecord) and op.data is None}
        if self._in_file is not None and put_back:
            there = {key for first, count in self._in_file for key in range(first, first + count)}
            keys |= put_back - there - self._based
        if keys:
            self._writer.add(self._file, Restored.of(self._document.records, keys))

    def drafted(self, place: Location, facet: str, text: str) -> None:
        """A comment is being written: what it would be now."""
        self._begin()
        self._add(CommentDraft(place, facet, text, _now()))

    def _add(self, entry: Entry) -> None:
        if self._hashed.wanted:
            self._writer.add(self._file, entry, self._hashed)
        else:
            self._writer.add(self._file, entry)

    def saved(self, file: SavedFile, keys: Sequence[int] | None) -> None:
        """See `viewer.document.journaled.Journal`."""
        back = self._document.history.back_to_clean
        order = None if keys is None else tuple(runs_of(keys))
        self._saved, self._renamed = Saved(file, order, back), None
        if not self._begun:
            return
        self._writer.add(self._file, self._saved)
        if not self._whole:
            self._in_file = order
        # Rewritten records can't be made again of the file in which they are written.
        wanted = self._file.size > COMPACTED or (self._rewrote and not self._whole)
        if wanted and back == 0 and order is not None:
            self._compact(self._saved)

    def moved(self, path: str) -> None:
        """See `viewer.document.journaled.Journal`."""
        self._renamed = Renamed(path)
        if self._begun:
            self._add(self._renamed)

    def read_again(self) -> None:
        """See `viewer.document.journaled.Journal`."""
        self.close()
        self._start()

    def _compact(self, saved: Saved) -> None:
        """Begin anew with the file that was saved."""
        document, records = self._document, self._document.records
        file = saved.file
        self._in_file = saved.order
        self._whole = file.known.stamp.size <= CONTENT
        self._offsets = False
        self._based.clear()
        self._rewrote = False
        self._done = self._undone = 0
        self._hashed = Hashed(None)
        content = Content(None, file.path, document.files, file.known) if self._whole else None
        head = JournalHead(
            file.path,
            document.name,
            document.replaceable,
            file.format,
            file.variant,
            None,
            len(records.collection),
            FileIdentity(file.path, file.known.stamp),
            file.path,
            content,
        )
        standing = Standing(records.new_key, tuple(records.brought()))
        self._writer.rewrite(self._file, head, standing, saved)


Runs = tuple[tuple[int, int], ...]
"""Keys as runs of numbers that follow each other: the first, and how many."""


def runs_of(keys: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Runs of keys."""
    start = 0
    for end in range(1, len(keys) + 1):
        if end == len(keys) or keys[end] != keys[end - 1] + 1:
            yield keys[start], end - start
            start = end


def _now() -> int:
    return int(time.time())
