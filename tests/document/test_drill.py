"""Drilled lines: questions of a branch, what is due when, and a sitting."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from viewer.base.files import SYSTEM
from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.document.problems.problem import Problem
from viewer.document.training.drill import (
    MOST_NEW,
    Drill,
    DrillQuestion,
    drill_questions,
    due,
    sorted_out,
)
from viewer.document.training.history import Attempted, Grade, TrainingHistory
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move

PGN = "1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. Nf3 (2. f4? exf4) Nc6 3. Bb5 *"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def drilled(side: int | None, text: str = PGN) -> tuple[Problem, list[DrillQuestion]]:
    record = FORMATS["pgn"].load().read(BytesSource(text.encode())).record(0)
    states = States(game_of("chess"), record)
    problem = Problem(states.game, states, record.root)
    return problem, run_inline(drill_questions(states, problem, side))


def moves(problem: Problem, question: DrillQuestion) -> list[str]:
    return [problem.action(one).text for one in question.answers]


def history_of(tmp_path: Path) -> TrainingHistory:
    return TrainingHistory(str(tmp_path), SYSTEM)


def test_each_position_where_the_side_moves_is_a_question() -> None:
    problem, found = drilled(0)
    assert [moves(problem, one) for one in found] == [
        ["e2e4"],
        ["g1f3"],
        ["f1b5"],
        ["g1f3", "c2c3"],
    ]
    problem, found = drilled(1)
    assert [moves(problem, one) for one in found] == [
        ["e7e5", "c7c5"],
        ["b8c6"],
        ["e5f4"],
        ["d7d6"],
    ]
    _, both = drilled(None)
    assert len(both) == 8


def test_a_bad_move_is_an_answer_only_where_there_is_no_other() -> None:
    problem, found = drilled(0, "1. f3?? e5 *")
    assert [moves(problem, one) for one in found] == [["f2f3"]]


def test_what_is_right_comes_later_each_time() -> None:
    attempts: list[Attempted] = []
    assert due(attempts) is None
    at, waits = NOON, []
    for _ in range(5):
        attempts.append(Attempted(at.timestamp(), Grade.RIGHT))
        after = due(attempts)
        assert after is not None
        waits.append(after - at)
        at = after
    assert waits == sorted(waits)
    assert waits[0] >= timedelta(days=1), "what was right isn't asked again today"
    assert waits[-1] > timedelta(days=10)


def test_what_is_wrong_is_due_at_once_and_a_hint_counts_less() -> None:
    first = [
        Attempted(NOON.timestamp(), Grade.RIGHT),
        Attempted(NOON.timestamp() + 900, Grade.RIGHT),
    ]
    later = NOON + timedelta(days=5)
    results = {grade: due([*first, Attempted(later.timestamp(), grade)]) for grade in Grade}
    assert results[Grade.WRONG] < later + timedelta(days=1)
    assert results[Grade.WRONG] < results[Grade.HINTED] < results[Grade.RIGHT]


def test_due_ones_come_first_then_new_ones(tmp_path: Path) -> None:
    _, found = drilled(0)
    history = history_of(tmp_path)
    history.add(found[3].key, Grade.WRONG, NOON - timedelta(days=9))
    for day in (400, 399, 390):
        history.add(found[1].key, Grade.RIGHT, NOON - timedelta(days=day))
    for minutes in (30, 0):
        history.add(found[0].key, Grade.RIGHT, NOON - timedelta(minutes=minutes))
    ready, new, later = sorted_out(found, history, NOON + timedelta(hours=12))
    assert ready == [found[1], found[3]]
    assert new == [found[2]]
    assert later == [found[0]]
    drill = Drill(found, history, NOON + timedelta(hours=12), lambda: NOON)
    assert drill.count == (2, 1, 1)
    assert drill.question == found[1]
    assert drill.left == 3
    assert history.finish(30)


def test_a_sitting_goes_on_until_all_is_right(tmp_path: Path) -> None:
    problem, found = drilled(0)
    history = history_of(tmp_path)
    drill = Drill(found[:3], history, NOON, lambda: NOON)
    assert drill.answer(problem, Move("d2d4")) is None
    drill.go_on()
    drill.hint(False)
    assert drill.answer(problem, Move("g1f3")) is found[1].answers[0]
    drill.go_on()
    assert drill.answer(problem, Move("f1b5")) is not None
    drill.go_on()
    assert drill.question == found[0], "again, since it was wrong"
    assert drill.answer(problem, Move("e2e4")) is not None
    drill.go_on()
    assert drill.question is None
    assert drill.tally == {Grade.WRONG: 1, Grade.HINTED: 1, Grade.RIGHT: 1}
    assert [one.grade for one in history.of(found[0].key)] == [Grade.WRONG, Grade.RIGHT]
    assert history.finish(30)


def test_giving_up_and_the_shown_move_count_as_wrong(tmp_path: Path) -> None:
    problem, found = drilled(0)
    drill = Drill(found[:2], history_of(tmp_path), NOON, lambda: NOON)
    drill.answer(problem, None)
    drill.go_on()
    drill.hint(True)
    assert drill.answer(problem, Move("g1f3")) is not None
    drill.go_on()
    assert drill.tally == {Grade.WRONG: 2}


def test_only_so_many_new_ones_at_a_time(tmp_path: Path) -> None:
    _, found = drilled(0)
    many = [found[0]._replace(key=str(number)) for number in range(50)]
    drill = Drill(many, history_of(tmp_path), NOON)
    assert drill.left == MOST_NEW
    assert drill.count.new == 50


@pytest.mark.parametrize("answer", ["c2c3", "g1f3"])
def test_any_move_of_the_record_is_right(tmp_path: Path, answer: str) -> None:
    problem, found = drilled(0)
    drill = Drill(found[3:], history_of(tmp_path), NOON)
    assert drill.answer(problem, Move(answer)) is not None
