"""Entering and leaving problem mode."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.document.problems.attempt import Sitting
from viewer.document.problems.problem import question_at
from viewer.document.training.history import TrainingHistory
from viewer.ui.modes.history_notice import HistoryNotice
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.modes.trial_mode import enter

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def solve(window: Window, sitting: Sitting | None = None) -> Solver | None:
    """Start solving the problem at the current node; returns the mode, None if there is none.

    `sitting`: one that goes on; else it begins.
    """
    desk = window.desk
    if desk is None or desk.editing:
        return None
    session = desk.session
    session.flush()
    question = question_at(session.record, session.node)
    if question is None:
        window.say(message("This record has no moves to be found."))
        return None
    session.go(question)
    history = TrainingHistory(window.store.state, window.workspace.files)
    notice = HistoryNotice(window, history)
    solver = Solver(session, question, history, sitting or Sitting())
    panel = solver.panel
    for box, setting, off, on in (
        (panel.chance, "problem-answers", "main", "chance"),
        (panel.shuffled, "problem-order", "file", "shuffled"),
    ):
        box.setChecked(window.settings[setting] == on)
        box.toggled.connect(partial(_set, window, setting, off, on))
    panel.crop.setChecked(window.settings["part"] == "record")
    panel.crop.toggled.connect(lambda on: window.looks.choose("part", "record" if on else "whole"))
    solver.progress.changed.connect(notice.look)
    solver.passed.connect(lambda way: _pass(window, solver, way))
    enter(window, desk, solver, notice.look)
    window.say(message("Find the move. H gives a hint, End shows the solution, Escape leaves."))
    return solver


def _set(window: Window, setting: str, off: str, on: str, chosen: bool) -> None:
    window.settings.set(setting, on if chosen else off)


def _pass(window: Window, solver: Solver, way: int) -> None:
    """Go on with the next file of the folder (-1: the one before), in the same sitting."""
    desk = window.desk
    if desk is None or window.folders.beside(way) is None:
        end = message("This is the last problem of the file.")
        begin = message("This is the first problem of the file.")
        window.say(end if way > 0 else begin)
        return
    solver.finished.emit(None)
    window.folders.step(way)
    desk.session.home()
    solve(window, solver.sitting)
