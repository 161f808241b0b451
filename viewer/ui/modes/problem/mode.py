"""Entering and leaving problem mode."""

from __future__ import annotations

from functools import partial

from viewer.base.messages import NOTHING, message
from viewer.document.problems.problem import question_at
from viewer.document.training.history import TrainingHistory
from viewer.tree.node import Node
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.modes.history_notice import HistoryNotice
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.workbench.protocols import RecordDesk


def solve(window: ControlledWorkbench) -> Solver | None:
    """Start solving the problem at the current node; returns the mode, None if there is none."""
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
    solver = Solver(session, question, history)
    panel = solver.panel
    for box, setting, off, on in (
        (panel.chance, "problem-answers", "main", "chance"),
        (panel.shuffled, "problem-order", "file", "shuffled"),
    ):
        box.setChecked(window.settings[setting] == on)
        box.toggled.connect(partial(_set, window, setting, off, on))
    panel.crop.setChecked(window.settings["part"] == "record")
    panel.crop.toggled.connect(lambda on: window.looks.choose("part", "record" if on else "whole"))
    solver.told.connect(window.say)
    solver.mistaken.connect(window.looks.sound_mistake)
    solver.arrived.connect(lambda: _dress(window, desk))
    solver.progress.changed.connect(notice.look)
    solver.finished.connect(lambda node: _finish(window, desk, notice, node))
    desk.show_editor(solver)
    _dress(window, desk)
    window.say(message("Find the move. H gives a hint, End shows the solution, Escape leaves."))
    return solver


def _set(window: ControlledWorkbench, setting: str, off: str, on: str, chosen: bool) -> None:
    window.settings.set(setting, on if chosen else off)


def _dress(window: ControlledWorkbench, desk: RecordDesk) -> None:
    window.looks.dress(desk)
    for board in desk.boards():
        window.looks.enliven(board)
    window.focus_board()


def _finish(
    window: ControlledWorkbench, desk: RecordDesk, notice: HistoryNotice, node: Node | None
) -> None:
    """Leave the mode and show the record again."""
    desk.close_editor()
    notice.look()
    window.say(NOTHING)
    desk.session.go(node)
    window.focus_board()
