"""Problems solved in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import click_on, make_window, press
from go_desks import go_window
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from viewer.document.problems.attempt import AttemptState
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

FIRST = """(;SZ[9]AB[ba][bb]AW[aa]C[Make it live.]GN[One]
(;B[cc];W[dd](;B[ee]C[RIGHT well done]TR[ee])(;B[ff];W[ee]C[too slow]))
(;B[hh]C[too far];W[cc]C[now it is dead]))"""
SECOND = "(;SZ[9]GN[Two];B[dd];W[ee])"
EMPTY = "(;SZ[9]GN[Empty])"
SKIPPED = "(;SZ[9]AB[ba]AW[aa];B[cc];B[dd])"
LESSON = """{"format":"wei7","version":"3.0","size":9,"tree":{
"steps":[{"action":{"type":"move","value":{"color":1,"point":{"x":0,"y":0},"problem":{"color":2}}}}],
"branches":[
 {"steps":[{"action":{"type":"move","value":{"color":2,"point":{"x":1,"y":1},"evaluation":"bad"}}}]},
 {"steps":[{"action":{"type":"move","value":{"color":2,"point":{"x":3,"y":3},"evaluation":"good"}}}]}
]}}"""
MATE = '[FEN "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"]\n\n1. Re8# *\n'
TSUME = """後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
   1 ５二金打
   2 詰み
"""


def solver_of(window: Window) -> Solver:
    window.run(COMMANDS["solve"])
    QApplication.processEvents()
    solver = window.desk.mode
    assert isinstance(solver, Solver)
    solver.pause = 0
    return solver


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return go_window(qtbot, tmp_path, FIRST + EMPTY + SECOND)


@pytest.fixture
def solver(qtbot, window: Window) -> Solver:
    window.desk.session.indexer.wait()
    return solver_of(window)


def play(qtbot, solver: Solver, *places: str) -> None:
    click_on(qtbot, solver.board, *places)


def stones(solver: Solver) -> set[str]:
    return {place for place, _ in solver.trial.game.pieces(solver.trial.state)}


def settled(qtbot, solver: Solver) -> None:
    """Wait until nothing is due any more."""
    qtbot.waitUntil(lambda: solver.due.call is None)


TWO_MATES = MATE.replace("4R1K1", "Q3R1K1")


def test_another_move_that_mates_is_right_too(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text(TWO_MATES)
    solver = solver_of(make_window(qtbot, tmp_path, path))
    solver.trial.play(Move("a1h1"))
    assert not solver.attempt.over
    qtbot.waitUntil(lambda: solver.trial.node is solver.trial.start)
    solver.trial.play(Move("a1a8"))
    assert solver.attempt.over
    assert solver.panel.outcome == "Solved!"
    solver.leave()


def test_what_would_tell_is_hidden(qtbot, window: Window, solver: Solver) -> None:
    assert window.status.mode == "Problem"
    assert not window.desk.panels.info.isVisible()
    assert not window.desk.transport.isVisible()
    assert solver.panel.words == ("1 of 3  ·  One", "Black to play", "Make it live.")
    assert solver.trial.node.children == ()
    labels = [one.text() for one in window.findChildren(QLabel) if one.isVisible()]
    assert "Make it live." in labels
    assert not [text for text in labels if "well done" in text or "RIGHT" in text]
    assert window.status._size.isHidden(), "how long the record is would tell"
    for id in ("next", "undo", "delete", "comment", "pass"):
        assert not COMMANDS[id].possible(window), id


def test_right_moves_are_answered_until_it_is_solved(qtbot, window, solver) -> None:
    before = window.session.record.digest()
    play(qtbot, solver, "cc")
    assert solver.panel.outcome == "Right. Go on."
    settled(qtbot, solver)
    assert stones(solver) == {"ba", "bb", "aa", "cc", "dd"}
    play(qtbot, solver, "ee")
    assert solver.panel.outcome == "Solved!"
    assert solver.panel.said == "well done"
    assert [mark.squares for mark in solver.trial.node.marks] == [("ee",)]
    assert solver.panel.count == "This sitting: 1 right, 0 wrong"
    assert window.session.record.digest() == before
    assert window.session.document.history.unused


def test_a_move_that_the_record_lacks_is_taken_back(qtbot, window, solver) -> None:
    play(qtbot, solver, "ii")
    assert solver.panel.outcome == "That move isn't in this record."
    assert "ii" in stones(solver)
    settled(qtbot, solver)
    assert "ii" not in stones(solver)
    assert solver.trial.start.children == ()
    assert solver.attempt.stage is AttemptState.ASKED
    assert solver.panel.count == "This sitting: 0 right, 1 wrong"


def test_a_wrong_move_is_answered_and_taken_back_by_key(qtbot, solver) -> None:
    play(qtbot, solver, "hh")
    assert solver.panel.outcome == "Wrong."
    assert solver.panel.said == "too far"
    settled(qtbot, solver)
    assert "cc" in stones(solver)
    assert solver.panel.said == "now it is dead"
    press(Qt.Key.Key_Backspace)
    assert stones(solver) == {"ba", "bb", "aa"}
    assert solver.panel.outcome == ""
    play(qtbot, solver, "cc")
    settled(qtbot, solver)
    play(qtbot, solver, "ee")
    assert solver.panel.outcome == "Solved!"
    assert solver.panel.count == "This sitting: 0 right, 1 wrong", "it counts as it went first"


def test_hints_tell_more_each_time(qtbot, window, solver) -> None:
    press(Qt.Key.Key_H)
    near = {mark.squares[0] for mark in solver.trial.node.marks}
    part = {column + row for row in "abc" for column in "abc"}
    assert near == part - {"ba", "bb", "aa"}
    press(Qt.Key.Key_H)
    assert [mark.squares for mark in solver.trial.node.marks] == [("cc",)]
    assert solver.panel.outcome == "This is the move."
    play(qtbot, solver, "cc")
    settled(qtbot, solver)
    assert solver.trial.start.marks == ()
    play(qtbot, solver, "ee")
    assert solver.panel.count == "This sitting: 0 right, 1 wrong"


def test_the_solution_is_shown_and_the_record_opens_where_it_ends(qtbot, window, solver) -> None:
    play(qtbot, solver, "hh")
    settled(qtbot, solver)
    press(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: "ee" in stones(solver))
    settled(qtbot, solver)
    assert stones(solver) == {"ba", "bb", "aa", "cc", "dd", "ee"}
    assert solver.panel.outcome == "This is the solution."
    play(qtbot, solver, "gg")
    assert "gg" not in stones(solver)
    press(Qt.Key.Key_Escape)
    assert window.desk.mode is None
    assert window.session.node.action == Move("B ee")


def test_from_the_beginning(qtbot, solver) -> None:
    play(qtbot, solver, "cc")
    settled(qtbot, solver)
    press(Qt.Key.Key_Home)
    assert stones(solver) == {"ba", "bb", "aa"}
    assert solver.attempt.stage is AttemptState.ASKED


def test_the_next_problem_of_the_file_past_one_without_moves(qtbot, window, solver) -> None:
    press(Qt.Key.Key_PageDown)
    assert solver.panel.words[0] == "3 of 3  ·  Two"
    assert window.desk.mode is solver
    assert solver.board.hasFocus()
    press(Qt.Key.Key_PageDown)
    assert window.status.said == "This is the last problem of the file."
    assert solver.panel.words[0] == "3 of 3  ·  Two"
    play(qtbot, solver, "dd")
    settled(qtbot, solver)
    assert solver.panel.outcome == "Solved!"
    press(Qt.Key.Key_PageUp)
    assert solver.panel.words[0] == "1 of 3  ·  One"
    assert solver.panel.count == "This sitting: 1 right, 0 wrong"
    press(Qt.Key.Key_Escape)
    assert window.session.index == 0


def test_leaving_in_the_middle_stands_at_the_question(qtbot, window, solver) -> None:
    play(qtbot, solver, "cc")
    press(Qt.Key.Key_Escape)
    assert window.session.node is window.session.record.root
    assert window.status.mode == ""
    assert window.desk.transport.isVisible()


def test_the_board_is_played_with_the_keyboard(qtbot, solver) -> None:
    press(Qt.Key.Key_Return)
    assert solver.board.cursor_place == "ee"
    for _ in range(2):
        press(Qt.Key.Key_Left)
        press(Qt.Key.Key_Up)
    press(Qt.Key.Key_Return)
    assert solver.panel.outcome == "Right. Go on."


def test_a_pass_stands_for_an_answer_that_is_left_out(qtbot, tmp_path: Path) -> None:
    solver = solver_of(go_window(qtbot, tmp_path, SKIPPED))
    play(qtbot, solver, "cc")
    assert solver.trial.state.side == 0
    play(qtbot, solver, "dd")
    assert solver.panel.outcome == "Solved!"


def test_a_lesson_of_wei7_offers_its_question(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, LESSON, "lesson.wei7")
    transport = window.desk.transport
    qtbot.waitUntil(lambda: "pass" in transport.offers.chips)
    assert "solve" not in transport.offers.chips
    window.session.go(window.session.cursor.last())
    window.session.go(next(n for n in window.session.record.walk() if n.action == Move("B aa")))
    chip = transport.offers.chips["solve"]
    assert chip.isVisible()
    chip.click()
    solver = window.desk.mode
    assert isinstance(solver, Solver)
    assert solver.panel.words[1] == "White to play"
    solver.pause = 0
    play(qtbot, solver, "bb")
    assert solver.panel.outcome == "Wrong."
    solver.do("back")
    play(qtbot, solver, "dd")
    assert solver.panel.outcome == "Solved!"


def test_a_mate_in_chess(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "mate.pgn"
    path.write_text(MATE, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    solver = solver_of(window)
    play(qtbot, solver, "e1", "e7")
    settled(qtbot, solver)
    assert solver.trial.node is solver.trial.start
    solver.do("hint")
    assert [mark.squares for mark in solver.trial.node.marks] == [("e1",)]
    play(qtbot, solver, "e1", "e8")
    assert solver.panel.outcome == "Solved!"


def test_a_tsume_with_a_drop(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "tsume.kifu"
    path.write_text(TSUME, "utf-8")
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    solver = solver_of(window)
    solver.do("hint")
    assert solver.panel.outcome == "It is this piece that moves."
    solver.do("show")
    qtbot.waitUntil(lambda: solver.trial.node is not solver.trial.start)
    assert solver.trial.node.action == Move("G*5b")


def test_a_record_without_moves_has_nothing_to_find(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, EMPTY)
    window.run(COMMANDS["solve"])
    assert window.desk.mode is None
    assert "no moves" in window.status.said


def test_answers_by_chance_are_remembered(qtbot, window, solver) -> None:
    assert not solver.panel.chance.isChecked()
    solver.panel.chance.click()
    assert window.settings["problem-answers"] == "chance"


def test_another_record_from_outside_ends_it(qtbot, window, solver) -> None:
    window.session.step_record(1)
    assert window.desk.mode is None


def test_the_tab_is_closed_while_an_answer_is_due(qtbot, window, solver) -> None:
    solver.pause = 10_000
    play(qtbot, solver, "cc")
    window.tabs.close_front()
    assert window.tabs.desks() == []


def test_line_breaks_that_are_layout_in_the_file_arent_shown(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "mate.pgn"
    path.write_text(MATE.replace("1. Re8#", "{The back rank\nis weak.} 1. Re8#"))
    solver = solver_of(make_window(qtbot, tmp_path, path))
    assert solver.panel.words[2] == "The back rank is weak."


def test_problems_of_a_folder_are_solved_one_after_the_other(qtbot, tmp_path: Path) -> None:
    place = tmp_path / "tsume"
    place.mkdir()
    for number in (1, 2):
        (place / f"{number}.kif").write_text(TSUME, "utf-8")
    window = make_window(qtbot, tmp_path, place)
    window.session.folder.finish()
    first = solver_of(window)
    first.trial.play(Move("G*5b"))
    assert first.attempt.stage is AttemptState.SOLVED
    first.do("next")
    second = window.desk.mode
    assert isinstance(second, Solver)
    assert second is not first
    assert Path(window.session.document.path).name == "2.kif"
    assert second.attempt.stage is AttemptState.ASKED
    second.trial.play(Move("G*5b"))
    assert second.sitting.count == (2, 0)
    second.do("next")
    assert window.desk.mode is second
    assert window.status.said == "This is the last problem of the file."
    second.do("previous")
    assert Path(window.session.document.path).name == "1.kif"
    assert isinstance(window.desk.mode, Solver)


def test_what_begins_with_a_set_up_position_offers_to_be_solved(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "problem.sgf"
    path.write_text("(;GM[1]SZ[9]AB[aa]AW[bb](;B[cc])(;B[dd]))")
    window = make_window(qtbot, tmp_path, path)
    chips = window.desk.transport.offers.chips
    qtbot.waitUntil(lambda: "solve" in chips)
    offer = chips["solve"]
    assert offer.isVisible()
    window.session.go(window.session.cursor.next)
    assert not offer.isVisible()
