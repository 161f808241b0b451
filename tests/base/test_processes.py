"""Work in other processes: the same as here; what fails is told, the rest goes on; none is left over."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from viewer.base import catalogs
from viewer.base.jobs import JobStep, in_thread, run_inline
from viewer.base.messages import Message, message
from viewer.base.processes import (
    RaisedInWorker,
    WorkerLost,
    WorkOutcome,
    in_process,
    in_processes,
    processors,
)


def squares(count: int) -> Iterator[JobStep[int]]:
    for number in range(count):
        yield JobStep(number + 1, count, number * number)


class Ring:
    """An object that holds itself."""

    def __init__(self) -> None:
        self.held = [self]


def rings_left(count: int) -> Iterator[JobStep[int]]:
    """How many rings earlier jobs have left here; this one leaves more, while collecting pauses."""
    gc.disable()
    left = sum(type(one) is Ring for one in gc.get_objects())
    for _ in range(count):
        Ring()
    yield JobStep(1, 1, left)


def name_of_process() -> Iterator[JobStep[int]]:
    yield JobStep(1, 1, os.getpid())


def echo(message: Message) -> Iterator[JobStep[Message]]:
    yield JobStep(1, 1, message)


def language() -> Iterator[JobStep[str]]:
    yield JobStep(1, 1, catalogs.chosen())


def doubled(parts: Iterable[int]) -> Iterator[JobStep[int]]:
    for part in parts:
        yield JobStep(0, 0, 2 * part)


def first_only(parts: Iterable[int]) -> Iterator[JobStep[int]]:
    yield JobStep(1, 1, next(iter(parts)))


class Awkward(Exception):
    """One that can't be made of its arguments."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what + why)


def fails(number: int) -> Iterator[JobStep[int]]:
    if number == 1:
        raise ValueError("one")
    if number == 2:
        raise Awkward("two", "!")
    if number == 3:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    yield JobStep(1, 1, number)


def tell_and_wait(path: str) -> Iterator[JobStep[None]]:
    Path(path).write_text(str(os.getpid()))
    yield JobStep(0, 1)
    while True:
        time.sleep(0.01)


def pid_in(path: Path) -> int:
    while not path.exists() or not path.read_text():
        time.sleep(0.01)
    return int(path.read_text())


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not (status.exists() and status.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_process_gives_what_is_given_here() -> None:
    assert run_inline(in_process(squares, 300)) == run_inline(squares(300))
    assert run_inline(in_process(name_of_process)) != [os.getpid()]


def test_a_thread_gives_what_is_given_here() -> None:
    assert run_inline(in_thread(squares(300))) == run_inline(squares(300))
    with pytest.raises(ValueError, match="one"):
        run_inline(in_thread(fails(1)))


def test_steps_go_forward_to_the_end() -> None:
    steps = [step for step in in_process(squares, 5) if not step.waiting]
    shares = [step.done / step.total for step in steps]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_sentences_are_carried() -> None:
    said = message("{what}: {why}", what="x", why=Message("nothing"))
    assert run_inline(in_process(echo, said)) == [said]


def test_parts_are_made_here_and_worked_on_there() -> None:
    many = 20_000  # more than a pipe holds
    parts = (JobStep(number, many, number) for number in range(many))
    assert run_inline(in_process(doubled, parts=parts)) == list(range(0, 2 * many, 2))


def test_parts_that_nobody_wants_stop_nothing() -> None:
    parts = (JobStep(number, 9, "x" * 100_000) for number in range(9))
    assert run_inline(in_process(first_only, parts=parts)) == ["x" * 100_000]


def test_what_is_raised_there_is_raised_here() -> None:
    with pytest.raises(ValueError, match="one"):
        run_inline(in_process(fails, 1))
    with pytest.raises(RaisedInWorker, match="Awkward: two!"):
        run_inline(in_process(fails, 2))
    with pytest.raises(WorkerLost, match="too early"):
        run_inline(in_process(fails, 3))


def test_one_that_fails_or_is_killed_stops_no_other() -> None:
    items = [(number,) for number in range(9)]
    outcomes: list[WorkOutcome[int]] = run_inline(in_processes(fails, items, 2, patience=1.0))
    assert [outcome.number for outcome in outcomes] == list(range(9))
    errors = {outcome.number: type(outcome.error) for outcome in outcomes if outcome.error}
    assert errors == {1: ValueError, 2: RaisedInWorker, 3: WorkerLost}
    assert [outcome.results for outcome in outcomes if not outcome.error] == [
        [number] for number in (0, 4, 5, 6, 7, 8)
    ]


def test_a_process_lets_go_of_what_a_job_left() -> None:
    job = in_processes(rings_left, [(1000,), (1000,), (1000,)], 1)
    assert [one.results for one in run_inline(job)] == [[0], [0], [0]]


def test_no_items_need_no_process() -> None:
    assert run_inline(in_processes(squares, [], 2)) == []
    assert processors() >= 1


def test_a_job_that_is_dropped_kills_its_process(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    job = in_process(tell_and_wait, str(path))
    next(job)
    pid = pid_in(path)
    assert is_alive(pid)
    job.close()
    assert not is_alive(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process by its number")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    """From a program that comes by standard input, which no worker could read again."""
    path = tmp_path / "pid"
    code = (
        "from tests_processes import tell_and_wait\n"
        "from viewer.base.processes import in_process\n"
        f"for _ in in_process(tell_and_wait, {str(path)!r}): pass\n"
    )
    (tmp_path / "tests_processes.py").write_text(Path(__file__).read_text())
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    parent = subprocess.Popen(
        [sys.executable, "-"], stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": paths}
    )
    assert parent.stdin is not None
    parent.stdin.write(code.encode())
    parent.stdin.close()
    pid = pid_in(path)
    assert is_alive(pid)
    parent.kill()
    parent.wait()
    end = time.monotonic() + 90
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_alive(pid)


def test_workers_speak_the_chosen_language() -> None:
    catalogs.choose("de:fr")
    try:
        assert run_inline(in_process(language)) == ["de:fr"]
    finally:
        catalogs.choose("en")
    assert run_inline(in_process(language)) == [""]
