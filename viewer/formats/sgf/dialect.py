"""What a game gives to be read from SGF: its moves, its positions; and which game a GM names."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.formats.sgf.notes import FACET_OF, Points, Script
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import CLOCK, COMMENT, OVERTIME, NoteValue
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

Properties = Sequence[tuple[str, list[str]]]
"""Plain names with raw values, in a node's order."""


class GameDialect(ABC):
    """A game as SGF writes it, on a board of one record.

    Attributes:
        game: id of the game.
        names: the properties that are moves and set-up.
        points: how places are written.
        moves: what nodes mean that are one move and nothing else, by their whole text.
        scripts: what the reading of notes depends on, by the letter of who moves.
        facets: what the other properties of nodes say.
    """

    game: str
    number: str
    names: frozenset[str]
    points: Points
    moves: dict[str, Action]
    scripts: Mapping[str, Script]
    facets: Mapping[str, str] = FACET_OF

    @abstractmethod
    def actions(
        self, properties: Properties, root: bool, odd: list[Diagnostic]
    ) -> list[Action | None]:
        """What happens at a node, one action after the other; of a root first its start."""

    @abstractmethod
    def mover(self, action: Action | None) -> str:
        """The letter of the side that an action is a move of, "" for none."""

    @abstractmethod
    def read_common(self, text: str) -> tuple[Action, Mapping[str, NoteValue]] | None:
        """What a node means whose text is as most are: a move, perhaps times and a comment.

        The same as by its properties, only sooner; None for all others.
        """

    @abstractmethod
    def items(self, name: str, raw: str) -> tuple[str, ...]:
        """What a raw value of `names` says, each such that `written` makes it again."""

    @abstractmethod
    def properties_for(
        self, action: Action | None, root: bool
    ) -> list[tuple[str, tuple[str, ...]]]:
        """Properties and items that an action is written with; () for what SGF can't say."""

    @abstractmethod
    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """The raw values of new items of a property."""

    # What most games do without.

    def resolve_across_nodes(self, nodes: Iterable[Node]) -> None:
        """Give a game's nodes the actions that their texts mean only together."""
        return

    def in_place(self, action: Action | None, node: Node) -> Action | None:
        """What an action that was read from a node's text alone means at the node."""
        return action

    def implied(self, start: Setup | None, headers: tuple[Header, ...]) -> tuple[Header, ...]:
        """The headers of a record, with those by which SGF says a part of its start."""
        return headers

    def result(self, text: str) -> str:
        """A result that another format says, as SGF has it."""
        return text

    def unsaid(self, start: Setup | None) -> str:
        """What of a start SGF has no place for, "" for nothing."""
        return ""

    def spelled(self, record: Record) -> Mapping[int, Action]:
        """By id, the actions that can be written in several ways, in one of these."""
        return {}


def common_notes(
    clock: str | None, stones: str | None, said: str | None
) -> Mapping[str, NoteValue]:
    """The annotations of a move with times and a comment, as far as they are there."""
    notes: dict[str, NoteValue] = {}
    if clock:
        notes[CLOCK] = clock
    if stones:
        notes[OVERTIME] = stones
    if said:
        notes[COMMENT] = said
    return notes or EMPTY


class NumberedGame(NamedTuple):
    """A game that SGF can hold: its number in GM, its name, where its code is ("" if not known yet)."""

    game: str
    name: Message
    target: str


NUMBERED_GAMES: Mapping[int, NumberedGame] = {
    1: NumberedGame("go", message("Go"), "viewer.formats.sgf.go:GoDialect"),
    2: NumberedGame("othello", message("Othello"), ""),
    3: NumberedGame("chess", message("Chess"), ""),
    4: NumberedGame("gomoku", message("Gomoku or renju"), ""),
    5: NumberedGame("", message("Nine men's morris"), ""),
    6: NumberedGame("", message("Backgammon"), ""),
    7: NumberedGame("", message("Xiangqi"), ""),
    8: NumberedGame("", message("Shogi"), ""),
    9: NumberedGame("", message("Lines of Action"), ""),
    10: NumberedGame("", message("Ataxx"), ""),
    11: NumberedGame("hex", message("Hex"), "viewer.formats.sgf.hex:HexDialect"),
    18: NumberedGame("", message("Amazons"), ""),
    21: NumberedGame("twixt", message("Twixt"), "viewer.formats.sgf.twixt:TwixtDialect"),
}
_NUMBER = re.compile(r"\s*0*(\d{1,6})")


def number_of(root: Properties) -> int:
    """The number in a root's GM; 1 if there is none that can be read."""
    for name, values in root:
        if name == "GM":
            found = _NUMBER.match(values[0])
            return 1 if found is None else int(found[1])
    return 1


def is_known(number: int) -> bool:
    """Whether games of a number can be read."""
    entry = NUMBERED_GAMES.get(number)
    return entry is not None and bool(entry.target)


def dialect_for(number: int, root: Properties, odd: list[Diagnostic]) -> GameDialect:
    """The game of a number that is known, on the board that a root says."""
    module, _, name = NUMBERED_GAMES[number].target.partition(":")
    dialect: GameDialect = getattr(importlib.import_module(module), name).of_root(root, odd)
    return dialect


def dialect_of(game: str, start: Setup | None) -> GameDialect | None:
    """The game of a record with a start; None for one that SGF can't hold."""
    for entry in NUMBERED_GAMES.values():
        if entry.game == game and entry.target:
            module, _, name = entry.target.partition(":")
            dialect: GameDialect = getattr(importlib.import_module(module), name).of_start(start)
            return dialect
    return None


def unknown(number: int) -> Message:
    """Says that a game isn't known yet."""
    entry = NUMBERED_GAMES.get(number)
    if entry is None:
        return message("The game GM[{number}] isn't one that Qipu knows.", number=number)
    words = message(
        "This is a record of {game} (GM[{number}]), which Qipu can't read from SGF yet.",
        game=entry.name,
        number=number,
    )
    return words
