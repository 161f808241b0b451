"""What games share in SGF: moves, set-up stones, the size of the board; and the games of GM numbers."""

from __future__ import annotations

import importlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import ClassVar, Self

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.sgf.mixed import unmarked
from viewer.formats.sgf.notes import FACET_OF, Points, Script, clock_text
from viewer.formats.sgf.tokens import size_of
from viewer.games.stones.coordinates import size_text
from viewer.games.stones.placement import Placement, SetupSyntax
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import CLOCK, COMMENT, OVERTIME, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Facts
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

Properties = Sequence[tuple[str, list[str]]]
"""Plain names with raw values, in a node's order."""
_STONES = ("AB", "AW", "AE")
_MOVE_AND_SIDE = message(
    "The node has a move and says who plays, which belongs to set-ups. It is kept."
)
_SHOWN = 40
_MOST = 1 << 13

Moves = dict[str, tuple[Action, Facts]]
"""The action and the facts of a node by its text."""


class GameDialect(ABC):
    """A game of stones in SGF, on a board of a width and a height.

    Attributes:
        game: id of the game.
        common: the usual form of a node's text: colour, place, time left, stones left, comment.
        number: its number in GM.
        names: the properties for moves and set-ups.
        points: how points are written.
        moves: the actions of nodes that consist of one move, by their text, and what is kept of that.
        scripts: the settings for reading notes, by the letter of the mover.
        facets: the facets of the other properties of nodes.
        syntax: how the game writes set-ups.
        player: the game's name of the player for a colour letter.
        letter: the inverse.
        single: whether new values of lists are single points, without rectangles.
        no_size: the message for an invalid size `{text}`; with `{largest}` and `{usual}` lines.
        no_place: the message for a point `{text}` that is off the board.
    """

    game: str
    common: ClassVar[re.Pattern[str]]
    number: str
    facets: Mapping[str, str] = FACET_OF
    names = frozenset({"B", "W", "AB", "AW", "AE", "PL", "SZ"})
    syntax: ClassVar[SetupSyntax]
    player: ClassVar[dict[str, str]]
    letter: ClassVar[dict[str, str]]
    single: ClassVar[bool]
    no_size: ClassVar[Message]
    no_place: ClassVar[Message]
    # What texts of moves mean is the same in all games on a board of a size.
    _shared: ClassVar[dict[tuple[type, int, int], tuple[Moves, dict[str, Action]]]] = {}

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.points = Points(self._places, self._name, single=self.single)
        key = type(self), width, height
        self.moves, self._values = self._shared.setdefault(key, ({}, {}))
        turned = self.player["W"] == self.syntax.players[0]
        self.scripts = {
            mover: Script(self.points, mover=mover, turned=turned) for mover in ("", "B", "W")
        }

    @classmethod
    def of_root(cls, root: Properties, odd: list[Diagnostic]) -> Self:
        """A dialect with the size given by a root."""
        usual = cls.syntax.usual
        said = [value for name, values in root if name == "SZ" for value in values]
        text = size_of(said, str(usual))
        size = cls.syntax.read_size(text.replace(",", ":"))
        if size is None:
            words = cls.no_size.given(text=text[:_SHOWN], largest=cls.syntax.largest, usual=usual)
            odd.append(Diagnostic(Severity.ERROR, "sgf.size", words))
            size = (usual, usual)
        return cls(*size)

    @classmethod
    def of_start(cls, start: Setup | None) -> Self:
        """A dialect with the size given by a start."""
        return cls(*cls.syntax.size_of(cls.syntax.read_sized(start)))

    def read_common(self, text: str) -> tuple[Action, Mapping[str, NoteValue]] | None:
        """Parse a node whose text is `common`: a move, perhaps with its times and a comment without escapes.

        The result is the same as by its properties, but faster; None for other nodes.
        """
        found = self.common.fullmatch(text)
        if found is None:
            return None
        side, place, clock, whole, rest, over, stones, said = found.groups("")
        if (clock or side) != side or (over or side) != side:
            return None
        action = self._values.get(side + place)
        if action is None:
            action = self._common_move(side, place)
            if action is None:
                return None
            self._values[side + place] = action
        notes: dict[str, NoteValue] = {}
        if clock:
            notes[CLOCK] = clock_text(whole, rest)
        if over:
            notes[OVERTIME] = stones
        if said:
            notes[COMMENT] = unmarked(said)
        return action, notes or EMPTY

    @abstractmethod
    def _common_move(self, letter: str, place: str) -> Action | None:
        """The move to a place of the usual form; None if the board doesn't have it."""

    @abstractmethod
    def _places(self, raw: str) -> tuple[str, ...]:
        """The points of one value of a list: one, or those of a rectangle; () for none."""

    @abstractmethod
    def _move(self, letter: str, raw: str) -> Action:
        """The action of a raw value of B or W."""

    @abstractmethod
    def _is_sound(self, action: Action, raw: str) -> bool:
        """Whether the raw value of an action is a move on the board."""

    def _name(self, place: str) -> str:
        """The written form of a point, "" for one that SGF can't name."""
        return place

    def _is_on(self, place: str) -> bool:
        at = self.syntax.column_row(place)
        return at is not None and at[0] < self.width and at[1] < self.height

    def _complain_of_place(self, raw: str, odd: list[Diagnostic]) -> None:
        words = self.no_place.given(text=raw[:_SHOWN])
        odd.append(Diagnostic(Severity.WARNING, "sgf.point", words))

    # ----------------------------------------------------------------------------- reading

    def actions(
        self, properties: Properties, root: bool, odd: list[Diagnostic]
    ) -> list[Action | None]:
        """The actions of a node in order: set-up stones, for a root its start, then the moves.

        Who plays (PL) is no set-up beside a move alone.
        """
        moves: list[Action | None] = []
        lists: dict[str, list[tuple[str, ...]]] = {}
        to_play = ""
        for name, values in properties:
            if name in ("B", "W"):
                for raw in values:
                    move = self._values.get(name + raw)
                    moves.append(self._checked(name, raw, odd) if move is None else move)
            elif name in _STONES:
                listed = lists.setdefault(name, [])
                for raw in dict.fromkeys(values):
                    found = self._places(raw)
                    if not found:
                        self._complain_of_place(raw, odd)
                    listed.append(found)
            elif name == "PL":
                to_play = self._side(values[0]) or to_play
        if not lists and not root and (moves or not to_play):
            if to_play:
                # Many programs say so who is next, which the move says as well: it is no set-up of its own.
                odd.append(Diagnostic(Severity.INFO, "sgf.mixed", _MOVE_AND_SIDE))
            return moves or [None]
        names = (*(f"A{self.letter[player]}" for player in self.syntax.players), "AE")
        first, second, empty = (_each_once(lists.get(name, ())) for name in names)
        if root:
            start = Placement(self.width, self.height, first, second, (), to_play)
            text = self.syntax.write(start)
            return [None if text == str(self.syntax.usual) else Setup(text), *moves]
        text = self.syntax.write(Placement(None, None, first, second, empty, to_play))
        return [Setup(text), *moves] if text else moves or [None]

    def _checked(self, letter: str, raw: str, odd: list[Diagnostic]) -> Action:
        action = self._move(letter, raw)
        if not self._is_sound(action, raw):
            self._complain_of_place(raw, odd)
        elif len(self._values) < _MOST and len(raw) < _SHOWN:
            self._values[letter + raw] = action
        return action

    def _side(self, raw: str) -> str:
        """The player in PL: black or white, or, as in files before FF[4], 1 or 2."""
        letter = raw.strip()[:1].upper()
        return self.player.get({"1": "B", "2": "W"}.get(letter, letter), "")

    def mover(self, action: Action | None) -> str:
        """The letter of the side that an action is a move of, even one that can't be read; "" for none."""
        if isinstance(action, (Move, Written)) and action.text[1:2] == " ":
            return self.letter.get(action.text[0], "")
        return ""

    # ----------------------------------------------------------------------------- writing

    def items(self, name: str, raw: str) -> tuple[str, ...]:
        """The items of a raw value of one of `names`, from which `written` restores it."""
        if name in ("B", "W"):
            return (self._move(name, raw).text[2:],)
        if name == "PL":
            player = self._side(raw)
            return (player,) if player else ()
        if name == "SZ":
            size = self.syntax.read_size(size_of([raw]).replace(",", ":"))
            return () if size is None else (size_text(*size),)
        return self._places(raw)

    def properties_for(
        self, action: Action | None, root: bool
    ) -> list[tuple[str, tuple[str, ...]]]:
        """The properties and items for an action; () if SGF can't hold it."""
        letter = self.mover(action)
        if letter and action is not None and not root:
            return [(letter, (action.text[2:],))]
        if not root and not isinstance(action, Setup):
            return []
        found = self.syntax.read(action.text if isinstance(action, Setup) else "")
        out: list[tuple[str, tuple[str, ...]]] = []
        if root:
            out.append(("SZ", (size_text(*self.syntax.size_of(found)),)))
        of_player = dict(zip(self.syntax.players, (found.first, found.second), strict=True))
        out += [("AB", of_player[self.player["B"]]), ("AW", of_player[self.player["W"]])]
        out += [("AE", found.empty), ("PL", (found.to_play,) if found.to_play else ())]
        return out

    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """The raw values of new sizes and sides; lists unchanged."""
        if name == "SZ":
            return [items[0].replace("x", ":")]
        return [self.letter[item] for item in items] if name == "PL" else list(items)

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


def _each_once(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The places of several lists; a single one, perhaps of a whole board, is taken as it is."""
    return lists[0] if len(lists) == 1 else tuple(dict.fromkeys(chain.from_iterable(lists)))


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
    11: NumberedGame("hex", message("Hex"), "viewer.formats.sgf.lettered:HexDialect"),
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
