"""An open file being studied: its records, its history, its place on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from viewer.base.digests import FileSnapshot
from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.jobs import JobStep
from viewer.base.layers import file_of
from viewer.base.limits import DEFAULT, Limits
from viewer.base.resources import is_resource
from viewer.base.source import FileSource, Source
from viewer.document.edits import (
    AppliedEdit,
    Change,
    DocumentOp,
    Edit,
    History,
    InRecord,
    InsertRecord,
    Location,
    MoveRecord,
    RemoveRecord,
    RestoreRecord,
    RewriteRecord,
    sound,
    started,
)
from viewer.document.records import Records
from viewer.formats import FORMATS
from viewer.formats.capabilities import Judged
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Format, Loss
from viewer.formats.forwarding import ForwardingCollection
from viewer.formats.memory import MemoryCollection
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.ops import OpError, Remove, Touched, apply
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.base.cooperative import Checkpoint
    from viewer.base.digests import FileSnapshot
    from viewer.document.saving.save import LossRefused, Ready, SaveError
    from viewer.document.saving.saved import Journal, SavedFile
    from viewer.document.saving.saving import Nearest, Saving


class Document(ForwardingCollection):
    """An open collection being edited. It implements `Collection` itself, with its current state.

    Records are read on demand; an edited one stays in memory, others may be dropped
    when nothing refers to them, and are read again with the same ids.

    Attributes:
        path: of the file, None for a document never saved.
        name: of a document without a file, "" if it has none.
        replaceable: whether it can be opened again while unedited although it has no file: a sample.
        history: the undo history.
        listeners: called with a Change after each edit, undo and redo; what they return is called
            once all know of it.
        journal: told of each edit, undo and redo, of saving and of reading again; None where none is kept.
        encoding: the codec that somebody chose for reading, None where nobody did.
        limits: for reading.
        started: whether its file had no record, so that it began with a new one.
    """

    def __init__(
        self,
        collection: Collection,
        path: str | None = None,
        files: FileSystem = SYSTEM,
        limits: Limits = DEFAULT,
        *,
        name: str = "",
        replaceable: bool = False,
        encoding: str | None = None,
    ) -> None:
        """A collection that was read from the file at `path`; without one it isn't saved yet."""
        self.path = path
        self.name = name
        self.replaceable = replaceable
        self.limits = limits
        self.listeners: list[Callable[[Change], Callable[[], None] | None]] = []
        self.journal: Journal | None = None
        self.encoding = encoding
        self._files = files
        self._start(collection)

    def _start(self, collection: Collection) -> None:
        records = Records(started(collection))
        self.started = records.collection is not collection
        self.history = History(saved=self.path is not None or self.replaceable)
        self._inner = self._records = records
        self._kept: Saving | None = None

    @property
    def _saving(self) -> Saving:
        """Its file and what becomes of it; made on first use, which isn't before it is shown."""
        if self._kept is None:
            from viewer.document.saving.saving import Saving  # deferred

            self._kept = Saving(self, self._records, self._files)
        return self._kept

    @property
    def files(self) -> FileSystem:
        """The file system that its file is on."""
        return self._files

    @property
    def records(self) -> Records:
        """Its records by key. Read it; operations change it."""
        return self._records

    # ---------------------------------------------------------------------- as a collection

    def encoding_of(self, key: int) -> str:
        """The codec of a record's text in the file, "" where it has none."""
        format_ = FORMATS[self.format].load()
        codec = format_.codec_of(self)
        saved = None if self._kept is None else self._kept.encoding
        return codec or saved or self.record_of(key).encoding or ""

    @property
    def terms(self) -> str:
        """Id of the format that it was read as: its records keep that one's headers."""
        return self._records.collection.format if self._kept is None else self._kept.terms

    def by_role(self, role: str, record: Record) -> str:
        """The value of a record's header by its role in its format, else in that it was read as; or ""."""
        values = (
            FORMATS[id].load().by_role(role, record.headers, record.game)
            for id in dict.fromkeys((self.format, self.terms))
        )
        return next(filter(None, values), "")

    @property
    def flowing(self) -> bool:
        """Whether line breaks within comments are layout in the format that it was read as."""
        return FORMATS[self.terms].load().flowing

    @property
    def source(self) -> Source:
        """Where spans of the file come from, and of records that were brought into it."""
        return self._records.source

    def indexing(self) -> Iterator[JobStep[int]]:
        """The job that finds the remaining records of the file, which are appended."""
        records = self._records
        for step in records.collection.indexing():
            if records is not self._records:
                return  # read again meanwhile
            self.grow()
            yield step
        if records is self._records:
            self.grow()

    def finding(self) -> Iterator[JobStep[int]]:
        """Like `indexing`, but without appending: for a thread.

        The caller calls `grow` from time to time, in the thread of the listeners.
        """
        return self._records.collection.indexing()

    def remembering(self) -> Iterator[JobStep[None]] | None:
        """The job that hashes the file, so that changes by other programs are noticed block by block.

        None if there is nothing to do. For a thread, or after `indexing`; raises OSError.
        """
        file = file_of(self.source)
        return None if file is None else file.remembering()

    def judging(self) -> Iterator[JobStep[bool]]:
        """The job that asks about the codec of text that isn't sure; its result: there is a finding."""
        collection = self._records.collection
        if isinstance(collection, Judged):
            yield JobStep(1, 1, collection.ask())

    def frozen(self) -> Collection:
        """A snapshot of the current records, unaffected by later edits."""
        return self._records.frozen()

    def grow(self) -> None:
        """Append the records found by now, and tell the listeners."""
        if self._records.grow():
            self._tell(Change(False, (), True))

    # ------------------------------------------------------------------------------ records

    def keys(self) -> Sequence[int]:
        """Keys of the records in order."""
        return self._records.order

    def record_of(self, key: int) -> Record:
        """The record of a key; the same object as long as anybody holds it. Raises KeyError."""
        return self._records.get(key)

    def has(self, key: int) -> bool:
        """Whether there is a record of a key."""
        return self._records.has(key)

    def index_of(self, key: int) -> int:
        """The index of a key among the records. Raises OpError (a ValueError)."""
        return self._records.index(key)

    def states(self, key: int) -> States:
        """The states of a record's nodes, cached while referred to, invalidated by edits."""
        return self._records.states(key)

    def key_of(self, node: Node) -> int:
        """The key of the record that a node belongs to. Raises ValueError if it is in none read so far."""
        root = node
        while root.parent is not None:
            root = root.parent
        return self._records.key_of(root)

    # -------------------------------------------------------------------------------- edits

    @property
    def modified(self) -> bool:
        """Whether anything isn't saved, so that closing the document now would lose it."""
        return not self.history.clean

    def do(self, edit: Edit | None) -> Location | None:
        """Apply an edit and push it on the history; returns where to go afterwards.

        None, and an edit without operations (a move that exists already), leave the history as
        it is. Raises OpError with nothing changed.
        """
        if edit is None:
            return None
        if edit.ops:
            edit = edit._replace(ops=tuple(map(sound, edit.ops)))
            if self.journal is not None:
                self.journal.touching(edit.ops)
            inverse, change = self._apply(edit.ops)
            self.history.push(AppliedEdit(edit, inverse))
            if self.journal is not None:
                self.journal.did(edit)
            self._tell(change)
        return edit.after

    def undo(self) -> Location | None:
        """Undo the last edit; returns where it was made, None if there is none."""
        done = self.history.take_undo()
        if done is None:
            return None
        if self.journal is not None:
            self.journal.touching(done.inverse)
        _, change = self._apply(done.inverse)
        if self.journal is not None:
            self.journal.undid(done)
        self._tell(change)
        return done.edit.before

    def redo(self) -> Location | None:
        """Redo the last undone edit; returns where it led, None if there is none."""
        done = self.history.take_redo()
        if done is None:
            return None
        if self.journal is not None:
            self.journal.touching(done.edit.ops)
        _, change = self._apply(done.edit.ops)
        if self.journal is not None:
            self.journal.redid(done)
        self._tell(change)
        return done.edit.after

    def set_comment(self, node: Node, text: str) -> None:
        """Set the comment of a node."""
        from viewer.document import plans  # deferred

        self.do(plans.comment(self, self.key_of(node), node, text))

    def play(self, node: Node, move: str) -> Node:
        """The node of a move after a node; the move is added if the record doesn't have it."""
        from viewer.document import plans  # deferred

        location = self.do(plans.play(self, self.key_of(node), node, move))
        assert location is not None
        return self.record_of(location.record).node(location.node)

    def _tell(self, change: Change) -> None:
        for go_on in [listener(change) for listener in self.listeners]:
            if go_on is not None:
                go_on()

    def _apply(self, ops: Sequence[DocumentOp]) -> tuple[tuple[DocumentOp, ...], Change]:
        """Apply all operations or none; returns their inverses and the change."""
        done: list[DocumentOp] = []  # what takes back each
        touched: list[tuple[int, Touched]] = []
        records = False
        try:
            for op in ops:
                back, place = self._apply_one(op)
                done.append(back)
                if place is None:
                    records = True
                else:
                    touched.append(place)
        except (OpError, OSError):  # OSError: a record that can't be read any more
            for back in reversed(done):
                self._apply_one(back)
            raise
        for key, one in touched:
            if one.facet == "action":
                self._records.cut_states(key, one.node)
        return tuple(reversed(done)), Change(records, tuple(touched))

    def _apply_one(self, op: DocumentOp) -> tuple[DocumentOp, tuple[int, Touched] | None]:
        match op:
            case InRecord(key, inner):
                record = self._records.touch(key)
                if isinstance(inner, Remove):  # later it is nowhere to be found
                    self._records.cut_states(key, inner.node)
                back, touched = apply(record, inner)
                return InRecord(key, back), (key, touched)
            case RewriteRecord(key, inside):
                self._records.rewrite(key, inside)
                return RestoreRecord(key), None
            case RestoreRecord(key):
                return RewriteRecord(key, self._records.restore(key)), None
            case InsertRecord(place, key, data):
                self._records.insert(place, key, data)
                return RemoveRecord(key), None
            case RemoveRecord(key):
                place, known = self._records.remove(key)
                return InsertRecord(place, key, known), None
            case MoveRecord(key, to):
                return MoveRecord(key, self._records.move(key, to)), None

    def new_key(self) -> int:
        """A key for a new record."""
        return self._records.new_key

    # ------------------------------------------------------------------------------- saving

    def format_for(self, path: str) -> Format:
        """The format for saving under a name; see `Saving.format_for`."""
        return self._saving.format_for(path)

    def losses(
        self, path: str | None = None, options: Mapping[str, str] | None = None
    ) -> tuple[Loss, ...]:
        """What saving (under a name) would lose. Raises SaveError if it can't be saved at all."""
        return self._saving.losses(path, options)

    def lossless(
        self, path: str | None = None, options: Mapping[str, str] | None = None
    ) -> dict[str, str] | None:
        """Options for saving in the same format without loss (UTF-8, not cp932); None if there are none."""
        return self._saving.lossless(path, options)

    def nearest(self) -> Nearest | None:
        """The writable format that loses least of it; see `Saving.nearest`."""
        return self._saving.nearest()

    @property
    def lacking(self) -> tuple[Loss, ...]:
        """What the file lacks of the document, because it was saved in spite of losses."""
        return self._saving.lacking

    def save(
        self,
        path: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        allow_loss: bool = False,
        overwrite_changes: bool = False,
        named: str = "",
        ready: Ready | None = None,
    ) -> None:
        """Save, under a new name if one is given, which the document keeps.

        `named` is the name under which the file will be opened, if that is another one. `ready` is called
        before the file is touched.
        Saved in spite of losses it stays modified, and `lacking` says what the file lacks.

        Raises:
            ValueError: a document without a name, and none given.
            LossRefused: something can't be held by the format; `allow_loss` writes all the same.
            ChangedUnderneath: another program wrote the file meanwhile; `overwrite_changes` writes.
            SaveError: it couldn't be written; the file is as it was, and so is the document.
        """
        target = path or self.path
        if target is None:
            raise ValueError("the document has no name yet")
        self._tell_saved(
            *self._saving.save(
                target, options, allow_loss, overwrite_changes, named=named, ready=ready
            )
        )

    def _tell_saved(self, file: SavedFile, keys: Sequence[int] | None) -> None:
        if self.journal is not None:
            self.journal.saved(file, keys)

    def saving(
        self,
        path: str | None = None,
        *,
        options: Mapping[str, str] | None = None,
        allow_loss: bool = False,
        overwrite_changes: bool = False,
    ) -> Iterator[JobStep[LossRefused | SaveError | bool]]:
        """`save` as a job, of the document's state at its start. Its result is True or the exception.

        Edits made meanwhile aren't saved. Raises ValueError as `save` does.
        """
        from viewer.base.cooperative import cooperative_job  # deferred
        from viewer.document.saving.save import LossRefused, SaveError  # deferred

        target = path or self.path
        if target is None:
            raise ValueError("the document has no name yet")
        saving = self._saving

        def work(rest: Checkpoint) -> LossRefused | SaveError | bool:
            try:
                self._tell_saved(*saving.save(target, options, allow_loss, overwrite_changes, rest))
            except LossRefused as refused:
                refused.other = saving.lossless(path, options, refused.losses, rest)
                return refused
            except SaveError as error:
                return error
            return True

        return cooperative_job(work)

    def stands_saved(self, file: SavedFile, back: int | None) -> None:
        """It was saved as this file, so many steps ago (see `History.back_to_clean`), and is it now."""
        self._saving.take(file)
        self.history.set_clean_back(back, not file.lacking)

    def stands_for(self, known: FileSnapshot) -> None:
        """Its file was like this when it was read, whatever is there now."""
        self._saving.written(known)

    def changed_on_disk(self) -> bool:
        """Whether the file was deleted or changed since it was last read or saved. Raises OSError."""
        return self._saving.changed_on_disk()

    @property
    def stamp(self) -> Stamp | None:
        """The stamp of the file as last read or written here, None without a file."""
        return self._saving.stamp

    def changed_by(self, now: FileSnapshot | None) -> bool:
        """Whether a snapshot of the file (None: it is gone) shows a change by another program."""
        return self._saving.changed_by(now)

    def moved(self, path: str) -> None:
        """The file was renamed by another program: this is its path now."""
        self.path = path
        if self.journal is not None:
            self.journal.moved(path)

    def revert(self) -> None:
        """Return to the state of the file.

        If the file is unchanged this undoes (or redoes), so that it can be reverted; else the
        file is read again and the history is cleared. Raises Unreadable or OSError with nothing changed.
        """
        steps = self.history.steps_to_clean()
        if steps is not None and not self.changed_on_disk():
            for _ in range(abs(steps)):
                self.undo() if steps > 0 else self.redo()
        elif self.path is not None:
            self.reload()

    def reload(self, encoding: str | None = None) -> None:
        """Read the file again, in another codec if one is given, and clear the history.

        Raises Unreadable or OSError with nothing done, ValueError without a file.
        """
        if self.path is None:
            raise ValueError("the document has no file")
        source = FileSource(self.path, self._files)
        self._start(load_source(source, self.limits, encoding))
        self.encoding = encoding
        if self.journal is not None:
            self.journal.read_again()
        self._tell(Change(True, ()))

    def close(self) -> None:
        """Close the file."""
        self.listeners.clear()
        if self.source is not None:
            self.source.close()


def open_document(
    path: str,
    encoding: str | None = None,
    files: FileSystem = SYSTEM,
    limits: Limits = DEFAULT,
    *,
    named: str = "",
) -> Document:
    """Open a file. One of Qipu's own samples has no file to be saved in.

    `named` is a name whose suffix tells the format, if the file's own doesn't. Raises Unreadable with a
    sentence, or OSError.
    """
    source = FileSource(path, files)
    try:
        collection = load_source(source, limits, encoding, named)
    except BaseException:
        source.close()
        raise
    if is_resource(files.real_path(path)):
        name = os.path.splitext(os.path.basename(path))[0]
        return Document(
            collection, None, files, limits, name=name, replaceable=True, encoding=encoding
        )
    return Document(collection, path, files, limits, encoding=encoding)


def new_document(record: Record, format: str, files: FileSystem = SYSTEM) -> Document:
    """A document of one new record, to be saved in a format."""
    return Document(MemoryCollection(format, [record]), None, files)
