"""Engines that misbehave: each gives a sentence, and none stays behind."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import perf_counter, sleep

import pytest
from supervised import lives, supervisors

from viewer.base.jobs import run_inline
from viewer.engines import dialogue
from viewer.engines.analysis import Limits
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault, EngineProcess
from viewer.games import game_of
from viewer.tree.action import Move, Setup

SCRIPT = str(Path(__file__).with_name("scripted.py"))
CHESS = game_of("chess")
START = CHESS.start(None)
ONE = Limits(depth=1)


def engine(habit: str, *more: str, protocols: dict[str, str] | None = None) -> Engine:
    setup = EngineSetup(
        "Scripted", sys.executable, (SCRIPT, habit, *more), protocols or {"chess": "uci"}
    )
    return Engine(setup, game_of(next(iter(setup.protocols))), wait=0.05)


@pytest.fixture(autouse=True)
def no_threads_left():
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


def fault_of(tested: Engine) -> str:
    with pytest.raises(EngineFault) as caught:
        run_inline(tested.analyse(START, ONE))
    tested.close()
    return caught.value.reason.text()


def test_an_engine_that_ends_at_once_says_its_last_words():
    words = fault_of(engine("crashes-greeted"))
    assert words == "Scripted has ended unexpectedly. It said: no network file"


def test_last_words_that_are_read_late_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threads that read its two outputs end in any order."""
    read = EngineProcess._read_errors

    def read_late(process: EngineProcess) -> None:
        sleep(0.2)
        read(process)

    monkeypatch.setattr(EngineProcess, "_read_errors", read_late)
    assert fault_of(engine("crashes-greeted")).endswith("It said: no network file")


def test_an_engine_that_crashes_each_time_is_a_sentence():
    assert fault_of(engine("crashes-searching")) == "Scripted has ended unexpectedly."


def test_an_engine_that_crashed_is_started_once_more(tmp_path):
    tested = engine("crashes-once", str(tmp_path / "was-here"))
    assert run_inline(tested.analyse(START, ONE))[-1].final
    tested.close()


def test_an_engine_that_never_greets_is_given_up(monkeypatch):
    monkeypatch.setattr("viewer.engines.uci.PATIENCE", 0.2)
    monkeypatch.setattr(dialogue, "PATIENCE", 0.2)
    monkeypatch.setattr("viewer.engines.engine.PATIENCE", 0.2)
    assert fault_of(engine("never-greets")) == "Scripted doesn't answer."


def test_an_engine_that_never_stops_is_given_up(monkeypatch):
    monkeypatch.setattr("viewer.engines.uci.PATIENCE", 0.2)
    tested = engine("never-stops")
    with pytest.raises(EngineFault, match="doesn't answer"):
        run_inline(tested.analyse(START, Limits(seconds=0.1, depth=None)))
    tested.close()


def test_a_flood_is_read_and_its_last_line_counts():
    tested = engine("floods")
    found = run_inline(tested.analyse(START, ONE))
    assert found[-1].evaluation.centipawns == 99_999
    assert len(found) < 1_000
    tested.close()


def test_junk_is_left_alone():
    tested = engine("junk")
    found = run_inline(tested.analyse(START, ONE))[-1]
    assert (found.final, found.lines) == (True, ())
    assert run_inline(tested.play(START, ONE)) == [""]
    tested.close()


def test_a_line_is_cut_before_what_is_no_move():
    tested = engine("plain")
    (line,) = run_inline(tested.analyse(START, ONE))[-1].lines
    assert line.moves == (Move("e2e4"), Move("e7e5"))
    tested.close()


def test_names_in_other_encodings():
    tested = engine("odd-letters")
    (dialogue_,) = run_inline(tested.introduce())
    assert dialogue_.name == "象棋引擎"
    assert dialogue_.options["Style"].choices == ("Calm", "Very Wild")
    tested.close()


def test_what_comes_after_stop_belongs_to_the_last_position():
    tested = engine("late")
    job = tested.analyse(START)
    assert next(step.result for step in job if step.result).depth == 1
    job.close()
    later = CHESS.step(START, Move("e2e4"))
    found = run_inline(tested.analyse(later, ONE))
    assert [one.depth for one in found] == [2] * len(found)
    assert found[-1].evaluation.centipawns == -20  # for White, though Black is to move
    tested.close()


def test_a_position_that_engines_choke_on_is_refused():
    tested = engine("plain")
    no_king = CHESS.start(Setup("8/8/8/8/8/8/8/K7 w - - 0 1"))
    with pytest.raises(EngineFault, match="Black has no king"):
        tested.analyse(no_king, ONE)
    tested.close()


def test_a_program_that_is_gone(tmp_path):
    missing = tmp_path / "engine"
    tested = Engine(EngineSetup("Gone", str(missing), (), {"chess": "uci"}), CHESS)
    with pytest.raises(EngineFault, match="There is no program"):
        run_inline(tested.analyse(START, ONE))
    missing.write_text("no program")
    with pytest.raises(EngineFault, match="not a program"):
        run_inline(tested.analyse(START, ONE))


def test_a_game_that_it_does_not_play():
    with pytest.raises(EngineFault, match="doesn't play Go"):
        Engine(EngineSetup("Scripted", SCRIPT, (), {"chess": "uci"}), game_of("go"))


def test_a_board_that_is_too_large_for_it():
    tested = engine("small", protocols={"go": "gtp"})
    with pytest.raises(EngineFault, match="refused “boardsize 9”: unacceptable size"):
        run_inline(tested.analyse(game_of("go").start(Setup("9"))))
    tested.close()


@pytest.mark.skipif(
    not os.access("/proc/self/autogroup", os.W_OK), reason="sessions have no priority here"
)
def test_the_session_of_an_engine_has_a_lower_priority_once_it_has_started() -> None:
    code = "print(open('/proc/self/autogroup').read(), os.nice(0), flush=True)"
    looks = f"import os, sys\nfor line in sys.stdin: {code}"
    process = EngineProcess((sys.executable, "-c", looks), lambda line: None)
    process.send("look")
    said: list[str] = []
    end = perf_counter() + 60
    while not said and perf_counter() < end:
        said += process.lines(0.1)
    assert "nice 10" not in "".join(said)
    process.lower()
    while not any("nice 10" in line and line.endswith(" 10") for line in said):
        assert perf_counter() < end
        process.send("look")
        said += ["".join(process.lines(0.1)).replace("\n", "")]
    process.close()


def test_starts_and_stops_leave_nothing():
    """200 of them, ten at a time."""
    for _ in range(20):
        command = ["/bin/sh", "-c", "sleep 1000 & sleep 1000"]
        processes = [EngineProcess(command, lambda line: None) for _ in range(10)]
        for process in processes:
            process.end()
        for process in processes:
            process.close()
    assert not supervisors()


_OWNER = """
import sys, time
from viewer.engines.process import EngineProcess
program = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
process = EngineProcess([sys.executable, "-c", program], lambda line: None)
print(process.lines(60)[0], flush=True)
time.sleep(600)
"""


def test_an_engine_ends_with_its_owner_even_if_that_is_killed():
    owner = subprocess.Popen(
        [sys.executable, "-P", "-c", _OWNER], stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    engine_id = int(owner.stdout.readline())
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    end = perf_counter() + 60
    while lives(engine_id):
        assert perf_counter() < end, "the engine outlived its owner"
