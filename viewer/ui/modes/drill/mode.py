"""Entering and leaving drill mode."""

from __future__ import annotations

from viewer.base.messages import NOTHING, message
from viewer.document.problems.problem import moves_after
from viewer.document.training.history import TrainingHistory
from viewer.tree.node import Node
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.modes.drill.driller import Driller
from viewer.ui.modes.history_notice import HistoryNotice
from viewer.ui.workbench.protocols import RecordDesk


def drill_lines(window: ControlledWorkbench, only_due: bool = False) -> Driller | None:
    """Drill the lines that follow the current node; None if there are none.

    `only_due`: instead, what is due of the whole record.
    """
    desk = window.desk
    if desk is None or desk.editing:
        return None
    session = desk.session
    start = session.record.root if only_due else session.node
    if not moves_after(start):
        window.say(message("No moves follow here. Home goes back to the start."))
        return None
    session.flush()
    if desk.analysing is not None:
        desk.analyst.stop()
    history = TrainingHistory(window.store.state, window.workspace.files)
    notice = HistoryNotice(window, history)
    driller = Driller(session, history, start, only_due)
    driller.told.connect(window.say)
    driller.mistaken.connect(window.looks.sound_mistake)
    driller.arrived.connect(lambda: _arrive(window, desk, notice))
    driller.finished.connect(lambda node: _finish(window, desk, notice, node))
    desk.show_editor(driller)
    _dress(window, desk)
    window.say(message("Find the record's move. H gives a hint, End shows it, Escape leaves."))
    return driller


def _dress(window: ControlledWorkbench, desk: RecordDesk) -> None:
    window.looks.dress(desk)
    for board in desk.boards():
        window.looks.enliven(board)
    window.focus_board()


def _arrive(window: ControlledWorkbench, desk: RecordDesk, notice: HistoryNotice) -> None:
    """Another question is shown."""
    _dress(window, desk)
    notice.look()


def _finish(
    window: ControlledWorkbench, desk: RecordDesk, notice: HistoryNotice, node: Node
) -> None:
    """Leave the mode and show the record where drilling ended."""
    desk.close_editor()
    notice.look()
    window.say(NOTHING)
    desk.session.go(node)
    window.focus_board()
