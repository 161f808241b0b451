"""The fields of the settings as they are shown: by page, with what this system and a game have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, message
from viewer.base.settings import GROUPS, OF_GAMES, Settings, SettingsGroup
from viewer.games import GAMES, game_of
from viewer.games.capabilities import layouts_of
from viewer.games.game import Game
from viewer.ui.board import sounds

_OF_SOUND = ("sounds", "volume")
"""Settings that are of no use where nothing plays sounds."""


def shown_groups() -> Iterator[SettingsGroup]:
    """The groups, with the fields that are of use on this system."""
    for group in GROUPS:
        fields = (
            one
            for one in group.fields
            if one.key not in _OF_SOUND or sounds.found_program() is not None
        )
        yield group._replace(fields=tuple(fields))


def fields_of_games(shown: str, settings: Settings) -> Iterator[Field]:
    """The field for the game, and the fields of each game; "" is the key of the usual value."""
    yield Field(
        "game", message("Game"), CHOICE, shown, {id: entry.name for id, entry in GAMES.items()}
    )
    for id in GAMES:
        for setting in settings_of(game_of(id)):
            kept = settings.of_game(setting.key, id)
            yield setting._replace(
                key=key_of_game(setting, id),
                default=kept if kept in setting.choices else "",
                condition=partial(_is_of, id),
            )


def settings_of(game: Game[Any]) -> Iterator[Field]:
    """The settings of `OF_GAMES` for which a game has a choice, with its choices."""
    for setting in OF_GAMES:
        choices = choices_of(game, setting.key)
        if len(choices) > 1:
            yield setting._replace(kind=CHOICE, choices=choices)


def key_of_game(setting: Field, game: str) -> str:
    """The key of a game's field on the page of games."""
    return f"{setting.key} {game}"


def _is_of(game: str, values: Values) -> bool:
    return values["game"] == game


def choices_of(game: Game[Any], setting: str) -> dict[str, Message]:
    """A game's choices for a setting; the first is the usual one."""
    if setting == "notation":
        found = [(style.id, style.name) for style in game.notations]
    elif setting == "pieces":
        found = [(pieces.id, pieces.name) for pieces in game.piece_sets]
    elif setting == "right-button":
        menu = ("menu", message("Opens the menu of the square"))
        found = [menu, ("mark", message("Marks the square"))]
        found = found[::-1] if game.marks_by_click else found
    else:
        found = [(layout.id, layout.name) for layout in layouts_of(game)]
    return {id if n else "": name for n, (id, name) in enumerate(found)}
