"""The panel of a game against an engine: what is chosen before it, and its course."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from viewer.base.catalogs import tr
from viewer.base.fields import BUTTON, CHOICE, NUMBER, Field, Value, Values
from viewer.base.messages import Message, counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.engines.analysis import ENDLESS, Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.option import MANAGED, Option
from viewer.engines.translation.translator import GTP
from viewer.formats.fresh import Beginning
from viewer.games.beginning import (
    beginning_fields,
    beginning_headers,
    beginning_setup,
    beginning_sides,
)
from viewer.games.clocks import time_text
from viewer.games.game import Game
from viewer.games.match_clock import TimeLeft, TimeSystem
from viewer.games.states import States
from viewer.games.time_controls import TimeLimit
from viewer.ui.modes.desk_mode import ActionButton, ActionPanel
from viewer.ui.toolkit.sheet import Sheet

_STRENGTH = re.compile(r"elo|skill|level|strength|handicap|rank", re.IGNORECASE)
_LIMITING = "UCI_LimitStrength"
_ELO = "UCI_Elo"
_OPTION = "option "
FROM, HERE, ANEW = "from", "here", "new"
LOT = "lot"
"""The value of `side` that leaves it to the lot."""
NO_CLOCK, ABSOLUTE, FISCHER = "none", "absolute", "fischer"
BYOYOMI, CANADIAN, DELAY = "byoyomi", "canadian", "delay"
_WAYS: Mapping[str, Message] = {
    "seconds": message("Seconds for each move"),
    "depth": message("Depth in plies"),
    "nodes": message("Positions searched"),
    "own": message("As the engine likes"),
}
_LIMITED: Mapping[str, tuple[Message, int, int]] = {
    "seconds": (message("Seconds"), 2, 3600),
    "depth": (message("Depth"), 8, 99),
    "nodes": (message("Positions"), 10_000, 1_000_000_000),
}
_CHIPS: tuple[ActionButton, ...] = (
    ("back", message("Take back"), "Backspace"),
    ("pass", message("Pass"), "P"),
    ("draw", message("Offer a draw"), "Shift+D"),
    ("resign", message("Resign"), "Shift+R"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("begin", message("Begin"), "Enter"),
    ("on", message("Play on"), ""),
    ("again", message("Ask the engine again"), ""),
    ("count", message("Count the board"), "S"),
    ("result", message("Write the result…"), "R"),
    ("leave", message("Back to the record"), "Esc"),
)


class MatchChoices(NamedTuple):
    """What was chosen.

    Attributes:
        setup: the engine, with its strength among its options.
        side: the user's, 0 or 1.
        limits: of the engine's search.
        system: the time of each side, None for a game without clocks.
    """

    setup: EngineSetup
    side: int
    limits: Limits
    system: TimeSystem | None


def opponent_fields(
    states: States, engines: Sequence[EngineSetup], side: int, chosen: Values
) -> list[Field]:
    """The fields that are the same for every engine. `side`: to move; `chosen`: earlier values.

    A new game is asked for as in the sheet for a new record: with its handicap and komi.
    """
    names = {one.name: message("{name}", name=one.name) for one in engines}
    anew = chosen.get(FROM) == ANEW
    called = beginning_sides(states.game, chosen) if anew else states.side_names
    sides = {str(number): name for number, name in enumerate(called)}
    places = {HERE: message("The position on the board"), ANEW: message("A new game")}
    sides[LOT] = message("By lot")
    engine = str(chosen.get("engine", ""))
    return [
        Field(
            "engine",
            message("Opponent"),
            CHOICE,
            engine if engine in names else engines[0].name,
            names,
        ),
        Field(FROM, message("Begin from"), CHOICE, HERE, places),
        *map(_of_new, beginning_fields(states.game, chosen)),
        Field("side", message("You play"), CHOICE, str(chosen.get("side", side)), sides),
    ]


def _of_new(field: Field) -> Field:
    """A field of the sheet for a new record, as it applies to a game that begins anew."""
    applies = field.condition

    def condition(values: Values) -> bool:
        return values[FROM] == ANEW and (applies is None or applies(values))

    return field._replace(condition=condition)


def beginning_of(game: Game[Any], values: Values, choices: MatchChoices) -> Beginning:
    """The new record in which a game is played. Raises ValueError with a Message."""
    names = ["", ""]
    names[1 - choices.side] = choices.setup.name
    return Beginning(
        beginning_setup(game, values),
        beginning_headers(game, values),
        (names[0], names[1]),
        _time_limit(choices.system),
    )


def _time_limit(system: TimeSystem | None) -> TimeLimit | None:
    """The time as headers of a record say it; None for a delay, for which none has words."""
    if system is None or system.delay:
        return None
    if system.period:
        return TimeLimit(system.main // 60, system.period, system.periods, system.moves)
    return TimeLimit(system.main // 60, system.increment)


def limit_fields(setup: EngineSetup, game: str) -> list[Field]:
    """The fields for how long an engine thinks: GTP knows times only."""
    timed = setup.protocols.get(game) == GTP
    ways = {key: words for key, words in _WAYS.items() if key in ("seconds", "own")}
    if not timed:
        ways = {key: words for key, words in _WAYS.items() if key != "own"}
    fields = [
        Field(
            "way",
            message("It thinks by"),
            CHOICE,
            "own" if timed else "seconds",
            ways,
            condition=_unclocked,
        ),
    ]
    for key, (label, usual, most) in _LIMITED.items():
        if key in ways:
            fields.append(
                Field(
                    key,
                    label,
                    NUMBER,
                    usual,
                    low=1,
                    high=most,
                    condition=lambda values, key=key: (  # type: ignore[misc]  # of a loop
                        _unclocked(values) and values["way"] == key
                    ),
                )
            )
    return fields


def _unclocked(values: Values) -> bool:
    return values["clock"] == NO_CLOCK


def clock_fields(game: Game[Any]) -> list[Field]:
    """The fields of a game's time: those usual in the game come first."""
    words = {ABSOLUTE: message("Main time only"), FISCHER: message("Main time and increment")}
    overtime = {BYOYOMI: message("Byo-yomi"), CANADIAN: message("Canadian byo-yomi")}
    words = overtime | words if game.byoyomi else words | overtime
    ways = {NO_CLOCK: message("No clock"), **words, DELAY: message("Main time and delay")}

    def when(*kinds: str) -> Callable[[Values], bool]:
        return lambda values: values["clock"] in kinds

    every = (ABSOLUTE, FISCHER, BYOYOMI, CANADIAN, DELAY)
    numbers = (
        ("minutes", message("Main time in minutes"), 10, 0, 9999, every),
        ("increment", message("Seconds added for each move"), 5, 1, 3600, (FISCHER,)),
        ("delay", message("Seconds of delay"), 5, 1, 3600, (DELAY,)),
        ("byoyomi", message("Byo-yomi in seconds"), 30, 1, 3600, (BYOYOMI,)),
        ("periods", message("Byo-yomi periods"), max(1, game.byoyomi), 1, 99, (BYOYOMI,)),
        ("moves", message("Moves in each period"), 15, 1, 999, (CANADIAN,)),
        ("length", message("Minutes of a period"), 5, 1, 999, (CANADIAN,)),
    )
    return [
        Field("clock", in_context("of a game that is played", "Time"), CHOICE, NO_CLOCK, ways),
        *(
            Field(key, words, NUMBER, usual, low=low, high=high, condition=when(*kinds))
            for key, words, usual, low, high, kinds in numbers
        ),
    ]


def system_of(values: Values) -> TimeSystem | None:
    """The time that was chosen, None for a game without clocks.

    Without overtime there is a minute at least: nobody can move in no time.
    """
    kind = str(values.get("clock", NO_CLOCK))
    if kind == NO_CLOCK:
        return None
    main = 60 * int(values["minutes"])
    if kind == BYOYOMI:
        period, periods = int(values["byoyomi"]), int(values["periods"])
        return TimeSystem(main, period=period, periods=periods)
    if kind == CANADIAN:
        return TimeSystem(main, period=60 * int(values["length"]), moves=int(values["moves"]))
    main = max(60, main)
    if kind == FISCHER:
        return TimeSystem(main, increment=int(values["increment"]))
    if kind == DELAY:
        return TimeSystem(main, delay=int(values["delay"]))
    return TimeSystem(main)


def system_words(system: TimeSystem) -> Message:
    """The time of each side, as players say it."""
    main = message("{minutes} min", minutes=system.main // 60)
    if system.period and system.moves > 1:
        overtime = message(
            "{moves} moves in {minutes} min", moves=system.moves, minutes=system.period // 60
        )
    elif system.period and system.periods > 1:
        overtime = message(
            "byo-yomi {periods} × {seconds} s", periods=system.periods, seconds=system.period
        )
    elif system.period:
        overtime = message("byo-yomi {seconds} s", seconds=system.period)
    elif system.increment:
        overtime = message("+{seconds} s a move", seconds=system.increment)
    elif system.delay:
        overtime = message("delay {seconds} s", seconds=system.delay)
    else:
        return message("Main time {time}", time=main)
    if not system.main:
        return message("Time: {overtime}", overtime=overtime)
    return message("Main time {time}, {overtime}", time=main, overtime=overtime)


def left_words(system: TimeSystem, left: TimeLeft) -> Message:
    """What a clock shows: whole seconds, the one that runs counted."""
    seconds = -(-left.shown // 1000)
    clock = time_text(Fraction(seconds)).removeprefix("0:").removeprefix("0")
    if left.main or not system.period or left.fallen:
        return message("{time}", time=clock)
    if system.moves > 1:
        return counted(
            "{time} for {moves} move",
            "{time} for {moves} moves",
            left.moves,
            time=clock,
            moves=left.moves,
        )
    if system.periods > 1:
        return message("byo-yomi {seconds} s ({periods})", seconds=seconds, periods=left.periods)
    return message("byo-yomi {seconds} s", seconds=seconds)


def strength_fields(options: Mapping[str, Option], values: Mapping[str, Value]) -> list[Field]:
    """The fields of the options by which an engine plays weaker, named as the engine names them.

    `values`: those set in the list of engines. The key of a field is that of `strength_of`.
    """
    found: list[Field] = []
    limited = _OPTION + _LIMITING
    for option in options.values():
        field = option.field()
        if (
            field.kind is BUTTON
            or option.name.lower() in MANAGED
            or not _STRENGTH.search(option.name)
        ):
            continue
        value = values.get(option.name, field.default)
        if field.allows(value):
            field = field._replace(default=value)
        if option.name == _ELO and _LIMITING in options:
            field = field._replace(condition=lambda chosen: bool(chosen[limited]))
        found.append(field._replace(key=_OPTION + option.name))
    return found


def strength_of(values: Values) -> dict[str, Value]:
    """The options of an engine among the values of a form."""
    begin = len(_OPTION)
    return {key[begin:]: value for key, value in values.items() if key.startswith(_OPTION)}


def limits_of(values: Values) -> Limits:
    """The limits that were chosen."""
    way = values.get("way", "own")
    if way == "seconds":
        return Limits(seconds=float(values["seconds"]))
    if way == "depth":
        return Limits(depth=int(values["depth"]))
    if way == "nodes":
        return Limits(nodes=int(values["nodes"]))
    return ENDLESS


class PlayPanel(ActionPanel):
    """The panel beside the board of a game.

    Attributes:
        sheet: the form, None while the game goes on.

    Signals:
        chosen: somebody changed a field of the form, by its key.
        pressed: somebody pressed a button of the form, by its key.
    """

    chosen = Signal(str)
    pressed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self._title = self.add_label("title")
        self.column.addSpacing(6)
        self._form = QVBoxLayout()
        self.column.addLayout(self._form)
        self._told = self.add_label("muted")  # below: the form stays where it is when this changes
        self._state = self.add_label("name")
        self._moves = self.add_label()
        self.column.addSpacing(4)
        self.add_chips(_CHIPS)
        self.column.addStretch(1)
        self.add_ends(_ENDS)

    # --------------------------------------------------------------------------------- showing

    def show_form(self, fields: list[Field], values: Values, told: Message | None) -> None:
        """Show the form; `told` is what is known of the engine meanwhile."""
        self.close_form()
        self.sheet = Sheet(fields, values)
        self.sheet.changed.connect(self.chosen)
        self.sheet.pressed.connect(self.pressed)
        self.sheet.narrow()
        self._form.addWidget(self.sheet)
        self.write(self._title, tr(message("Play against an engine")))
        self.write(self._told, "" if told is None else tr(told))
        self.write(self._state, "")
        self.write(self._moves, "")
        self.offer("begin", "leave")
        self.buttons["begin"].setDefault(True)

    def close_form(self) -> None:
        """Remove the form."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            self._form.removeWidget(sheet)
            sheet.hide()
            sheet.deleteLater()

    def show_game(
        self, title: Message, time: Message | None, state: Message, moves: str, tone: str = ""
    ) -> None:
        """Show a game: who plays, in what time, what it waits for or how it ended, its moves."""
        self.write(self._title, tr(title))
        self.write(self._told, "" if time is None else tr(time))
        self.write(self._state, tr(state))
        self._state.set_tone(tone)
        self.write(self._moves, moves)

    def offer(self, *ids: str) -> None:
        """Show these buttons and no others."""
        for id, button in self.buttons.items():
            button.setVisible(id in ids)
            button.setDefault(False)

    @property
    def state(self) -> str:
        """What the game waits for, or how it ended."""
        return self._state.text()

    @property
    def told(self) -> str:
        """What is said below the form, and the time of a game."""
        return self._told.text()

    @property
    def moves(self) -> str:
        """The moves of the game."""
        return self._moves.text()
