"""Long-running tasks: run in the background, listed in one place, where they can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.document.document import Document
from viewer.ui.toolkit.jobs import JobRunner, how_far
from viewer.ui.toolkit.plain import ElidedLabel, literal

T = TypeVar("T")


class RunningWork(Protocol):
    """Background work: a task, or what a session does by itself, such as checking the rules."""

    @property
    def words(self) -> Message:
        """What it does."""

    @property
    def told(self) -> Message:
        """What it does, with its progress."""

    def stop(self) -> None:
        """Stop it."""


class Task(QObject, Generic[T]):
    """A named job. The result of its last step is passed on when it is done.

    Attributes:
        words: what it does.
        document: the document it works on, None for none.
        vital: whether it is finished before its document is closed; else it is stopped.
        percent: progress, None if unknown.

    Signals:
        progressed: it made progress.
        ended: it is done, was stopped, or failed.
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
        self._job = job
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.finished.connect(self._finished)
        self._runner.failed.connect(self._failed)

    @property
    def told(self) -> Message:
        """What it does and how far it is."""
        return how_far(self.words, self.percent)

    def start(self) -> None:
        """Begin."""
        self._runner.start(self._job)

    def finish(self) -> None:
        """Run the rest synchronously."""
        if not self._runner.running:
            self._runner.start(self._job)
        self._runner.run_now()

    def stop(self) -> None:
        """Cancel it."""
        if self._runner.running:
            self._runner.stop()
            self.ended.emit()

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
        if self._result is not None:
            self._done(self._result)

    def _failed(self, error: Exception) -> None:
        self.error = error if isinstance(error, OSError) else None  # else the door has told it
        self.ended.emit()


class Tasks(QObject):
    """The list of running tasks and other background work.

    Attributes:
        running: in order of their start.

    Signals:
        changed: the list or somebody's progress changed.
        stopped: the user stopped a task or other work; its words.
        failed: a task ended with an OSError; its words and the error.
    """

    changed = Signal()
    stopped = Signal(object)
    failed = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.running: list[RunningWork] = []

    def run(
        self,
        words: Message,
        job: Iterable[JobStep[T]],
        done: Callable[[T], object],
        document: Document | None = None,
        *,
        vital: bool = False,
        at_once: bool = False,
    ) -> Task[T]:
        """Run a job and call `done` with its result; `at_once` runs a small one synchronously."""
        task = Task(words, job, done, document, vital, self)
        task.progressed.connect(self.changed)
        task.ended.connect(lambda: self._ended(task))
        self.running.append(task)
        if at_once:
            task.finish()
        else:
            task.start()
            self.changed.emit()
        return task

    def show(self, work: RunningWork, waiting: bool = False) -> None:
        """List work that isn't a task of this list, or show its progress; ahead of all if it is `waiting`."""
        if work not in self.running:
            self.running.insert(0 if waiting else len(self.running), work)
        self.changed.emit()

    def drop(self, work: RunningWork) -> None:
        """Take work off the list: it is done, or was stopped."""
        if work in self.running:
            self.running.remove(work)
            self.changed.emit()

    def _ended(self, task: Task[Any]) -> None:
        self.drop(task)
        if task.error is not None:
            self.failed.emit(task.words, task.error)
        task.deleteLater()

    @property
    def _all(self) -> list[Task[Any]]:
        return [work for work in self.running if isinstance(work, Task)]

    @property
    def ending(self) -> list[Task[Any]]:
        """The tasks that aren't finished before the window is closed."""
        return [task for task in self._all if not task.vital]

    def of(self, document: Document) -> list[Task[Any]]:
        """The tasks that work on a document."""
        return [task for task in self._all if task.document is document]

    def stop(self, work: RunningWork | None = None) -> None:
        """Stop a task or other work, by default the latest."""
        if self.running and (work is None or work in self.running):
            work = work or self.running[-1]
            work.stop()
            self.stopped.emit(work.words)

    def leave(self, document: Document) -> None:
        """Finish the vital tasks of a document about to be closed, and stop the others."""
        for task in self.of(document):
            if task.vital:
                task.finish()
            else:
                task.stop()


class TaskLine(QWidget):
    """Shows the latest task and its progress, with a button to stop it. Hidden if there is none.

    If several run, another button lists them all; choosing one stops it.
    """

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(4)
        self._words = ElidedLabel()
        row.addWidget(self._words)
        stop = _chip(tr(message("Stop")))
        stop.clicked.connect(lambda: tasks.stop())
        self.list_button = _chip()
        self.list_button.clicked.connect(self._show_list)
        row.addWidget(stop)
        row.insertWidget(1, self.list_button)
        tasks.changed.connect(self._show)
        self.hide()

    @property
    def text(self) -> str:
        """The text shown."""
        return self._words.text()

    def _show(self) -> None:
        running = self._tasks.running
        if running:
            self._words.setText(tr(running[-1].told))
        more = len(running) - 1
        self.list_button.setText(tr(message("{count} more", count=more)))
        self.list_button.setVisible(more > 0)
        self.setVisible(bool(running))

    def list_menu(self) -> QMenu:
        """The menu of all tasks, the latest first; choosing one stops it."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for work in reversed(self._tasks.running):
            stop = menu.addAction(literal(tr(message("Stop: {task}", task=work.told))))
            stop.triggered.connect(partial(self._tasks.stop, work))
        return menu

    def _show_list(self) -> None:
        corner = self.list_button.mapToGlobal(self.list_button.rect().topLeft())
        menu = self.list_menu()
        menu.popup(corner - QPoint(0, menu.sizeHint().height()))


def _chip(text: str = "") -> QPushButton:
    chip = QPushButton(text)
    chip.setProperty("chip", True)
    chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return chip
