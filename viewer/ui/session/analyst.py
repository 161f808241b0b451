"""Has an engine analyse the current position of a session, and keeps what it found."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from viewer.base.messages import Message, message
from viewer.document.edits import Change
from viewer.engines.analysis import Analysis, Limits, passed
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.engines.translation import translator_for
from viewer.games.game import State
from viewer.tree.node import Node
from viewer.ui.session.findings import EngineFinds
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_LOOK = 500
"""Milliseconds between two looks at what an engine does that has found nothing yet."""
_CALM = 80
"""Milliseconds for which a position must stand before it is analysed: steps follow each other faster."""
MOST_LINES = 9
MOST_BESIDE = 4
"""Engines that analyse a position side by side."""
_SOON = 2  # seconds in which most engines have found something
_LONG, _SHORT = 20.0, 3.0
"""Seconds for a move to compare: to the depth of the lines, or if there is none."""


class Analyst(QObject):
    """Analyses the position that is shown, as the user goes from one to the next.

    Attributes:
        setup: the engine, None before the first start.
        running: whether it analyses.
        lines: the number of lines wanted.
        threat: whether it analyses what the other side would do if the side to move passed.
        comparing: the node whose move is evaluated for a moment, None for none.
        compared: what was found of the move that comes next, to the depth of the lines; None for nothing.
        lacking: whether there is no engine for the game.
        note: what stands in place of an analysis: a fault, or what is waited for; None for nothing.
        finds: where what it finds is kept.

    Signals:
        turned: it was started or stopped, with another engine or number of lines perhaps.
        found: what is known of the current position changed.
    """

    turned = Signal()
    found = Signal()

    def __init__(
        self,
        session: RecordSession,
        parent: QObject | None = None,
        finds: EngineFinds | None = None,
    ) -> None:
        """`finds`: where it keeps what it finds, None for the session's."""
        super().__init__(parent)
        self._session = session
        self.finds = session.finds if finds is None else finds
        self.setup: EngineSetup | None = None
        self.running = False
        self.lines = 3
        self.threat = False
        self.comparing: Node | None = None
        self.compared: Analysis | None = None
        self.lacking = False
        self.note: Message | None = None
        self._engine: Engine | None = None
        self._threads = 0  # that it may use at most
        self._ended: list[Engine] = []
        self._threats = EngineFinds(self)
        self._live: Analysis | None = None
        self._looked: Node | None = None
        self._knew = False  # whether anything was known when it last said what is
        self._searched = ""  # the position that is searched
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._take)
        self._runner.failed.connect(self._fail)
        self._runner.finished.connect(self._end_comparing)
        self._timer = QTimer(self, singleShot=True, interval=_CALM)
        self._timer.timeout.connect(self._search)
        self._clock = QElapsedTimer()  # since the search began
        self._waiting = QTimer(self, interval=_LOOK)
        self._waiting.timeout.connect(self._wait)
        session.moved.connect(self._look)
        session.reloaded.connect(self._look)
        session.tried.connect(self._tried)
        session.changed.connect(self._changed)

    # ------------------------------------------------------------------------------ turning

    def start(self, setup: EngineSetup) -> None:
        """Analyse with an engine from now on."""
        self._end_engine()
        self.setup = setup
        self.running = True
        self.lacking = False
        self.note = None
        self.turned.emit()
        self._look()

    def stop(self) -> None:
        """Stop; what was found stays."""
        if not self.running:
            return
        self.running = self.threat = False
        self.note = None
        self._end_engine()
        self._live = None
        self.turned.emit()
        self.found.emit()

    def await_engine(self, words: Message | None) -> None:
        """Say what is done before an engine can start; None: nothing more."""
        self.note = words
        self.lacking = False
        self.found.emit()

    def miss_engine(self) -> None:
        """Say that there is no engine for the game."""
        self.stop()
        self.lacking = True
        self.found.emit()

    def set_threat(self, on: bool) -> None:
        """Analyse what the other side would do if the side to move passed, or the position again."""
        if on != self.threat:
            self.threat = on
            self.turned.emit()
            self._look()

    def compare(self) -> None:
        """Evaluate the move that comes next in the record, then go on with the position."""
        node = self._session.follower
        if node is None or not self.running or self.threat or self._engine is None:
            return
        known = self.analysis
        limits = Limits(seconds=_LONG, depth=None if known is None else known.depth)
        if limits.depth is None:
            limits = Limits(seconds=_SHORT)
        self._timer.stop()
        self._runner.stop()
        self.comparing = node
        try:
            self._runner.start(self._engine.analyse(self._session.states.at(node), limits, 1))
        except EngineFault as fault:
            self.comparing = None
            self._session.say(fault.reason)
            self._timer.start()
        self.found.emit()

    def _end_comparing(self) -> None:
        """The search ended by itself: if it was of the next move, go on with the position."""
        if self.comparing is not None:
            self._look()

    def set_lines(self, lines: int) -> None:
        """Ask for another number of lines."""
        lines = max(1, min(lines, MOST_LINES))
        if lines != self.lines:
            self.lines = lines
            self.turned.emit()
            if self.running:
                self._look()

    def share(self, threads: int) -> None:
        """Use at most so many threads, since others work beside; 0: as many as the engine is set to."""
        self._threads = threads
        if self._engine is not None and self._engine.share(threads) and self.running:
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
    def node(self) -> Node:
        """The node that is analysed: what the board shows, but of an engine's own line where it began."""
        trial = self._session.trial
        stays = None if trial is None else trial.stays
        return stays or self._session.shown

    @property
    def analysis(self) -> Analysis | None:
        """What is known of the current position: the deeper of what is found now and before."""
        kept = self.known(self.node, self.threat)
        if kept is not None and self.setup is not None and kept.engine not in ("", self.setup.name):
            kept = None  # another engine's values aren't to be compared with its own
        live = self._live
        if live is None or not live.lines:
            return live if live is not None and live.final and kept is None else kept
        if kept is None or len(kept.lines) < len(live.lines) <= self.lines:
            return live
        deeper = (live.depth or live.nodes or 0) >= (kept.depth or kept.nodes or 0)
        return live if deeper else kept

    def known(self, node: Node, threat: bool = False) -> Analysis | None:
        """What was found before at a node of the record; None for nothing, or in another position."""
        session = self._session
        return self._finds(threat).at(session.key, node, session.states)

    def _finds(self, threat: bool) -> EngineFinds:
        return self._threats if threat else self.finds

    @property
    def origin(self) -> State:
        """The position from which the lines go: the current one, or that after passing."""
        state: State = self._session.states.at(self.node).settled()
        if not self.threat:
            return state
        return passed(self._session.game, state) or state

    def _position(self) -> str:
        return self._session.game.setup_text(self._session.states.at(self.node))

    def _look(self) -> None:
        """The position may be another one: search it once it stands."""
        if self.node is not self._looked:
            self.compared = None
        self._looked = self.node
        self._runner.stop()
        self._live = None
        self.comparing = None
        if self.running:
            self._timer.start()
        knows = self.running or bool(self.finds)
        if knows or self._knew:
            self.found.emit()
        self._knew = knows

    def _tried(self) -> None:
        """The board shows something else beside the record."""
        if self.node is not self._looked:
            self._look()
        else:
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
            origin = self._asked_about()
            if self._engine is not None and self._engine.game is not session.game:
                self._end_engine()
            if self._engine is None:
                self._engine = Engine(setup, session.game, tell=self._told)
                self._engine.share(self._threads)
            self._runner.start(self._engine.analyse(origin, setup.limits, self.lines))
            self._clock.start()
            self._waiting.start()
        except EngineFault as fault:
            self.note = fault.reason
        self.found.emit()

    def _wait(self) -> None:
        """Show what the engine does while nothing is found."""
        if self._live is not None or not self._runner.running:
            self._waiting.stop()
        elif self.analysis is None:
            self.found.emit()

    def _asked_about(self) -> State:
        """The position to be searched. Raises EngineFault if the side to move can't pass."""
        session = self._session
        if not self.threat:
            return session.states.at(self.node)
        after = passed(session.game, session.states.at(self.node).settled())
        translator = translator_for(session.game.id)
        if after is None or translator is None:
            raise EngineFault(message("Nobody can pass in {game}.", game=session.game.name))
        if translator.unsound(after.settled()) is not None:
            raise EngineFault(message("There is no threat to see: nobody can pass in check."))
        return after

    def _take(self, found: Analysis) -> None:
        session, threat = self._session, self.threat
        assert self.setup is not None
        found = found._replace(engine=self.setup.name)
        if self.comparing is not None:
            known = self.known(self.comparing)
            self.compared = found if found.lines else self.compared
            if found.lines and (known is None or (found.depth or 0) >= (known.depth or 0)):
                self.finds.keep(session.key, self.comparing, session.states, found)
            return
        self._live, self.note = found, None
        if found.lines and self.analysis is found and self.node is session.node:
            self._finds(threat).keep(session.key, self.node, session.states, found)
        self.found.emit()

    def _told(self, words: Message) -> None:
        """What people should know of the engine; it stands in place of an analysis until there is one."""
        self.note = words
        self._session.say(words)
        self.found.emit()

    def _fail(self, error: Exception) -> None:
        """The engine crashed twice, or can't be asked."""
        assert isinstance(error, EngineFault)
        self.stop()
        self.note = error.reason
        self._session.say(error.reason)
        self.found.emit()

    @property
    def stage(self) -> Message:
        """What the engine does before it has found anything, for people."""
        stage = None if self._engine is None else self._engine.stage
        if stage is not None:
            return stage
        seconds = self._clock.elapsed() // 1000 if self._clock.isValid() else 0
        if seconds < _SOON or not self._runner.running:
            return message("Thinking…")
        return message("Thinking for {seconds} s; nothing is found yet.", seconds=seconds)

    @property
    def words(self) -> Message:
        """What it does, for people."""
        name = self.setup.name if self.setup is not None else ""
        if self.note is not None:
            return self.note
        if not self.running:
            return message("No engine is analysing.")
        return message("{engine} is analysing", engine=name)
