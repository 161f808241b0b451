"""The interface of games for SGF: their moves and positions; and the games of GM numbers."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.sgf.mixed import unmarked
from viewer.formats.sgf.notes import FACET_OF, Points, Script
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import CLOCK, COMMENT, OVERTIME, NoteValue
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

Properties = Sequence[tuple[str, list[str]]]
"""Plain names with raw values, in a node's order."""


class GameDialect(ABC):
    """A game in SGF, on the board of one record.

    Attributes:
        game: id of the game.
        names: the properties for moves and set-ups.
        points: how points are written.
        moves: the actions of nodes that consist of one move, by their text.
        scripts: the settings for reading notes, by the letter of the mover.
        facets: the facets of the other properties of nodes.
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
        """The actions of a node in order; for a root, first its start."""

    @abstractmethod
    def mover(self, action: Action | None) -> str:
        """The letter of the side that an action is a move of, "" for none."""

    @abstractmethod
    def read_common(self, text: str) -> tuple[Action, Mapping[str, NoteValue]] | None:
        """Parse a node whose text is of the usual form: a move, perhaps with times and a comment.

        The result is the same as by its properties, but faster; None for other nodes.
        """

    @abstractmethod
    def items(self, name: str, raw: str) -> tuple[str, ...]:
        """The items of a raw value of one of `names`, from which `written` restores it."""

    @abstractmethod
    def properties_for(
        self, action: Action | None, root: bool
    ) -> list[tuple[str, tuple[str, ...]]]:
        """The properties and items for an action; () if SGF can't hold it."""

    @abstractmethod
    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """The raw values of new items of a property."""

    # What most games do without.

    def resolve_across_nodes(self, nodes: Iterable[Node]) -> None:
        """Set the actions of a game's nodes that depend on several texts together."""
        return

    def in_place(self, action: Action | None, node: Node) -> Action | None:
        """The meaning, at its node, of an action that was read from the node's text alone."""
        return action

    def implied(self, start: Setup | None, headers: tuple[Header, ...]) -> tuple[Header, ...]:
        """The headers of a record, with those for the parts of its start that SGF has as headers."""
        return headers

    def result(self, text: str) -> str:
        """Convert a result of another format to SGF's form."""
        return text

    def unsaid(self, start: Setup | None) -> str:
        """The part of a start that SGF can't hold, "" for none."""
        return ""

    def spelled(self, record: Record) -> Mapping[int, Action]:
        """By node id, a normal form of actions that can be written in several ways."""
        return {}


def common_notes(
    clock: str | None, stones: str | None, said: str | None
) -> Mapping[str, NoteValue]:
    """The annotations of a move that has times or a comment."""
    notes: dict[str, NoteValue] = {}
    if clock:
        notes[CLOCK] = clock
    if stones:
        notes[OVERTIME] = stones
    if said:
        notes[COMMENT] = unmarked(said)
    return notes or EMPTY


class NumberedGame(NamedTuple):
    """A game that SGF can hold: its number in GM, its name, its module ("" if not supported yet)."""

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
_NUMBER = late(r"\s*0*(\d{1,6})")


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
    """The dialect of a supported game's number, on the board given by a root."""
    module, _, name = NUMBERED_GAMES[number].target.partition(":")
    dialect: GameDialect = getattr(importlib.import_module(module), name).of_root(root, odd)
    return dialect


def dialect_of(game: str, start: Setup | None) -> GameDialect | None:
    """The dialect of a record with a start; None if SGF can't hold it."""
    for entry in NUMBERED_GAMES.values():
        if entry.game == game and entry.target:
            module, _, name = entry.target.partition(":")
            dialect: GameDialect = getattr(importlib.import_module(module), name).of_start(start)
            return dialect
    return None


def unknown(number: int) -> Message:
    """The sentence that says that a game isn't supported yet."""
    entry = NUMBERED_GAMES.get(number)
    if entry is None:
        return message("The game GM[{number}] isn't one that Qipu knows.", number=number)
    words = message(
        "This is a record of {game} (GM[{number}]), which Qipu can't read from SGF yet.",
        game=entry.name,
        number=number,
    )
    return words
