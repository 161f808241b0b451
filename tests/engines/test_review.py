"""Analysing the positions of records: with real engines, with several at a time, going on after an end."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_engines import SMALL, program

from viewer.base.jobs import JobStep, run_inline
from viewer.engines import review
from viewer.engines.analysis import Analysis, Limits
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.engines.review import Order, Place, Reviewed, positions_of, reviewing
from viewer.tree.action import Move, Remark, Setup
from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import Evaluation
from viewer.tree.finding import Finding, FoundLine, pack_finding, unpack_finding
from viewer.tree.node import Node
from viewer.tree.record import Record

SCRIPT = str(Path(__file__).with_name("scripted.py"))


def threads_of_engines() -> list[str]:
    """The threads of engines and of reviews that are alive; those of other tests don't count."""
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name.startswith(("engine ", "review"))]


def record_of(game: str, *moves: str, setup: str | None = None, evaluations: str = "") -> Record:
    """A record of one line; `evaluations`: after each move, separated by blanks, `-` for none."""
    root = Node(0, None, None if setup is None else Setup(setup))
    node = root
    texts = evaluations.split() or ["-"] * len(moves)
    for number, move in enumerate(moves, 1):
        notes = {} if texts[number - 1] == "-" else {EVALUATION: texts[number - 1]}
        child = Node(number, node, Move(move), notes)
        node.children = (child,)
        node = child
    return Record(game, root)


def scripted(habit: str, *more: str) -> EngineSetup:
    return EngineSetup(
        "Scripted", sys.executable, (SCRIPT, habit, *more), {"chess": "uci", "go": "gtp"}
    )


def reviewed(order: Order, *records: Record, **options: object) -> list[Reviewed]:
    places = positions_of(list(enumerate(records)), len(records))
    return run_inline(reviewing(order, places, patience=0.05, **options))


GAMES = [
    ("Stockfish", "chess", "uci", None, ("f2f3", "e7e5", "g2g4"), 4),
    ("Fairy-Stockfish", "xiangqi", "uci", None, ("h2e2", "h9g7", "e2e6"), 4),
    ("Fairy-Stockfish", "xiangqi", "ucci", None, ("h2e2", "h9g7", "e2e6"), 4),
    ("Fairy-Stockfish", "shogi", "usi", None, ("7g7f", "3c3d", "8h2b+"), 4),
    ("GNU Go", "go", "gtp", "9", ("B ee", "W cc", "B gc", "W aa"), 5),
]


@pytest.mark.parametrize(("name", "game", "protocol", "setup", "moves", "count"), GAMES)
def test_every_position_of_a_game(name, game, protocol, setup, moves, count):
    arguments = ("--mode", "gtp", "--level", "0") if protocol == "gtp" else ()
    engine = EngineSetup(name, program(name, game), arguments, {game: protocol}, SMALL)
    record = record_of(game, *moves, setup=setup)
    found = reviewed(Order(engine, Limits(nodes=1000, depth=6)), record)
    assert sorted(one.node for one in found) == list(range(count))
    for one in found:
        assert one.fault is None
        assert one.finding is not None
        assert one.finding.evaluation is not None
        assert one.finding.lines[0].moves
        assert unpack_finding(pack_finding(one.finding)).lines == one.finding.lines


def test_several_engines_share_the_positions_of_several_games():
    engine = EngineSetup("SF", program("Stockfish", "chess"), (), {"chess": "uci"}, SMALL)
    records = [
        record_of("chess", "e2e4", "e7e5", "g1f3"),
        record_of("chess", "e2e4", "c7c5", "g1f3"),
        record_of("chess", "e2e4", "e7e5", "f1c4", "zz99"),
    ]
    order = Order(engine, Limits(depth=5), lines=2, engines=2)
    found = reviewed(order, *records)
    places = sorted((one.key, one.node) for one in found)
    assert places == [(k, n) for k in range(3) for n in range(5 if k == 2 else 4)]
    # equal positions are searched once
    asked = {one.question for one in found if one.question}
    known = sum(one.known for one in found)
    assert known == len([one for one in found if one.finding]) - len(asked)
    assert known >= 5
    assert all(len(one.finding.lines) == 2 for one in found if one.finding and one.key < 2)
    assert not threads_of_engines()


def test_what_is_known_is_not_asked_again():
    order = Order(scripted("plain"), Limits(depth=1), engines=1)
    record = record_of("chess", "e2e4", "e7e5")
    known: dict[str, Finding] = {}
    job = reviewing(order, positions_of([(7, record)], 1), known, patience=0.05)
    first = next(step.result for step in job if step.result is not None)
    job.close()
    assert first.key == 7
    assert first.finding is not None
    assert known
    asked = len(known)
    found = run_inline(reviewing(order, positions_of([(7, record)], 1), known, patience=0.05))
    assert sum(one.known for one in found) == asked
    assert len(known) == 3
    # other limits are other questions
    deeper = order._replace(limits=Limits(depth=2))
    again = run_inline(reviewing(deeper, positions_of([(7, record)], 1), known, patience=0.05))
    assert not any(one.known for one in again)


def test_a_job_that_is_dropped_leaves_no_engine():
    record = record_of("chess", "e2e4", "e7e5")
    for habit in ("plain", "never-stops"):
        order = Order(scripted(habit), Limits(seconds=60), engines=2)
        job = reviewing(order, positions_of([(0, record)], 1))
        assert next(job).waiting
        job.close()
    assert not threads_of_engines()


def test_positions_that_engines_cannot_be_asked_about_are_told():
    order = Order(scripted("plain"), Limits(depth=1))
    found = reviewed(order, record_of("chess", "a1a2", setup="8/8/8/8/8/8/8/R7 w - - 0 1"))
    assert [one.finding for one in found] == [None, None]
    assert "White has no king." in str(found[0].fault)


def test_an_engine_that_crashes_at_a_position_goes_on_with_the_next():
    order = Order(scripted("crashes-at-e5"), Limits(depth=1), engines=1)
    found = reviewed(order, record_of("chess", "e2e4", "e7e5", "g1f3"))
    faults = {one.node: one.fault is not None for one in found}
    assert faults == {0: False, 1: False, 2: True, 3: False}


@pytest.mark.parametrize("habit", ["crashes-searching", "never-greets"])
def test_an_engine_that_always_fails_is_given_up(habit, monkeypatch):
    monkeypatch.setattr("viewer.engines.engine.PATIENCE", 0.2)
    order = Order(scripted(habit), Limits(depth=1), engines=1)
    with pytest.raises(EngineFault):
        reviewed(order, record_of("chess", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5"))
    assert not threads_of_engines()


def test_a_program_that_is_gone():
    order = Order(EngineSetup("Gone", "/no/such/program", (), {"chess": "uci"}), Limits(depth=1))
    found = reviewed(order, record_of("chess", "e2e4"))
    assert all("no program" in str(one.fault) for one in found)


def test_mistakes_of_ours_are_raised(monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(review._Review, "_analysed", broken)
    with pytest.raises(ZeroDivisionError):
        reviewed(Order(scripted("plain"), Limits(depth=1)), record_of("chess", "e2e4"))


# -------------------------------------------------------------------------------- positions


def nodes(places: Iterator[Place]) -> list[int]:
    return [one.node for one in places]


def test_positions_of_the_main_line_and_of_variations():
    record = record_of("chess", "e2e4", "e7e5", "g1f3")
    variation = Node(10, record.root.children[0], Move("c7c5"))
    remark = Node(11, variation, Remark("chat"))
    variation.children = (remark,)
    record.root.children[0].children += (variation,)
    record = Record("chess", record.root)
    assert nodes(positions_of([(0, record)], 1)) == [0, 1, 2, 3]
    assert nodes(positions_of([(0, record)], 1, variations=True)) == [0, 1, 2, 3, 10]
    assert nodes(positions_of([(0, record)], 1, top=2)) == [2, 3]
    shares = [one.share for one in positions_of([(0, record), (1, record)], 2)]
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_evaluations_that_are_there_are_kept():
    record = record_of("chess", "e2e4", "e7e5", "g1f3", "b8c6", evaluations="0.20 0.30 - -3.00")
    assert nodes(positions_of([(0, record)], 1, keep=True)) == [0, 3]
    # before a bad move the better one is sought
    record = record_of("chess", "e2e4", "e7e5", "g1f3", "b8c6", evaluations="0.20 0.30 -2.00 -2.00")
    assert nodes(positions_of([(0, record)], 1, keep=True)) == [0, 2]


def test_findings_as_plain_data():
    finding = Finding(
        (
            FoundLine((Move("e2e4"), Move("e7e5")), Evaluation(35, depth=9)),
            FoundLine((Move("d2d4"),)),
        )
    )
    assert pack_finding(finding) == [["0.35,9", "e2e4", "e7e5"], ["", "d2d4"]]
    assert unpack_finding(pack_finding(finding)) == finding
    for wrong in (None, {}, [1], [[]], [["0.1"]], [["0.1", 2]]):
        with pytest.raises(ValueError, match="no "):
            unpack_finding(wrong)


def test_what_was_late_is_taken_from_the_next_searches(monkeypatch):
    """A start of a second, and an answer that is late: the whole takes the time that was asked for."""
    now, given = [0.0], []

    class Late:
        def __init__(self, setup, game, *args):
            self.game = game
            self.position = Engine(setup, game).position
            now[0] += 1.0 * (len(args) > 0)

        def search(self, position, limits, lines):
            given.append(limits.seconds)
            now[0] += limits.seconds + (1.0 if len(given) == 3 else 0.0)
            yield JobStep(1, 1, Analysis((), final=True))

        def close(self):
            pass

    monkeypatch.setattr(review, "perf_counter", lambda: now[0])
    monkeypatch.setattr(review, "Engine", Late)
    record = record_of("chess", "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    order = Order(scripted("plain"), Limits(seconds=1.0), engines=1)
    run_inline(reviewing(order, positions_of([(0, record)], 1), patience=0.05))
    assert given == [1.0, 0.5, 0.5, 0.5, 0.5, 1.0]
    assert now[0] == 6.0
