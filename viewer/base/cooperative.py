"""A long-running plain function as a job: it and the caller of the job take turns.

Writers of files are plain functions. They work in a thread of their own, of which nothing else is ever
at work at the same time: so the window stays alive, and nobody needs a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Semaphore, Thread
from time import perf_counter
from typing import Generic, TypeVar

from viewer.base.jobs import JobStep

T = TypeVar("T")
_TURN = 0.004  # seconds


class Cancelled(BaseException):
    """Raised inside the function, at a checkpoint, once its job has been dropped."""


class Checkpoint:
    """What a cooperative function calls between pieces of its work, so that others can run.

    Attributes:
        done, total: how far it is, 0 where that is unknown.
    """

    def __init__(self) -> None:
        self.done = self.total = 0
        self._turn, self._rest = Semaphore(0), Semaphore(0)
        self._together = Event()  # not while something is done apart
        self._together.set()
        self._end = 0.0
        self._wanted = self._obeyed = True

    def __call__(self, done: int = 0, total: int = 0) -> None:
        """Let others run. Raises Cancelled once the job has been dropped."""
        self.done, self.total = done or self.done, total or self.total
        if self._obeyed and perf_counter() >= self._end:
            self._rest.release()
            self._wait()

    @contextmanager
    def apart(self) -> Iterator[None]:
        """A block that touches no shared data: the other side keeps running meanwhile."""
        if not self._obeyed:  # on its way out
            yield
            return
        self._together.clear()
        self._rest.release()
        try:
            yield
        finally:
            self._together.set()
            self._wait()

    def _wait(self) -> None:
        self._turn.acquire()
        self._end = perf_counter() + _TURN
        if not self._wanted:
            self._obeyed = False
            raise Cancelled

    def give_turn(self) -> None:
        """Called by the other side: run the function until its next checkpoint."""
        if self._together.wait(_TURN):
            self._turn.release()
            self._rest.acquire()

    def stop(self) -> None:
        """Called by the other side: cancel the function at its next checkpoint."""
        self._wanted = False
        self._turn.release()


class _Worker(Generic[T]):
    def __init__(self, work: Callable[[Checkpoint], T]) -> None:
        self.rest = Checkpoint()
        self.result: T | None = None
        self.error: BaseException | None = None
        self.ended = False
        self._work = work

    def run(self) -> None:
        try:
            self.rest._wait()
            self.result = self._work(self.rest)
        except BaseException as error:
            self.error = error
        self.ended = True
        self.rest._rest.release()


def cooperative_job(work: Callable[[Checkpoint], T]) -> Iterator[JobStep[T]]:
    """The job that calls a function; its last step has the result.

    The function calls the Rest that it is given wherever it may be interrupted. What it raises is raised
    here. Where the job is dropped, the function sees Stopped, and the job ends when it has cleaned up.
    """
    task = _Worker(work)
    thread = Thread(target=task.run, daemon=True)
    thread.start()
    try:
        while not task.ended:
            task.rest.give_turn()
            if not task.ended:
                yield JobStep(task.rest.done, task.rest.total)
    finally:
        task.rest.stop()
        thread.join()
    if task.error is not None:
        raise task.error
    yield JobStep(task.rest.total, task.rest.total, task.result)
