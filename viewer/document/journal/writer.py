"""Journals written by one thread: whoever edits waits for no disk.

What is written counts as written once the disk has it (fsync). Where a call fails, all since the last
such moment is written again from there, so that a torn line is written over and never stands before a
sound one.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import NamedTuple

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.temporary import JOURNAL
from viewer.document.journal.entries import Base, Closed, CommentDraft, Entry

_GATHER = 0.2  # seconds in which more may come
_AGAIN = 2.0  # seconds after which a disk that failed is tried again
_PAUSE = 0.0003  # seconds for others between two pieces of work


def _rest() -> None:
    time.sleep(_PAUSE)


class JournalFile:
    """A journal on the disk. Its size may be read by anybody, all else is the writer's.

    Attributes:
        size: bytes that the disk has.
        waiting: lines that it doesn't have yet.
    """

    def __init__(self, folder: str, name: str, files: FileSystem = SYSTEM) -> None:
        """A new one, made when something is written, in a folder, named after its document."""
        self._target = os.path.join(folder, os.path.basename(name) or "new")
        self._files = files
        self._fd = -1
        self._path = ""
        self.size = 0
        self.waiting: list[bytes] = []

    @classmethod
    def taken(cls, fd: int, path: str, size: int, files: FileSystem) -> JournalFile:
        """One that was left behind; what stands behind `size` is written over."""
        journal = cls(os.path.dirname(path), "", files)
        journal._fd, journal._path, journal.size = fd, path, size
        return journal

    @property
    def path(self) -> str:
        """Where it is, "" as long as nothing is written."""
        return self._path

    def write(self) -> None:
        """Write what is waiting. Raises OSError; it is waiting still then."""
        if not any(self.waiting):
            return
        if self._fd < 0:
            self._fd, self._path = self._create()
        elif self._files.stamp_of(self._path) is None:
            self._make_again()
        data = b"".join(self.waiting)
        self._files.write_at(self._fd, data, self.size)
        self._files.sync(self._fd)
        if self.size == 0:
            with contextlib.suppress(OSError):  # some file systems can't
                self._files.sync_folder(self._path)
        self.size += len(data)
        self.waiting.clear()

    def _create(self) -> tuple[int, str]:
        self._files.make_private_folder(os.path.dirname(self._target))
        return self._files.create_beside(self._target, JOURNAL)

    def _make_again(self) -> None:
        """The file or its folder was deleted: write what it had, which can be read as long as it is open."""
        data = self._files.read_at(self._fd, self.size, 0)
        fd, path = self._create()
        try:
            self._files.write_at(fd, data, 0)
        except OSError:
            with contextlib.suppress(OSError):
                self._files.remove(path)
            with contextlib.suppress(OSError):
                self._files.close(fd)
            raise
        old, self._fd, self._path = self._fd, fd, path
        with contextlib.suppress(OSError):
            self._files.close(old)

    def rewrite(self, lines: Sequence[bytes]) -> None:
        """Let it be these lines. Raises OSError; it is as it was then."""
        if self._fd < 0 or os.name == "nt":  # an open file can't be renamed there
            return
        data = b"".join(lines)
        fd, path = self._files.create_beside(self._target)
        try:
            self._files.write_at(fd, data, 0)
            self._files.sync(fd)
            self._files.replace(path, self._path)
        except OSError:
            with contextlib.suppress(OSError):
                self._files.remove(path)
            with contextlib.suppress(OSError):
                self._files.close(fd)
            raise
        old, self._fd, self.size = self._fd, fd, len(data)
        with contextlib.suppress(OSError):
            self._files.sync_folder(self._path)
        with contextlib.suppress(OSError):
            self._files.close(old)

    def remove(self) -> None:
        """Let it be gone. Where it can't be deleted it says that nobody wants it."""
        self.waiting.clear()
        if self._fd < 0:
            return
        try:
            self._files.remove(self._path)
        except OSError:
            self.waiting.append(Closed().line(_rest))
            with contextlib.suppress(OSError):
                self.write()
        self.let_go()

    def let_go(self) -> None:
        """Close it: it is left behind."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                self._files.close(self._fd)
        self._fd, self._path, self.size = -1, "", 0
        self.waiting.clear()


class _Task(NamedTuple):
    """What is to be done with a journal: entries added, or put in place of all (`anew`); none: removed."""

    file: JournalFile
    entries: tuple[Entry, ...]
    anew: bool = False

    @property
    def is_addition(self) -> bool:
        """Whether entries are added."""
        return bool(self.entries) and not self.anew


class JournalWriter:
    """The thread that writes journals.

    Attributes:
        problem: why a journal can't be written, None as long as all is well.
        told: called by the thread with the problem when there is one, and with None when it is over.
    """

    def __init__(self) -> None:
        self.problem: Message | None = None
        self.told: Callable[[Message | None], object] = lambda problem: None
        self._tasks: list[_Task] = []
        self._behind: dict[int, JournalFile] = {}  # what couldn't be written yet
        self._state = Condition()
        self._thread: Thread | None = None
        self._hurried = self._ending = self._working = False
        self._later: list[tuple[JournalFile, Base]] = []
        self._looked = 0.0

    def add(self, file: JournalFile, *entries: Entry) -> None:
        """Write entries, soon."""
        self._order(_Task(file, entries))

    def rewrite(self, file: JournalFile, *entries: Entry) -> None:
        """Let a journal be these entries, if that can be had."""
        self._order(_Task(file, entries, True))

    def remove(self, file: JournalFile) -> None:
        """Delete a journal."""
        self._order(_Task(file, ()))

    def _order(self, task: _Task) -> None:
        with self._state:
            self._tasks.append(task)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="journal", daemon=True)
                self._thread.start()
            self._state.notify_all()

    def flush(self, seconds: float = 5.0) -> bool:
        """Write all now; whether the disk has it. Waits for so long at most."""
        end = time.monotonic() + seconds
        with self._state:
            self._hurried = True
            self._state.notify_all()
            while self._tasks or self._working or (self._hurried and self._behind):
                left = end - time.monotonic()
                if left <= 0 or self._thread is None:
                    break
                self._state.wait(left)
            self._hurried = False
            return not (self._tasks or self._working or self._behind)

    def end(self, seconds: float = 5.0) -> bool:
        """Write all, and no more; whether the disk has it."""
        done = self.flush(seconds)
        with self._state:
            self._ending = True
            self._state.notify_all()
            thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(seconds)
        return done

    # ------------------------------------------------------------------------------ the thread

    def _run(self) -> None:
        while True:
            with self._state:
                self._wait()
                if self._ending and not self._tasks:
                    return
                tasks, self._tasks = self._tasks, []
                self._working = True
            try:
                self.work(tasks)
            except Exception as error:  # a mistake in here must not end the keeping of all others
                self._say(message("Unsaved edits can't be kept safe: {why}.", why=reason(error)))
            finally:
                with self._state:
                    self._working = self._hurried = False
                    self._state.notify_all()

    def _wait(self) -> None:
        """Until there is something to do, and a while more, unless somebody waits for it."""
        while not (self._tasks or self._ending or self._hurried):
            if self._behind and not self._state.wait(_AGAIN):
                return
            if not self._behind:
                self._state.wait()
        end = time.monotonic() + _GATHER
        while not (self._hurried or self._ending) and (left := end - time.monotonic()) > 0:
            self._state.wait(left)

    def work(self, tasks: Sequence[_Task]) -> None:
        """Do all this, and what couldn't be done before."""
        self._do_all(tasks)
        while self._later:
            file, base = self._later.pop(0)
            file.waiting.append(base.line(self._let_edits_pass))
            self._write([file])

    def _do_all(self, tasks: Sequence[_Task]) -> None:
        for index, task in enumerate(tasks):
            following = tasks[index + 1 :]
            self._do(task, any(other.file is task.file for other in following))
        self._write([task.file for task in tasks])

    def _let_edits_pass(self) -> None:
        """Others may work; what was edited meanwhile is written."""
        time.sleep(_PAUSE)
        now = time.monotonic()
        if now < self._looked + _GATHER:
            return
        self._looked = now
        with self._state:
            count = 0
            while count < len(self._tasks) and self._tasks[count].is_addition:
                count += 1
            tasks = self._tasks[:count]
            del self._tasks[:count]
        self._do_all(tasks)

    def _write(self, files: Sequence[JournalFile]) -> None:
        """Write what is waiting in these journals, and in those that couldn't be written before."""
        wanted = {id(file): file for file in files} | self._behind
        self._behind = {}
        problem = None
        for file in wanted.values():
            try:
                file.write()
            except OSError as error:
                problem = message(
                    "Unsaved edits can't be kept safe: {why}.", why=error.strerror or str(error)
                )
                self._behind[id(file)] = file
        self._say(problem)

    def _say(self, problem: Message | None) -> None:
        """Tell once that it fails, and once that it doesn't any more."""
        before, self.problem = self.problem, problem
        if (before is None) != (problem is None):
            self.told(problem)

    def _do(self, task: _Task, more: bool) -> None:
        """`more`: whether more is said of the same journal."""
        file = task.file
        if not task.entries:
            self._later = [one for one in self._later if one[0] is not file]
            file.remove()
        elif not task.anew:
            for one in task.entries:
                if isinstance(one, Base) and one.takes_long:
                    self._later.append((file, one))
                elif not (more and isinstance(one, CommentDraft)):
                    file.waiting.append(one.line(_rest))
        else:
            with contextlib.suppress(OSError):
                file.write()
                file.rewrite([one.line(_rest) for one in task.entries])
