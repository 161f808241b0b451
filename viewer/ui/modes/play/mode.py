"""Entering and leaving play mode."""

from __future__ import annotations

from viewer.base.messages import NOTHING, message
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.dialogs.result_palette import ResultPalette
from viewer.ui.modes.play.opponent import Opponent
from viewer.ui.modes.score.mode import count_board
from viewer.ui.workbench.protocols import RecordDesk


def play_engine(window: ControlledWorkbench) -> None:
    """Play against an engine from the current position; without one for it, offer one first."""
    window.engines.need(lambda: _begin(window))


def _begin(window: ControlledWorkbench) -> None:
    desk = window.desk
    if desk is None or desk.editing:
        return
    session = desk.session
    if desk.analysing is not None:
        desk.analyst.stop()
    session.flush()
    opponent = Opponent(session, window.engines.fitting())
    opponent.told.connect(window.say)
    opponent.finished.connect(lambda what: _finish(window, desk, what))
    desk.show_editor(opponent)
    window.looks.dress(desk)
    for board in desk.boards():
        board.set_animated(bool(window.settings["animate"]))
    window.say(message("The moves become a variation of the record. Escape leaves the game."))


def _finish(window: ControlledWorkbench, desk: RecordDesk, what: str) -> None:
    """Leave the mode, and go on with what was asked for."""
    desk.close_editor()
    window.say(NOTHING)
    window.focus_board()
    if what == "count":
        count_board(window)
    elif what == "result":
        ResultPalette(desk.session, window.dialog_parent).open_over()
