"""Jobs run a slice at a time between the window's events, on its own thread.

A Python thread that computes makes every step of the window wait for the interpreter; slices of a
few milliseconds don't, and the record can't change under a job's feet.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.jobs import Slices, Step

_SLICE = 0.004


class JobRunner(QObject):
    """Runs one job at a time; starting another drops the one that runs.

    Signals:
        result: what a step gave.
        progress: done, total.
        finished: the job is through (not sent when it was stopped).
    """

    result = Signal(object)
    progress = Signal(int, int)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._slices: Slices[Any] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._run)

    def start(self, job: Iterable[Step[Any]]) -> None:
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
        results = slices.run(_SLICE)
        finished = slices.finished
        if finished:
            self.stop()
        for result in results:
            self.result.emit(result)
        self.progress.emit(slices.done, slices.total)
        if finished:
            self.finished.emit()
