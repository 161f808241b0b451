"""Editing records in many files: each is written in its own format, and kept as it was, to be taken back."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import IO, Any

import platformdirs

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep, run_inline
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.base.source import FileSource, Span
from viewer.document.document import Document, open_document
from viewer.document.edits import ANYWHERE, Edit, Location, RemoveRecord
from viewer.document.saving.save import LossRefused, SaveError, save_pieces, words_of
from viewer.document.whole.sweep import Scope
from viewer.document.whole.words import rename_words, renaming
from viewer.formats.format import Unreadable

_LIST = "files.jsonl"
_NAME = "edit-{:06}"
_MOST = 5  # edits that are kept
_BLOCK = 1 << 20
GONE = ""
"""In place of a digest: the file was removed."""


def undo_home() -> str:
    """The folder of all kept edits, among the user's own files."""
    return os.path.join(platformdirs.user_data_dir("qipu", False), "undo")


def digest_of(path: str) -> str:
    """The SHA-256 of a file, GONE where there is none. Raises OSError."""
    found = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while data := file.read(_BLOCK):
                found.update(data)
    except FileNotFoundError:
        return GONE
    return found.hexdigest()


class KeptFiles:
    """What files were before an edit, as it is being made.

    Attributes:
        folder: its folder, "" before the first file.
    """

    def __init__(self, home: str, words: Message) -> None:
        """`home`: the folder of all kept edits. `words`: what the edit does."""
        self._home = home
        self._words = words
        self._file: IO[bytes] | None = None
        self._paths: set[str] = set()
        self.folder = ""

    def keep(self, path: str) -> None:
        """Keep a file that is about to be written or removed, the first time. Raises OSError."""
        if path in self._paths:
            return
        if self._file is None:
            self._begin()
        name = f"{len(self._paths)}.bin"
        copy = os.path.join(self.folder, name)
        shutil.copyfile(path, copy)
        with open(copy, "rb") as file:
            os.fsync(file.fileno())
        self._paths.add(path)
        self._tell({"path": os.fsencode(path).hex(), "kept": name, "before": digest_of(copy)})

    def writing(self, path: str, new: str | None) -> None:
        """A file that was kept is about to be what another one is, or to be removed. Raises OSError."""
        after = GONE if new is None else digest_of(new)
        self._tell({"path": os.fsencode(path).hex(), "after": after})

    def close(self) -> None:
        """All files are written."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begin(self) -> None:
        os.makedirs(self._home, exist_ok=True)
        names = _names(self._home)
        last = int(names[-1].rpartition("-")[2]) if names else 0
        for name in names[: max(0, len(names) + 1 - _MOST)]:
            shutil.rmtree(os.path.join(self._home, name), ignore_errors=True)
        self.folder = os.path.join(self._home, _NAME.format(last + 1))
        os.mkdir(self.folder, 0o700)
        self._file = open(os.path.join(self.folder, _LIST), "ab")  # noqa: SIM115  # until `close`
        self._tell({"words": self._words.text()})

    def _tell(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


class KeptEdit(NamedTuple):
    """A kept edit: its folder, what it did (in English), how many files it wrote."""

    folder: str
    words: str
    files: int


class TakenBack(NamedTuple):
    """What became of an edit that was taken back: how many files are as before, why others aren't."""

    files: int
    problems: Mapping[str, Message]


def last_edit(home: str) -> KeptEdit | None:
    """The edit that was made last and isn't taken back; None if there is none."""
    for name in reversed(_names(home)):
        folder = os.path.join(home, name)
        lines = list(_lines(folder))
        files = sum("kept" in line for line in lines)
        if files:
            return KeptEdit(folder, str(lines[0].get("words", "")), files)
    return None


def taking_back(folder: str, files: FileSystem = SYSTEM) -> Iterator[JobStep[TakenBack]]:
    """The job that gives the files of an edit back what they were; its result comes with the last step.

    Files that were changed since stay as they are; then the kept copies stay as well. Otherwise the edit is
    forgotten.
    """
    kept: dict[str, dict[str, Any]] = {}
    written: dict[str, set[Any]] = {}
    for line in _lines(folder):
        if "path" in line:
            path = os.fsdecode(bytes.fromhex(line["path"]))
            kept.setdefault(path, {}).update(line)
            written.setdefault(path, set()).add(line.get("after"))
    problems: dict[str, Message] = {}
    for done, (path, said) in enumerate(reversed(kept.items()), 1):
        copy = os.path.join(folder, said.get("kept", ""))
        try:
            now = digest_of(path)
            if now != said["before"] and now not in written[path]:
                problems[path] = message(
                    "It was changed since; what it was before is in {copy}.", copy=copy
                )
            elif now != said["before"]:
                _give_back(path, copy, files)
        except SaveError as error:
            problems[path] = error.reason
        except OSError as error:
            problems[path] = words_of(path, error)
        yield JobStep(done, len(kept))
    if not problems:
        shutil.rmtree(folder, ignore_errors=True)
    yield JobStep(len(kept), len(kept), TakenBack(len(kept) - len(problems), problems))


def _give_back(path: str, copy: str, files: FileSystem) -> None:
    """Write the bytes as they are: a packed file isn't packed again."""
    source = FileSource(copy)
    try:
        pieces = [Span(0, source.size)] if source.size else []
        save_pieces(path, pieces, source, files, as_is=True)
    finally:
        source.close()


def _names(home: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(home) if name.startswith("edit-"))
    except OSError:
        return []


def _lines(folder: str) -> Iterator[dict[str, Any]]:
    with contextlib.suppress(OSError), open(os.path.join(folder, _LIST), "rb") as file:
        for line in file:
            with contextlib.suppress(ValueError):
                found = json.loads(line)
                if isinstance(found, dict):
                    yield found


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
        folder: where the files are kept as they were, for `taking_back`; "" if none was written.
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


class NamedIn(NamedTuple):
    """The records of a file, numbered from 0, that have one of the names."""

    path: str
    numbers: Sequence[int]


def renaming_files(
    places: Sequence[NamedIn], names: Mapping[str, str], home: str, files: FileSystem = SYSTEM
) -> Iterator[JobStep[FilesEdited]]:
    """The job that gives players other names in records of files; see `editing_files`.

    `names`: the new name by each old one.
    """
    edits = [FileEdit(place.path, _plan(place.numbers, names)) for place in places]
    return editing_files(edits, rename_words(len(names)), home, files)


def _plan(numbers: Sequence[int], names: Mapping[str, str]) -> Callable[[Document], Edit | None]:
    def plan(document: Document) -> Edit | None:
        keys = document.keys()
        scope = Scope([keys[number] for number in numbers if number < len(keys)])
        (sweep,) = run_inline(renaming(document, scope, names, Location(keys[0], ANYWHERE)))
        return sweep.edit

    return plan
