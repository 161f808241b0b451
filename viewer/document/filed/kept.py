"""What files were before an edit of many of them, so that it can be taken back, also after a crash.

A folder for each edit: copies of the files, and `files.jsonl` with two lines for each: where its copy is, and
what it will be. Both are on the disk before the file is touched.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from typing import IO, Any

import platformdirs

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import FileSource
from viewer.base.spans import Span
from viewer.document.saving.save import SaveError, save_pieces, words_of

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
