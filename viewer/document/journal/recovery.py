"""Recovery of a document from its journal: the same records with the same ids, the same history."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.garbage import GarbagePause
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import Span
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.document.edits import (
    AppliedEdit,
    DocumentOp,
    InRecord,
    InsertRecord,
    Location,
    RecordData,
    RestoreRecord,
)
from viewer.document.journal.entries import (
    BaseRecord,
    CommentDraft,
    JournalHead,
    Saved,
)
from viewer.document.journal.form import (
    DATA_ERRORS,
    DamagedJournal,
    JournalError,
    SoundLine,
    restored_in,
    sound_lines,
    text,
    whole,
)
from viewer.document.journal.origin import (
    ERRORS,
    NONE,
    SAME,
    ArrangedCollection,
    JournalContent,
    LostCollection,
    RecordOrigin,
    find_origin,
    keys_of,
    record_of,
)
from viewer.document.records import FIRST_NEW
from viewer.document.saving.saved import SavedFile
from viewer.formats.format import Unreadable
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
        lines: the lines of the journal that were used.
        damaged: whether there are others.
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
    lines: tuple[SoundLine, ...]
    damaged: bool
    based: frozenset[int]
    in_file: tuple[tuple[int, int], ...] | None


def recovered(
    data: bytes, files: FileSystem = SYSTEM, limits: Limits = DEFAULT
) -> Recovered | None:
    """The document of a journal, given as bytes; None if the journal was closed.

    Damaged entries are left out, and all from the first on that can't be applied without them; `told` says
    so. Raises only JournalError.
    """
    lines = sound_lines(data)
    if lines[-1].data.get("kind") == "closed":
        return None
    with GarbagePause(len(data) > 1 << 20):
        try:
            head = JournalHead.of(lines[0])
            replay = _Replay(head, lines[1:], files, limits)
        except Unreadable as error:
            raise JournalError(error.reason) from error
        except OSError as error:
            words = message(
                "What was kept of unsaved edits can't be read: {why}.", why=error_words(error)
            )
            raise JournalError(words) from error
        except DATA_ERRORS as error:
            raise DamagedJournal from error
        used = (lines[0], *replay.run())
    return Recovered(
        replay.document,
        replay.at,
        replay.origin.state,
        tuple(_told(replay)),
        replay.place,
        replay.draft,
        used,
        replay.damaged,
        frozenset(replay.based),
        replay.in_file,
    )


def _told(replay: _Replay) -> Iterator[Message]:
    document, origin = replay.document, replay.origin
    if replay.damaged and not replay.torn:
        yield message("Edits may be missing: a part of what was kept of them is damaged.")
    if replay.torn:
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
        at, place, draft, based, in_file, damaged: as in `Recovered`.
        torn: whether the last entries are missing.
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
        self.damaged = self.torn = False
        self._done = self._undone = 0  # edits that are done, undone since damaged entries
        self._all_saved: SavedFile | None = None  # after damaged entries: the file in which all is
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

    def run(self) -> list[SoundLine]:
        """Apply entries up to the first that can't be, without damaged ones; returns their lines."""
        used: list[SoundLine] = []
        for line in self._lines:
            if line.data.get("kind") == "base" and line.data["pristine"] is True:
                with contextlib.suppress(*ERRORS):  # without it the reader's record is used
                    self._base(line)
        for line in self._lines:
            if line.is_gap:
                self.damaged = self.torn = True
                self._done = self._undone = 0
                self._all_saved = None
                continue
            try:
                line = self._do(line)
                self.at = max(self.at, whole(line.data.get("at", 0)))
            except ERRORS:
                self.damaged = self.torn = True
                break
            used.append(line)
            self.torn = False
        if self._all_saved is not None:
            self.document.stands_saved(self._all_saved, 0)
        return used

    def _do(self, line: SoundLine) -> SoundLine:
        """Apply an entry; returns the line that says what was applied."""
        edit = self._edits[line.end]
        match line.data.get("kind"):
            case "base" if line.data["pristine"] is not True:
                self._base(line)
            case "edit" | "undo" | "redo" as kind:
                self.draft = self._all_saved = None
                if self.damaged:
                    self._check(kind, edit)
                self._edit(kind, edit, whole(line.data.get("known", 0)))
            case "restored":
                self._restore(line)
            case "draft":
                self.draft, self._all_saved = CommentDraft.of(line), None
            case "saved":
                saved, _ = Saved.of(line)
                now = self.origin.known
                if self.origin.state == SAME and now is not None and line is self._last_saved:
                    saved = saved._replace(file=saved.file._replace(known=now))
                if self.damaged:  # the file has what is missing here
                    self._all_saved = saved.file if saved.back == 0 else None
                    saved = saved._replace(back=None)
                    line = line._replace(data={**line.data, "back": None})
                self.document.stands_saved(saved.file, saved.back)
            case "renamed":
                self.document.moved(text(line.data["path"]))
        return line

    def _check(self, kind: str, edit: AppliedEdit | None) -> None:
        """Raises OpError where, for want of damaged entries, another record or edit would be changed."""
        if kind == "edit":
            self._done, self._undone = self._done + 1, 0
            for op in () if edit is None or self.origin.as_read else edit.edit.ops:
                if isinstance(op, InRecord) and op.key not in self.based:
                    raise OpError("a record that isn't known")
            return
        step = 1 if kind == "redo" else -1
        self._done, self._undone = self._done + step, self._undone - step
        if min(self._done, self._undone) < 0:
            raise OpError("an edit that isn't known")

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
