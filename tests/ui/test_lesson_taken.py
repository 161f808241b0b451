"""Lessons in the window: made of chosen games in one action, taken one after the other, kept in one file."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, notice_button
from PySide6.QtWidgets import QDialog

import viewer
from viewer.document import plans
from viewer.document.training.lessons import GUESS, SOLVE, STEP, Task, task_of
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT, PROBLEM
from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.lessons import LessonBar
from viewer.ui.modes.guesser import Guesser
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.session.titles import file_title
from viewer.ui.toolkit.sheet import SheetDialog

pytestmark = pytest.mark.gui

PGN = """[White "A"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[White "B"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1"]

1. Qf6+ Kg8 *

[White "C"]

1. e4 e5 *
"""
LESSON = """[LESSON "guess both 1"]

1. e4 e5 *

[LESSON "solve"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1"]

1. Qf6+ Kg8 *

[White "Of no lesson"]

1. c4 *

[LESSON "step 1"]

1. d4 d5 *
"""


def _window(qtbot, tmp_path: Path, text: str):
    path = tmp_path / "games.pgn"
    path.write_text(text, "utf-8")
    return make_window(qtbot, tmp_path, path)


def _made(qtbot, window, **values: object) -> list[Task | None]:
    window.run(COMMANDS["lesson-of-games"])
    (dialog,) = window.findChildren(SheetDialog)
    for key, value in values.items():
        dialog.sheet.set_value(key, value)
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Accepted
    qtbot.waitUntil(lambda: not window.tasks.running)
    document = window.session.document
    return [task_of(document.record(index)) for index in range(len(document))]


def test_a_lesson_is_made_of_the_games_of_a_file(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, PGN)
    before = window.session.document
    tasks = _made(qtbot, window)
    assert tasks == [Task(GUESS, 1), Task(SOLVE), Task(GUESS, 0)]
    assert window.session.document is not before
    assert window.session.document.path is None
    assert not before.modified
    assert "A lesson of 3 games." in window.notice.sentence
    assert file_title(window.session.document) == "Lesson"
    window.session.document.save(str(tmp_path / "lesson.pgn"))
    made = viewer.load(tmp_path / "lesson.pgn")
    assert [task_of(made.record(index)) for index in range(3)] == tasks


def test_what_is_asked_is_chosen(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, PGN)
    tasks = _made(qtbot, window, task="step", behind=2)
    assert tasks == [Task(STEP, None, 2)] * 3


def _bar(window) -> LessonBar:
    (bar,) = window.findChildren(LessonBar)
    return bar


def _next(window) -> None:
    _bar(window).buttons["next"].click()


def test_a_lesson_is_taken_game_by_game(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, LESSON)
    window.run(COMMANDS["lesson"])
    guesser, session = window.desk.mode, window.session
    assert isinstance(guesser, Guesser)
    assert guesser.guessing.side is None
    assert session.node.action.text == "e4"
    assert window.notice.sentence == ""  # the panel has place and buttons
    guesser.do("next")
    assert isinstance(window.desk.mode, Solver)
    window.desk.mode.do("previous")
    assert isinstance(window.desk.mode, Guesser)
    window.desk.mode.leave()  # Esc, and then on
    assert _bar(window).words.text() == "1 of 4: Guess the moves of both sides"
    assert _bar(window).highlighted == "again"
    assert window.notice.sentence == ""
    _next(window)
    assert session.index == 1
    assert window.notice.sentence == ""
    window.desk.mode.do("next")
    assert not window.desk.editing
    assert session.concealing
    assert session.node.action.text == "d4"
    assert session.follower is None
    assert _bar(window).words.text().startswith("4 of 4: Go through the moves")
    assert window.notice.sentence == ""
    qtbot.waitUntil(lambda: window.desk.panels.info.y() >= _bar(window).height() > 0)
    _next(window)
    assert not session.concealing
    assert not window.findChildren(LessonBar)
    assert not session.document.modified


@pytest.mark.parametrize("how", ["leave", "another game"])
def test_moves_gone_through_are_left(qtbot, tmp_path: Path, how: str) -> None:
    window = _window(qtbot, tmp_path, LESSON)
    session = window.session
    session.show(session.document.keys()[3])
    for _ in range(2):  # once more begins again
        window.run(COMMANDS["lesson"])
        assert session.concealing
    if how == "leave":
        _bar(window).buttons["leave"].click()
    else:
        session.show(session.document.keys()[0])
    assert not session.concealing
    assert not window.findChildren(LessonBar)


def test_a_lesson_is_gone_on_with_where_it_was_left(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, LESSON)
    qtbot.waitUntil(lambda: window.notice.sentence == "A lesson of 3 games.")  # it is offered
    notice_button(window, "Begin").click()
    guesser = window.desk.mode
    guesser.pause = 0
    guesser.trial.play(Move("e7e5"))
    qtbot.waitUntil(lambda: guesser.panel.highlighted == "next")
    guesser.do("next")
    solver = window.desk.mode
    solver.pause = 0
    solver.trial.play(Move("f2f6"))
    qtbot.waitUntil(lambda: solver.attempt.over)
    solver.do("next")
    window.session.conceal(False)
    window.session.go(list(window.session.record.root.main_line())[-1])
    other = _window(qtbot, tmp_path, LESSON)
    qtbot.waitUntil(lambda: other.notice.sentence == "A lesson of 3 games. Done: 2 of 3.")
    notice_button(other, "Go on").click()
    assert other.session.index == 3
    other.session.go(list(other.session.record.root.main_line())[-1])
    _next(other)
    qtbot.waitUntil(
        lambda: other.notice.sentence == "That was the last game of the lesson. Done: 3 of 3."
    )


def test_a_record_with_several_questions_asks_each(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, LESSON)
    session = window.session
    session.show(session.document.keys()[1])
    for _ in range(2):
        session.do(plans.note, PROBLEM, "white")
        session.do(plans.note, COMMENT, f"ply {session.node.ply}")
        session.go(session.cursor.next)
    session.home()
    window.run(COMMANDS["lesson"])
    solver = window.desk.mode
    assert isinstance(solver, Solver)
    asked = [solver.panel.words[2]]
    solver.do("next")
    asked.append(solver.panel.words[2])
    assert asked == ["ply 0", "ply 1"]
    solver.do("previous")
    assert solver.panel.words[2] == "ply 0"
    solver.do("next")
    solver.do("next")
    assert session.index == 3


def test_a_file_that_is_no_lesson_offers_to_make_one(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, PGN)
    window.run(COMMANDS["lesson"])
    assert window.notice.sentence == "This file is no lesson."
    notice_button(window, "Make a lesson of the games…").click()
    assert window.findChildren(SheetDialog)


def test_a_lesson_is_offered_when_one_comes_to_it_in_a_folder(qtbot, tmp_path: Path) -> None:
    place = tmp_path / "records"
    place.mkdir()
    for name, text in (("1.pgn", PGN), ("2.pgn", LESSON), ("3.pgn", PGN)):
        (place / name).write_text(text, "utf-8")
    window = make_window(qtbot, tmp_path, place)
    window.session.folder.finish()
    window.folders.step(1)
    qtbot.waitUntil(lambda: window.notice.shown == "A lesson of 3 games.")
    window.folders.step(1)
    assert window.notice.sentence == ""
    window.folders.step(-1)
    window.run(COMMANDS["lesson"])  # before it is found how far one came
    qtbot.waitUntil(lambda: not window.tasks.running)
    assert window.notice.sentence == ""
