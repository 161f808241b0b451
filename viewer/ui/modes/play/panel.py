"""The panel of a game against an engine: what is chosen before it, and its course."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from viewer.base.catalogs import tr
from viewer.base.fields import BUTTON, CHOICE, NUMBER, Field, Value, Values
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.engines.analysis import ENDLESS, Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.option import MANAGED, Option
from viewer.engines.translation.translator import GTP
from viewer.games.states import States
from viewer.ui.modes.desk_mode import ActionButton, ActionPanel
from viewer.ui.toolkit.sheet import Sheet

_STRENGTH = re.compile(r"elo|skill|level|strength|handicap|rank", re.IGNORECASE)
_LIMITING = "UCI_LimitStrength"
_ELO = "UCI_Elo"
_OPTION = "option "
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
    ("result", message("Write how the game ended…"), "R"),
    ("leave", message("Back to the record"), "Esc"),
)


class MatchChoices(NamedTuple):
    """What was chosen.

    Attributes:
        setup: the engine, with its strength among its options.
        side: the user's, 0 or 1.
        limits: of the engine's search.
    """

    setup: EngineSetup
    side: int
    limits: Limits


def opponent_fields(
    states: States, engines: Sequence[EngineSetup], side: int, chosen: Values
) -> list[Field]:
    """The fields that are the same for every engine. `side`: to move; `chosen`: earlier values."""
    names = {one.name: message("{name}", name=one.name) for one in engines}
    sides = {str(number): name for number, name in enumerate(states.side_names)}
    engine = str(chosen.get("engine", ""))
    return [
        Field(
            "engine",
            message("Opponent"),
            CHOICE,
            engine if engine in names else engines[0].name,
            names,
        ),
        Field("side", message("You play"), CHOICE, str(chosen.get("side", side)), sides),
    ]


def limit_fields(setup: EngineSetup, game: str) -> list[Field]:
    """The fields for how long an engine thinks: GTP knows times only."""
    timed = setup.protocols.get(game) == GTP
    ways = {key: words for key, words in _WAYS.items() if key in ("seconds", "own")}
    if not timed:
        ways = {key: words for key, words in _WAYS.items() if key != "own"}
    fields = [
        Field("way", message("It thinks by"), CHOICE, "own" if timed else "seconds", ways),
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
                    condition=lambda values, key=key: values["way"] == key,  # type: ignore[misc]  # of a loop
                )
            )
    return fields


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
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self._title = self.add_label("title")
        self._told = self.add_label("muted")
        self.column.addSpacing(6)
        self._form = QVBoxLayout()
        self.column.addLayout(self._form)
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

    def show_game(self, title: Message, state: Message, moves: str, tone: str = "") -> None:
        """Show a game: who plays, what it waits for or how it ended, its moves."""
        self.write(self._title, tr(title))
        self.write(self._told, "")
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
        """What is said above the form."""
        return self._told.text()

    @property
    def moves(self) -> str:
        """The moves of the game."""
        return self._moves.text()
