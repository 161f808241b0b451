"""A collection of problems solved in the window: history, order, cropped boards, Enter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import click_on, press
from go_desks import go_window
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.base.files import SYSTEM
from viewer.base.jobs import JobStep, run_inline
from viewer.document.document import Document
from viewer.document.edits import Change
from viewer.document.training.collection import ListedProblem, listing
from viewer.document.training.history import Grade, TrainingHistory, problem_key
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

ONE = "(;SZ[19]AB[ba][bb]AW[aa]GN[One];B[cc])"
TWO = "(;SZ[19]AB[ba]AW[aa]GN[Two];B[dd])"
THREE = "(;SZ[19]AB[bc]AW[aa]GN[Three];B[ee])"
EMPTY = "(;SZ[19]GN[Empty])"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return go_window(qtbot, tmp_path, ONE + TWO + EMPTY + THREE)


def solver_of(window: Window) -> Solver:
    window.desk.session.indexer.wait()
    window.run(COMMANDS["solve"])
    QApplication.processEvents()
    solver = window.desk.mode
    assert isinstance(solver, Solver)
    solver.pause = 0
    solver.progress.wait()
    return solver


def play(qtbot, solver: Solver, *places: str) -> None:
    click_on(qtbot, solver.board, *places)
    qtbot.waitUntil(lambda: solver.due.call is None)


def grades(window: Window, index: int) -> list[Grade]:
    """What the file of the history says of a record's problem."""
    history = TrainingHistory(window.store.state, SYSTEM)
    run_inline(history.reading())
    states = window.session.document.states(window.session.document.keys()[index])
    return [one.grade for one in history.of(problem_key(states, states.record.root))]


def test_progress_is_told_and_kept_for_the_next_time(qtbot, window: Window) -> None:
    solver = solver_of(window)
    assert solver.panel.progress == ("0 of 3 solved", "")
    play(qtbot, solver, "cc")
    assert solver.panel.progress[0] == "1 of 3 solved"
    assert solver.panel.progress[1].startswith("Solved once, on ")
    press(Qt.Key.Key_Return)
    assert solver.panel.words[0] == "2 of 4  ·  Two"
    assert solver.panel.progress == ("1 of 3 solved", "")
    play(qtbot, solver, "ee")
    assert solver.panel.progress == (
        "1 of 3 solved",
        "Not solved without a mistake yet, tried once",
    )
    press(Qt.Key.Key_Escape)
    assert grades(window, 0) == [Grade.RIGHT]
    assert grades(window, 1) == [Grade.WRONG]
    solver = solver_of(window)
    assert solver.panel.progress == (
        "1 of 3 solved",
        "Not solved without a mistake yet, tried once",
    )
    press(Qt.Key.Key_H)
    play(qtbot, solver, "dd")
    assert solver.panel.progress[0] == "2 of 3 solved"
    assert solver.panel.progress[1].startswith("Solved 1 of 2 times, last on ")
    press(Qt.Key.Key_Escape)
    assert grades(window, 1) == [Grade.WRONG, Grade.HINTED]
    assert window.session.document.history.unused


def test_the_next_unsolved_passes_over_solved_ones(qtbot, window: Window) -> None:
    solver = solver_of(window)
    press(Qt.Key.Key_PageDown)
    play(qtbot, solver, "dd")
    press(Qt.Key.Key_PageUp)
    assert solver.panel.words[0].endswith("One")
    press(Qt.Key.Key_N)
    assert solver.panel.words[0].endswith("Three")
    play(qtbot, solver, "ee")
    press(Qt.Key.Key_N)
    assert solver.panel.words[0].endswith("One")
    assert solver.panel.progress[0] == "2 of 3 solved"
    press(Qt.Key.Key_N)
    assert window.status.said == "No other problem of the file is unsolved."
    play(qtbot, solver, "cc")
    assert solver.panel.progress[0] == "3 of 3 solved"
    assert not solver.panel.buttons["unsolved"].isEnabled()


def test_enter_takes_what_stands_out_only(qtbot, window: Window) -> None:
    solver = solver_of(window)
    press(Qt.Key.Key_Return)
    assert solver.panel.words[0].endswith("One"), "nothing stands out: the board has the key"
    play(qtbot, solver, "cc")
    assert solver.panel.highlighted == "next"
    assert solver.panel.buttons["next"].isDefault()
    press(Qt.Key.Key_Enter)
    assert solver.panel.words[0].endswith("Two")
    assert not solver.panel.buttons["next"].isDefault()


def test_shuffled_every_problem_comes_once(qtbot, window: Window) -> None:
    solver = solver_of(window)
    solver.panel.shuffled.click()
    assert window.settings["problem-order"] == "shuffled"
    seen = [solver.panel.words[0]]
    for _ in range(2):
        solver.do("next")
        seen.append(solver.panel.words[0])
    assert len(set(seen)) == 3
    solver.do("next")
    assert window.status.said == "This is the last problem of the file."
    solver.do("previous")
    assert solver.panel.words[0] == seen[1]


def test_the_part_that_matters_is_shown_or_all(qtbot, window: Window) -> None:
    solver = solver_of(window)
    assert solver.panel.crop.isVisible()
    assert solver.panel.crop.isChecked()
    assert "ss" not in solver.board.geometry_.squares
    assert "aa" in solver.board.geometry_.squares
    solver.panel.crop.click()
    assert window.settings["part"] == "whole"
    assert "ss" in solver.board.geometry_.squares
    solver.do("next")
    assert not solver.panel.crop.isChecked()
    assert "ss" in solver.board.geometry_.squares


def test_the_history_waits_for_no_listing(qtbot, window: Window) -> None:
    window.run(COMMANDS["solve"])
    solver = window.desk.mode
    solver.pause = 0
    assert not solver.progress.complete
    play(qtbot, solver, "cc")
    press(Qt.Key.Key_Escape)
    assert grades(window, 0) == [Grade.RIGHT]


def test_records_found_while_problems_are_listed_are_listed_too(
    qtbot, window: Window, monkeypatch
) -> None:
    begun, grown = [], []

    def partly(document: Document) -> Iterator[JobStep[list[ListedProblem]]]:
        steps = listing(document)
        if begun:
            yield from steps
            return
        begun.append(next(steps))
        yield begun[0]
        while not grown:
            yield JobStep(1, 4)

    session = window.desk.session
    session.indexer.wait()
    monkeypatch.setattr("viewer.ui.modes.problem.panel.listing", partly)
    window.run(COMMANDS["solve"])
    solver = window.desk.mode
    qtbot.waitUntil(lambda: bool(begun))
    session.listed.emit(Change(True, ()))
    grown.append(True)
    solver.progress.wait()
    assert solver.panel.progress == ("0 of 3 solved", "")


def test_one_problem_alone_has_no_order(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, ONE)
    solver = solver_of(window)
    assert solver.panel.progress == ("", "")
    assert not solver.panel.shuffled.isVisible()
    assert not solver.panel.buttons["unsolved"].isVisible()
