"""Telling that the history of training can't be read or kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message
from viewer.document.training.history import TrainingHistory
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_ABOUT = "history of training"


class HistoryNotice:
    """A notice about what goes wrong with a history, once for each trouble."""

    def __init__(self, window: Window, history: TrainingHistory) -> None:
        self._window, self._history = window, history
        self._told: Message | None = None

    def look(self) -> None:
        """Show what went wrong the last time, until it works again."""
        problem = self._history.problem
        if problem == self._told:
            return
        self._told = problem
        if problem is None:
            self._window.notice.put_away(_ABOUT)
        else:
            self._window.notice.tell(problem, about=_ABOUT, of=EVERYWHERE)
