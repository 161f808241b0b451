"""Guessing the moves of a line: whose turn, scores by the record and by an engine, what is kept."""

from __future__ import annotations

import pytest

from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import new_document
from viewer.document.problems.attempt import Guessing
from viewer.document.problems.problem import Problem
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation
from viewer.tree.quality import move_accuracy
from viewer.tree.scales import KATRAIN, LICHESS

PGN = "1. e4 e5 2. Nf3 {a comment} Nc6 *"


def guessing_of(side: int | None) -> Guessing:
    record = FORMATS["pgn"].load().read(BytesSource(PGN.encode())).record(0)
    states = States(game_of("chess"), record)
    line = list(record.root.main_line())[1:]
    return Guessing(Problem(states.game, states, record.root), line, side)


def test_one_side_is_asked_and_the_other_plays() -> None:
    guessing = guessing_of(0)
    asked = []
    while guessing.node is not None:
        asked.append(guessing.asked)
        guessing.advance()
    assert asked == [True, False, True, False]
    assert not guessing.asked
    both = guessing_of(None)
    assert both.asked
    both.advance()
    assert both.asked


def test_without_an_engine_only_the_records_move_counts() -> None:
    guessing = guessing_of(0)
    assert guessing.average is None
    assert guessing.guess(Move("e2e4"), False).score == 1.0
    guessing.advance()
    guessing.advance()
    assert guessing.guess(Move("b1c3"), False).score == 0.0
    assert (guessing.average, guessing.same) == (0.5, 1)
    assert [move for _, move in guessing.others] == [Move("b1c3")]


def test_an_engine_judges_what_is_lost() -> None:
    guessing = guessing_of(0)
    assert guessing.guess(Move("d2d4"), True).score is None
    assert guessing.average is None
    guess = guessing.judge(LICHESS, Evaluation(centipawns=50), Evaluation(centipawns=-150))
    was, now = (LICHESS.percent(Evaluation(centipawns=one)) for one in (50, -150))
    assert guess.lost == pytest.approx((was - now) / 100)
    assert guess.score == pytest.approx(move_accuracy(was - now) / 100)


def test_losses_are_those_of_the_side_that_moves() -> None:
    guessing = guessing_of(1)
    guessing.advance()
    guessing.guess(Move("a7a6"), True)
    guess = guessing.judge(LICHESS, Evaluation(centipawns=50), Evaluation(centipawns=-150))
    assert guess.lost < 0
    assert guess.score == 1.0


def test_points_of_go_count_as_points() -> None:
    guessing = guessing_of(0)
    guessing.guess(Move("d2d4"), True)
    guess = guessing.judge(KATRAIN, Evaluation(points=5.0), Evaluation(points=3.0))
    assert (guess.lost, guess.points) == (2.0, True)
    assert guess.score == pytest.approx(0.75**2)


def test_an_engine_that_says_nothing_leaves_it_to_the_record() -> None:
    guessing = guessing_of(0)
    guessing.guess(Move("d2d4"), True)
    assert guessing.judge(LICHESS, None, Evaluation(centipawns=3)).score == 0.0


def test_a_move_that_is_shown_is_no_guess() -> None:
    guessing = guessing_of(0)
    guessing.guess(None, True)
    assert (guessing.average, guessing.same, guessing.others) == (0.0, 0, [])


def test_guesses_are_put_beside_the_moves_in_one_edit() -> None:
    record = FORMATS["pgn"].load().read(BytesSource(PGN.encode())).record(0)
    document = new_document(record, "pgn")
    first = document.record_of(0).root.children[0]
    third = first.children[0].children[0]
    moves = [
        (first, Move("d2d4")),
        (first, Move("e2e4")),
        (third, Move("b1c3")),
        (first, Move("d2d4")),
    ]
    document.do(plans.add_siblings(document, 0, first, moves))
    root = document.record_of(0).root
    assert [one.action for one in root.children][1:] == [Move("d2d4")]
    assert len(third.parent.children) == 2
    document.undo()
    assert len(document.record_of(0).root.children) == 1
    assert plans.add_siblings(document, 0, first, [(first, Move("e2e4"))]) is None
