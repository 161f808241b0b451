"""Entering and leaving problem mode."""

from __future__ import annotations

from viewer.base.messages import NOTHING, message
from viewer.document.problems.problem import question_at
from viewer.tree.node import Node
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.modes.problem.solver import Solver
from viewer.ui.workbench.protocols import RecordDesk

_CHANCE = "problem-answers"


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
    solver = Solver(session, question)
    chance = solver.panel.chance
    chance.setChecked(window.settings[_CHANCE] == "chance")
    chance.toggled.connect(lambda on: window.settings.set(_CHANCE, "chance" if on else "main"))
    solver.told.connect(window.say)
    solver.arrived.connect(lambda: _dress(window, desk))
    solver.finished.connect(lambda node: _finish(window, desk, solver, node))
    desk.show_editor(solver)
    _dress(window, desk)
    window.say(message("Find the move. H gives a hint, End shows the solution, Escape leaves."))
    return solver


def _dress(window: ControlledWorkbench, desk: RecordDesk) -> None:
    window.looks.dress(desk)
    for board in desk.boards():
        board.set_animated(bool(window.settings["animate"]))
    window.focus_board()


def _finish(
    window: ControlledWorkbench, desk: RecordDesk, solver: Solver, node: Node | None
) -> None:
    """Leave the mode and show the record again."""
    solver.close_trial()
    desk.close_editor()
    window.say(NOTHING)
    desk.session.go(node)
    window.focus_board()
