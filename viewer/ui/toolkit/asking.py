"""Questions answered in a thread, one at a time, without anybody waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from viewer.base.jobs import JobStep, in_thread
from viewer.base.named import NamedTuple
from viewer.ui.toolkit.jobs import JobRunner

T = TypeVar("T")


class _Question(NamedTuple):
    kind: str
    ask: Callable[[], Any]
    answered: Callable[[Any], object]
    failed: Callable[[Exception], object]
    dropped: Callable[[Any], object] | None


class Asker(QObject):
    """Asks questions in a thread, one after the other.

    Each has a kind; of those of a kind that wait, only the latest is asked. An answer that was replaced by a
    newer question of its kind is dropped.
    """

    def __init__(
        self,
        interrupt: Callable[[], object],
        expected: tuple[type[Exception], ...],
        parent: QObject | None = None,
        interrupted: type[Exception] | tuple[()] = (),
    ) -> None:
        """`interrupt` ends the question that is being asked; `expected`: what a question may raise.

        `interrupted` is what an ended question raises. The end may come too late and hit the next
        question; that one is asked again.
        """
        super().__init__(parent)
        self._interrupt, self._interrupted = interrupt, interrupted
        self._waiting: dict[str, _Question] = {}
        self._asked: _Question | None = None
        self._stale = False  # nobody wants the answer of `_asked`
        self._runner = JobRunner(self, expected)
        self._runner.result.connect(self._answered)
        self._runner.failed.connect(self._failed)
        self._runner.finished.connect(self._next)

    @property
    def busy(self) -> bool:
        """Whether a question is asked or waits."""
        return self._asked is not None or bool(self._waiting)

    def ask(
        self,
        kind: str,
        question: Callable[[], T],
        answered: Callable[[T], object],
        failed: Callable[[Exception], object],
        dropped: Callable[[T], object] | None = None,
    ) -> None:
        """Ask a question, in place of others of its kind; `dropped` gets an answer that came too late."""
        self._waiting[kind] = _Question(kind, question, answered, failed, dropped)
        if self._asked is None:
            self._next()
        elif self._asked.kind == kind:
            self._give_up()

    def drop(self, *kinds: str) -> None:
        """Ask no question of some kinds any more, and forget the answer of one that is being asked."""
        for kind in kinds:
            self._waiting.pop(kind, None)
            if self._asked is not None and self._asked.kind == kind:
                self._give_up()

    def close(self) -> None:
        """End all questions; waits for the thread."""
        self._waiting.clear()
        self._stale = True
        if self._asked is not None:
            self._interrupt()
        self._runner.stop()
        self._asked = None

    def run_now(self) -> None:
        """Answer all questions synchronously."""
        while self._asked is not None:
            self._runner.run_now()

    def _give_up(self) -> None:
        if not self._stale:
            self._stale = True
            self._interrupt()

    def _next(self) -> None:
        self._asked, self._stale = None, False
        if not self._waiting:
            return
        self._asked = self._waiting.pop(next(iter(self._waiting)))
        self._runner.start(in_thread(_once(self._asked.ask)))

    def _answered(self, found: tuple[Any]) -> None:
        if self._asked is None:
            return
        if not self._stale:
            self._asked.answered(found[0])
        elif self._asked.dropped is not None:
            self._asked.dropped(found[0])

    def _failed(self, error: Exception) -> None:
        asked, stale = self._asked, self._stale
        again = asked is not None and not stale and isinstance(error, self._interrupted)
        if asked is not None and again:
            self._waiting.setdefault(asked.kind, asked)
        self._next()
        if asked is not None and not stale and not again:
            asked.failed(error)


def _once(question: Callable[[], T]) -> Iterator[JobStep[tuple[T]]]:
    """The job of a question; its result is the answer alone in a tuple, since an answer may be None."""
    yield JobStep(1, 1, (question(),))
