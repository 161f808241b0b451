"""Entering and leaving score mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import NOTHING, message
from viewer.document.plans import results as plans_results
from viewer.games.capabilities import Counted
from viewer.ui.modes.score.scorer import Scorer

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


def count_board(window: Window) -> Scorer | None:
    """Start counting the current position; returns the mode, None if it can't be counted."""
    desk = window.desk
    if desk is None or desk.editing or not isinstance(desk.session.game, Counted):
        return None
    desk.session.flush()
    scorer = Scorer(desk.session, window.engines.fitting())
    scorer.told.connect(window.say)
    scorer.finished.connect(lambda write: _finish(window, desk, scorer, write))
    desk.show_editor(scorer)
    window.looks.dress(desk)
    window.focus_board()
    window.say(message("A click, or Enter at the cursor, says that a group is dead or alive."))
    return scorer


def _finish(window: Window, desk: Desk, scorer: Scorer, write: bool) -> None:
    """Leave the mode, writing the result and territory if requested."""
    count, panel = scorer.counted.count, scorer.panel
    score = count.score
    desk.close_editor()
    window.say(NOTHING)
    if write:
        desk.session.do(
            plans_results.counted, count, panel.write.isChecked(), panel.mark.isChecked()
        )
        window.say(message("{words} {result}", words=score.words, result=score.result))
    window.focus_board()
