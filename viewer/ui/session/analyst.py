"""Has an engine analyse the current position of a session, and keeps what it found."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.messages import Message, message
from viewer.document.edits.ops import Change
from viewer.engines.analysis import ENDLESS, Analysis
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_CALM = 80
"""Milliseconds for which a position must stand before it is analysed: steps follow each other faster."""
MOST_LINES = 9


class Analyst(QObject):
    """Analyses the position that is shown, as the user goes from one to the next.

    Attributes:
        setup: the engine, None before the first start.
        running: whether it analyses.
        lines: the number of lines wanted.
        note: what stands in place of an analysis: a fault, or what is waited for; None for nothing.

    Signals:
        turned: it was started or stopped, with another engine or number of lines perhaps.
        found: what is known of the current position changed.
    """

    turned = Signal()
    found = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setup: EngineSetup | None = None
        self.running = False
        self.lines = 3
        self.note: Message | None = None
        self._engine: Engine | None = None
        self._ended: list[Engine] = []
        self._live: Analysis | None = None
        self._searched = ""  # the position that is searched
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._take)
        self._runner.failed.connect(self._fail)
        self._timer = QTimer(self, singleShot=True, interval=_CALM)
        self._timer.timeout.connect(self._search)
        session.moved.connect(self._look)
        session.reloaded.connect(self._look)
        session.changed.connect(self._changed)

    # ------------------------------------------------------------------------------ turning

    def start(self, setup: EngineSetup) -> None:
        """Analyse with an engine from now on."""
        self._end_engine()
        self.setup = setup
        self.running = True
        self.note = None
        self.turned.emit()
        self._look()

    def stop(self) -> None:
        """Stop; what was found stays."""
        if not self.running:
            return
        self.running = False
        self.note = None
        self._end_engine()
        self._live = None
        self.turned.emit()
        self.found.emit()

    def await_engine(self, words: Message) -> None:
        """Say what is done before an engine can start."""
        self.note = words
        self.found.emit()

    def set_lines(self, lines: int) -> None:
        """Ask for another number of lines."""
        lines = max(1, min(lines, MOST_LINES))
        if lines != self.lines:
            self.lines = lines
            self.turned.emit()
            if self.running:
                self._look()

    def close(self) -> None:
        """Stop, and wait until no engine is left."""
        self.stop()
        for engine in self._ended:
            engine.close()
        self._ended.clear()

    def _end_engine(self) -> None:
        self._timer.stop()
        self._runner.stop()
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.end()
            self._ended.append(engine)

    # ------------------------------------------------------------------------------ finding

    @property
    def analysis(self) -> Analysis | None:
        """What is known of the current position: the deeper of what is found now and before."""
        kept = self._kept_here()
        live = self._live
        if live is None or not live.lines:
            return kept
        if kept is None or (live.depth or live.nodes or 0) >= (kept.depth or kept.nodes or 0):
            return live
        return kept

    def _kept_here(self) -> Analysis | None:
        session = self._session
        return session.finds.at(session.key, session.node, session.states)

    def _position(self) -> str:
        return self._session.game.setup_text(self._session.state)

    def _look(self) -> None:
        """The position may be another one: search it once it stands."""
        self._runner.stop()
        self._live = None
        if self.running:
            self._timer.start()
        if self.running or self._session.finds:
            self.found.emit()

    def _changed(self, change: Change) -> None:
        if change.of(self._session.key) and self._position() != self._searched:
            self._look()

    def _search(self) -> None:
        setup, session = self.setup, self._session
        if setup is None:
            return
        self.note = None
        self._searched = self._position()
        try:
            if self._engine is not None and self._engine.game is not session.game:
                self._end_engine()
            if self._engine is None:
                self._engine = Engine(setup, session.game)
            self._runner.start(self._engine.analyse(session.state, ENDLESS, self.lines))
        except EngineFault as fault:
            self.note = fault.reason
        self.found.emit()

    def _take(self, found: Analysis) -> None:
        self._live = found
        session = self._session
        if found.lines and self.analysis is found:
            session.finds.keep(session.key, session.node, session.states, found)
        self.found.emit()

    def _fail(self, error: Exception) -> None:
        """The engine crashed twice, or can't be asked."""
        assert isinstance(error, EngineFault)
        self.stop()
        self.note = error.reason
        self._session.say(error.reason)
        self.found.emit()

    @property
    def words(self) -> Message:
        """What it does, for people."""
        name = self.setup.name if self.setup is not None else ""
        if self.note is not None:
            return self.note
        if not self.running:
            return message("No engine is analysing.")
        return message("{engine} is analysing", engine=name)
