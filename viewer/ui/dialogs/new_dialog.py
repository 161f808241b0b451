"""The sheet for a new record: its game, players, time, format; and again by what was said on the last one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from viewer.base.fields import CHOICE, FLAG, NUMBER, Field, Values
from viewer.base.kept_json import kept_json
from viewer.base.messages import message
from viewer.document.beginning import begun, writable_formats
from viewer.document.plans import records as plans_records
from viewer.formats import FORMATS
from viewer.formats.fresh import Beginning
from viewer.games import GAMES, game_of
from viewer.games.beginning import (
    CHANCE,
    NAMED,
    POSITION,
    START,
    beginning_fields,
    beginning_headers,
    beginning_setup,
    beginning_sides,
    even_beginning,
)
from viewer.games.capabilities import Editable
from viewer.games.game import Game
from viewer.games.time_controls import TimeLimit
from viewer.ui.toolkit.keymap import naming_keys
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_GAME, _FORMAT, _INSIDE = "game", "format", "inside"
_PLAYERS = ("player0", "player1")
_MINUTES, _SECONDS, _PERIODS = "minutes", "seconds", "periods"
_MOST_MINUTES, _MOST_SECONDS, _MOST_PERIODS = 9999, 3600, 99
_UNKEPT = frozenset((*_PLAYERS, _INSIDE, _GAME))


def _fields(id: str, here: str, values: Values) -> Iterator[Field]:
    """The fields for a new record of a game; `here` is the game of which the open file can take one more."""
    game: Game[Any] = game_of(id)
    games = {each: entry.name for each, entry in GAMES.items()}
    yield Field(_GAME, message("Game"), CHOICE, id, games)
    yield from beginning_fields(game, values)
    for key, name in zip(_PLAYERS, beginning_sides(game, values), strict=True):
        yield Field(key, name, hint=message("Name of the player"))
    yield Field(
        _MINUTES,
        message("Minutes for each player"),
        NUMBER,
        0,
        high=_MOST_MINUTES,
        help=message("0: no time is written"),
    )
    extra = (
        message("Byo-yomi in seconds") if game.byoyomi else message("Seconds added for each move")
    )
    yield Field(_SECONDS, extra, NUMBER, 0, high=_MOST_SECONDS)
    if game.byoyomi > 1:
        yield Field(
            _PERIODS,
            message("Byo-yomi periods"),
            NUMBER,
            game.byoyomi,
            low=1,
            high=_MOST_PERIODS,
            condition=lambda values: bool(values[_SECONDS]),
        )
    formats = {entry.id: entry.name for entry in writable_formats(id)}
    yield Field(
        _FORMAT,
        message("Kind of file"),
        CHOICE,
        next(iter(formats)),
        formats,
        condition=lambda values: not values.get(_INSIDE),
    )
    if id == here:
        yield Field(_INSIDE, message("As a game of the file that is open"), FLAG, False)


def kept_values(game: str, kept: Values) -> dict[str, Any]:
    """The values of a game's sheet, where they are still possible, and the usual ones of its other fields."""
    values: dict[str, Any] = {}
    for _ in range(2):  # once more: what is possible may follow from other values
        fields = list(_fields(game, "", {**kept, **values}))
        for field in fields:
            value = kept.get(field.key, field.default)
            sound = field.key not in _UNKEPT and field.allows(value) and field.fault(value) is None
            values[field.key] = value if sound else field.default
    return {field.key: values[field.key] for field in fields if field.applies(values)}


def beginning_of(game: str, values: Values) -> Beginning:
    """A new record by the values of its sheet. Raises ValueError with a Message."""
    of = game_of(game)
    minutes, seconds = int(values.get(_MINUTES, 0)), int(values.get(_SECONDS, 0))
    periods = int(values.get(_PERIODS, of.byoyomi)) if seconds else 0
    first, second = (str(values.get(key, "")).strip() for key in _PLAYERS)
    return Beginning(
        beginning_setup(of, values),
        beginning_headers(of, values),
        (first, second),
        TimeLimit(minutes, seconds, periods) if minutes or seconds else None,
    )


def format_of(game: str, values: Values) -> str:
    """The format that was chosen; "" for the usual one, in place of which another may be better."""
    chosen = str(values.get(_FORMAT, ""))
    return "" if chosen == writable_formats(game)[0].id else chosen


class NewDialog(SheetDialog):
    """Asks for the game of a new record and what is known of it.

    Attributes:
        game: the id of the chosen game, once the dialog is accepted.
        beginning: what is known of the record.
        format: the id of a chosen format, "" for the usual one.
        inside: whether to add the record to the current file.
        kept: the values to begin with the next time.
    """

    def __init__(
        self,
        game: str,
        here: str = "",
        kept: Mapping[str, Values] | None = None,
        parent: QWidget | None = None,
        *,
        even: bool = False,
    ) -> None:
        """`game` is preselected; `here` is the game of which the current file can take one more record.

        `kept`: values of earlier sheets, by game; with `even` their handicap isn't taken over.
        """
        words = message("New record")
        self._here, self._last, self._even = here, kept or {}, even
        first = self._first(game)
        self._fields = {field.key: field for field in _fields(game, here, first)}
        super().__init__(words, message("Create"), self._fields.values(), parent)
        self._begin(first)
        self.game = game
        self.beginning = Beginning()
        self.format = ""
        self.inside = False
        self.kept: Values = {}
        self._connect()

    def _first(self, game: str) -> dict[str, Any]:
        """The values that the sheet of a game begins with."""
        kept = self._last.get(game, {})
        return kept_values(game, even_beginning(game_of(game), kept) if self._even else kept)

    def _connect(self) -> None:
        self.sheet.changed.connect(self._changed)
        self.sheet.pressed.connect(self._choose_number)

    def _begin(self, values: Values) -> None:
        for key, value in values.items():
            if key != _GAME:
                self.sheet.set_value(key, value)

    def _changed(self, key: str) -> None:
        values = self.sheet.all_values()
        game = str(values[_GAME])
        if key == _GAME:
            self._turn_to(game, values)
            return
        for field in _fields(game, self._here, values):
            known = self._fields[field.key]
            if field[:6] == known[:6]:  # all but what tells what is wrong and what applies
                continue
            self._fields[field.key] = field
            value = values[field.key]
            self.sheet.put(field)
            if value != known.default and field.allows(value):
                self.sheet.set_value(field.key, value)
        if key == START and values[START] == POSITION:
            self.sheet.go_to(POSITION)
        self._fit()

    def _turn_to(self, game: str, values: Values) -> None:
        """Show the sheet of another game; names of players stay."""
        first = self._first(game)
        self._fields = {field.key: field for field in _fields(game, self._here, first)}
        self.show_fields(self._fields.values())
        self._begin({**first, **{key: values[key] for key in _PLAYERS}})
        self._connect()
        self.sheet.go_to(_GAME)
        self._fit()

    def _choose_number(self, key: str) -> None:
        game: Game[Any] = game_of(str(self.sheet.values()[_GAME]))
        if key == CHANCE:
            self.sheet.set_value(NAMED, random.randrange(game.numbered_starts))

    def accept(self) -> None:
        values = self.sheet.values()
        if self.sheet.check() and self._can_be_held(values):
            super().accept()
        else:
            self._fit()

    def _can_be_held(self, values: Values) -> bool:
        """Whether the chosen format holds all that is known; else it is told at the format."""
        game = str(values[_GAME])
        chosen = format_of(game, values)
        if not chosen or values.get(_INSIDE):
            return True
        document = begun(game, beginning_of(game, values), chosen)
        losses = document.losses()
        document.close()
        if losses:
            name = FORMATS[chosen].name
            self.sheet.say(
                _FORMAT,
                message("{format} can't hold this: {why}", format=name, why=losses[0].words),
            )
            self.sheet.go_to(_FORMAT)
        return not losses

    def take(self, values: Values) -> None:
        self.game = str(values[_GAME])
        self.inside = bool(values.get(_INSIDE))
        self.beginning = beginning_of(self.game, values)
        self.format = format_of(self.game, values)
        self.kept = {key: value for key, value in values.items() if key not in _UNKEPT}


_FILE = "new.json"
_LAST = "last"
Kept = dict[str, dict[str, Any]]


class NewSheets:
    """Shows the sheet, and keeps what was said for the next time: of each game, and which was the last."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._last, self._kept = window.store.kept(_FILE, _read, _text)

    def ask(self) -> None:
        """Show the sheet, and make the record.

        Beside a record it begins with what was said last; where none is shown, with an even game.
        """
        window, session = self._window, self._window.session
        game = session.record.game if session else self._last
        several = session is not None and not FORMATS[session.document.format].load().single
        here, even = game if several else "", session is None
        dialog = NewDialog(game, here, self._kept, window, even=even)
        if dialog.exec() == NewDialog.DialogCode.Accepted:
            self._keep(dialog.game, dict(dialog.kept))
            if dialog.inside and session is not None:
                session.do(plans_records.new, dialog.beginning)
            else:
                made = window.workspace.begin(dialog.game, dialog.beginning, dialog.format)
                window.add_document(made)
            self._tell_empty()
        dialog.deleteLater()

    def repeat(self, game: str) -> None:
        """A new record of a game, as the last one; without one, from the usual start."""
        window = self._window
        if game not in self._kept:
            window.add_document(window.workspace.new(game))
            return
        values = kept_values(game, self._kept[game])
        made = window.workspace.begin(game, beginning_of(game, values), format_of(game, values))
        window.add_document(made)
        window.say(
            naming_keys(
                message("The same as the last new record. {key} shows the sheet."),
                message("The same as the last new record."),
                key="new-empty",
            )
        )

    def _tell_empty(self) -> None:
        """Say how a board on which nothing can be played is set up."""
        session = self._window.session
        if session is None or not isinstance(session.game, Editable):
            return
        if next(iter(session.game.legal_moves(session.state)), None) is None:
            self._window.say(
                naming_keys(
                    message("No move is possible here. {key} edits the position."),
                    message("No move is possible here."),
                    key="edit-position",
                )
            )

    def _keep(self, game: str, values: dict[str, Any]) -> None:
        self._kept[game] = values
        self._window.store.keep_text(_FILE, _text((game, self._kept)))


def _read(text: str) -> tuple[str, Kept]:
    """(the last game, values by game); what isn't understood counts as nothing."""
    said = kept_json(text)
    if not isinstance(said, dict):
        said = {}
    last = said.get(_LAST)
    kept = {id: said[id] for id in GAMES if isinstance(said.get(id), dict)}
    return (last if last in GAMES else next(iter(GAMES))), kept


def _text(kept: tuple[str, Kept]) -> str:
    return json.dumps({_LAST: kept[0], **kept[1]}, indent=1)
