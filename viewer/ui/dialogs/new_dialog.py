"""The dialog for a new record: its game, and its start: the usual one, a numbered one, or a position."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from PySide6.QtWidgets import QWidget

from viewer.base.fields import BUTTON, CHOICE, FLAG, NUMBER, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Numbered, Sized
from viewer.games.game import Game
from viewer.tree.action import Setup
from viewer.ui.toolkit.sheet import SheetDialog

_NUMBER, _POSITION = "number", "position"
_OF_GAME = ("start", _NUMBER, _POSITION)
_ODD_SIZE = "13x9"


def _fields(id: str, here: str) -> Iterator[Field]:
    """The fields for a new record of a game; `here` is the game of which the open file can take one more."""
    game: Game[Any] = game_of(id)
    games = {each: entry.name for each, entry in GAMES.items()}
    yield Field("game", message("Game"), CHOICE, id, games)
    start = in_context("position at the beginning", "Start")
    yield Field("start", start, CHOICE, "0", _starts(game))
    last = game.numbered_starts - 1 if isinstance(game, Numbered) else 0

    def numbered(values: Values) -> bool:
        return values["start"] == _NUMBER

    yield Field(_NUMBER, message("Number"), NUMBER, min(518, last), high=last, condition=numbered)
    yield Field("chance", message("By chance"), BUTTON, beside=True, condition=numbered)
    yield Field(
        _POSITION,
        message("Size, or a position") if isinstance(game, Sized) else message("Position"),
        default=game.setup_text(game.start(game.starts[0].setup)),
        check=lambda text: _fault(game, text),
        condition=lambda values: values["start"] == _POSITION,
    )
    inside = message("As a game of the file that is open")
    yield Field("inside", inside, FLAG, False, condition=lambda values: values["game"] == here)


def _starts(game: Game[Any]) -> dict[str, Message]:
    starts = {str(index): start.name for index, start in enumerate(game.starts)}
    if isinstance(game, Numbered):
        starts[_NUMBER] = message(
            "{name}, by its number (0 to {last})",
            name=game.numbered_name,
            last=game.numbered_starts - 1,
        )
    sized = message("Another size (such as {size}), or a position", size=_ODD_SIZE)
    position = message("Another position (FEN)")
    return {**starts, _POSITION: sized if isinstance(game, Sized) else position}


def _fault(game: Game[Any], text: str) -> Message | None:
    """Why a text is no position of a game, None if it is one."""
    try:
        game.parse_setup(text.strip())
    except ValueError as error:
        return message("That is no position: {why}", why=error.args[0])
    return None


class NewDialog(SheetDialog):
    """Asks for the game and the start of a new record.

    Attributes:
        game: the id of the chosen game, once the dialog is accepted.
        setup: the chosen start.
        inside: whether to add the record to the current file.
    """

    def __init__(self, game: str, here: str = "", parent: QWidget | None = None) -> None:
        """`game` is preselected; `here` is the game of which the current file can take one more record."""
        words = message("New record")
        super().__init__(words, words, _fields(game, here), parent)
        self._here = here
        self.game = game
        self.setup: Setup | None = None
        self.inside = False
        self.sheet.changed.connect(self._changed)
        self.sheet.pressed.connect(self._choose_number)

    def _changed(self, key: str) -> None:
        values = self.sheet.values()
        if key == "game":
            for field in _fields(str(values["game"]), self._here):
                if field.key in _OF_GAME:
                    self.sheet.put(field)
        elif values["start"] == _POSITION:
            self.sheet.go_to(_POSITION)

    def _choose_number(self) -> None:
        game: Game[Any] = game_of(str(self.sheet.values()["game"]))
        if isinstance(game, Numbered):
            self.sheet.set_value(_NUMBER, random.randrange(game.numbered_starts))

    def take(self, values: Values) -> None:
        self.game, start = str(values["game"]), values["start"]
        self.inside = bool(values.get("inside"))
        game: Game[Any] = game_of(self.game)
        if start == _NUMBER and isinstance(game, Numbered):
            self.setup = game.numbered_start(int(values[_NUMBER]))
        elif start == _POSITION:
            self.setup = game.parse_setup(str(values[_POSITION]).strip())
        else:
            self.setup = game.starts[int(start)].setup
