"""Running jobs between the window's events, a slice at a time.

A Python thread that computes makes every step of the window wait for the interpreter; slices of a
few milliseconds don't, and the record can't change under a job's feet. What takes long and is Python
goes to a process (`base.processes`): then a slice only looks at how far that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter, sleep
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.jobs import LOOK, JobStep, Slices
from viewer.base.messages import Message, message
from viewer.ui.toolkit.door import tell

_SLICE = 0.004


def how_far(words: Message, percent: int | None) -> Message:
    """What work does, with its progress in percent; None if that is unknown."""
    if percent is None:
        return words
    return message("{task}  ·  {part} %", task=words, part=percent)


class JobRunner(QObject):
    """Runs one job at a time; starting another cancels the current one.

    `expected`: exceptions that are no mistake of the program, such as OSError of a job that reads files;
    `failed` alone has them, all others are told at the door as well.

    Signals:
        result: of a step.
        progress: done, total.
        finished: the job is done (not sent if it was stopped).
        failed: the job raised an exception, which is the argument.
    """

    result = Signal(object)
    progress = Signal(int, int)
    finished = Signal()
    failed = Signal(Exception)

    def __init__(
        self, parent: QObject | None = None, expected: tuple[type[Exception], ...] = ()
    ) -> None:
        super().__init__(parent)
        self._expected = expected
        self._slices: Slices[Any] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._run)

    def start(self, job: Iterable[JobStep[Any]]) -> None:
        """Start a job."""
        self.stop()
        self._slices = Slices(job)
        self._timer.start(0)

    def stop(self) -> None:
        """Cancel the current job, and wait for its step in a thread or process to end."""
        slices, self._slices = self._slices, None
        self._timer.stop()
        if slices is not None:
            slices.cancel()

    def rest(self, ms: int = 200) -> None:
        """Pause for a moment, while the user is stepping or writing."""
        if self._slices is not None:
            self._timer.start(ms)

    @property
    def running(self) -> bool:
        """Whether a job runs."""
        return self._slices is not None

    def run_now(self, seconds: float | None = None) -> None:
        """Run the rest of the job synchronously, at most for a time."""
        end = None if seconds is None else perf_counter() + seconds
        while (slices := self._slices) is not None:
            self._run()
            if end is not None and perf_counter() >= end:
                break
            if slices.waiting:
                sleep(LOOK)

    def _run(self) -> None:
        slices = self._slices
        if slices is None:
            return
        try:
            results = slices.run(_SLICE)
        except Exception as error:  # else the rest of the job would seem to be done
            self.stop()
            if not isinstance(error, self._expected):
                tell(error)
            self.failed.emit(error)
            return
        self._timer.setInterval(round(1000 * LOOK) if slices.waiting else 0)
        finished = slices.finished
        if finished:
            self.stop()
        for result in results:
            self.result.emit(result)
        self.progress.emit(slices.done, slices.total)
        if finished:
            self.finished.emit()
