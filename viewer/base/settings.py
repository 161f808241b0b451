"""The schema of the settings: each setting with its values and default, in one table.

The window shows them, the settings file is checked against them; a value that isn't allowed is
left out with a message and the default stands.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping

from viewer.base.fields import CHOICE, FLAG, LINES, NUMBER, TEXT, Field, Value
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple


class SettingsGroup(NamedTuple):
    """Settings shown on one page."""

    name: Message
    fields: tuple[Field, ...]


RECENT = 12
"""Recent files that are remembered at most."""
_SIZE = in_context("more words for a setting", "zoom larger bigger smaller scale font")

GROUPS = (
    SettingsGroup(
        message("Program"),
        (
            # As the names of catalogs: "de", "zh_CN"; "" is the system's.
            Field(
                "language",
                message("Language"),
                TEXT,
                # In each language, for somebody who can't read the one that is shown.
                also=in_context(
                    "more words for a setting",
                    "translation locale Sprache 语言 中文 語言 言語 日本語 언어 한국어",
                ),
            ),
            Field(
                "theme",
                message("Theme"),
                CHOICE,
                "auto",
                {
                    "auto": message("As the system"),
                    "light": message("Light"),
                    "dark": message("Dark"),
                    "contrast": message("High contrast, light"),
                    "contrast-dark": message("High contrast, dark"),
                },
            ),
            Field(
                "text-size",
                message("Size of the text, in percent"),
                NUMBER,
                100,
                low=75,
                high=150,
                also=_SIZE,
            ),
            Field(
                "ask-undoable",
                message("Ask before moves are deleted or games are joined"),
                FLAG,
                True,
                help=message("Both can be undone."),
            ),
            Field("session", message("Begin with what was open last time"), FLAG, True),
            Field(
                "tell-kept",
                message("Say on quitting that unsaved changes are kept"),
                FLAG,
                True,
                condition=lambda values: bool(values.get("session")),
            ),
            Field(
                "own-names",
                message("Your names"),
                LINES,
                help=message(
                    "One a line: your name, and those you have on servers. "
                    "Games in which one of them plays are yours."
                ),
                also=in_context("more words for a setting", "me my own player nickname account"),
            ),
            Field("menu-bar", message("Menu bar"), FLAG, sys.platform == "darwin"),
            Field("toolbar-words", message("Names on the buttons at the top"), FLAG, False),
            Field("font-hint", message("Warn if no Chinese font is installed"), FLAG, True),
        ),
    ),
    SettingsGroup(
        message("Board"),
        (
            Field(
                "place",
                message("Place of the board"),
                CHOICE,
                "left",
                {
                    "left": message("Board on the left"),
                    "right": message("Board on the right"),
                    "above": message("Board above the notation"),
                },
            ),
            Field(
                "desk",
                message("Pages beside the board"),
                CHOICE,
                "usual",
                {
                    "usual": message("As the game’s players know it"),
                    "one": message("One page at a time"),
                    "games": message("Notation and list of games"),
                    "tree": message("Notation and tree"),
                },
            ),
            Field(
                "board",
                message("Board"),
                CHOICE,
                "wood",
                {"wood": message("Wood"), "plain": message("Plain")},
            ),
            Field(
                "squares",
                message("Squares of two colours"),
                CHOICE,
                "",
                {
                    "": message("Brown"),
                    "green": message("Green"),
                    "blue": in_context("colour of squares", "Blue"),
                    "grey": message("Grey"),
                },
            ),
            Field(
                "coordinates",
                message("Coordinates"),
                CHOICE,
                "game",
                {
                    "game": message("As the players write them"),
                    "letters": message("Letters"),
                    "1-1": message("Numbers, where a game has them"),
                    "none": message("None"),
                },
            ),
            Field(
                "coordinates-size",
                message("Size of the coordinates, in percent"),
                NUMBER,
                100,
                low=75,
                high=200,
                also=_SIZE,
                condition=lambda values: values.get("coordinates") != "none",
            ),
            Field(
                "numbers",
                message("Move numbers on the board"),
                CHOICE,
                "none",
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
            Field(
                "nexts",
                message("Next moves on the board"),
                CHOICE,
                "forks",
                {
                    "none": message("None"),
                    "forks": message("Where there are several"),
                    "all": message("All"),
                },
            ),
            Field(
                "part",
                message("Part of the board"),
                CHOICE,
                "record",
                {"record": message("As the record shows it"), "whole": message("The whole board")},
            ),
            Field(
                "careful",
                message("Moves in a finished game, and marks by the right button, are tried first"),
                FLAG,
                True,
                help=message("Enter puts them into the record."),
            ),
            Field("animate", message("Pieces glide"), FLAG, True),
            Field(
                "glide",
                message("Milliseconds that a piece glides"),
                NUMBER,
                110,
                low=30,
                high=600,
                condition=lambda values: bool(values.get("animate")),
            ),
            Field("sounds", message("Sounds"), FLAG, False),
            Field(
                "volume",
                message("Volume of the sounds, in percent"),
                NUMBER,
                60,
                low=1,
                high=100,
                condition=lambda values: bool(values.get("sounds")),
            ),
        ),
    ),
    SettingsGroup(
        message("Moves"),
        (
            Field("typing", message("Letters typed on the board are moves"), FLAG, False),
            Field(
                "reading-size",
                message("Size of moves and comments, in percent"),
                NUMBER,
                100,
                low=75,
                high=200,
                also=_SIZE,
            ),
            # A family of the system; "" is the window's.
            Field("reading-font", message("Font of moves and comments"), TEXT),
            Field(
                "asides",
                message("Evaluations and times in the notation"),
                CHOICE,
                "evaluation",
                {
                    "evaluation": message("Evaluations"),
                    "evaluation clock elapsed": message("Evaluations and times"),
                    "clock elapsed": message("Times"),
                    "none": message("Nothing"),
                },
            ),
            Field(
                "openings",
                message("Openings"),
                CHOICE,
                "record",
                {
                    "record": message("As the record names them"),
                    "moves": message("Named from the moves too"),
                },
            ),
            Field(
                "tree",
                message("Variations"),
                CHOICE,
                "tree",
                {"tree": message("As an outline"), "graph": message("As a graph")},
            ),
            Field(
                "candidates",
                message("Next moves beside the board"),
                CHOICE,
                "chips",
                {"chips": message("As buttons"), "rows": message("As a table")},
            ),
            Field(
                "graph",
                message("The graph grows"),
                CHOICE,
                "right",
                {"right": message("To the right"), "down": message("Downwards")},
            ),
            Field(
                "problem-answers",
                message("Answers in problems"),
                CHOICE,
                "main",
                {"main": message("The main one"), "chance": message("By chance, of several")},
            ),
            Field(
                "problem-order",
                message("Order of problems"),
                CHOICE,
                "file",
                {"file": message("As in the file"), "shuffled": message("Random")},
            ),
            Field(
                "problem-onward",
                message("After a solved problem"),
                CHOICE,
                "asked",
                {"asked": message("Wait"), "itself": message("Go on by itself")},
            ),
            Field(
                "problem-judge",
                message("Moves that the analysis of a mistake doesn't have"),
                CHOICE,
                "nobody",
                {"nobody": message("Are wrong"), "engine": message("Are judged by an engine")},
            ),
        ),
    ),
    SettingsGroup(
        message("Playback"),
        (
            Field(
                "playback-pace",
                message("Pace"),
                CHOICE,
                "own",
                {
                    "own": message("The record's times, where it has them"),
                    "even": in_context("pace of playback", "Even"),
                },
            ),
            Field(
                "playback-speed",
                message("Speed"),
                CHOICE,
                "1",
                {
                    "0.25": message("¼×"),
                    "0.5": message("½×"),
                    **{
                        str(factor): message("{factor}×", factor=factor)
                        for factor in (1, 2, 4, 8, 16, 32, 64)
                    },
                },
            ),
            Field(
                "playback-seconds",
                message("Seconds for a move without a time"),
                NUMBER,
                2,
                low=1,
                high=600,
            ),
            Field(
                "playback-longest",
                message("Longest wait for a move, in seconds"),
                NUMBER,
                30,
                high=86_400,
                help=message("0: as long as the record says."),
            ),
        ),
    ),
    SettingsGroup(
        message("Analysis"),
        (
            Field("engine-lines", message("Lines of the engine"), NUMBER, 3, low=1, high=9),
            Field("engine-moves", message("The engine's moves on the board"), FLAG, True),
            Field("engine-bar", message("A bar with the evaluation beside the board"), FLAG, True),
            Field("engine-ownership", message("Expected territory, as shading"), FLAG, True),
            Field("engine-mover", message("Values for the side to move"), FLAG, False),
        ),
    ),
)
"""The settings that a person sets in the dialog, in display order."""

OF_GAMES = (
    Field("notation", in_context("a way to write moves", "Notation")),
    Field("pieces", message("Pieces")),
    Field("layouts", message("Layout of the board")),
    Field("right-button", message("A right click on the board")),
)
"""Settings of which each game has a value: "GAME=VALUE GAME=VALUE", see `Settings.of_game`."""

OF_KEYS = (
    Field(
        "key-profile",
        message("Keys as in"),
        CHOICE,
        "usual",
        {
            "usual": message("Qipu: ← and → step"),
            "vertical": message("Qipu: ↑ and ↓ step"),
            "scid": message("{name}", name="Scid"),
            "sabaki": message("{name}", name="Sabaki"),
            "shogihome": message("{name}", name="ShogiHome"),
        },
    ),
    Field("keys", message("Keys of your own")),  # JSON: the keys of commands by id
)
"""Settings of the keys, read by `ui/window/actions.py`."""

_KEPT = (
    Field("window", message("Size of the window")),  # "WIDTHxHEIGHT", " maximised" behind it
    Field(
        "side", message("Width of the panel"), NUMBER, 0, high=9999
    ),  # pixels; 0: what the board leaves
    Field("pages", message("Arrangement of the pages")),  # by game, see `ui/pages/arrangement.py`
    Field("panels", message("Where panels stood")),  # "PANEL=AREA", before pages were arranged
    Field("shown", message("Panels in front")),  # by game: "PAGE,PAGE"
    Field("export", message("The last export")),  # JSON: its kind, and the style of each kind
    Field("print", message("The last print")),  # the same
    Field("libraries", message("Libraries that are searched")),  # JSON: their names
    Field("hits", message("Columns of the games found")),  # roles of columns
    Field("hit-boards", message("Small boards among the games found"), FLAG, False),
    Field("file-boards", message("Small boards in the list of files"), FLAG, False),
    Field(
        "position", message("How positions are searched")
    ),  # keys of `library.searches` that are on
)
_ALL = (*(field for group in GROUPS for field in group.fields), *OF_GAMES, *OF_KEYS, *_KEPT)
SETTINGS: dict[str, Field] = {field.key: field for field in _ALL}


class Settings:
    """The values in force. Unknown settings of a newer Qipu are kept and written back.

    Attributes:
        problems: sentences about what couldn't be read.
        listener: called after a value was set, None if nothing is.
    """

    def __init__(self, text: str = "") -> None:
        self.problems: list[Message] = []
        self.listener: Callable[[], object] | None = None
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
        for name, value in _brought_up(found).items():
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

    def of_game(self, name: str, game: str) -> str:
        """What a setting of `OF_GAMES` says of a game; "" for its usual value."""
        return self._by_game(name).get(game, "")

    def set_of_game(self, name: str, game: str, value: str) -> None:
        """Set what a setting of `OF_GAMES` says of a game; "" for its usual value."""
        kept = self._by_game(name) | {game: value}
        self.set(name, " ".join(f"{id}={value}" for id, value in sorted(kept.items()) if value))

    def _by_game(self, name: str) -> dict[str, str]:
        words = (word.partition("=") for word in str(self[name]).split())
        return {game: value for game, _, value in words}

    @property
    def values(self) -> Mapping[str, object]:
        """What was set, by id."""
        return self._values

    def set(self, name: str, value: Value) -> None:
        """Set a value. Raises KeyError for no such setting, ValueError for no such value."""
        if not SETTINGS[name].allows(value):
            raise ValueError(f"{name} can't be {value!r}")
        if self._values.get(name) != value:
            self._values[name] = value
            if self.listener is not None:
                self.listener()

    def take(self, values: Mapping[str, object]) -> None:
        """Have these values, as `values` of other settings gives them, and no others."""
        self._values = dict(values)

    def text(self) -> str:
        """What the settings file holds."""
        return json.dumps(self._values, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _brought_up(found: Mapping[str, object]) -> Mapping[str, object]:
    """Values as they are called now: the place of the board was one of the layouts of the window."""
    place = found.get("desk")
    if not isinstance(place, str) or place not in SETTINGS["place"].choices:
        return found
    return {"place": place, **{name: value for name, value in found.items() if name != "desk"}}
