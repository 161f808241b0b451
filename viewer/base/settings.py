"""The schema of the settings: each setting with its values and default, in one table.

The window shows them, the settings file is checked against them; a value that isn't allowed is
left out with a message and the default stands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from viewer.base.messages import Message, message

Value = bool | int | str


class Setting(NamedTuple):
    """One setting. `choices` are the values it may take; empty means any value of the default's type."""

    id: str
    default: Value
    title: Message
    choices: Mapping[str, Message] | None = None

    def allows(self, value: object) -> bool:
        """Whether `value` may be set."""
        if self.choices is not None:
            return isinstance(value, str) and value in self.choices
        return type(value) is type(self.default)


_ALL = (
    # As the names of catalogs: "de", "zh_CN"; "" is the system's.
    Setting("language", "", message("Language")),
    Setting(
        "theme",
        "auto",
        message("Theme"),
        {
            "auto": message("As the system"),
            "light": message("Light"),
            "dark": message("Dark"),
        },
    ),
    Setting(
        "coordinates",
        "game",
        message("Coordinates"),
        {
            "game": message("As the players write them"),
            "letters": message("Letters and numbers"),
            "1-1": message("Numbers, where a game has them"),
            "none": message("None"),
        },
    ),
    # "GAME=VALUE GAME=VALUE"; a game that isn't named has its usual one.
    Setting("notation", "", message("Notation")),
    Setting("pieces", "", message("Pieces")),
    Setting("layouts", "", message("Layout of the board")),
    Setting(
        "asides",
        "evaluation",
        message("Behind the moves"),
        {
            "evaluation": message("Evaluations"),
            "evaluation clock elapsed": message("Evaluations and times"),
            "clock elapsed": message("Times"),
            "none": message("Nothing"),
        },
    ),
    Setting(
        "board",
        "wood",
        message("Board"),
        {"wood": message("Wood"), "plain": message("Plain")},
    ),
    Setting(
        "numbers",
        "none",
        message("Numbers of moves on the board"),
        {
            "none": message("None"),
            "last-1": message("The last move"),
            "last-5": message("The last 5 moves"),
            "last-20": message("The last 20 moves"),
            "all": message("All moves"),
            "variation": message("Moves of the variation, from 1"),
            "figure": message("Moves of the figure, from 1"),
        },
    ),
    Setting(
        "nexts",
        "forks",
        message("Next moves on the board"),
        {
            "none": message("None"),
            "forks": message("Where there are several"),
            "all": message("All"),
        },
    ),
    Setting(
        "part",
        "record",
        message("Part of the board"),
        {"record": message("As the record shows it"), "whole": message("The whole board")},
    ),
    Setting("animate", True, message("Pieces glide")),
    Setting(
        "problem-answers",
        "main",
        message("Answers in problems"),
        {"main": message("The main one"), "chance": message("By chance, of several")},
    ),
    Setting(
        "tree",
        "tree",
        message("Variations"),
        {"tree": message("As an outline"), "graph": message("As a graph")},
    ),
    Setting(
        "graph",
        "right",
        message("The graph grows"),
        {"right": message("To the right"), "down": message("Downwards")},
    ),
    Setting("font-hint", True, message("Say that no Chinese font is installed")),
    Setting("window", "", message("Size of the window")),  # "WIDTHxHEIGHT", " maximised" behind it
    Setting("panes", "", message("Division of the window")),  # "PANE=PIXELS PANE=PIXELS"
)
SETTINGS: dict[str, Setting] = {setting.id: setting for setting in _ALL}


class Settings:
    """The values in force. Unknown settings of a newer Qipu are kept and written back."""

    def __init__(self, text: str = "") -> None:
        self.problems: list[Message] = []
        self._values: dict[str, object] = {}
        if text.strip():
            self._load(text)

    def _load(self, text: str) -> None:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            self.problems.append(message("The settings can't be read: {why}", why=str(error)))
            return
        if not isinstance(found, dict):
            self.problems.append(message("The settings can't be read: {why}", why="no object"))
            return
        for name, value in found.items():
            setting = SETTINGS.get(name)
            if setting is not None and not setting.allows(value):
                self.problems.append(
                    message("Setting {name} can't be {value}", name=name, value=str(value))
                )
                continue
            self._values[name] = value

    def __getitem__(self, name: str) -> Value:
        value = self._values.get(name, SETTINGS[name].default)
        assert isinstance(value, (bool, int, str))
        return value

    @property
    def values(self) -> Mapping[str, object]:
        """What was set, by id."""
        return self._values

    def set(self, name: str, value: Value) -> None:
        """Set a value. Raises KeyError for no such setting, ValueError for no such value."""
        if not SETTINGS[name].allows(value):
            raise ValueError(f"{name} can't be {value!r}")
        self._values[name] = value

    def take(self, values: Mapping[str, object]) -> None:
        """Have these values, as `values` of other settings gives them, and no others."""
        self._values = dict(values)

    def text(self) -> str:
        """What the settings file holds."""
        return json.dumps(self._values, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
