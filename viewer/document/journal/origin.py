"""The origin of a recovered document's records: its file, the file it was saved as, or its journal."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from viewer.base.digests import BlockDigests, FileSnapshot
from viewer.base.files import FileSystem
from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.named import NamedTuple
from viewer.base.source import BLOCK, BytesGone, BytesSource, FileSource, Source, Span
from viewer.base.version import VERSION
from viewer.document.edits import AppliedEdit, RewriteRecord, started
from viewer.document.journal.entries import (
    BaseRecord,
    FileIdentity,
    JournalHead,
    Saved,
    Standing,
    edit_of,
)
from viewer.document.journal.form import DATA_ERRORS, GAP, SoundLine, text, whole
from viewer.document.records import FIRST_NEW
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable
from viewer.formats.forwarding import ForwardingCollection
from viewer.formats.headers import value_of
from viewer.formats.memory import MemoryCollection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

SAME, CHANGED, GONE, NONE = "same", "changed", "gone", "none"
"""States of a document's file: unchanged since it was read or saved, changed, gone, or never there."""
ERRORS = (*DATA_ERRORS, OSError, Unreadable)


class LostSource:
    """A source whose bytes are gone."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def read(self, start: int, length: int) -> bytes:
        """Raises BytesGone."""
        raise BytesGone

    def lost(self) -> Sequence[Span]:
        """One span: the whole source."""
        return (Span(0, self.size),)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class LostCollection:
    """The records of a file that is gone: only their format and their number are known."""

    def __init__(self, format: str, variant: str, source: Source, count: int) -> None:
        self.format = format
        self.variant = variant
        self.source = source
        self.diagnostics: Sequence[Diagnostic] = ()
        self._count = count

    def __len__(self) -> int:
        return self._count

    def indexing(self) -> Iterator[JobStep[int]]:
        """No steps: no more records can be found."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """None: the bytes are gone."""
        return None

    def unedited_run(self, index: int) -> int:
        """0: no record can be copied."""
        return 0

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """Empty strings: the headers are unknown."""
        return [""] * (stop - start)

    def headers(self, index: int) -> tuple[Header, ...]:
        """(): the headers are unknown."""
        return ()

    def record(self, index: int) -> Record:
        """Raises BytesGone."""
        raise BytesGone


class ArrangedCollection(ForwardingCollection):
    """A saved file's collection with other indexes: the keys that its records had before the save.

    An index that none of its records has belongs to a record that isn't in the file any more.
    """

    def __init__(self, inner: Collection, keys: Sequence[int], count: int) -> None:
        """`keys`: the new indexes of the inner collection's records; those from `count` on are ignored."""
        self._inner = inner
        self._at = array("q", [-1]) * count
        for index, key in enumerate(keys):
            if 0 <= key < count:
                self._at[key] = index

    def __len__(self) -> int:
        return len(self._at)

    def has(self, index: int) -> bool:
        """Whether a record is in the file."""
        return self._at[index] >= 0

    def indexing(self) -> Iterator[JobStep[int]]:
        """No steps: all records are known."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """The span of a record; None if it isn't in the file any more."""
        at = self._at[index]
        return None if at < 0 else self._inner.span(at)

    def unedited_run(self, index: int) -> int:
        """The number of unedited records from an index on that follow each other in the file."""
        at = self._at[index]
        most = 0 if at < 0 else min(self._inner.unedited_run(at), len(self._at) - index)
        count = 0
        while count < most and self._at[index + count] == at + count:
            count += 1
        return count

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header for a range of records."""
        found: list[str] = []
        index = start
        while index < stop:
            at = self._at[index]
            end = index + 1
            while end < stop and self._at[end] == at + end - index >= 0:
                end += 1
            if at < 0:
                found.append(value_of(self.headers(index), key))
                end = index + 1
            else:
                found += self._inner.values(key, at, at + end - index)
            index = end
        return found

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a record; () if it isn't in the file any more."""
        at = self._at[index]
        return () if at < 0 else self._inner.headers(at)

    def record(self, index: int) -> Record:
        """A record. Raises BytesGone if it isn't in the file any more."""
        at = self._at[index]
        if at < 0:
            raise BytesGone
        return self._inner.record(at)


class RecordOrigin(NamedTuple):
    """The origin of the records that the journal doesn't contain.

    Attributes:
        collection: the records.
        state: the state of the document's file: SAME, CHANGED, GONE or NONE.
        path: the path of that file, "" if there is none.
        known: the file's snapshot in the journal, with the current stamp if unchanged; None without a file.
        lost: whether the records can't be read.
        as_read: whether the reader makes the same records as when the journal's pristine bases were written.
        offsets: whether spans in the journal are spans of the collection's source.
    """

    collection: Collection
    state: str
    path: str
    known: FileSnapshot | None
    lost: bool
    as_read: bool
    offsets: bool


class JournalContent:
    """A summary of a journal's lines. Raises ValueError if what all of them build on is missing.

    Attributes:
        lines: the lines without the head, with a gap in the place of each that can't be understood.
        edits: the edit in each line, None if it has none, by the line's end.
        saved: the entries of saves, each with the identity of the saved file.
        standing: the entry of this class with which the journal begins, None if it doesn't.
        digest: digest of the file that the document was read from, "" if it isn't known.
        rewritten: whether records were rewritten before the last save.
        renamed: path to which the file was renamed after the last save, "" if it wasn't.
        count: the least number of records that the file had.
    """

    def __init__(self, head: JournalHead, lines: Sequence[SoundLine]) -> None:
        self.edits: dict[int, AppliedEdit | None] = {}
        self.saved: list[tuple[Saved, FileIdentity]] = []
        self.standing: Standing | None = None
        self.digest = ""
        self.renamed = ""
        self.rewritten = self._rewrote = False
        self.count = head.records
        self.lines: list[SoundLine] = []
        for line in lines:
            try:
                self._take(line)
            except ERRORS:
                line = line._replace(data=GAP)
            self.lines.append(line)
        kinds = [line.data.get("kind") for line in self.lines[:2]]
        if head.saved and kinds != ["standing", "saved"]:
            raise ValueError("which record has which key isn't known")

    def _take(self, line: SoundLine) -> None:
        if line.is_gap:
            return
        edit = self.edits[line.end] = edit_of(line)
        if edit is not None:
            known = whole(line.data.get("known", 0))
            self._rewrote |= any(isinstance(op, RewriteRecord) for op in edit.edit.ops)
            self.count = max(self.count, known, *(key + 1 for key in _keys_in(edit)))
        match line.data.get("kind"):
            case "saved":
                saved = Saved.of(line)
                for first, length in saved[0].order or ():
                    if first < FIRST_NEW:
                        self.count = max(self.count, first + length)
                self.saved.append(saved)
                self.rewritten = self._rewrote
                self.renamed = ""
            case "renamed":
                self.renamed = text(line.data["path"])
            case "standing":
                self.standing = Standing.of(line)
            case "hashed":
                self.digest = text(line.data["digest"])
            case "base":
                if not isinstance(line.data["pristine"], bool):
                    raise TypeError("no truth value")
                key = whole(line.data["record"])
                self.count = max(self.count, key + 1 if key < FIRST_NEW else 0)


def _keys_in(edit: AppliedEdit) -> Iterator[int]:
    """The keys of the file's records in an edit's operations."""
    for op in (*edit.edit.ops, *edit.inverse):
        if op.key < FIRST_NEW:
            yield op.key


def record_of(line: SoundLine) -> Record:
    """The record of a base's line. Raises one of ERRORS if the line isn't valid."""
    base = BaseRecord.of(line)
    record = base.data.record()
    if len(record.nodes) != len(base.data.rows):
        raise ValueError("two nodes with the same id")
    record.next_id = max(record.next_id, base.next_id)
    return record


def find_origin(
    head: JournalHead,
    said: JournalContent,
    files: FileSystem,
    limits: Limits,
) -> RecordOrigin:
    """The best available origin of a document's records: its journal, its file, else a LostCollection.

    Raises one of ERRORS if the journal isn't valid or a file can't be read.
    """
    count = said.count
    if not 0 <= count <= limits.records:
        raise ValueError("a number of records")
    read, last, known = _files_of(head, said)
    state, now = _state(known, files)
    path = "" if known is None else known.path
    if head.path is None and last is None:
        state, path, now = NONE, path, None
    arranged = said.standing is not None
    same_reader = head.qipu == VERSION and not arranged

    def found(collection: Collection, lost: bool, as_read: bool, offsets: bool) -> RecordOrigin:
        return RecordOrigin(collection, state, path, now, lost, as_read, offsets)

    if head.content is not None:
        source: Source = BytesSource(head.content.read(), head.source)
        if state == SAME and last is None:
            source = FileSource(path, files)
        collection = started(load_source(source, limits, head.encoding))
        if arranged:
            collection = _arranged(collection, said.saved[0][0], count)
        return found(collection, False, same_reader, not arranged)
    if head.file is None and not arranged:
        return found(_of_bases(head, said.lines), False, True, True)
    wanted = None
    if last is not None and state == SAME and not said.rewritten:
        collection_ = _saved_one(last, known, count, files, limits)
        if collection_ is not None:
            return found(collection_, False, False, False)
    elif last is None and state == SAME:
        wanted = known
    elif not arranged and read is not None and _state(read, files)[0] == SAME:
        wanted = read  # saved elsewhere since, but the file it was read from is unchanged
    if wanted is not None:
        collection = started(load_source(FileSource(wanted.path, files), limits, head.encoding))
        if collection.format == head.format:
            return found(collection, False, same_reader, True)
    size = 0 if read is None else max(read.stamp.size, 1)
    lost = LostCollection(head.format, head.variant, LostSource(path, size), count)
    return found(lost, True, False, False)


def _files_of(
    head: JournalHead, said: JournalContent
) -> tuple[FileIdentity | None, Saved | None, FileIdentity | None]:
    """(file that a document was read from, its last save, its current file), each None if there is none."""
    read = head.file
    if read is not None:
        read = read._replace(digest=read.digest or said.digest)
    last, known = said.saved[-1] if said.saved else (None, read)
    if known is not None and said.renamed:
        known = known._replace(path=said.renamed)
    return read, last, known


def _of_bases(head: JournalHead, lines: Sequence[SoundLine]) -> Collection:
    """The records of a document without a file, made of the journal's bases; lost if one is missing."""
    records = {}
    for line in lines:
        if line.data.get("kind") != "base":
            continue
        key = whole(line.data["record"])
        if 0 <= key < head.records and key not in records:
            records[key] = record_of(line)
    if len(records) == head.records and records:
        known = [records[key] for key in range(head.records)]
        return MemoryCollection(head.format, known, head.variant)
    return LostCollection(head.format, head.variant, LostSource(head.source, 1), head.records)


def _saved_one(
    saved: Saved, known: FileIdentity | None, count: int, files: FileSystem, limits: Limits
) -> Collection | None:
    """The records of the file saved last, with their former indexes; None if it can't be used."""
    if known is None or saved.order is None:
        return None
    try:
        source = FileSource(known.path, files)
        collection = started(load_source(source, limits, saved.file.encoding))
    except Unreadable:
        return None
    if collection.format != saved.file.format:
        return None
    if len(saved.order) == 1 and saved.order[0][0] == 0 and saved.order[0][1] >= count:
        return collection
    return _arranged(collection, saved, count)


def _arranged(collection: Collection, saved: Saved, count: int) -> Collection:
    for _ in collection.indexing():
        pass
    keys = keys_of(saved.order or ())
    if len(keys) != len(collection):
        raise ValueError("other records")
    return ArrangedCollection(collection, keys, count)


def keys_of(order: Sequence[tuple[int, int]]) -> Sequence[int]:
    """The keys of runs (first key, count). Raises ValueError if there are more than a file may have."""
    if sum(length for _, length in order) > DEFAULT.records:
        raise ValueError("a number of records")
    return [key for first, length in order for key in range(first, first + length)]


def _state(known: FileIdentity | None, files: FileSystem) -> tuple[str, FileSnapshot | None]:
    """(state of a file, its snapshot: with the current stamp if it is unchanged, else the former one)."""
    if known is None:
        return NONE, None
    before = FileSnapshot(known.stamp, None)
    try:
        now = files.stamp_of(known.path)
        if now is None:
            return GONE, before
        same = now == known.stamp or (
            now.size == known.stamp.size and _digest(known.path, files) == known.digest
        )
    except OSError:
        return GONE, before
    return (SAME, FileSnapshot(now, None)) if same else (CHANGED, before)


def _digest(path: str, files: FileSystem) -> str:
    contents = BlockDigests()
    source = FileSource(path, files)
    try:
        while data := source.read(contents.size, BLOCK):
            contents.add(data)
    finally:
        source.close()
    return contents.digest()
