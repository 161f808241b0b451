"""Problems: what is right by a record's own marking, and how an attempt goes."""

from __future__ import annotations

import pytest
from problem_texts import (
    CHESS,
    ENDS,
    GLYPHS,
    MAIN_LINE,
    NAMED,
    SKIPPED,
    TSUME,
    WEI7,
    WORDS,
    WRONG_MARKED,
    attempt_of,
    problem_of,
    record_of,
)

from viewer.document.problems.attempt import AttemptState, MoveOutcome, Sitting
from viewer.document.problems.problem import (
    Problem,
    Verdict,
    next_question,
    question_at,
    questions,
    said_in,
)
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.annotation import PROBLEM
from viewer.tree.node import Node
from viewer.tree.record import Record

RIGHT, WRONG, OTHER = Verdict.RIGHT, Verdict.WRONG, Verdict.OTHER


def verdicts(text: str, format: str = "sgf") -> dict[str, Verdict]:
    """What is said of each first move."""
    problem = problem_of(text, format)
    return {
        str(problem.action(one).text): problem.verdict(one)
        for one in problem.mine(problem.question)
    }


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        (WORDS, "B cc", {"B hh": WRONG}),
        (WRONG_MARKED, "B cc", {"B hh": WRONG}),
        (NAMED, "B cc", {"B hh": WRONG}),
        (GLYPHS, "B cc", {"B hh": WRONG}),
        (ENDS, "B cc", {"B hh": WRONG}),
        (MAIN_LINE, "B cc", {"B hh": OTHER}),
    ],
)
def test_each_way_of_marking(text: str, good: str, bad: dict[str, Verdict]) -> None:
    assert verdicts(text) == {good: RIGHT, **bad}


def test_wei7_asks_after_a_move_and_calls_moves_good_and_bad() -> None:
    problem = problem_of(WEI7, "wei7")
    assert problem.question.action == Move("B aa")
    assert problem.side == 1
    assert verdicts(WEI7, "wei7") == {"W bb": WRONG, "W dd": RIGHT}


@pytest.mark.parametrize(
    ("comment", "mark"),
    [
        ("RIGHT", 1),
        ("Correct! White is dead.", 1),
        ("Correct", 1),
        ("正解图", 1),
        ("Black lives.\nCORRECT", 1),
        ("Wrong. White escapes.", -1),
        ("INCORRECT", -1),
        ("不正解", -1),
        ("失敗", -1),
        ("On the right side White is strong", 0),
        ("Right side first", 0),
        ("That would be wrong here", 0),
        ("", 0),
    ],
)
def test_words_that_tell(comment: str, mark: int) -> None:
    problem = problem_of(f"(;SZ[9];B[cc];W[dd]C[{comment}])")
    last = problem.answers(problem.mine(problem.question)[0])[0]
    assert problem.mark(last) == mark


def test_what_programs_are_told_is_not_shown() -> None:
    assert said_in("RIGHT well done") == "well done"
    assert said_in("CHOICE\nIt lives.") == "It lives."
    assert said_in("The right move") == "The right move"


def test_line_breaks_that_are_layout_arent_shown() -> None:
    assert said_in("White wins\nthe pawn.", flowing=True) == "White wins the pawn."
    assert said_in("White wins\nthe pawn.") == "White wins\nthe pawn."


def test_a_problem_is_solved() -> None:
    attempt = attempt_of(WORDS)
    assert attempt.problem.side == 0
    assert attempt.play(Move("B cc")) is MoveOutcome.RIGHT
    assert not attempt.open, "the answer comes first"
    answer = attempt.answer()
    assert answer is not None
    assert answer.action == Move("W dd")
    assert attempt.play(Move("B ee")) is MoveOutcome.SOLVED
    assert attempt.stage is AttemptState.SOLVED
    assert not attempt.wrong
    assert attempt.answer() is None
    assert not attempt.take_back()


def test_a_wrong_move_is_answered_and_taken_back() -> None:
    attempt = attempt_of(WORDS)
    assert attempt.play(Move("B hh")) is MoveOutcome.WRONG
    answer = attempt.answer()
    assert answer is not None
    assert answer.action == Move("W cc")
    assert attempt.stage is AttemptState.ASTRAY
    assert attempt.hint() is None
    assert attempt.take_back()
    assert attempt.stage is AttemptState.ASKED
    assert attempt.node is attempt.problem.question
    assert attempt.wrong
    assert attempt.play(Move("B cc")) is MoveOutcome.RIGHT


def test_a_later_mistake_leads_back_to_where_it_was_made() -> None:
    attempt = attempt_of(WORDS)
    attempt.play(Move("B cc"))
    asked = attempt.answer()
    assert attempt.play(Move("B ff")) is MoveOutcome.WRONG
    attempt.answer()
    assert attempt.take_back()
    assert attempt.node is asked
    assert attempt.take_back()
    assert attempt.node is attempt.problem.question
    assert not attempt.take_back()


def test_a_move_that_the_record_lacks_leads_nowhere() -> None:
    attempt = attempt_of(WORDS)
    assert attempt.play(Move("B ii")) is MoveOutcome.UNKNOWN
    assert attempt.stage is AttemptState.ASKED
    assert attempt.node is attempt.problem.question
    assert attempt.wrong


def test_moves_beside_the_main_line_without_a_word() -> None:
    assert attempt_of(MAIN_LINE).play(Move("B hh")) is MoveOutcome.OTHER


def test_the_answer_is_chosen_of_several() -> None:
    for choose, text, then in (
        (lambda some: some[0], "W dd", "B ee"),
        (lambda some: some[-1], "W ff", "B gg"),
    ):
        attempt = attempt_of(WRONG_MARKED, choose=choose)
        attempt.play(Move("B cc"))
        answer = attempt.answer()
        assert answer is not None
        assert answer.action == Move(text)
        assert attempt.play(Move(then)) is MoveOutcome.SOLVED


def test_an_answer_that_ends_the_record_solves() -> None:
    attempt = attempt_of(NAMED)
    assert attempt.play(Move("B cc")) is MoveOutcome.RIGHT
    assert attempt.answer() is not None
    assert attempt.stage is AttemptState.SOLVED


def test_an_answer_that_is_called_wrong_is_no_way_on() -> None:
    text = "(;SZ[9];B[cc](;W[dd];B[ee])(;W[ff]C[Wrong.];B[gg]))"
    attempt = attempt_of(text, choose=lambda some: some[-1])
    attempt.play(Move("B cc"))
    attempt.answer()
    assert attempt.stage is AttemptState.ASTRAY
    assert attempt.wrong


def test_where_the_record_leaves_out_answers_one_goes_on() -> None:
    attempt = attempt_of(SKIPPED)
    assert attempt.play(Move("B cc")) is MoveOutcome.RIGHT
    assert attempt.stage is AttemptState.ASKED
    assert attempt.play(Move("B dd")) is MoveOutcome.RIGHT
    assert attempt.stage is AttemptState.ANSWERING


def test_hint_and_solution() -> None:
    attempt = attempt_of(WORDS)
    hint = attempt.hint()
    assert hint is not None
    assert hint.action == Move("B cc")
    attempt.play(Move("B hh"))
    attempt.answer()
    line = attempt.show()
    assert [one.action for one in line] == [Move("B cc"), Move("W dd"), Move("B ee")]
    assert attempt.stage is AttemptState.SHOWN
    assert attempt.wrong
    attempt.restart()
    assert attempt.stage is AttemptState.ASKED
    assert attempt.wrong


def test_the_other_side_may_begin() -> None:
    text = WEI7.replace('"color":2}}', '"color":1}}')  # Black is asked, White's moves come first
    attempt = attempt_of(text, "wei7")
    assert attempt.problem.side == 0
    assert attempt.stage is AttemptState.ANSWERING
    answer = attempt.answer()
    assert answer is not None
    assert answer.action == Move("W bb")
    assert attempt.play(Move("B cc")) is MoveOutcome.SOLVED


def test_chess_and_shogi() -> None:
    attempt = attempt_of(CHESS, "pgn")
    assert attempt.play(Move("e1e7")) is MoveOutcome.UNKNOWN
    assert attempt.play(Move("e1e8")) is MoveOutcome.SOLVED
    attempt = attempt_of(TSUME, "kif")
    assert attempt.play(Move("7g7f")) is MoveOutcome.RIGHT
    attempt.answer()
    assert attempt.play(Move("8h2b+")) is MoveOutcome.SOLVED


# ------------------------------------------------------------------------------ where questions are


def test_the_question_of_somebody_who_stands_in_the_answer() -> None:
    record = record_of(WEI7, "wei7")
    asked = next(node for node in record.walk() if PROBLEM in node.notes)
    leaf = list(record.walk())[-1]
    assert question_at(record, leaf) is asked
    assert question_at(record, record.root) is asked


def test_any_node_is_a_question_on_demand() -> None:
    record = record_of(MAIN_LINE)
    line = list(record.root.main_line())
    assert question_at(record, line[1]) is line[1]
    assert question_at(record, line[-1]) is record.root, "nothing follows there"
    assert question_at(record_of("(;SZ[9])"), record_of("(;SZ[9])").root) is None


def test_the_start_is_past_what_only_sets_up() -> None:
    record = record_of(WRONG_MARKED)
    assert question_at(record, record.root) is record.root.children[0]


def test_the_next_question_of_a_record() -> None:
    record = record_of(MAIN_LINE)
    line = list(record.root.main_line())
    for node in (line[0], line[2]):
        node.notes = {**node.notes, PROBLEM: "black"}
    assert list(questions(record)) == [line[0], line[2]]
    assert next_question(record, line[0], 1) is line[2]
    assert next_question(record, line[2], 1) is None
    assert next_question(record, line[2], -1) is line[0]
    assert next_question(record, line[0], -1) is None


def test_a_problem_of_twenty_thousand_plies() -> None:
    root = node = Node(0, None)
    nodes = {0: root}
    for number in range(1, 20_001):
        colour = "BW"[(number - 1) % 2]
        child = Node(number, node, Move(f"{colour} pass"))
        node.children = (child,)
        nodes[number] = node = child
    record = Record("go", root, nodes=nodes)
    game = game_of("go")
    for comment in ("", "RIGHT", "WRONG"):
        node.notes = {"comment": comment} if comment else {}
        problem = Problem(game, States(game, record), root)
        wrong = comment == "WRONG"
        assert problem.verdict(root.children[0]) is (WRONG if wrong else RIGHT)
        assert len(problem.solution(root)) >= (0 if wrong else 19_999)


def test_a_sitting_counts_each_problem_once() -> None:
    sitting = Sitting()
    sitting.add(0, 0, False)
    sitting.add(0, 0, True)
    sitting.add(1, 0, True)
    assert sitting.count == (1, 1)
