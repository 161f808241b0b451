"""Editing records in many files at once: each file in its own format, all of it as one edit to take back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.document import Document, open_document
from viewer.document.edits.history import Edit
from viewer.document.edits.ops import RemoveRecord
from viewer.document.filed.kept import KeptFiles
from viewer.document.saving.save import LossRefused, SaveError, words_of
from viewer.formats.format import Unreadable


class FileEdit(NamedTuple):
    """What to do with a file.

    Attributes:
        path: of the file.
        plan: makes the edit of its document, None for nothing; one that leaves no record removes the file.
            Raises Refused with the reason why the file is left as it is.
        done: called once the file is written, or if there was nothing to do.
    """

    path: str
    plan: Callable[[Document], Edit | None]
    done: Callable[[], None] | None = None


class FilesEdited(NamedTuple):
    """What was done.

    Attributes:
        files: that were written or removed.
        records: how many were edited or removed.
        problems: why other files stay as they are.
        folder: where the files are kept as they were, for `kept.taking_back`; "" if none was written.
    """

    files: tuple[str, ...]
    records: int
    problems: Mapping[str, Message]
    folder: str

    @property
    def words(self) -> Message:
        """In words: "38 games in 4 files were changed."."""
        games = counted("{count} game", "{count} games", self.records)
        files = counted("one file", "{count} files", len(self.files))
        done = message("{games} in {files} changed.", games=games, files=files)
        if not self.problems:
            return done
        path, why = next(iter(self.problems.items()))
        return counted(
            "{done} A file stays as it was: {path}: {why}",
            "{done} {count} files stay as they were, first {path}: {why}",
            len(self.problems),
            done=done,
            path=path,
            why=why,
        )


def editing_files(
    edits: Sequence[FileEdit],
    words: Message,
    home: str,
    files: FileSystem = SYSTEM,
    limits: Limits = DEFAULT,
) -> Iterator[JobStep[FilesEdited]]:
    """The job that edits files, for a thread; its result comes with the last step.

    A file is written only if that loses nothing, and if nobody has written it since it was read; before,
    it is kept as it was in a folder of `home`. What can't be done is among the `problems`.
    """
    kept = KeptFiles(home, words)
    written: dict[str, None] = {}
    problems: dict[str, Message] = {}
    records = 0
    try:
        for done, one in enumerate(edits, 1):
            try:
                count = _edit(one, kept, files, limits)
                if count:
                    records += count
                    written[one.path] = None
                if one.done is not None:
                    one.done()
            except (Refused, Unreadable, SaveError) as error:
                problems[one.path] = error.reason
            except LossRefused as error:
                problems[one.path] = message(
                    "Something would be lost: {what}", what=error.losses[0].words
                )
            except OSError as error:
                problems[one.path] = words_of(one.path, error)
            yield JobStep(done, len(edits))
    finally:
        kept.close()
    result = FilesEdited(tuple(written), records, problems, kept.folder)
    yield JobStep(len(edits), len(edits), result)


def _edit(one: FileEdit, kept: KeptFiles, files: FileSystem, limits: Limits) -> int:
    """Edit a file. Returns how many records are others now."""
    with closing(open_document(one.path, None, files, limits)) as document:
        for _ in document.indexing():
            pass
        edit = one.plan(document)
        if edit is None or not edit.ops:
            return 0
        gone = {op.key for op in edit.ops if isinstance(op, RemoveRecord)}
        touched = len({getattr(op, "key", None) for op in edit.ops})
        if gone >= set(document.keys()):
            if document.changed_on_disk():
                raise SaveError(message("Another program has written it meanwhile."))
            kept.keep(one.path)
            kept.writing(one.path, None)
            files.remove(one.path)
        else:
            document.do(edit)
            losses = document.losses()
            if losses:
                raise LossRefused(losses)
            kept.keep(one.path)
            document.save(ready=lambda new: kept.writing(one.path, new))
        return touched
