"""A game against an engine, played in the record: its moves are a variation like any other."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.messages import Message, message, sentences
from viewer.base.named import NamedTuple
from viewer.document import plans
from viewer.document.edits import Change, HistoryState
from viewer.document.plans import board as plans_board
from viewer.engines.analysis import Analysis, Limits
from viewer.engines.dialogue import Dialogue
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.process import EngineFault
from viewer.formats import FORMATS
from viewer.games.capabilities import Deciding, Passing
from viewer.games.clocks import time_text
from viewer.games.game import State
from viewer.games.match_clock import BothLeft, MatchClock, TimeSystem
from viewer.games.results import AS_DRAW, ON_BOARD, ON_TIME, RESIGNED
from viewer.tree.action import Move
from viewer.tree.annotation import CLOCK, ELAPSED, OVERTIME, NoteValue
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_THINKING = Limits(seconds=1.0)
"""How long an engine considers an offered draw."""
_EVEN = 0.5
_TICK = 100  # milliseconds between two looks at the clock


class Phase(Enum):
    """What a match waits for."""

    YOURS = 0  # the user's move
    ENGINE = 1  # the engine's
    DRAW = 2  # the engine's answer to an offered draw
    OVER = 3  # nothing: the game has ended, as far as the rules or a side say
    STUCK = 4  # nothing: the engine failed
    STARTING = 5  # the engine, before the clocks run


PLAYING = (Phase.STARTING, Phase.YOURS, Phase.ENGINE, Phase.DRAW)
"""While the game goes on."""


class _Ply(NamedTuple):
    """A move of the match: the node before it, the history right after if it was new, the clocks before."""

    before: Node
    after: HistoryState | None
    left: BothLeft | None


class Match(QObject):
    """A game between the user and an engine from the current node of a session.

    Attributes:
        setup: the engine.
        side: the user's, 0 or 1.
        phase: what it waits for.
        words: how the game ended, or what went wrong; None while it goes on.
        may_go_on: whether play can go on although something ends the game.
        clock: of both sides; None in a game without one.

    Signals:
        changed: the phase or the position changed.
        ticked: the clock may show something else.
    """

    changed = Signal()
    ticked = Signal()

    def __init__(
        self,
        session: RecordSession,
        setup: EngineSetup,
        side: int,
        limits: Limits,
        system: TimeSystem | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`system`: the time of each side, None for a game without clocks.

        Raises EngineFault if the engine doesn't play the game.
        """
        super().__init__(parent)
        self._session = session
        self.setup = setup
        self.side = side
        self._limits = limits
        self._engine = Engine(setup, session.game, tell=session.say)
        self.phase = Phase.YOURS
        self.words: Message | None = None
        self.may_go_on = False
        self.clock = None if system is None else MatchClock(system, lambda: perf_counter())
        self._ticks = QTimer(self, interval=_TICK)
        self._ticks.timeout.connect(self.tick)
        self._written: HistoryState | None = None  # after the end was written to the record
        self._plies: list[_Ply] = []
        self.start = session.node
        self._node = session.node
        self._grown = False  # the last change added a move
        self._quiet = False  # moves are taken back
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._answered)
        self._runner.failed.connect(self._failed)
        session.changed.connect(self._changed)
        session.moved.connect(self._moved)

    def begin(self) -> None:
        """Play from the current position. Clocks run once the engine has started."""
        if self.clock is None:
            self._look()
            return
        self._session.timing = self._times
        self._set(Phase.STARTING)
        self._runner.start(self._engine.introduce())

    def close(self) -> None:
        """End the match and the engine. The moves stay in the record."""
        self._runner.stop()
        self._ticks.stop()
        self._session.timing = None
        self._session.changed.disconnect(self._changed)
        self._session.moved.disconnect(self._moved)
        self._engine.close()

    @property
    def moves(self) -> list[Node]:
        """The nodes of the moves played, in order."""
        return [*(ply.before for ply in self._plies[1:]), self._node] if self._plies else []

    # ------------------------------------------------------------------------- the user's part

    def pass_(self) -> None:
        """Pass, in a game with passes."""
        game = self._session.game
        if self.phase is Phase.YOURS and isinstance(game, Passing) and game.offers_pass:
            self._session.play(game.pass_move(self._session.state))

    @property
    def may_resign(self) -> bool:
        """Whether the game can be given up now: in one's turn where a word at the side to move says it."""
        if RESIGNED in self._session.game.ends_by:
            return self.phase is Phase.YOURS
        return self.phase in PLAYING

    def resign(self) -> None:
        """Give the game up."""
        if self.may_resign:
            self._runner.stop()
            side = self._session.states.side_name(self.side)
            self._end(message("{side} resigns.", side=side), True, RESIGNED, self.side)

    def offer_draw(self) -> None:
        """Offer a draw. The engine agrees if it doesn't think itself ahead: protocols have no answer."""
        if self.phase is Phase.YOURS:
            self._ask(Phase.DRAW)

    def take_back(self) -> None:
        """Take back moves until it is the user's turn before their last move."""
        if not self._plies:
            return
        self._runner.stop()
        self._quiet = True
        left = None
        try:
            self._unwrite_end()
            while self._plies:
                left = self._plies[-1].left
                self._withdraw(self._plies.pop())
                if self._session.state.side == self.side:
                    break
        finally:
            self._quiet = False
        self._node = self._session.node
        if self.clock is not None and left is not None:
            self.clock.set_back(left, self._session.state.side)
        self._look()

    def _withdraw(self, ply: _Ply) -> None:
        """Take back the last move: by undo where it was the last edit; an old move of the record stays."""
        session = self._session
        if ply.after is not None:
            if session.document.history.now() == ply.after:
                session.undo()
            else:
                session.do_on(session.node, plans.delete)
        session.go(ply.before)

    def play_on(self) -> None:
        """Go on although something ends the game, or ask the engine that failed again."""
        if self.phase is Phase.STUCK or self.may_go_on:
            self._quiet = True
            try:
                self._unwrite_end()
            finally:
                self._quiet = False
            if self.clock is not None and self.clock.fallen:
                self._leave_clock()
            self._look(told=True)

    # ------------------------------------------------------------------------------- the clocks

    def tick(self) -> None:
        """Look at the clock that runs."""
        clock = self.clock
        if clock is None or not clock.running:
            return
        if clock.tick():
            self._session.say(message("The clocks stood still while the computer slept."))
        if clock.fallen:
            self._flag()
        self.ticked.emit()

    def _flag(self) -> None:
        """The flag of the side to move has fallen: that ends the game, as its rules say."""
        self._runner.stop()
        session, state = self._session, self._session.state.settled()
        game, side = session.game, session.states.side_name(state.side)
        words = message("{side} loses on time.", side=side)
        if game.drawn_on_time(state):
            words = message(
                "The time of {side} is up; the other side can't mate: a draw.", side=side
            )
        self._end(words, True, ON_TIME)

    def _write_end(self, how: str, side: int | None) -> None:
        """Write how the game ended, unless the record says already how."""
        session = self._session
        self._quiet = True
        try:
            before = session.document.history.now()
            session.do(plans_board.ended, how, side)
        finally:
            self._quiet = False
        now = session.document.history.now()
        self._written = None if now == before else now

    def _unwrite_end(self) -> None:
        """Take back the end that was written, as long as nothing was edited since."""
        session, written = self._session, self._written
        self._written = None
        if written is not None and session.document.history.now() == written:
            session.undo()
        session.go(self._node)

    def _leave_clock(self) -> None:
        """Go on without clocks; the engine thinks about as long as it had on average."""
        assert self.clock is not None
        self._limits = Limits(seconds=self.clock.system.pace)
        self.clock, self._session.timing = None, None

    def _times(self) -> dict[str, NoteValue]:
        """The annotations of a move that is made now, those that the record's format has."""
        clock = self.clock
        if clock is None or not clock.running:
            return {}
        left = clock.after_move()
        said: dict[str, NoteValue] = {
            CLOCK: _seconds(left.shown),
            ELAPSED: _seconds(clock.thought),
        }
        if left.overtime and clock.system.period:
            several = clock.system.moves > 1
            said[OVERTIME] = str(left.moves if several else left.periods)
        facets = FORMATS[self._session.document.format].load().facets
        return {facet: value for facet, value in said.items() if facet in facets}

    # ------------------------------------------------------------------------------- the course

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        self._grown = self._grown or any(one.facet == "children" for one in touched)

    def _moved(self) -> None:
        node, grown = self._session.node, self._grown
        self._grown = False
        if self._quiet:
            return
        self._runner.stop()
        if node.parent is self._node:
            after = self._session.document.history.now() if grown else None
            clock = self.clock
            self._plies.append(_Ply(self._node, after, None if clock is None else clock.kept()))
            if clock is not None:
                clock.press()
        else:  # somewhere else in the record: the game goes on from there
            self._plies.clear()
            self.start = node
        self._node = node
        self._look()

    def _look(self, told: bool = False) -> None:
        """See who is to move. `told`: what ends the game here was told already."""
        session = self._session
        game, state = session.game, session.state.settled()
        if self.clock is not None:
            self.clock.stop()
        ends = [] if told else game.ends_at(state)
        stuck = not game.legal_moves(state)
        if ends or stuck:
            words = sentences(ends or [message("There is no legal move.")])
            self._end(words, not stuck, *self._decided(state, stuck))
        elif state.side == self.side:
            self._set(Phase.YOURS)
        else:
            self._ask(Phase.ENGINE)

    def _decided(self, state: State, stuck: bool) -> tuple[str, int | None]:
        """How an end on the board is written, and which side has lost; "" for not at all."""
        game = self._session.game
        won = game.winner(state) if isinstance(game, Deciding) else None
        if not self._plies:
            return "", None
        if won is not None:
            return ON_BOARD, 1 - won
        return AS_DRAW if stuck and not game.ends_by else "", None

    def _ask(self, phase: Phase) -> None:
        self._set(phase)
        state = self._session.state
        clock = self.clock
        try:
            if phase is Phase.DRAW:
                self._runner.start(self._engine.analyse(state, _THINKING, 1))
            else:
                clocks = None if clock is None else clock.clocks.spared(state.side)
                self._runner.start(self._engine.play(state, self._limits, clocks))
        except EngineFault as fault:
            self._failed(fault)

    def _answered(self, answer: Move | str | Analysis | Dialogue) -> None:
        if isinstance(answer, Dialogue):
            self._look()
        elif isinstance(answer, Analysis):
            if answer.final:
                self._answer_draw(answer)
        elif answer == "resign":
            words = message("{engine} resigns.", engine=self.setup.name)
            self._end(words, True, RESIGNED, 1 - self.side)
        elif isinstance(answer, Move):
            self._play(answer)
        else:
            self._end(message("{engine} has no move.", engine=self.setup.name), True)

    def _answer_draw(self, found: Analysis) -> None:
        value = found.evaluation
        chance = None if value is None else self._session.game.quality_scale.chance(value)
        mine = None if chance is None else chance if self.side == 0 else 1 - chance
        if mine is not None and mine >= _EVEN:
            words = message("{engine} agrees to a draw.", engine=self.setup.name)
            self._end(words, True, AS_DRAW)
            return
        self._set(Phase.YOURS)
        self._session.say(message("{engine} plays on.", engine=self.setup.name))

    def _play(self, move: Move) -> None:
        """Play the engine's move, if it is one."""
        session = self._session
        game = session.game
        after = game.step(session.state.settled(), move)
        reason = game.violation(after)
        if reason is None:
            session.play(move)
            return
        text = game.shown(after, session.style) or move.text
        words = message(
            "{engine} played {move}: {reason} That move isn't in the record.",
            engine=self.setup.name,
            move=text,
            reason=reason,
        )
        self._set(Phase.STUCK, words)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, EngineFault):
            words = message("{reason} The game is kept as it is.", reason=error.reason)
            self._set(Phase.STUCK, words)

    def _end(
        self, words: Message, may_go_on: bool = False, how: str = "", side: int | None = None
    ) -> None:
        """The game is over; `how`, and by the loss of which side, is written if it isn't ""."""
        self._set(Phase.OVER, words, may_go_on)
        if how:
            self._write_end(how, side)

    def _set(self, phase: Phase, words: Message | None = None, may_go_on: bool = False) -> None:
        self.phase, self.words, self.may_go_on = phase, words, may_go_on
        clock = self.clock
        if clock is not None:
            if phase in (Phase.YOURS, Phase.ENGINE):
                clock.start(self._session.state.side)
                self._ticks.start()
            else:
                clock.stop()
                self._ticks.stop()
        self.changed.emit()


def _seconds(milliseconds: int) -> str:
    """A time as records write it, in whole seconds."""
    return time_text(Fraction(milliseconds // 1000))
