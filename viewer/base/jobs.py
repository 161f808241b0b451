"""Work that takes time, in steps: one protocol for the window, the command line and tests.

A job is an iterable of `JobStep`s. Whoever runs it decides where: the window runs a slice of a few
milliseconds at a time between events, or hands it to a thread or process; the command line runs
it through and draws a bar. A job is cancelled by no longer asking it for steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class JobStep(NamedTuple, Generic[T]):
    """One piece of work done: how far it is (`done` of `total`, 0 when unknown), and what came of it."""

    done: int
    total: int
    result: T | None = None


def run_inline(job: Iterable[JobStep[T]]) -> list[T]:
    """Run a job through here and now; its results in order."""
    return [step.result for step in job if step.result is not None]


class Slices(Generic[T]):
    """A job run a slice at a time."""

    def __init__(self, job: Iterable[JobStep[T]]) -> None:
        self._steps: Iterator[JobStep[T]] | None = iter(job)
        self.done = 0
        self.total = 0

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do, or the job was cancelled."""
        return self._steps is None

    def cancel(self) -> None:
        """Do no more."""
        self._steps = None

    def run(self, seconds: float) -> list[T]:
        """Work for about `seconds`; what came of it."""
        results: list[T] = []
        end = perf_counter() + seconds
        while self._steps is not None:
            try:
                step = next(self._steps)
            except StopIteration:
                self._steps = None
                break
            self.done, self.total = step.done, step.total
            if step.result is not None:
                results.append(step.result)
            if perf_counter() >= end:
                break
        return results
