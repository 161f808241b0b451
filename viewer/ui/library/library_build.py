"""Building a library or bringing it up to date, beside the window's events."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from time import perf_counter

from PySide6.QtCore import QObject, Signal

from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, message
from viewer.base.remaining import seconds_left, time_words
from viewer.base.system_errors import error_words
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.making.building import BuildNews
from viewer.ui.toolkit.jobs import JobRunner


class LibraryBuild(QObject):
    """One build. What it has read when it is stopped is used by the next one.

    Attributes:
        library: what is built.
        news: what was done, None until it is.
        failure: why it failed, None if it didn't.
        stopped: whether somebody stopped it.

    Signals:
        progressed: it made progress.
        ended: it is done, failed, or has stopped.
    """

    progressed = Signal()
    ended = Signal()

    def __init__(
        self, library: Library, again: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.library = library
        self.news: BuildNews | None = None
        self.failure: Message | None = None
        self.stopped = False
        self._again = again
        self._files = self._done = self._total = 0
        self._pass: Message | None = None
        self._since = perf_counter()
        self._said = ""
        self._runner = JobRunner(self, (LibraryFailed, OSError))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self.ended)
        self._runner.failed.connect(self._failed)

    def start(self) -> None:
        """Begin."""
        self._since = perf_counter()
        self._runner.start(in_thread(self._job()))

    def _job(self) -> Iterator[JobStep[BuildNews]]:
        """The build, which ends between two steps if it is stopped: nobody waits for a step of seconds."""
        building = self.library.building(self._again)
        try:
            for step in building:
                yield step
                if self.stopped:
                    return
        finally:
            if isinstance(building, Generator):
                building.close()

    def stop(self) -> None:
        """Have it end soon."""
        self.stopped = True
        self.progressed.emit()

    def end(self) -> None:
        """End it now; waits for the step that is being done."""
        self.stopped = True
        self._runner.stop()

    def finish(self) -> None:
        """Do the rest synchronously."""
        self._runner.run_now()

    @property
    def running(self) -> bool:
        """Whether it is at work."""
        return self._runner.running

    @property
    def words(self) -> Message:
        """What it does."""
        return message("Updating “{library}”", library=self.library.name)

    @property
    def told(self) -> Message:
        """What it does, how far it is, and how long the rest will take."""
        if self.stopped:
            return message("{task}: stopping…", task=self.words)
        if self._pass is not None:
            return message("{task}: {what}", task=self.words, what=self._pass)
        if not self._files:
            return message("{task}: looking at files", task=self.words)
        share = min(1.0, self._done / self._total) if self._total else 0.0
        words = message(
            "{task}: {done} of {total}",
            task=self.words,
            done=Number(int(share * self._files)),
            total=Number(self._files),
        )
        left = seconds_left(share, perf_counter() - self._since)
        return (
            words
            if left is None
            else message("{task}  ·  {time}", task=words, time=time_words(left))
        )

    def _take(self, news: BuildNews) -> None:
        self.news = news
        if news.to_read:
            self._files, self._since = news.to_read, perf_counter()
        self._pass = news.words
        self._progressed(0, 0)

    def _progressed(self, done: int, total: int) -> None:
        if total:
            self._done, self._total = done, total
        said = self.told.text()
        if said != self._said:
            self._said = said
            self.progressed.emit()

    def _failed(self, error: Exception) -> None:
        if isinstance(error, LibraryFailed):
            self.failure = error.reason
        elif isinstance(error, OSError):
            self.failure = message("{why}", why=error_words(error))
        self.ended.emit()
