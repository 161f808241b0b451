"""A plain function as a job: in turns, with its result, its exceptions, and an end on demand."""

from __future__ import annotations

import threading

import pytest

from viewer.base.cooperative import Cancelled, Checkpoint, cooperative_job
from viewer.base.jobs import run_inline


@pytest.fixture(autouse=True)
def every_call_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.base.cooperative._TURN", 0.0)


def test_the_result_comes_last() -> None:
    def work(rest: Checkpoint) -> str:
        for number in range(3):
            rest(number + 1, 3)
        return "made"

    steps = list(cooperative_job(work))
    assert [(step.done, step.total) for step in steps] == [(1, 3), (2, 3), (3, 3), (3, 3)]
    assert steps[-1].result == "made"
    assert run_inline(cooperative_job(work)) == ["made"]


def test_nothing_else_is_at_work_meanwhile() -> None:
    """What the function sees changes only while it rests."""
    seen: list[int] = []
    now = [0]

    def work(rest: Checkpoint) -> None:
        for _ in range(3):
            first = now[0]
            seen.append(first)
            assert now[0] == first
            rest()

    for _ in cooperative_job(work):
        now[0] += 1
    assert seen == [0, 1, 2]


def test_an_exception_is_raised_where_the_job_is_run() -> None:
    def work(rest: Checkpoint) -> None:
        rest()
        raise ValueError("why")

    with pytest.raises(ValueError, match="why"):
        run_inline(cooperative_job(work))


def test_a_job_that_is_dropped_ends_the_function_and_lets_it_clean_up() -> None:
    told: list[str] = []
    before = set(threading.enumerate())

    def work(rest: Checkpoint) -> None:
        try:
            while True:
                rest()
        except Cancelled:
            told.append("stopped")
            raise
        finally:
            with rest.apart():
                told.append("cleaned")
            rest()
            told.append("ended")

    job = cooperative_job(work)
    next(job)
    job.close()  # type: ignore[attr-defined]  # it is a generator
    assert told == ["stopped", "cleaned", "ended"]
    assert set(threading.enumerate()) <= before


def test_what_is_done_apart_keeps_nobody_waiting() -> None:
    asked, let_go = threading.Event(), threading.Event()

    def work(rest: Checkpoint) -> str:
        with rest.apart():
            asked.set()
            assert let_go.wait(60)
        return "made"

    job = cooperative_job(work)
    next(job)
    assert asked.wait(60)
    next(job)  # it comes back though the function is still at work
    let_go.set()
    assert [step.result for step in job][-1] == "made"


def test_a_job_that_was_never_run_starts_nothing() -> None:
    before = set(threading.enumerate())
    cooperative_job(lambda rest: rest()).close()  # type: ignore[attr-defined]  # a generator
    assert set(threading.enumerate()) <= before
