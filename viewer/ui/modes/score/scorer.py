"""The score mode of the desk: board on the left, count on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, message
from viewer.document.plans import board as plans_board
from viewer.engines.analysis import Limits, ScoreEstimate
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.formats import FORMATS
from viewer.games.capabilities import Counted
from viewer.ui.modes.desk_mode import DraftMode
from viewer.ui.modes.score.panel import LiveCount, ScoreBoard, ScorePanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.style import LEAST_STAGE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_MARGIN = 24
_LIMITS = Limits(seconds=2.0)
"""How long an engine that analyses may look."""


class _Stage(QWidget):
    """The board, as large as fits."""

    def __init__(self, board: ScoreBoard) -> None:
        super().__init__()
        self._board = board
        board.setParent(self)
        self.setMinimumSize(LEAST_STAGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        geometry = self._board.geometry_
        width, height = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN
        unit = max(1.0, min(width / geometry.width, height / geometry.height))
        wide, high = round(geometry.width * unit), round(geometry.height * unit)
        left, top = (self.width() - wide) // 2, (self.height() - high) // 2
        self._board.setGeometry(QRect(left, top, wide, high))


class Scorer(DraftMode):
    """The mode for counting a position.

    Signals:
        finished: the mode is left; whether to write anything.

    Attributes:
        counted: the count being made.
        panel: its panel.
    """

    name = message("Counting the board")
    board: ScoreBoard

    def __init__(
        self,
        session: RecordSession,
        engines: Sequence[EngineSetup] = (),
        parent: QWidget | None = None,
    ) -> None:
        """`engines`: those that play the game."""
        super().__init__(parent)
        self.told = session.told
        self._engines = {one.name: one for one in engines}
        self._engine: Engine | None = None
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._estimated)
        self._runner.failed.connect(self._failed)
        self.counted = LiveCount(session, self)
        self.board = ScoreBoard(self.counted)
        format, headers = FORMATS[session.document.format].load(), session.record.headers
        writable = format.with_result(headers, self.counted.count.score.result) is not None
        self.panel = ScorePanel(
            self.counted, format.by_role("result", headers), writable, list(self._engines)
        )
        self.panel.engineAsked.connect(self.ask)
        self.finished = self.panel.finished
        self.lay_out(_Stage(self.board), self.panel, self.panel.ends)
        self.setAccessibleName(tr(self.name))
        session.viewed.connect(self.board.update)
        session.reloaded.connect(self.leave)
        # The guess takes some tenths of a second: the board is shown before.
        later(self.counted, self.counted.guess)

    # ------------------------------------------------------------------------------ an engine

    def ask(self, name: str) -> None:
        """Have an engine estimate the score."""
        setup = self._engines[name]
        self._end_engine()
        self.panel.show_asking(message("{engine} is counting…", engine=name))
        game = self.counted.game
        try:
            self._engine = Engine(setup, game, tell=self.told.emit)
            state = self.counted.state
            self._runner.start(self._engine.estimate(state, _LIMITS))
        except EngineFault as fault:
            self._failed(fault)

    def _estimated(self, found: ScoreEstimate) -> None:
        assert self._engine is not None
        self.counted.take_estimate(self._engine.setup.name, found)
        if found.final:
            self._end_engine()

    def _failed(self, error: Exception) -> None:
        self._end_engine()
        if isinstance(error, EngineFault):
            self.panel.show_asking(error.reason)
            self.told.emit(error.reason)

    def _end_engine(self) -> None:
        self._runner.stop()
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def end(self) -> None:
        """End the engine that is asked."""
        self._end_engine()

    def leave(self) -> None:
        self.finished.emit(False)

    def use(self) -> None:
        self.finished.emit(self.panel.done.isEnabled())


def count_board(window: Window) -> Scorer | None:
    """Start counting the current position; returns the mode, None if it can't be counted."""
    desk = window.desk
    if desk is None or desk.editing or not isinstance(desk.session.game, Counted):
        return None
    desk.session.flush()
    scorer = Scorer(desk.session, window.engines.fitting())
    scorer.finished.connect(lambda write: _finish(window, desk, scorer, write))
    desk.show_editor(scorer)
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
        desk.session.do(plans_board.counted, count, panel.write.isChecked(), panel.mark.isChecked())
        window.say(message("{words} {result}", words=score.words, result=score.result))
    window.focus_board()
