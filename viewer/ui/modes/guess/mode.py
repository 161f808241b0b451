"""Entering and leaving guess mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer.base.messages import counted, message
from viewer.document import plans
from viewer.tree.action import Action
from viewer.tree.node import Node
from viewer.ui.modes.guess.guesser import Guesser
from viewer.ui.modes.trial_mode import enter

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


def guess_moves(window: Window) -> Guesser | None:
    """Guess the moves that follow the current node; None if there are none."""
    desk = window.desk
    if desk is None or desk.editing:
        return None
    session = desk.session
    if session.cursor.next is None:
        window.say(message("No moves follow here. Home goes back to the start."))
        return None
    session.flush()
    if desk.analysing is not None:
        desk.analyst.stop()
    guesser = Guesser(session, window.engines.fitting())
    guesser.kept.connect(lambda guesses: _keep(window, desk, guesser, guesses))
    enter(window, desk, guesser)
    window.say(message("Play the move that you expect. End shows it, Escape leaves."))
    return guesser


def _keep(
    window: Window,
    desk: Desk,
    guesser: Guesser,
    guesses: Sequence[tuple[Node, Action]],
) -> None:
    """Leave the mode, and put the guesses into the record as variations, in one edit."""
    guesser.leave()
    session = desk.session
    before = session.document.history.now()
    session.do(plans.beside, guesses)
    if session.document.history.now() == before:
        window.say(message("The record has all of these moves."))
    else:
        count = len(guesses)
        window.say(
            counted(
                "{count} guess is a variation now.", "{count} guesses are variations now.", count
            )
        )
