"""What takes a while: done beside the window's events, shown in one place, and stopped there."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.translate import tr

T = TypeVar("T")


class Task(QObject, Generic[T]):
    """A job with a name. What its last step brings is handed over when it is through.

    Attributes:
        words: what is done.
        document: the one that it is done with, None for none.
        vital: whether it is done to its end before that is closed; else it is stopped then.
        percent: how far it is, None where that is unknown.

    Signals:
        progressed: it is further.
        ended: it is through, or was stopped, or failed.
    """

    progressed = Signal()
    ended = Signal()

    def __init__(
        self,
        words: Message,
        job: Iterable[JobStep[T]],
        done: Callable[[T], object],
        document: Document | None,
        vital: bool,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.words = words
        self.document = document
        self.vital = vital
        self.percent: int | None = None
        self.error: OSError | None = None
        self._done = done
        self._result: T | None = None
        self._job = self._guarded(job)
        self._runner = JobRunner(self)
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self._finished)
        self._runner.failed.connect(self._failed)

    def start(self) -> None:
        """Begin."""
        self._runner.start(self._job)

    def finish(self) -> None:
        """Do all that is left at once."""
        if not self._runner.running:
            self._runner.start(self._job)
        self._runner.run_now()

    def stop(self) -> None:
        """Leave it: nothing comes of it."""
        if self._runner.running:
            self._runner.stop()
            self._job.close()
            self.ended.emit()

    def _guarded(self, job: Iterable[JobStep[T]]) -> Generator[JobStep[T], None, None]:
        """The job; that a file can't be read or written is no mistake of the program."""
        try:
            yield from job
        except OSError as error:
            self.error = error

    def _take(self, result: T) -> None:
        self._result = result

    def _progressed(self, done: int, total: int) -> None:
        percent = min(100 * done // total, 99) if total else None
        if self.percent is not None:
            percent = max(percent or 0, self.percent)
        if percent != self.percent:
            self.percent = percent
            self.progressed.emit()

    def _finished(self) -> None:
        self.ended.emit()
        if self.error is None and self._result is not None:
            self._done(self._result)

    def _failed(self) -> None:
        self.ended.emit()


class Tasks(QObject):
    """What is being done.

    Attributes:
        running: in the order in which it began.

    Signals:
        changed: another task, or one is further.
        stopped: somebody stopped a task, whose words it is sent with.
        failed: a task ended with an OSError, which it is sent with.
    """

    changed = Signal()
    stopped = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.running: list[Task[Any]] = []

    def run(
        self,
        words: Message,
        job: Iterable[JobStep[T]],
        done: Callable[[T], object],
        document: Document | None = None,
        *,
        vital: bool = False,
        at_once: bool = False,
    ) -> None:
        """Do a job, and call `done` with what it brings at its end; `at_once` for what is small."""
        task = Task(words, job, done, document, vital, self)
        task.progressed.connect(self.changed)
        task.ended.connect(lambda: self._ended(task))
        self.running.append(task)
        if at_once:
            task.finish()
        else:
            task.start()
            self.changed.emit()

    def _ended(self, task: Task[Any]) -> None:
        self.running.remove(task)
        self.changed.emit()
        if task.error is not None:
            self.failed.emit(task.error)
        task.deleteLater()

    def of(self, document: Document) -> list[Task[Any]]:
        """The tasks that are done with a document."""
        return [task for task in self.running if task.document is document]

    def stop(self) -> None:
        """Stop what began last."""
        if self.running:
            task = self.running[-1]
            task.stop()
            self.stopped.emit(task.words)

    def leave(self, document: Document) -> None:
        """A document is about to be closed: finish what has to be, and stop the rest."""
        for task in self.of(document):
            if task.vital:
                task.finish()
            else:
                task.stop()


class TaskLine(QWidget):
    """The task that began last: how far it is, with a button that stops it. Hidden where there is none."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(4)
        self._words = Label()
        row.addWidget(self._words)
        stop = QPushButton(tr(message("Stop")))
        stop.setProperty("chip", True)
        stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        stop.clicked.connect(tasks.stop)
        row.addWidget(stop)
        tasks.changed.connect(self._show)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def _show(self) -> None:
        running = self._tasks.running
        if running:
            task = running[-1]
            words = task.words
            if task.percent is not None:
                words = message("{task}  ·  {part} %", task=words, part=task.percent)
            self._words.setText(tr(words))
        self.setVisible(bool(running))
