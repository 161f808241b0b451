"""An engine that judges moves which somebody tries, where a mode asks it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from viewer.engines.analysis import Analysis, Limits
from viewer.engines.dialogue import Tell
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.games.game import Game, State
from viewer.tree.evaluation import Evaluation
from viewer.ui.toolkit.jobs import JobRunner

_LIMITS = Limits(seconds=0.7)
"""For each position."""


class Judge(QObject):
    """An engine that evaluates positions, one after the other.

    Signals:
        judged: the evaluations of the positions asked about, a tuple; None for one of which it says none.
        failed: the engine failed: the reason.
    """

    judged = Signal(object)
    failed = Signal(object)

    def __init__(
        self, setup: EngineSetup, game: Game[State], tell: Tell, parent: QObject | None = None
    ) -> None:
        """`tell`: takes what people should know of it. Raises EngineFault if it doesn't play the game."""
        super().__init__(parent)
        self.setup = setup
        self._engine = Engine(setup, game, tell=tell)
        self._left: list[State] = []
        self._found: list[Evaluation | None] = []
        self._last: Analysis | None = None
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._take)
        self._runner.finished.connect(self._next)
        self._runner.failed.connect(self._fail)

    def ask(self, states: Sequence[State]) -> None:
        """Evaluate positions; what was asked before is dropped."""
        self.stop()
        self._left, self._found = list(states), []
        self._search()

    def stop(self) -> None:
        """Drop what is asked."""
        self._runner.stop()

    def close(self) -> None:
        """End the engine."""
        self.stop()
        self._engine.close()

    def _search(self) -> None:
        self._last = None
        if not self._left:
            self.judged.emit(tuple(self._found))
            return
        try:
            self._runner.start(self._engine.analyse(self._left.pop(0), _LIMITS, 1))
        except EngineFault as fault:
            self._fail(fault)

    def _take(self, found: Analysis) -> None:
        self._last = found

    def _next(self) -> None:
        self._found.append(None if self._last is None else self._last.evaluation)
        self._search()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, EngineFault):
            self.failed.emit(error.reason)
