"""The journal of one document: it turns the document's reports into entries."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from viewer.base.layers import RecodedSource, bare, file_of
from viewer.base.source import BytesSource, Span
from viewer.document.document import Document
from viewer.document.edits import (
    AppliedEdit,
    DocumentOp,
    Edit,
    InRecord,
    InsertRecord,
    Location,
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
from viewer.document.journal.form import RecordSnapshot, Restored
from viewer.document.journal.writer import JournalFile, JournalWriter
from viewer.document.saving.saved import SavedFile
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

CONTENT = 1 << 20
"""Maximum size of a source that is copied into the journal, in bytes."""
COMPACTED = 8 << 20
"""Size in bytes above which a journal is rewritten when its document is saved."""
_NODES = 1_000_000  # maximum number of nodes of a new document's records that are written
_REMOVED = 20  # maximum number of records removed from a large file at once that are written
_PIECE = 1 << 24  # maximum size of a piece of the source that is written with a record, in bytes


class DocumentJournal:
    """Records the edits of a document; the code that makes it has to assign it to `document.journal`.

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
        self._offsets = self._whole  # whether the recovered document will have the same source
        self._hashed = Hashed(self._origin)
        name = document.path or document.name
        self._file = JournalFile(self._folder, name, document.files)
        self._begun = False
        self._complete = True  # whether it contains all the records of a new document
        self._based: set[int] = set()
        self._rewrote = False  # whether records were rewritten since the journal began
        self._in_file: Runs | None = None  # keys that recovery finds in a saved file; None: all
        self._saved: Saved | None = None
        self._renamed: Renamed | None = None
        self._done = self._undone = 0  # number of edits in the journal that are done, undone

    def go_on(self, file: JournalFile, based: set[int], in_file: Runs | None) -> None:
        """Continue the journal from which the document was recovered.

        `based`: keys of the records whose bases it contains; `in_file`: keys of the records that recovery
        finds in a saved file, None for all.
        """
        self._file, self._based, self._begun = file, based, True
        self._in_file, self._rewrote = in_file, True
        self._done = self._document.history.now().steps
        self._undone = self._document.history.undone_steps

    @property
    def path(self) -> str:
        """The path of its file, "" if nothing is written yet."""
        return self._file.path

    def keep(self) -> bool:
        """Begin it even without an edit; returns whether it contains everything that isn't in a file."""
        self._begin()
        return self._complete

    def close(self) -> None:
        """Delete it: it isn't needed any more."""
        self._writer.remove(self._file)
        self._begun = False

    def let_go(self) -> None:
        """Close its file, but keep it for the next start."""
        self._file.let_go()

    # ------------------------------------------------------------------------- how it begins

    def _content(self) -> bytes | None:
        """All bytes that the document was read from; None if they are too many, or the document is new."""
        source = bare(self._collection.source)
        if isinstance(self._collection, MemoryCollection):
            return None
        if self._origin is not None and self._origin.size <= CONTENT:
            return self._origin.read(0, self._origin.size)
        while isinstance(source, RecodedSource):
            source = source.inner
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
        """Bases of the records of a new document, up to _NODES nodes."""
        nodes = 0
        for key in range(len(self._collection)):
            record = self._collection.record(key)
            nodes += len(record.nodes)
            if nodes > _NODES:
                self._complete = False
                return
            self._based.add(key)
            yield Base(key, RecordSnapshot.of(record), True)

    # ------------------------------------------------------------------------------- reports

    def touching(self, ops: Sequence[DocumentOp]) -> None:
        """See `viewer.document.saving.saved.Journal`."""
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
            return  # the document will refuse the edit
        pristine = records.is_pristine(key) and self._in_file is None
        try:
            record = records.get(key)
            pieces = tuple(self._pieces(key, record))
        except OSError:
            return
        self._based.add(key)
        self._writer.add(self._file, Base(key, RecordSnapshot.of(record), pristine, pieces))

    def _pieces(self, key: int, record: Record) -> Iterator[tuple[int, bytes]]:
        """(offset, bytes) of the spans of the source that a record consists of or its facts refer to."""
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
        """See `viewer.document.saving.saved.Journal`."""
        self._done, self._undone = self._done + 1, 0
        self._add(Did(edit, _now(), self._document.records.known))

    def undid(self, done: AppliedEdit) -> None:
        """See `viewer.document.saving.saved.Journal`."""
        known = self._done > 0
        self._done -= known
        self._undone += 1
        self._restore(done.inverse, known)
        self._add(Undid(_now(), None if known else done))

    def redid(self, done: AppliedEdit) -> None:
        """See `viewer.document.saving.saved.Journal`."""
        known = self._undone > 0
        self._undone -= known
        self._done += 1
        self._add(Redid(_now(), None if known else done.edit))

    def _restore(self, ops: Sequence[DocumentOp], known: bool) -> None:
        """Write the records that an undo just brought back if recovery wouldn't find them elsewhere.

        `known`: whether the journal contains the edit that was undone.
        """
        keys = {op.key for op in ops if isinstance(op, RestoreRecord)} if not known else set()
        put_back = {op.key for op in ops if isinstance(op, InsertRecord) and op.data is None}
        if self._in_file is not None and put_back:
            there = {key for first, count in self._in_file for key in range(first, first + count)}
            keys |= put_back - there - self._based
        if keys:
            self._writer.add(self._file, Restored.of(self._document.records, keys))

    def drafted(self, place: Location, facet: str, text: str) -> None:
        """Write the present text of a comment that is being written."""
        self._begin()
        self._add(CommentDraft(place, facet, text, _now()))

    def _add(self, entry: Entry) -> None:
        if self._hashed.wanted:
            self._writer.add(self._file, entry, self._hashed)
        else:
            self._writer.add(self._file, entry)

    def saved(self, file: SavedFile, keys: Sequence[int] | None) -> None:
        """See `viewer.document.saving.saved.Journal`."""
        back = self._document.history.back_to_clean
        order = None if keys is None else tuple(runs_of(keys))
        self._saved, self._renamed = Saved(file, order, back), None
        if not self._begun:
            return
        self._writer.add(self._file, self._saved)
        if not self._whole:
            self._in_file = order
        # Rewrites can't be repeated on the records of the new file, which are rewritten already.
        wanted = self._file.size > COMPACTED or (self._rewrote and not self._whole)
        if wanted and back == 0 and order is not None:
            self._compact(self._saved)

    def moved(self, path: str) -> None:
        """See `viewer.document.saving.saved.Journal`."""
        self._renamed = Renamed(path)
        if self._begun:
            self._add(self._renamed)

    def read_again(self) -> None:
        """See `viewer.document.saving.saved.Journal`."""
        self.close()
        self._start()

    def _compact(self, saved: Saved) -> None:
        """Replace the journal by a new one that begins with the saved file."""
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
            saved=True,
        )
        standing = Standing(records.new_key, tuple(records.brought()))
        self._writer.rewrite(self._file, head, standing, saved)


Runs = tuple[tuple[int, int], ...]
"""Keys as runs of consecutive numbers: (first key, count)."""


def runs_of(keys: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The runs of consecutive keys, in the given order."""
    start = 0
    for end in range(1, len(keys) + 1):
        if end == len(keys) or keys[end] != keys[end - 1] + 1:
            yield keys[start], end - start
            start = end


def _now() -> int:
    return int(time.time())
