"""A folder that is open in a tab: its files, listed and kept up to date in the background."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.catalogs import tr
from viewer.base.files import FileSystem
from viewer.base.folder_watching import FolderWatcher
from viewer.base.jobs import in_thread
from viewer.base.messages import Message, counted, message
from viewer.document.document import Document
from viewer.document.folder import FileList, Summaries, reading, summaries
from viewer.document.kept_session import KeptPlace
from viewer.ui.toolkit.jobs import JobRunner, how_far

_OFTEN, _SELDOM = 40, 500  # ms between two looks at the watcher's news: while files are found, then
_BEGIN = 0.3  # seconds after which summaries are read although more files are being found
_REST = 0.15  # seconds between two times that views are told of summaries
_PATIENCE = 0.2  # seconds before it is shown among the tasks


class OpenFolder(QObject):
    """The files of folders, or some files, in a list.

    Attributes:
        roots: the paths of the folders or files.
        files: the list.
        documents: edited documents of files that aren't shown now.
        places: where the user stood in files that were shown before, by path.
        found: whether all files have been found.
        percent: how far summaries are read.
        words: what is done.

    Signals:
        listed: files came into the list or left it, or are called something else.
        filled: summaries were read.
        progressed, ended: reading summaries made progress, or is done.
        closed: nothing of it is looked at any more.
    """

    listed = Signal()
    filled = Signal()
    progressed = Signal()
    ended = Signal()
    closed = Signal()
    words = message("Reading the files of the folder")

    def __init__(
        self, roots: Sequence[str], system: FileSystem, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.roots = tuple(roots)
        self.files = FileList(roots, tr)
        self.documents: list[Document] = []
        self.places: dict[str, KeptPlace] = {}
        self.found = self.cut = False
        self.problems: dict[str, Message] = {}
        self.percent = 0
        self._shown: str | None = None
        self._tried: set[str] = set()
        self._read: dict[str, int] = {}  # files that summaries are being read of
        self._since = self._told = perf_counter()
        self._watcher = FolderWatcher(system, roots)
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._fill)
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self._finished)
        self._runner.failed.connect(self._read_here)
        self._timer = QTimer(self, interval=_OFTEN)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def close(self) -> None:
        """Stop looking at the files."""
        self._timer.stop()
        self._runner.stop()
        self._watcher.close()
        self.ended.emit()
        self.closed.emit()

    # ----------------------------------------------------------------------------------- words

    @property
    def title(self) -> str:
        """The folder's name; of several files their number."""
        if len(self.roots) == 1:
            return os.path.basename(self.roots[0]) or self.roots[0]
        return tr(counted("{count} file", "{count} files", len(self.roots)))

    @property
    def told(self) -> Message:
        """What is done, with its progress."""
        return how_far(self.words, self.percent if self.found else None)

    @property
    def running(self) -> bool:
        """Whether files are being found or read."""
        return self._timer.isActive() and not (self.found and not self._runner.running)

    @property
    def lasting(self) -> bool:
        """Whether it has been at work for long enough to be shown."""
        return self.running and perf_counter() - self._since > _PATIENCE

    def stop(self) -> None:
        """Leave files that aren't read yet without summaries."""
        self._runner.stop()
        self.ended.emit()

    # ------------------------------------------------------------------------------- the files

    def look(self, seconds: float = 0.0) -> None:
        """Take over what the watcher found, waiting for a time at most if there is nothing."""
        news = self._watcher.take(seconds)
        if news is not None:
            changed = self.files.take(news)
            if news.whole:
                self.found, self.problems, self.cut = True, news.problems, news.cut
                self._timer.setInterval(_SELDOM)
            if changed or news.whole:
                self.listed.emit()
        begun = self.found or perf_counter() - self._since > _BEGIN
        if begun and self.files.waiting and not self._runner.running:
            self._read = dict(self.files.unread())
            self._since, self.percent = perf_counter(), 0
            self._runner.start(reading(self._read))

    def untried(self, most: int) -> list[str]:
        """The paths of the first files that may be readable and weren't asked for yet, so many at most."""
        found: list[str] = []
        for place in range(len(self.files)):
            file = self.files[place]
            broken = file.summary is not None and file.summary.problem is not None
            if not broken and file.path not in self._tried:
                found.append(file.path)
                if len(found) == most:
                    break
        self._tried.update(found)
        return found

    def look_now(self) -> None:
        """Look at all files soon, as when the window is activated."""
        self._watcher.look_now()

    def keep(self, path: str | None) -> None:
        """Keep the file that is shown in the list, and edited ones, whatever becomes of them on the disk."""
        self._shown = path
        paths = [path, *(document.path for document in self.documents)]
        if self.files.keep(one for one in paths if one is not None):
            self.listed.emit()

    def hold(self, document: Document) -> None:
        """Hold an edited document that isn't shown any more."""
        self.documents.append(document)
        self.keep(self._shown)

    def finish(self) -> None:
        """Find and read all files synchronously."""
        while not self.found or self.files.waiting or self._runner.running:
            self.look(0.0 if self.found else 0.1)
            self._runner.run_now()

    def _fill(self, found: Summaries) -> None:
        changed = self.files.fill(found)
        for path, _ in found:
            self._read.pop(path, None)
        if changed:
            self.listed.emit()
        elif perf_counter() - self._told > _REST:
            self._told = perf_counter()
            self.filled.emit()

    def _progressed(self, done: int, total: int) -> None:
        percent = min(100 * done // total, 99) if total else 0
        if percent != self.percent:
            self.percent = max(percent, self.percent)
            self.progressed.emit()

    def _finished(self) -> None:
        self.percent = 100
        self.filled.emit()
        self.ended.emit()

    def _read_here(self, error: Exception) -> None:
        """No process could be started: read the rest in a thread."""
        if isinstance(error, OSError):
            self._runner.start(in_thread(summaries(list(self._read))))
