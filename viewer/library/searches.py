"""Searches as people make them: conditions by key, as texts; shown, asked, and kept with the libraries."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from viewer.base.fields import Value
from viewer.base.files import SYSTEM, FileSystem
from viewer.base.messages import NOTHING, Message, counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Charted
from viewer.games.game import Game, State
from viewer.library.face import home
from viewer.library.failures import LibraryFailed
from viewer.library.material import material_from, material_words
from viewer.library.own_file import OwnFile
from viewer.library.query import Query, chart_at, position_wanted
from viewer.library.regions import (
    Pattern,
    continued_from,
    pattern_from,
    pattern_wanted,
    structure_at,
)
from viewer.library.typed import begun_with, colours, game_for, squares_from, state_of

HAS: Mapping[str, Message] = {
    "comments": message("has comments"),
    "variations": message("has variations"),
    "problems": message("has problems"),
    "set-up": message("has a set-up position"),
}
"""What a record may have, by the names of `Query.has`."""
_SIDES = message("First side"), message("Second side")
_WON = message("the first side won"), message("the second side won")


def side_names(game: str) -> tuple[Message, Message]:
    """What the two sides are called in a game; in general for "", or where games are mixed."""
    if game not in GAMES:
        return _SIDES
    first, second = game_of(game).sides
    return first.name, second.name


def results_in(game: str = "") -> Mapping[str, Message]:
    """Results by the names of `Query.result`, in the words of a game; in general for ""."""
    first, second = _WON
    if game in GAMES:
        first, second = (message("{side} wins", side=side) for side in side_names(game))
    return {
        "first": first,
        "second": second,
        "draw": message("draw"),
        "player": message("the player won"),
    }


_AT = ("first", "second")
_NAMED = ("player", "opponent", *_AT)
_POSITIONAL = ("either_side", "turned", "exchanged", "translated", "structure", "main_lines")
_OF_MATERIAL = ("at_least", "sided", "lasting")


def number_fault(text: str) -> Message | None:
    """Why a text can't be a number of a search, None where it can or is empty."""
    if not text or (text.isdecimal() and len(text) < 6):
        return None
    return message("“{text}” is no number.", text=text)


class Condition(NamedTuple):
    """One condition of a search: its key, and its words."""

    key: str
    words: Message


def _name(text: str) -> str:
    """A name without the sign that it is a whole one."""
    return text.removeprefix("=")


_WORDS: Mapping[str, Callable[[str], Message]] = {
    "words": lambda text: message("{text}", text=text),
    "player": lambda text: message("player {name}", name=_name(text)),
    "opponent": lambda text: message("against {name}", name=_name(text)),
    "event": lambda text: message("event {name}", name=_name(text)),
    "comment": lambda text: message("comment {text}", text=text),
    "rating_from": lambda text: message("rating from {number}", number=text),
    "rating_to": lambda text: message("rating to {number}", number=text),
    "date_from": lambda text: message("from {date}", date=text),
    "date_to": lambda text: message("until {date}", date=text),
    "plies_from": lambda text: message("from {number} plies", number=text),
    "plies_to": lambda text: message("up to {number} plies", number=text),
    "opening": lambda text: message("opening {name}", name=text),
    "format": lambda text: message("format {name}", name=text.upper()),
    "folder": lambda text: message("in {folder}", folder=text),
    "moves": lambda text: message("moves {moves}", moves=text),
    "position": lambda _: message("this position"),
    "region": lambda _: message("part of a position"),
    "lasting": lambda text: counted(
        "for {count} half-move", "for {count} half-moves", int(text) if text.isdecimal() else 0
    ),
}
_FLAGS: Mapping[str, Message] = {
    "apart": message("names with a team apart"),
    "anywhere": message("moves anywhere"),
    "either_side": message("either side to move"),
    "turned": message("mirrored and turned"),
    "exchanged": message("colours exchanged"),
    "translated": message("elsewhere too"),
    "structure": message("pawns only"),
    "main_lines": message("main lines only"),
    "at_least": message("other pieces too"),
}


@dataclass(frozen=True, slots=True)
class Search:
    """The conditions of a search, all of which must hold.

    Attributes:
        values: by key: those of `fields`, and "region" (squares of the position, "a1:c3 e4") and "material"
            ("R+P v R", "white-queen=0 black-rook=1-2"; see `material_from`) with "lasting" (half-moves),
            "at_least" and "sided". Texts, True for what is on; what is empty isn't there.
    """

    values: Mapping[str, Value] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> Search:
        """A search of the values of a form: those that say something."""
        return cls({key: _plain(value) for key, value in values.items() if _plain(value)})

    def plus(self, values: Mapping[str, Value]) -> Search:
        """With other conditions too; words are added to the words, others replace those of their key."""
        known = dict(self.values)
        for key, value in values.items():
            if key == "words" and known.get(key) and value:
                value = f"{known[key]} {value}"
            known[key] = value
        return Search.of(known)

    def without(self, *keys: str) -> Search:
        """Without some conditions, and those that mean nothing then."""
        if "region" in keys:
            keys = (*keys, "position")  # which was only where the part is
        if "player" in keys:
            keys = (*keys, "side")
        left = {key: value for key, value in self.values.items() if key not in keys}
        if not any(left.get(key) for key in _NAMED):
            left.pop("apart", None)
        if not left.get("position"):
            for key in (*_POSITIONAL, "region"):
                left.pop(key, None)
        if not left.get("material"):
            for key in _OF_MATERIAL:
                left.pop(key, None)
        if not left.get("moves"):
            left.pop("anywhere", None)
        return Search(left)

    def __bool__(self) -> bool:
        return bool(self.values)

    def text(self, key: str) -> str:
        """The text of a condition, "" where there is none."""
        value = self.values.get(key, "")
        return value if isinstance(value, str) else ""

    def conditions(self, game: str = "") -> list[Condition]:
        """The conditions in words, each of which can be taken away by its key.

        `game`: of which all records are that are searched, "" where they are mixed.
        """
        found: list[Condition] = []
        known = self.text("game") or game
        for key, value in self.values.items():
            if key == "position" and self.text("region"):
                continue
            if key == "game":
                entry = GAMES.get(str(value))
                words = entry.name if entry is not None else message("{name}", name=str(value))
            elif key == "result":
                words = results_in(known).get(str(value), message("{text}", text=str(value)))
            elif key in _AT:
                side = side_names(known)[_AT.index(key)]
                words = message("{side}: {name}", side=side, name=_name(str(value)))
            elif key == "side":
                sides = dict(zip(_AT, side_names(known), strict=True))
                side = sides.get(str(value)) or colours().get(str(value), NOTHING)
                words = in_context("the colour of a player", "as {side}", side=side)
            elif key.startswith("has-"):
                words = HAS.get(key.removeprefix("has-"), message("{text}", text=key))
            elif key == "material" and known in GAMES:
                at_least = self.values.get("at_least") is True
                words = material_words(game_of(known), str(value), at_least)
            elif key == "material":
                words = message("material {pieces}", pieces=str(value))
            elif key == "sided":
                words = in_context(
                    "whose material is named first", "{side} first", side=side_names(known)[0]
                )
            elif key in _FLAGS:
                words = _FLAGS[key]
            elif key in _WORDS:
                words = _WORDS[key](str(value))
            else:
                continue
            found.append(Condition(key, words))
        return found

    def part_in(self, game: Game[Any], state: State) -> frozenset[str]:
        """The squares of a state on which the part that is searched for stands; none where it doesn't.

        Raises LibraryFailed for a condition that means nothing.
        """
        text = self.text
        if not text("region") or game.id != game_for(text("position"), text("game")).id:
            return frozenset()
        there = state_of(game, text("position"))
        pattern = self._pattern(game, there)
        ways = (self.values.get("turned") is True, self.values.get("exchanged") is True)
        wanted = continued_from(game, there, pattern, *ways)
        if not isinstance(game, Charted) or chart_at(game, state).id != wanted.chart:
            return frozenset()
        cells = game.cells(state)
        for seen in wanted.ways:
            if all(cells[cell] in values for cell, values in seen.cells):
                return frozenset(wanted.squares[cell] for cell, _ in seen.cells)
        return frozenset()

    def _pattern(self, game: Game[Any], state: State) -> Pattern:
        """What must stand in the part of a state that is searched for. Raises LibraryFailed."""
        if self.values.get("structure") is True:
            return structure_at(game, state, squares_from(game, state, self.text("region")))
        return pattern_from(game, state, self.text("region"))

    def query(self) -> Query:
        """What to ask libraries. Raises LibraryFailed for a condition that means nothing."""
        text = self.text
        on = {key for key, value in self.values.items() if value is True}
        position = region = material = reached = None
        moves: tuple[str, ...] = ()
        if text("position") or text("region") or text("material"):
            game = game_for(text("position"), text("game"))
            state = state_of(game, text("position"))
            if text("material"):
                lasting = self._count("lasting") or 1
                material = material_from(
                    game, state, text("material"), "at_least" in on, "sided" in on, lasting
                )
            if text("region"):
                pattern = self._pattern(game, state)
                ways = ("turned" in on, "exchanged" in on, "translated" in on)
                region = pattern_wanted(game, state, pattern, *ways)
            elif text("position"):
                flags = ("either_side" in on, "turned" in on, "exchanged" in on)
                position = position_wanted(game, state, *flags)
        if text("moves"):
            moves, reached = begun_with(game_for("", text("game")), text("moves"))
        return Query(
            words=text("words"),
            player=text("player"),
            side=text("side"),
            opponent=text("opponent"),
            apart="apart" in on,
            first=text("first"),
            second=text("second"),
            event=text("event"),
            comment=text("comment"),
            rating_from=self._count("rating_from"),
            rating_to=self._count("rating_to"),
            date_from=text("date_from"),
            date_to=text("date_to"),
            result=text("result"),
            plies_from=self._count("plies_from"),
            plies_to=self._count("plies_to"),
            opening=text("opening"),
            game=text("game"),
            format=text("format"),
            folder=text("folder"),
            has=frozenset(key.removeprefix("has-") for key in on if key.startswith("has-")),
            moves=moves,
            reached=None if "anywhere" in on else reached,
            anywhere="anywhere" in on,
            position=position,
            region=region,
            material=material,
            main_lines="main_lines" in on,
        )

    def _count(self, key: str) -> int | None:
        text = self.text(key)
        if not text:
            return None
        if number_fault(text) is not None:
            raise LibraryFailed(message("“{text}” is no number.", text=text))
        return int(text)


def _plain(value: Value) -> Value:
    return value.strip() if isinstance(value, str) else value


def read_search(data: object) -> Search | None:
    """A search of plain data (`Search.values`), as it was kept; None if it is none."""
    if not isinstance(data, dict):
        return None
    known = {
        key: value
        for key, value in data.items()
        if isinstance(key, str) and (value is True or (isinstance(value, str) and value))
    }
    return Search(known)


NAME = "searches.json"
_LAST = 12


class SavedSearches:
    """The searches in the folder of all libraries; read again before each change, since windows share them.

    Attributes:
        saved: by name, in the order of names.
        last: those that were made last, the latest first.
        file: where they are.
    """

    def __init__(self, folder: str = "", files: FileSystem = SYSTEM) -> None:
        """`folder`: the home of libraries, "" for the user's own. What can't be read isn't there."""
        self.file = OwnFile(os.path.join(folder or home(), NAME), files)
        self.saved: dict[str, Search] = {}
        self.last: list[Search] = []
        self.read()

    def read(self) -> None:
        """Read them anew."""
        self.file.read(self._take)

    def _take(self, data: Any) -> str:
        data = data if isinstance(data, dict) else {}
        named = data.get("saved")
        found = {
            name: search
            for name, one in (named.items() if isinstance(named, dict) else ())
            if isinstance(name, str) and (search := read_search(one)) is not None
        }
        self.saved = dict(sorted(found.items(), key=lambda pair: pair[0].casefold()))
        last = data.get("last")
        some = [read_search(one) for one in (last if isinstance(last, list) else ())]
        self.last = [one for one in some if one is not None and one][:_LAST]
        return self._text()

    def save(self, name: str, search: Search) -> None:
        """Save a search by a name, in place of another of that name. Raises LibraryFailed."""
        self.read()
        self.saved[name] = search
        self._write()

    def forget(self, name: str) -> None:
        """Forget a saved search. Raises LibraryFailed."""
        self.read()
        self.saved.pop(name, None)
        self._write()

    def made(self, search: Search) -> None:
        """Remember that a search was made. Raises LibraryFailed."""
        if not search or (self.last and self.last[0] == search):
            return
        self.read()
        self.last = [search, *(one for one in self.last if one != search)][:_LAST]
        self._write()

    def _text(self) -> str:
        said: Mapping[str, Any] = {
            "saved": {name: dict(search.values) for name, search in self.saved.items()},
            "last": [dict(search.values) for search in self.last],
        }
        return json.dumps(said, indent=1)

    def _write(self) -> None:
        try:
            self.file.write(self._text())
        except OSError as error:
            why = error_at(self.file.path, error)
            raise LibraryFailed(
                message("The list of searches can't be written: {why}.", why=why)
            ) from error
        self.read()
