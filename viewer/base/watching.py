"""Noticing that other programs change files, without ever waiting for a disk.

A disk or network share that hangs blocks whoever asks it anything, for minutes. So files are only looked at
in a thread, and a file that doesn't answer gets a thread of its own until it does.
"""

from __future__ import annotations

import os
import time
from _thread import start_new_thread
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from threading import Event

from viewer.base.digests import QUICK, FileSnapshot
from viewer.base.files import PATIENCE, FileSystem, Stamp
from viewer.base.named import NamedTuple
from viewer.base.source import digests_of

_INTERVAL = 1.0  # seconds between two looks


class FileReport(NamedTuple):
    """What has become of a watched file.

    Attributes:
        path: as it was given to `FileWatcher.watch`.
        snapshot: of the file now; None if it is gone or silent. Larger files have no digests.
        moved_to: another path in the same folder that the file was renamed to, "" if none is found.
        silent: whether the disk or network doesn't answer.
    """

    path: str
    snapshot: FileSnapshot | None
    moved_to: str = ""
    silent: bool = False


class FileWatcher:
    """Watches files by looking at their stamps. Reports are fetched by `take`.

    Begin with `watch`, which starts the thread, and end with `close`.
    """

    def __init__(
        self, files: FileSystem, interval: float = _INTERVAL, patience: float = PATIENCE
    ) -> None:
        self._files = files
        self._interval, self._patience = interval, patience
        self._reports: SimpleQueue[FileReport] = SimpleQueue()
        self._known: dict[str, Stamp] = {}  # last stamp reported or given, by path
        self._unstable: dict[str, Stamp | None] = {}  # seen once, waiting for a second look
        self._silent: set[str] = set()
        self._turn = 0  # which thread is at work; earlier ones hang in a call
        self._passes = 0  # how often all files were looked at
        self._busy: tuple[str, float] | None = None  # path being looked at, since when
        self._wake = Event()
        self._passed = Event()

    def watch(self, stamps: Mapping[str, Stamp]) -> None:
        """Set the files to watch, with their stamps as last read or written here."""
        self._known = dict(stamps)
        self._unstable = {path: old for path, old in self._unstable.items() if path in stamps}
        if not self._turn and stamps:
            self._start()

    def _start(self) -> None:
        self._turn += 1
        self._busy = None
        start_new_thread(self._work, (self._turn,))

    def close(self) -> None:
        """Stop watching."""
        self._turn = -1
        self._known = {}
        self._wake.set()

    def look(self, seconds: float) -> None:
        """Look at all files now, waiting for at most a time."""
        if self._turn <= 0:
            return
        until = time.monotonic() + seconds
        wanted = self._passes + 2  # two whole looks, so that what changed is stable
        while self._passes < wanted and time.monotonic() < until:
            self._passed.clear()
            self._wake.set()
            self._passed.wait(max(0.0, until - time.monotonic()))

    def take(self) -> list[FileReport]:
        """The reports since the last call. Call it about once a second: it also notices silence."""
        busy = self._busy
        if busy is not None and self._turn > 0 and time.monotonic() - busy[1] > self._patience:
            self._silent.add(busy[0])
            self._reports.put(FileReport(busy[0], None, silent=True))
            self._start()
        found: list[FileReport] = []
        while True:
            try:
                found.append(self._reports.get_nowait())
            except Empty:
                return found

    # --------------------------------------------------------------------------- in the thread

    def _work(self, turn: int) -> None:
        while self._turn == turn:
            for path, known in list(self._known.items()):
                if path in self._silent:
                    continue
                self._busy = (path, time.monotonic())
                report = self._looked(path, known)
                if self._turn != turn:  # it answers again, or nobody wants to know
                    self._silent.discard(path)
                    if self._turn > 0:
                        self._reports.put(report or FileReport(path, FileSnapshot(known, None)))
                    return
                self._busy = None
                if report is not None:
                    self._reports.put(report)
            self._passes += 1
            self._passed.set()
            self._wake.wait(self._interval)
            self._wake.clear()

    def _looked(self, path: str, known: Stamp) -> FileReport | None:
        """The report on a file, None if it is unchanged or still changing."""
        try:
            now = self._files.stamp_of(path)
            if now == known:
                self._unstable.pop(path, None)
                return None
            if path not in self._unstable or self._unstable[path] != now:
                self._unstable[path] = now  # perhaps it is still being written
                return None
            if now is None:
                report = FileReport(path, None, renamed(self._files, path, known))
            else:
                contents = digests_of(self._files, path) if now.size <= QUICK else None
                if self._files.stamp_of(path) != now:
                    return None
                report = FileReport(path, FileSnapshot(now, contents))
        except OSError:
            return None  # whoever saves or reads it is told why
        if now is not None and path in self._known:
            self._known[path] = now
        elif path in self._known:
            del self._known[path]  # until it is watched again
        self._unstable.pop(path, None)
        return report


def renamed(files: FileSystem, path: str, known: Stamp) -> str:
    """The path in the same folder of the file that had a stamp, "" if it isn't there. Raises OSError."""
    folder = os.path.dirname(path)
    for name in files.names_beside(path):
        stamp = files.stamp_of(os.path.join(folder, name))
        if stamp is not None and stamp[:2] == known[:2] and stamp.modified_ns == known.modified_ns:
            return os.path.join(folder, name)
    return ""
