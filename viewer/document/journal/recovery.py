"""Recovery of a document from its journal: the same records with the same ids, the same history."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.garbage import GarbagePause
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, counted, message
from viewer.base.spans import Span
from viewer.document.document import Document
from viewer.document.edits.history import AppliedEdit, Location
from viewer.document.edits.ops import DocumentOp, InsertRecord, RecordData, RestoreRecord
from viewer.document.journal.entries import (
    BaseRecord,
    CommentDraft,
    JournalHead,
    Saved,
)
from viewer.document.journal.form import JournalError, SoundLine, sound_lines
from viewer.document.journal.origin import (
    ERRORS,
    NONE,
    SAME,
    JournalContent,
    RecordOrigin,
    find_origin,
    keys_of,
    record_of,
)
from viewer.document.journal.restored import restored_in
from viewer.document.journal.sources import ArrangedCollection, LostCollection
from viewer.document.journal.values import text, whole
from viewer.document.records.records import FIRST_NEW
from viewer.formats.memory import MemoryCollection
from viewer.tree.facts import Fact
from viewer.tree.ops import OpError
from viewer.tree.record import Record


class Recovered(NamedTuple):
    """A document recovered from its journal.

    Attributes:
        document: as it was when the last sound entry was written, with its history.
        at: time of the last edit in seconds since 1970, 0 if there is none.
        file: the state of its file: SAME, CHANGED, GONE or NONE.
        told: sentences about anything that couldn't be recovered.
        place: the location of the last edit, None if there is none.
        draft: a comment that was being written, None if there is none.
        size: the number of the journal's bytes that were used.
        based: keys of the records whose bases the journal contains.
        in_file: keys of the records that the next recovery finds in a saved file, as runs (first key,
            count); None for all.
    """

    document: Document
    at: int
    file: str
    told: tuple[Message, ...]
    place: Location | None
    draft: CommentDraft | None
    size: int
    based: frozenset[int]
    in_file: tuple[tuple[int, int], ...] | None


def recovered(
    data: bytes, files: FileSystem = SYSTEM, limits: Limits = DEFAULT
) -> Recovered | None:
    """The document of a journal, given as bytes; None if the journal was closed.

    Entries from the first invalid one on are left out, and `told` says so. Raises only NewerJournal and
    JournalError.
    """
    lines, torn = sound_lines(data)
    if lines[-1].data.get("kind") == "closed":
        return None
    with GarbagePause(len(data) > 1 << 20):
        try:
            head = JournalHead.of(lines[0])
            replay = _Replay(head, lines[1:], files, limits)
        except ERRORS as error:
            raise JournalError(
                message("What was kept of unsaved edits is damaged and can't be read.")
            ) from error
        end = replay.run()
    size = lines[0].end if end is None else end.end
    torn = torn or size < lines[-1].end
    return Recovered(
        replay.document,
        replay.at,
        replay.origin.state,
        tuple(_told(replay, torn)),
        replay.place,
        replay.draft,
        size,
        frozenset(replay.based),
        replay.in_file,
    )


def _told(replay: _Replay, torn: bool) -> Iterator[Message]:
    document, origin = replay.document, replay.origin
    if torn:
        yield message("The last edits are missing: what was kept of them is damaged.")
    if origin.lost and origin.path:
        records = document.records
        missing = [key for key in records.order if records.is_of_file(key)]
        if missing:
            yield counted(
                "{count} game that nobody had touched is missing: {path} isn't what it was.",
                "{count} games that nobody had touched are missing: {path} isn't what it was.",
                len(missing),
                path=origin.path,
            )
    lacking = replay.lacking()
    if lacking:
        yield counted(
            "What undoing brought back in {count} game after it was saved was too much to keep.",
            "What undoing brought back in {count} games after they were saved was too much to keep.",
            lacking,
        )


class _Replay:
    """Applies the entries of a journal, one after the other.

    Attributes:
        document, origin: the recovered document, and the origin of its records.
        at, place, draft, based, in_file: as in `Recovered`.
    """

    def __init__(
        self, head: JournalHead, lines: Sequence[SoundLine], files: FileSystem, limits: Limits
    ) -> None:
        said = JournalContent(head, lines)
        self._lines = said.lines
        self._edits = said.edits
        saves = [line for line in said.lines if line.data.get("kind") == "saved"]
        self._last_saved = saves[-1] if saves else None
        self.origin = origin = find_origin(head, said, files, limits)
        self.document = Document(
            origin.collection,
            head.path,
            files,
            limits,
            name=head.name,
            replaceable=head.replaceable,
            encoding=head.encoding,
        )
        if origin.known is not None:
            self.document.stands_for(origin.known)
        if said.standing is not None:
            records = self.document.records
            brought = [
                (key, _without_spans(data) if isinstance(data, RecordData) else data)
                for key, data in said.standing.brought
            ]
            order: Sequence[int] = records.order  # the file's; indexing may find more later
            if isinstance(origin.collection, ArrangedCollection | LostCollection):
                order = keys_of(said.saved[0][0].order or ())
            records.stand(order, brought)
            records.new_key = max(records.new_key, said.standing.new_key)
        self.at = 0
        self.place: Location | None = None
        self.draft: CommentDraft | None = None
        self.based: set[int] = set()
        self.in_file: tuple[tuple[int, int], ...] | None = None
        self._restored: set[int] = set()  # keys of records that the next undo brings back
        self._not_restored = 0
        wholly = head.content is not None
        if said.standing is not None and wholly:
            self.in_file = said.saved[0][0].order
        elif said.saved and not wholly:
            self.in_file = said.saved[-1][0].order
        if origin.state == NONE and isinstance(origin.collection, MemoryCollection):
            self.based.update(range(len(origin.collection)))

    def lacking(self) -> int:
        """The number of records brought back by an undo that couldn't be recovered."""
        collection, records = self.origin.collection, self.document.records
        if not isinstance(collection, ArrangedCollection):
            return self._not_restored
        gone = sum(records.is_of_file(key) and not collection.has(key) for key in records.order)
        return self._not_restored + gone

    def run(self) -> SoundLine | None:
        """Apply entries up to the first invalid one; returns the last one applied, None for none."""
        done = None
        for line in self._lines:
            if line.data.get("kind") == "base" and line.data["pristine"] is True:
                with contextlib.suppress(*ERRORS):  # without it the reader's record is used
                    self._base(line)
        for line in self._lines:
            try:
                self._do(line)
                self.at = max(self.at, whole(line.data.get("at", 0)))
            except ERRORS:
                break
            done = line
        return done

    def _do(self, line: SoundLine) -> None:
        edit = self._edits[line.end]
        match line.data.get("kind"):
            case "base" if line.data["pristine"] is not True:
                self._base(line)
            case "edit" | "undo" | "redo" as kind:
                self.draft = None
                self._edit(kind, edit, whole(line.data.get("known", 0)))
            case "restored":
                self._restore(line)
            case "draft":
                self.draft = CommentDraft.of(line)
            case "saved":
                saved, _ = Saved.of(line)
                now = self.origin.known
                if self.origin.state == SAME and now is not None and line is self._last_saved:
                    saved = saved._replace(file=saved.file._replace(known=now))
                self.document.stands_saved(saved.file, saved.back)
            case "renamed":
                self.document.moved(text(line.data["path"]))

    def _edit(self, kind: str, edit: AppliedEdit | None, known: int) -> None:
        document, history = self.document, self.document.history
        place: Location | None
        if edit is not None:
            # Edits from before the journal need all records.
            self._know(known if kind == "edit" else FIRST_NEW)
        if kind == "undo":
            if edit is not None and not history.now().steps:
                inverse = tuple(_at_home_in(op, self.origin) for op in edit.inverse)
                history.put_below(edit._replace(inverse=tuple(self._possible(inverse))))
            self._restored.clear()
            place = document.undo()
        elif kind == "redo" and history.undone_steps:
            place = document.redo()
        else:
            if edit is None:
                raise ValueError("no edit")
            steps = history.now().steps
            ops = tuple(_at_home_in(op, self.origin) for op in edit.edit.ops)
            place = document.do(edit.edit._replace(ops=ops))
            if history.now().steps == steps:
                raise OpError("no operations")
            for op in edit.edit.ops:
                if isinstance(op, InsertRecord) and op.data is not None:
                    self.based.add(op.key)
        if place is None:
            raise ValueError("nothing to undo")
        self.place = place

    def _restore(self, line: SoundLine) -> None:
        """Set the contents of the records that the next undo brings back."""
        for key, data in restored_in(line):
            if key < FIRST_NEW:
                self._know(key + 1)
            if isinstance(data, RecordData):
                data = _without_spans(data)
            self.document.records.give_back(key, data)
            self._restored.add(key)

    def _possible(self, inverse: Sequence[DocumentOp]) -> Iterator[DocumentOp]:
        """The operations of an older edit's inverse, except restorations of records not in the journal."""
        for op in inverse:
            if isinstance(op, RestoreRecord):
                if op.key not in self._restored:
                    self._not_restored += 1
                    continue
                # The record is already restored: an empty rewrite gives the operation something to undo.
                self.document.records.rewrite(op.key, ())
            yield op

    def _know(self, count: int) -> None:
        """Continue indexing the file until `count` records are known, or all of them."""
        indexing = self.document.indexing()
        while self.document.records.known < count and next(indexing, None) is not None:
            pass

    def _base(self, line: SoundLine) -> None:
        key = whole(line.data["record"])
        self.based.add(key)
        if line.data["pristine"] is True and (self.origin.as_read or key >= FIRST_NEW):
            return
        if key < FIRST_NEW:
            self._know(key + 1)
        if not self.document.has(key):
            raise ValueError("no such record")
        record = record_of(line)
        self.document.records.put(key, self._at_home(record, line))

    def _at_home(self, record: Record, line: SoundLine) -> Record:
        """The record with facts that refer to bytes of the recovered document; other facts are dropped."""
        if not any(isinstance(fact.raw, Span) for fact in record.facts):
            return record
        pieces = {
            start: (self.document.records.source.add(raw), raw)
            for start, raw in BaseRecord.of(line).pieces
        }
        facts: list[Fact] = []
        for fact in record.facts:
            span = fact.raw
            if isinstance(span, Span):
                home = pieces.get(span.start)
                if home is not None and home[0].length >= span.length:
                    span = Span(home[0].start, span.length)
                elif not (self.origin.offsets and span.start < 1 << 63):
                    continue
            facts.append(fact._replace(raw=span))
        record.facts = tuple(facts)
        return record


def _at_home_in(op: DocumentOp, origin: RecordOrigin) -> DocumentOp:
    """The operation, its record without facts that refer to spans if those aren't in the source."""
    if origin.offsets or not isinstance(op, InsertRecord) or not isinstance(op.data, RecordData):
        return op
    return op._replace(data=_without_spans(op.data))


def _without_spans(data: RecordData) -> RecordData:
    facts = tuple(fact for fact in data.facts if not isinstance(fact.raw, Span))
    return data._replace(facts=facts)
