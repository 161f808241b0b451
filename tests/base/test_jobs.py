"""Jobs: all results in order, cancelling, and a slice that ends when its time is over."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest

from viewer.base import jobs
from viewer.base.jobs import JobStep, Slices, run_inline, side_by_side


def count(total: int, asked: list[int] | None = None) -> Iterator[JobStep[int]]:
    for number in range(1, total + 1):
        if asked is not None:
            asked.append(number)
        yield JobStep(number, total, None if number % 3 == 0 else number)


class Clock:
    """Each look costs a second."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_inline_gives_results_in_order() -> None:
    assert run_inline(count(7)) == [1, 2, 4, 5, 7]
    assert run_inline([]) == []


def test_a_falsy_result_is_a_result() -> None:
    assert run_inline([JobStep(1, 2, 0), JobStep(2, 2, None)]) == [0]


def test_slices_give_the_same_as_inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "perf_counter", Clock())
    job = Slices(count(20))
    found: list[int] = []
    seen = []
    while not job.finished:
        found += job.run(2.5)  # three looks at the clock, so three steps
        seen.append((job.done, job.total))
    assert found == run_inline(count(20))
    assert seen == [(3, 20), (6, 20), (9, 20), (12, 20), (15, 20), (18, 20), (20, 20)]


def test_a_slice_without_time_still_makes_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "perf_counter", Clock())
    job = Slices(count(3))
    assert job.run(0.0) == [1]
    assert job.done == 1


def test_cancel_asks_for_no_more() -> None:
    asked: list[int] = []
    job = Slices(count(1_000, asked))
    job.run(0.0)
    job.cancel()
    assert job.finished
    assert job.run(60.0) == []
    assert asked == [1]


def test_a_job_that_fails_says_so() -> None:
    def broken() -> Iterator[JobStep[int]]:
        yield JobStep(1, 2, 1)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Slices(broken()).run(60.0)


def test_jobs_side_by_side_take_turns_and_end_together() -> None:
    def job(name: str, count: int) -> Iterator[JobStep[str]]:
        for number in range(count):
            yield JobStep(number + 1, count, f"{name}{number}")

    steps = list(side_by_side([job("a", 3), job("b", 1)]))
    assert [step.result for step in steps] == ["a0", "b0", "a1", "a2"]
    assert [(step.done, step.total) for step in steps][-1] == (4, 4)


def test_dropping_jobs_side_by_side_drops_each() -> None:
    closed = []

    def job(name: str) -> Iterator[JobStep[str]]:
        try:
            while True:
                yield JobStep(0, 0, name)
        finally:
            closed.append(name)

    both = side_by_side([job("a"), job("b")])
    next(both)
    next(both)
    assert isinstance(both, Generator)
    both.close()
    assert closed == ["a", "b"]
