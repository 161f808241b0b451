"""Work that takes time, in steps: one protocol for the window, the command line and tests.

A job is an iterable of `JobStep`s. There are three ways to run one, and each makes a job again:

- a generator works in the steps themselves: the window asks for a few milliseconds of them between
  two events, the command line for all;
- `in_thread` (here) works in a thread: for what spends its time outside the interpreter, reading files or in
  numpy. `cooperative.cooperative_job` makes a job of a plain function;
- `processes.in_process` works in another process: for Python that computes, which would make
  everything in the window wait for the interpreter.

Whoever runs a job asks for steps, and cancels by asking for no more (`close` where it is a generator).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from threading import Thread
from time import perf_counter, sleep
from typing import Generic, TypeVar

from viewer.base.named import NamedTuple

T = TypeVar("T")

LOOK = 0.04
"""Seconds between two looks at what is done elsewhere."""


class JobStep(NamedTuple, Generic[T]):
    """One piece of work done.

    Attributes:
        done, total: how far the job is; total is 0 where that is unknown.
        result: of this piece of work, None if it has none.
        waiting: nothing was done in this step, since the work runs elsewhere: ask again later.
    """

    done: int
    total: int
    result: T | None = None
    waiting: bool = False


def following(job: Iterable[JobStep[T]]) -> Iterator[JobStep[T]]:
    """The steps of a job, run synchronously; sleeps while the work runs elsewhere."""
    for step in job:
        yield step
        if step.waiting:
            sleep(LOOK)


def run_inline(job: Iterable[JobStep[T]]) -> list[T]:
    """Run a job to its end, synchronously; its results in order."""
    return [step.result for step in following(job) if step.result is not None]


class Slices(Generic[T]):
    """A job run a slice at a time.

    Attributes:
        done, total: how far it is.
        waiting: whether there is nothing to do now, since the work runs elsewhere.
    """

    def __init__(self, job: Iterable[JobStep[T]]) -> None:
        self._steps: Iterator[JobStep[T]] | None = iter(job)
        self.done = 0
        self.total = 0
        self.waiting = False

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do, or the job was cancelled."""
        return self._steps is None

    def cancel(self) -> None:
        """Cancel the job. Work in a thread or process has ended when this returns."""
        steps, self._steps = self._steps, None
        if isinstance(steps, Generator):
            steps.close()

    def run(self, seconds: float) -> list[T]:
        """Work for about `seconds`, less if the work runs elsewhere. Returns the results."""
        results: list[T] = []
        end = perf_counter() + seconds
        self.waiting = False
        while self._steps is not None:
            try:
                step = next(self._steps)
            except StopIteration:
                self._steps = None
                break
            self.done, self.total, self.waiting = step.done, step.total, step.waiting
            if step.result is not None:
                results.append(step.result)
            if step.waiting or perf_counter() >= end:
                break
        return results


def side_by_side(jobs: Sequence[Iterator[JobStep[T]]]) -> Iterator[JobStep[T]]:
    """The job that takes the steps of several jobs in turn; what is done is that of all of them.

    All jobs start with the first step.
    """
    left = dict.fromkeys(jobs, (0, 0))
    rest = list(jobs)
    try:
        while rest:
            waiting = 0
            for job in list(rest):
                step = next(job, None)
                if step is None:
                    rest.remove(job)
                    continue
                left[job] = step.done, step.total
                waiting += step.waiting
                if not step.waiting:
                    done, total = map(sum, zip(*left.values(), strict=True))
                    yield JobStep(done, total, step.result)
            if rest and waiting == len(rest):
                done, total = map(sum, zip(*left.values(), strict=True))
                yield JobStep(done, total, waiting=True)
    finally:
        for job in jobs:
            if isinstance(job, Generator):
                job.close()


class _Thread(Generic[T]):
    """State shared by a job and its thread; each attribute is written by only one of them."""

    def __init__(self, job: Iterable[JobStep[T]]) -> None:
        self.steps = iter(job)
        self.wanted = True
        self.done = self.total = 0
        self.results: list[T] = []  # list.append and list.pop take turns by themselves
        self.error: BaseException | None = None

    def work(self) -> None:
        """The thread's function: take steps until cancelled."""
        try:
            for step in self.steps:
                self.done, self.total = step.done, step.total
                if step.result is not None:
                    self.results.append(step.result)
                if not self.wanted:
                    break
        except BaseException as error:
            self.error = error


def in_thread(job: Iterable[JobStep[T]], patience: float | None = None) -> Iterator[JobStep[T]]:
    """A job that runs another job in a thread. Dropping it waits for the current step to end.

    At most `patience` seconds, if it is given. Exceptions of the inner job are raised here.
    """
    work = _Thread(job)
    thread = Thread(target=work.work, daemon=True)
    thread.start()
    try:
        alive = True
        while alive:
            alive = thread.is_alive()
            while work.results:
                yield JobStep(work.done, work.total, work.results.pop(0))
            if alive:
                yield JobStep(work.done, work.total, waiting=True)
    finally:
        work.wanted = False
        thread.join(patience)
    if work.error is not None:
        raise work.error
    yield JobStep(work.done, work.total)
