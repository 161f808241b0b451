"""Jobs run beside the window's events: a slice at a time on its own thread, or in another thread.

A Python thread that computes makes every step of the window wait for the interpreter; slices of a
few milliseconds don't, and the record can't change under a job's feet. A thread is for jobs that
spend their time outside the interpreter: reading files, numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.jobs import JobStep, Slices
from viewer.ui.toolkit.door import tell

if TYPE_CHECKING:
    from threading import Thread

_SLICE = 0.004
_LOOK = 40  # ms between two looks at what a thread did


class JobRunner(QObject):
    """Runs one job at a time; starting another drops the one that runs.

    Signals:
        result: what a step gave.
        progress: done, total.
        finished: the job is through (not sent when it was stopped).
        failed: the job raised an exception, which it is sent with.
    """

    result = Signal(object)
    progress = Signal(int, int)
    finished = Signal()
    failed = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._slices: Slices[Any] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._run)

    def start(self, job: Iterable[JobStep[Any]]) -> None:
        """Run a job from now on."""
        self._slices = Slices(job)
        self._timer.start(0)

    def stop(self) -> None:
        """Drop the job that runs."""
        self._slices = None
        self._timer.stop()

    def rest(self, ms: int = 200) -> None:
        """Leave the next while to somebody who is stepping or writing."""
        if self._slices is not None:
            self._timer.start(ms)

    @property
    def running(self) -> bool:
        """Whether a job runs."""
        return self._slices is not None

    def run_now(self) -> None:
        """Run the rest of the job at once."""
        while self._slices is not None:
            self._run()

    def _run(self) -> None:
        slices = self._slices
        if slices is None:
            return
        self._timer.setInterval(0)
        try:
            results = slices.run(_SLICE)
        except Exception as error:  # else the rest of the job would seem to be done
            self.stop()
            tell(error)
            self.failed.emit(error)
            return
        finished = slices.finished
        if finished:
            self.stop()
        for result in results:
            self.result.emit(result)
        self.progress.emit(slices.done, slices.total)
        if finished:
            self.finished.emit()


class _Shared:
    """What the window and the thread of a job tell each other; each part is written by one of them."""

    def __init__(self) -> None:
        self.wanted = True
        self.done = self.total = 0
        self.finished = False
        self.error: Exception | None = None

    def work(self, steps: Iterator[JobStep[Any]]) -> None:
        """The thread: the steps, as long as they are wanted."""
        try:
            for step in steps:
                self.done, self.total = step.done, step.total
                if not self.wanted:
                    return
            self.finished = True
        except Exception as error:
            self.error = error


class ThreadRunner(QObject):
    """Runs one job at a time in a thread; starting another drops the one that runs.

    The thread tells nothing by itself: the window looks at it a few times a second, so that a job of
    ten thousand steps doesn't flood it, and nothing is ever called in another thread.

    Signals:
        progress: done, total.
        finished: the job is through (not sent when it was stopped).
        failed: the job raised an exception, which it is sent with.
    """

    progress = Signal(int, int)
    finished = Signal()
    failed = Signal(Exception)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shared: _Shared | None = None
        self._thread: Thread | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK)
        self._timer.timeout.connect(self._look)

    def start(self, job: Iterable[JobStep[Any]]) -> None:
        """Run a job from now on."""
        from threading import Thread  # here: opening one small file needs none

        self.stop()
        shared = self._shared = _Shared()
        self._thread = Thread(target=shared.work, args=(iter(job),), daemon=True)
        self._thread.start()
        self._timer.start()

    def stop(self) -> None:
        """Drop the job that runs, and wait for the end of the step it is at."""
        self._timer.stop()
        if self._thread is not None and self._shared is not None:
            self._shared.wanted = False
            self._thread.join()
        self._thread = self._shared = None

    @property
    def running(self) -> bool:
        """Whether a job runs."""
        return self._shared is not None

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the end of the job, at most for a time, and tell what it did so far."""
        if self._thread is not None:
            self._thread.join(seconds)
            self._look()

    def _look(self) -> None:
        shared, thread = self._shared, self._thread
        if shared is None or thread is None:
            return
        ended = not thread.is_alive()
        self.progress.emit(shared.done, shared.total)
        if not ended or self._shared is not shared:
            return
        self.stop()
        error = shared.error
        if error is None:
            self.finished.emit()
            return
        if not isinstance(error, OSError):
            tell(error)
        self.failed.emit(error)
