"""The records of a file found while it is open: in a thread, taken over where the views live."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QObject, Signal

from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, message
from viewer.base.mistakes import reason
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.ui.toolkit.jobs import JobRunner, how_far

_PATIENCE = 0.2  # seconds before it is shown


class Indexer(QObject):
    """Finds the records of a document that are not known yet; then sees to it that none can be lost.

    Attributes:
        begun: whether it was ever at work.
        complete: whether all are known.
        percent: how far it is.
        problem: why it ended before all were known, None where somebody stopped it.
        words: what is done.

    Signals:
        progress: done, total, in the units of the format's job.
        ended: all are known, or it was stopped, or it failed.
        judged: more was found about the file as a whole.
    """

    progress = Signal(int, int)
    ended = Signal()
    judged = Signal()
    words = message("Finding the games of the file")

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._runner = JobRunner(self, (OSError,))
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self._finished)
        self._runner.failed.connect(self._failed)
        self.begun = self.complete = False
        self.percent = 0
        self.problem: Message | None = None
        self._since = 0.0

    @property
    def told(self) -> Message:
        """How many games are found, with the progress."""
        known = len(self._document)
        found = counted("{count} game found", "{count} games found", known)
        return how_far(found, self.percent)

    @property
    def lasting(self) -> bool:
        """Whether it has been running long enough to be shown."""
        return self.running and perf_counter() - self._since > _PATIENCE

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._runner.running and not self.complete

    def look_at(self, document: Document) -> None:
        """Find the records of another document, from `start` on."""
        self.stop()
        self._document = document
        self.begun = self.complete = False
        self.percent, self.problem = 0, None

    def start(self) -> None:
        """Find from now on; where it was stopped it goes on."""
        self.begun, self.complete, self.problem = True, False, None
        self._since = perf_counter()
        self._runner.start(in_thread(self._document.finding()))

    def stop(self) -> None:
        """Leave it for now; what was found stays."""
        running = self.running
        self._runner.stop()
        if running:
            self._document.grow()
            self.ended.emit()

    def wait(self, seconds: float | None = None) -> bool:
        """Find here and now, for a time at most; whether all are known."""
        if not self.complete and not self.running:
            self.start()
        if not self.complete:
            self._runner.run_now(seconds)
        return self.complete

    def _progressed(self, done: int, total: int) -> None:
        if self.complete:
            return
        self._document.grow()
        self.percent = min(100 * done // total, 99) if total else 0
        self.progress.emit(done, total)

    def _finished(self) -> None:
        if self.complete:
            self.judged.emit()
            return
        self.complete = True
        self._document.grow()
        self._runner.start(in_thread(self._afterwards(self._document)))
        self.ended.emit()

    def _afterwards(self, document: Document) -> Iterator[JobStep[None]]:
        """What is done once the records are known: all that is read later, and a closer look at the codec."""
        yield from document.remembering() or ()
        for step in document.judging():
            yield JobStep(step.done, step.total)

    def _failed(self, error: Exception) -> None:
        if self.complete:
            return
        why = error_words(error) if isinstance(error, OSError) else reason(error)
        self.problem = message("Not all games of the file were found: {why}.", why=why)
        self._document.grow()
        self.ended.emit()
