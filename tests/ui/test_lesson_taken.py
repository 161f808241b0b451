"""Lessons in the window: made of chosen games in one action, taken one after the other, kept in one file."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, notice_button
from PySide6.QtWidgets import QDialog

import viewer
from viewer.document.training.lessons import GUESS, SOLVE, STEP, Task, task_of
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.guesser import Guesser
from viewer.ui.modes.problem.solver import Solver
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
    window.session.document.save(str(tmp_path / "lesson.pgn"))
    made = viewer.load(tmp_path / "lesson.pgn")
    assert [task_of(made.record(index)) for index in range(3)] == tasks


def test_what_is_asked_is_chosen(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, PGN)
    tasks = _made(qtbot, window, task="step", behind=2)
    assert tasks == [Task(STEP, None, 2)] * 3


def _next(window) -> None:
    notice_button(window, "Next").click()


def test_a_lesson_is_taken_game_by_game(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, LESSON)
    window.run(COMMANDS["lesson"])
    guesser, session = window.desk.mode, window.session
    assert isinstance(guesser, Guesser)
    assert guesser.guessing.side is None
    assert session.node.action.text == "e4"
    assert window.notice.sentence == "1 of 4: Guess the moves of both sides"
    _next(window)
    assert isinstance(window.desk.mode, Solver)
    assert window.notice.sentence == "2 of 4: Solve the problem"
    window.desk.mode.do("previous")
    assert window.notice.sentence.startswith("1 of 4")
    window.desk.mode.finished.emit(None)  # Esc, and then on
    _next(window)
    assert window.notice.sentence.startswith("2 of 4")
    window.desk.mode.do("next")
    assert not window.desk.editing
    assert session.concealing
    assert session.node.action.text == "d4"
    assert session.follower is None
    assert window.notice.sentence.startswith("4 of 4: Go through the moves")
    _next(window)
    assert not session.concealing
    assert not session.document.modified


def test_a_file_that_is_no_lesson_says_so(qtbot, tmp_path: Path) -> None:
    window = _window(qtbot, tmp_path, PGN)
    window.run(COMMANDS["lesson"])
    assert window.desk.mode is None
