"""The mode of the desk in which a game is played against an engine."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Field, Value, Values
from viewer.base.kept_json import kept_json
from viewer.base.messages import NOTHING, Message, message
from viewer.engines.dialogue import Dialogue
from viewer.engines.engine import Engine, EngineSetup
from viewer.engines.option import Option
from viewer.engines.process import EngineFault
from viewer.formats.fresh import Beginning
from viewer.games.beginning import CHANCE, NAMED
from viewer.games.capabilities import Counted, Passing
from viewer.ui.board.stage import Stage
from viewer.ui.board.view import BoardView
from viewer.ui.dialogs.palettes import ResultPalette
from viewer.ui.modes.desk_mode import DeskMode
from viewer.ui.modes.play.match import PLAYING, Match, Phase
from viewer.ui.modes.play.panel import (
    ANEW,
    FROM,
    LOT,
    MatchChoices,
    PlayPanel,
    beginning_of,
    clock_fields,
    left_words,
    limit_fields,
    limits_of,
    opponent_fields,
    strength_fields,
    strength_of,
    system_of,
    system_words,
)
from viewer.ui.modes.scorer import count_board
from viewer.ui.modes.trial_mode import enliven
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.notice import Unfinished

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.store import Store
    from viewer.ui.window.window import Window

_KEYS: dict[tuple[Qt.Key, bool], str] = {
    (Qt.Key.Key_Backspace, False): "back",
    (Qt.Key.Key_P, False): "pass",
    (Qt.Key.Key_D, True): "draw",
    (Qt.Key.Key_R, True): "resign",
    (Qt.Key.Key_R, False): "result",
    (Qt.Key.Key_S, False): "count",
    (Qt.Key.Key_Escape, False): "leave",
}
_UNDO = (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
_BEGINNING = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier)
_TOUCHES = (
    *(QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick),
    *(QEvent.Type.TouchBegin, QEvent.Type.TabletPress),
)
_NONE: Values = {}
_LONGEST = 60
"""Moves that the panel shows."""
_FILE = "matches.json"


class Opponent(DeskMode):
    """The mode for playing against an engine.

    Signals:
        finished: the mode is left; what is to be done then: "", "count", "result".
        leaving: the user wants to leave a game whose clocks run.
        begun: a game begins: the values of the form.
        anew: one is to begin in a new record: its Beginning, and the choices.

    Attributes:
        match: the game, None before it begins.
        panel: its panel.
        stage: the board with the players' lines.
    """

    finished = Signal(str)
    leaving = Signal()
    begun = Signal(object)
    anew = Signal(object, object)
    name = message("Playing against an engine")

    def __init__(
        self,
        session: RecordSession,
        engines: Sequence[EngineSetup],
        values: Values = _NONE,
        parent: QWidget | None = None,
    ) -> None:
        """`engines`: those that play the game, at least one. `values`: of the form, as chosen before."""
        super().__init__(parent)
        self._session, self.told = session, session.told
        self._engines = {one.name: one for one in engines}
        self._values: dict[str, Value] = dict(values)
        self._options: Mapping[str, Option] = {}  # of the engine
        self._view = session.view  # as it was before
        self._asked: Engine | None = None  # for its options
        self._runner = JobRunner(self, (EngineFault,))
        self._runner.result.connect(self._introduced)
        self._runner.failed.connect(self._failed)
        self.match: Match | None = None
        self.stage = Stage(session)
        self.board: BoardView = self.stage.board
        self.stage.board.told.connect(session.told)
        self.stage.board.installEventFilter(self)
        self.panel = PlayPanel()
        self.panel.asked.connect(self.do)
        self.panel.chosen.connect(self._chosen)
        self.panel.pressed.connect(self._pressed)
        self.lay_out(self.stage, self.panel, self.panel.ends)
        session.reloaded.connect(self.leave)
        self._ask()

    # ------------------------------------------------------------------------ before the game

    @property
    def _setup(self) -> EngineSetup:
        name = self._values.get("engine")
        return self._engines.get(str(name)) or next(iter(self._engines.values()))

    @property
    def unfinished(self) -> Unfinished | None:
        """A game whose clock runs."""
        match = self.match
        if match is None or match.clock is None or match.phase not in PLAYING:
            return None
        return Unfinished(
            message("A game against {engine} is going on.", engine=match.setup.name),
            message("Its clock runs. The moves stay in the record; the game can't be continued."),
            message("End the game"),
            message("Go on playing"),
        )

    def _ask(self) -> None:
        """Show the form for the engine that is chosen, and ask it for its options."""
        self._end_asking()
        self._show_form({}, message("Getting to know {engine}…", engine=self._setup.name))
        try:
            self._asked = Engine(self._setup, self._session.game, tell=self.told.emit)
        except EngineFault as fault:
            self._failed(fault)
            return
        self._runner.start(self._asked.introduce())

    def _introduced(self, dialogue: Dialogue) -> None:
        fields = strength_fields(dialogue.options, self._setup.options)
        told = None
        if not fields:
            told = message("{engine} names no options for its strength.", engine=self._setup.name)
        self._end_asking()
        self._show_form(dialogue.options, told)

    def _failed(self, error: Exception) -> None:
        self._end_asking()
        if isinstance(error, EngineFault):
            self._show_form({}, error.reason)

    def _end_asking(self) -> None:
        self._runner.stop()
        engine, self._asked = self._asked, None
        if engine is not None:
            engine.close()

    def _show_form(self, options: Mapping[str, Option], told: Message | None) -> None:
        self._options = options
        fields = self._fields()
        known = {field.key: field for field in fields}
        values = {
            key: value
            for key, value in self._values.items()
            if key in known and known[key].allows(value)
        }
        self.panel.show_form(fields, values, told)

    def _fields(self) -> list[Field]:
        """The fields of the form: some follow from values of others."""
        session, setup = self._session, self._setup
        side, engines = session.state.side, list(self._engines.values())
        return [
            *opponent_fields(session.states, engines, side, self._values),
            *clock_fields(session.game),
            *limit_fields(setup, session.game.id),
            *strength_fields(self._options, setup.options),
        ]

    def _chosen(self, key: str) -> None:
        sheet = self.panel.sheet
        if sheet is None:
            return
        before = {field.key: field for field in self._fields()}
        self._values.update(sheet.values())
        if key == "engine":
            self._ask()
            return
        for field in self._fields():
            known = before[field.key]
            if field[:6] != known[:6]:
                value = sheet.all_values()[field.key]
                sheet.put(field)
                if value != known.default and field.allows(value):
                    sheet.set_value(field.key, value)
        sheet.narrow()

    def _pressed(self, key: str) -> None:
        """A start is drawn by lot."""
        sheet, game = self.panel.sheet, self._session.game
        if sheet is not None and key == CHANCE:
            sheet.set_value(NAMED, random.randrange(game.numbered_starts))
            self._values.update(sheet.values())

    def begin(self) -> None:
        """Begin the game with what is chosen."""
        sheet = self.panel.sheet
        if sheet is None or not sheet.check():
            return
        values = sheet.values()
        self._values.update(values)
        self._end_asking()
        setup = self._setup
        strong = setup._replace(options={**setup.options, **strength_of(values)})
        said = str(values["side"])
        side = random.randrange(2) if said == LOT else int(said)
        choices = MatchChoices(strong, side, limits_of(values), system_of(values))
        if values[FROM] == ANEW:
            self.begun.emit(values)
            self.anew.emit(beginning_of(self._session.game, values, choices), choices)
        elif self.play(choices):
            self.begun.emit(values)

    def play(self, choices: MatchChoices) -> bool:
        """Play from the position of the board; whether the engine plays the game."""
        self._end_asking()
        try:
            match = Match(self._session, *choices, self)
        except EngineFault as fault:
            self._failed(fault)
            return False
        self.panel.close_form()
        self.match = match
        match.changed.connect(self._show)
        match.ticked.connect(self._show_clocks)
        self._turn(match.side)
        match.begin()
        self.board.setFocus()
        return True

    def _turn(self, side: int) -> None:
        """Turn the board so that the user's side is below, in games where sides have one."""
        session = self._session
        if not session.game.quarter_turns:
            session.set_view(session.view._replace(flip=bool(side)))

    # -------------------------------------------------------------------------------- the game

    def _show(self) -> None:
        """Show the state of the game."""
        match = self.match
        if match is None:
            return
        engine = match.setup.name
        title = message(
            "You play {side} against {engine}",
            side=self._session.states.side_name(match.side),
            engine=engine,
        )
        words, tone = match.words, ""
        if match.phase is Phase.YOURS:
            words = message("Your move")
        elif match.phase is Phase.ENGINE:
            words = message("{engine} is thinking…", engine=engine)
        elif match.phase is Phase.STARTING:
            words = message("Starting {engine}…", engine=engine)
        elif match.phase is Phase.DRAW:
            words = message("{engine} considers a draw…", engine=engine)
        elif match.phase is Phase.STUCK:
            tone = "bad"
        assert words is not None
        before = self.panel.state
        time = None if match.clock is None else system_words(match.clock.system)
        self.panel.show_game(title, time, words, self._moves(match), tone)
        self._show_clocks()
        self._offer(match)
        if match.phase in (Phase.OVER, Phase.STUCK) and self.panel.state != before:
            self.told.emit(words)
            self.board.announce(tr(words))

    def _show_clocks(self) -> None:
        """Show beside the players what both have left, in a game with clocks."""
        clock = None if self.match is None else self.match.clock
        for line in (self.stage.above, self.stage.below):
            if clock is None:
                line.show_left(None)
            else:
                line.show_left(left_words(clock.system, clock.left(line.side)))

    def _moves(self, match: Match) -> str:
        nodes = match.moves
        shown = nodes[-_LONGEST:]
        session = self._session
        numbering = session.game.numbering(session.states.at(session.record.root))
        parts = ["…"] if len(nodes) > len(shown) else []
        for node in shown:
            column = numbering.at(session.states.at(node).ply)[1]
            first = node is shown[0] or not (column or numbering.by_ply)
            parts.append(session.words.numbered(node) if first else session.words.of(node))
        return "  ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)

    def _offer(self, match: Match) -> None:
        """Show the buttons for what can be done now."""
        game = self._session.game
        ids = ["leave"]
        if match.moves:
            ids.append("back")
        if match.may_resign:
            ids.append("resign")
        if match.phase is Phase.YOURS:
            ids += ["pass"] if game.offers_pass else [] if isinstance(game, Passing) else ["draw"]
        if match.phase is Phase.OVER:
            ids.append("result")
            ids += ["count"] if isinstance(game, Counted) else []
            ids += ["on"] if match.may_go_on else []
        if match.phase is Phase.STUCK:
            ids.append("again")
        self.panel.offer(*ids)

    def do(self, what: str) -> None:
        """Carry out the action of a button or key, if it is offered."""
        match = self.match
        if self.panel.buttons[what].isHidden():
            return
        if what == "begin":
            self.begin()
        elif what == "leave" and self.unfinished is not None:
            self.leaving.emit()
        elif what in ("leave", "count", "result"):
            self.finished.emit("" if what == "leave" else what)
        elif match is not None:
            acts = {
                "back": match.take_back,
                "pass": match.pass_,
                "draw": match.offer_draw,
                "resign": match.resign,
                "on": match.play_on,
                "again": match.play_on,
            }
            acts[what]()

    def leave(self) -> None:
        """Leave the mode; the moves stay in the record."""
        self.finished.emit("")

    def end(self) -> None:
        """End the game and the engine."""
        self._end_asking()
        match, self.match = self.match, None
        if self._session.view != self._view:
            self._session.set_view(self._view)
        if match is not None:
            match.changed.disconnect(self._show)
            match.ticked.disconnect(self._show_clocks)
            match.close()

    # ------------------------------------------------------------------------------------ keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Nothing is played on the board but in the user's turn."""
        yours = self.match is not None and self.match.phase is Phase.YOURS
        if yours:
            return False
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() in (*ENTER, Qt.Key.Key_Space)
        return event.type() in _TOUCHES

    def action_of(self, event: QKeyEvent) -> str:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if (Qt.Key(event.key()), modifiers) == _UNDO:
            return "back"
        if event.key() in ENTER and self.match is None:
            return "begin" if modifiers in _BEGINNING else ""
        shifted = modifiers == Qt.KeyboardModifier.ShiftModifier
        if modifiers and not shifted:
            return ""
        return _KEYS.get((Qt.Key(event.key()), shifted), "")


def play_engine(window: Window) -> None:
    """Play against an engine from the current position; without one for it, offer one first."""
    window.engines.need(lambda: _begin(window))


def _begin(window: Window) -> None:
    desk = window.desk
    if desk is None or desk.editing:
        return
    session = desk.session
    desk.stop_analysing()
    session.flush()
    kept = _kept(window.store).get(session.game.id, {})
    if session.node.parent is not None or session.node.children:
        kept = {key: value for key, value in kept.items() if key != FROM}  # it is from here
    opponent = Opponent(session, window.engines.fitting(), kept)
    opponent.begun.connect(lambda values: _keep(window.store, session.game.id, values))
    opponent.anew.connect(lambda beginning, choices: _begin_anew(window, desk, beginning, choices))
    _show(window, desk, opponent)
    opponent.panel.buttons["begin"].setFocus()


def _show(window: Window, desk: Desk, opponent: Opponent) -> None:
    opponent.finished.connect(lambda what: _finish(window, desk, what))
    opponent.leaving.connect(lambda: _ask_to_leave(window, opponent))
    desk.show_editor(opponent)
    enliven(window, desk)


def _begin_anew(window: Window, desk: Desk, beginning: Beginning, choices: MatchChoices) -> None:
    """Play a game in a new record of its own."""
    game = desk.session.game.id
    desk.close_editor()
    new = window.add_document(window.workspace.begin(game, beginning))
    opponent = Opponent(new.session, [choices.setup])
    _show(window, new, opponent)
    opponent.play(choices)
    window.say(message("The moves become a variation of the record. Esc leaves the game."))


def _kept(store: Store) -> dict[str, dict[str, Value]]:
    """What was chosen for the last game, by the game's id."""
    return store.kept(_FILE, _read, json.dumps)


def _read(text: str) -> dict[str, dict[str, Value]]:
    found = kept_json(text)
    entries = found.items() if isinstance(found, dict) else ()
    return {game: values for game, values in entries if isinstance(values, dict)}


def _keep(store: Store, game: str, values: Values) -> None:
    """Keep what was chosen, but for a side: that is whose move it is."""
    chosen = {key: value for key, value in values.items() if key != "side" or value == LOT}
    store.keep_text(_FILE, json.dumps({**_kept(store), game: chosen}, indent=1))


def _ask_to_leave(window: Window, opponent: Opponent) -> None:
    """Leave a game whose clocks run, if the user means it."""
    unfinished = opponent.unfinished
    if (
        unfinished is not None
        and window.files.may_give_up(unfinished)
        and opponent.match is not None
    ):
        opponent.leave()  # unless something else ended the mode meanwhile


def _finish(window: Window, desk: Desk, what: str) -> None:
    """Leave the mode, and go on with what was asked for."""
    desk.close_editor()
    window.say(NOTHING)
    window.focus_board()
    if what == "count":
        count_board(window)
    elif what == "result":
        ResultPalette(desk.session, window).open_over()
