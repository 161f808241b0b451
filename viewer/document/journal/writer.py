"""Writing of journals by one thread, so that editing never waits for a disk.

Lines count as written only after an fsync. If a call fails, everything since the last fsync is written
again at the same offset: a torn line is overwritten and never comes before a sound one.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from threading import Condition, Thread

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words
from viewer.base.temporary import JOURNAL
from viewer.document.journal.entries import Base, Closed, CommentDraft, Entry
from viewer.document.journal.form import SoundLine, numbered

_GATHER = 0.2  # seconds of waiting for more entries before writing
_AGAIN = 2.0  # seconds after which a disk that failed is tried again
_PAUSE = 0.0003  # seconds left to other threads between two pieces of work


def _rest() -> None:
    time.sleep(_PAUSE)


class JournalFile:
    """A journal on the disk. Only the writer's thread uses it; other threads may read size and path.

    Attributes:
        size: the number of bytes on the disk.
        waiting: lines that aren't on the disk yet.
    """

    def __init__(self, folder: str, name: str, files: FileSystem = SYSTEM) -> None:
        """A new one in a folder, named after its document; the file is created at the first write."""
        self._target = os.path.join(folder, os.path.basename(name) or "new")
        self._files = files
        self._fd = -1
        self._path = ""
        self._count = 0  # lines on the disk
        self.size = 0
        self.waiting: list[bytes] = []

    @classmethod
    def taken(cls, fd: int, path: str, last: SoundLine, files: FileSystem) -> JournalFile:
        """A journal left behind by another run; what is behind its `last` line is overwritten."""
        journal = cls(os.path.dirname(path), "", files)
        journal._fd, journal._path, journal.size = fd, path, last.end
        journal._count = last.number + 1
        return journal

    def _numbered(self, lines: Sequence[bytes], first: int) -> list[bytes]:
        """Lines with their numbers; those that turned out to be nothing are left out."""
        return [numbered(line, first + place) for place, line in enumerate(filter(None, lines))]

    @property
    def path(self) -> str:
        """Its path, "" if nothing is written yet."""
        return self._path

    def write(self) -> None:
        """Write the waiting lines. Raises OSError; the lines are still waiting then."""
        if not any(self.waiting):
            return
        if self._fd < 0:
            self._fd, self._path = self._create()
        elif self._files.stamp_of(self._path) is None:
            self._make_again()
        lines = self._numbered(self.waiting, self._count)
        data = b"".join(lines)
        self._files.write_at(self._fd, data, self.size)
        self._files.sync(self._fd)
        if self.size == 0:
            with contextlib.suppress(OSError):  # some file systems can't sync folders
                self._files.sync_folder(self._path)
        self.size += len(data)
        self._count += len(lines)
        self.waiting.clear()

    def _create(self) -> tuple[int, str]:
        self._files.make_private_folder(os.path.dirname(self._target))
        return self._files.create_beside(self._target, JOURNAL)

    def _make_again(self) -> None:
        """Copy the journal, which was deleted, to a new file: it is readable as long as it is open.

        Raises OSError.
        """
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
        """Replace its contents by these lines; does nothing on Windows or before the first write.

        Raises OSError; the journal is unchanged then.
        """
        if self._fd < 0 or os.name == "nt":  # an open file can't be renamed there
            return
        made = self._numbered(lines, 0)
        data = b"".join(made)
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
        old, self._fd, self.size, self._count = self._fd, fd, len(data), len(made)
        with contextlib.suppress(OSError):
            self._files.sync_folder(self._path)
        with contextlib.suppress(OSError):
            self._files.close(old)

    def rename(self, path: str) -> None:
        """Give it another path; does nothing on Windows. Raises OSError."""
        if os.name != "nt":  # an open file can't be renamed there
            self._files.replace(self._path, path)
            self._path = path

    def remove(self) -> None:
        """Delete the file; if it can't be deleted, mark it as closed."""
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
        """Close the file without deleting it."""
        if self._fd >= 0:
            with contextlib.suppress(OSError):
                self._files.close(self._fd)
        self._fd, self._path, self.size, self._count = -1, "", 0, 0
        self.waiting.clear()


class _Task(NamedTuple):
    """A task for a journal: add entries, replace its contents by them (`anew`), or remove it (no entries)."""

    file: JournalFile
    entries: tuple[Entry, ...]
    anew: bool = False

    @property
    def is_addition(self) -> bool:
        """Whether the task adds entries."""
        return bool(self.entries) and not self.anew


class JournalWriter:
    """The thread that writes journals.

    Attributes:
        problem: the reason why a journal can't be written, None if all can be.
        told: called by the thread with the problem when one occurs, and with None when it is over.
    """

    def __init__(self) -> None:
        self.problem: Message | None = None
        self.told: Callable[[Message | None], object] = lambda problem: None
        self._tasks: list[_Task] = []
        self._behind: dict[int, JournalFile] = {}  # journals that couldn't be written yet
        self._state = Condition()
        self._thread: Thread | None = None
        self._hurried = self._ending = self._working = False
        self._later: list[tuple[JournalFile, Base]] = []
        self._looked = 0.0

    def add(self, file: JournalFile, *entries: Entry) -> None:
        """Add entries to a journal; they are written soon."""
        self._order(_Task(file, entries))

    def rewrite(self, file: JournalFile, *entries: Entry) -> None:
        """Replace a journal's contents by these entries; if that fails, the journal stays the same."""
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
        """Write everything now; returns whether it is on the disk. Waits for `seconds` at most."""
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
        """Write everything and end the thread; returns whether everything is on the disk."""
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
            except Exception as error:  # a mistake here must not stop the writing of other journals
                self._say(message("Unsaved edits can't be kept safe: {why}.", why=reason(error)))
            finally:
                with self._state:
                    self._working = self._hurried = False
                    self._state.notify_all()

    def _wait(self) -> None:
        """Wait for a task, then a while for more; no longer if `flush` or `end` is called."""
        while not (self._tasks or self._ending or self._hurried):
            if self._behind and not self._state.wait(_AGAIN):
                return
            if not self._behind:
                self._state.wait()
        end = time.monotonic() + _GATHER
        while not (self._hurried or self._ending) and (left := end - time.monotonic()) > 0:
            self._state.wait(left)

    def work(self, tasks: Sequence[_Task]) -> None:
        """Do the tasks, and write journals that couldn't be written before and bases that take long."""
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
        """Pause for other threads, and from time to time write the edits made in the meantime."""
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
        """Write the waiting lines of these journals, and of those that couldn't be written before."""
        wanted = {id(file): file for file in files} | self._behind
        self._behind = {}
        problem = None
        for file in wanted.values():
            try:
                file.write()
            except OSError as error:
                problem = message(
                    "Unsaved edits can't be kept safe: {why}.", why=error_words(error)
                )
                self._behind[id(file)] = file
        self._say(problem)

    def _say(self, problem: Message | None) -> None:
        """Set the problem; calls `told` when writing begins to fail and when it works again."""
        before, self.problem = self.problem, problem
        if (before is None) != (problem is None):
            self.told(problem)

    def _do(self, task: _Task, more: bool) -> None:
        """Do a task; `more`: whether tasks for the same journal follow (drafts are skipped then)."""
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
