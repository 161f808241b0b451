"""Entering and leaving drill mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.document.problems.problem import moves_after
from viewer.document.training.history import TrainingHistory
from viewer.ui.modes.drill.driller import Driller
from viewer.ui.modes.history_notice import HistoryNotice
from viewer.ui.modes.trial_mode import enter

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def drill_lines(window: Window, only_due: bool = False) -> Driller | None:
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
    enter(window, desk, driller, notice.look)
    window.say(message("Find the record's move. H gives a hint, End shows it, Escape leaves."))
    return driller
