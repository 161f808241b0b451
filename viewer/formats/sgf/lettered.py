"""What Hex and Twixt write alike in SGF: places as `a1`, moves as words, swaps, set-up, sizes.

Values are read in any case and with white space in them, as the two pages of FF[4] on these games
want; the texts of records have the numbers of players (see `viewer.games.hex.setup`).
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from viewer.base.messages import message
from viewer.formats.sgf.dialect import GameDialect, Properties, common_notes
from viewer.formats.sgf.notes import VERDICTS, Points, Script, clock_text
from viewer.formats.sgf.values import escaped, halves, size_of, text_of
from viewer.games.stones.coordinates import column_row, size_text, square_at
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import EMPTY, Node

_QUICK = re.compile(
    r";([BW])\[([a-zA-Z]{1,2}[1-9][0-9]?)\][ \r\n]*+"
    r"(?:([BW])L\[([0-9]{1,8})(?:\.([0-9]{1,3}))?\][ \r\n]*+)?"
    r"(?:O([BW])\[([0-9]{1,4})\][ \r\n]*+)?"
    r"(?:C\[([^\\\]\r\t\f\v]++)\][ \r\n]*+)?"
)
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_SWAP, _SWAP_PIECES, _SWAP_SIDES = "swap", "swap-pieces", "swap-sides"
_STONES = ("AB", "AW", "AE")
_SHOWN = 40
_MOST = 1 << 13
_NEXT = 8  # nodes without a move that may stand between a swap and the move after it
_SWAPS = frozenset(f"{player} {word}" for player in "12" for word in (_SWAP_PIECES, _SWAP_SIDES))
_OLD_HEXGUI = re.compile(r"\s*HexGui\s*:\s*0\.", re.IGNORECASE)


class LetteredDialect(GameDialect):
    """Hex or Twixt on a board of a width and a height.

    Attributes:
        player: the number of the player whose colour a letter is, "1" or "2".
        letter: and back.
        words: moves that are no place.
        usual: lines of the board where nothing is said.
    """

    facets = VERDICTS
    names = frozenset({"B", "W", "AB", "AW", "AE", "PL", "SZ"})
    player: ClassVar[Mapping[str, str]]
    letter: ClassVar[Mapping[str, str]]
    words: ClassVar[frozenset[str]]
    usual: ClassVar[int]
    # What texts of moves mean is the same in all games on a board of a size.
    _shared: ClassVar[dict[tuple[type, int, int], tuple[dict[str, Action], dict[str, Action]]]] = {}

    def __init__(self, width: int, height: int, *, says_sides: bool = False) -> None:
        self.width = width
        self.height = height
        self.points = Points(self._places, single=True)
        key = type(self), width, height
        self.moves, self._values = self._shared.setdefault(key, ({}, {}))
        turned = self.player["W"] == "1"
        self.scripts = {
            mover: Script(self.points, mover=mover, turned=turned) for mover in ("", "B", "W")
        }
        self._says_sides = says_sides

    @classmethod
    @abstractmethod
    def read_size(cls, text: str) -> tuple[int, int] | None:
        """The size that a text says, None for one that no board has."""

    @abstractmethod
    def long_move(self, player: str, raw: str) -> Action | None:
        """What a raw value means that is neither place nor word; None for nothing."""

    @abstractmethod
    def move_text(self, item: str) -> str:
        """How a move that is no word is written, from its text without player."""

    @abstractmethod
    def read_placement(self, text: str) -> tuple[tuple[int, int] | None, Lists, str]:
        """Size, stones of player 1 and 2 and places made empty, and who plays, of a set-up."""

    @abstractmethod
    def write_placement(self, size: tuple[int, int] | None, lists: Lists, to_play: str) -> str:
        """A set-up's text."""

    @classmethod
    def of_root(cls, root: Properties, odd: list[Diagnostic]) -> LetteredDialect:
        """With the size that a root says."""
        said = [value for name, values in root if name == "SZ" for value in values]
        text = size_of(said, str(cls.usual))
        size = cls.read_size(text.replace(",", ":"))
        if size is None:
            words = message(
                "“{text}” is no size of a board that can be shown: {usual} lines are shown.",
                text=text[:_SHOWN],
                usual=cls.usual,
            )
            odd.append(Diagnostic(Severity.ERROR, "sgf.size", words))
            size = (cls.usual, cls.usual)
        program = next((values[0] for name, values in root if name == "AP"), "")
        return cls(*size, says_sides=_OLD_HEXGUI.match(program) is not None)

    @classmethod
    def of_start(cls, start: Setup | None) -> LetteredDialect:
        """With the size that a start says."""
        found = cls.read_size(start.text.split()[0]) if start is not None and start.text else None
        return cls(*(found or (cls.usual, cls.usual)))

    def _places(self, raw: str) -> tuple[str, ...]:
        """The places of one value of a list: one, or those of a rectangle (`a1:c3`)."""
        if ":" in raw:
            return self._rectangle(raw)
        place = _plain(raw)
        at = column_row(place)
        return (place,) if at is not None and self._has(at) else ()

    def _rectangle(self, raw: str) -> tuple[str, ...]:
        parts = halves(raw)
        ends = [column_row(_plain(part)) for part in parts or ()]
        one, other = ends if len(ends) == 2 else (None, None)
        if one is None or other is None or not (self._has(one) and self._has(other)):
            return ()
        (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return tuple(
            square_at(column, row)
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        )

    def _has(self, at: tuple[int, int]) -> bool:
        return at[0] < self.width and at[1] < self.height

    # ----------------------------------------------------------------------------- reading

    def read_common(self, text: str) -> tuple[Action, Mapping[str, NoteValue]] | None:
        """A move on the board, perhaps with its times and a comment without escapes."""
        found = _QUICK.fullmatch(text)
        if found is None:
            return None
        side, place, clock, whole, rest, over, stones, said = found.groups()
        if (clock or side) != side or (over or side) != side:
            return None
        action = self._values.get(side + place)
        if action is None:
            if not self._places(place):
                return None
            action = self._values[side + place] = Move(f"{self.player[side]} {place.lower()}")
        if clock is None and over is None and said is None:
            return action, EMPTY
        return action, common_notes(clock and clock_text(whole, rest or ""), over and stones, said)

    def _move(self, letter: str, raw: str) -> Action:
        player, word = self.player[letter], _plain(raw)
        if column_row(word) is not None or word in self.words:
            return Move(f"{player} {word}")
        if not word:  # as in go
            return Move(f"{player} pass")
        if word == _SWAP:
            return Move(f"{player} {_SWAP_PIECES}")
        meant = self.long_move(player, raw)
        return meant or Written(f"{player} {_SPACES.sub(' ', text_of(raw)).strip()}")

    def _checked(self, letter: str, raw: str, odd: list[Diagnostic]) -> Action:
        action = self._move(letter, raw)
        at = column_row(_plain(raw))
        unread = isinstance(action, Written) and self.long_move("1", raw) is None
        if unread or (at is not None and not self._has(at)):
            _complain_of_place(raw, odd)
        elif len(self._values) < _MOST and len(raw) < _SHOWN:
            self._values[letter + raw] = action
        return action

    def actions(
        self, properties: Properties, root: bool, odd: list[Diagnostic]
    ) -> list[Action | None]:
        """Stones that are set up, then the moves."""
        moves: list[Action | None] = []
        found: dict[str, dict[str, None]] = {}
        to_play = ""
        for name, values in properties:
            if name in ("B", "W"):
                for raw in values:
                    move = self._values.get(name + raw)
                    moves.append(self._checked(name, raw, odd) if move is None else move)
            elif name in _STONES:
                places = found.setdefault(name, {})
                for raw in dict.fromkeys(values):
                    some = self._places(raw)
                    if not some:
                        _complain_of_place(raw, odd)
                    places.update(dict.fromkeys(some))
            elif name == "PL":
                to_play = self._side(values[0]) or to_play
        if not found and not to_play and not root:
            return moves or [None]
        lists = {name: tuple(found.get(name, ())) for name in _STONES}
        ordered = (lists[f"A{self.letter['1']}"], lists[f"A{self.letter['2']}"], lists["AE"])
        if root:
            size = (self.width, self.height)
            start = self.write_placement(size, (*ordered[:2], ()), to_play)
            return [None if start == str(self.usual) else Setup(start), *moves]
        changed = self.write_placement(None, ordered, to_play)
        return [Setup(changed), *moves] if changed else moves or [None]

    def _side(self, raw: str) -> str:
        """The player that PL says: black and white, or as in files before FF[4] 1 and 2."""
        letter = raw.strip()[:1].upper()
        return self.player.get({"1": "B", "2": "W"}.get(letter, letter), "")

    def mover(self, action: Action | None) -> str:
        """B or W of a move, also of one that can't be read."""
        if isinstance(action, (Move, Written)) and action.text[1:2] == " ":
            return self.letter.get(action.text[0], "")
        return ""

    def resolve_across_nodes(self, nodes: Iterable[Node]) -> None:
        """Let swaps mean what the moves after them say."""
        for node in nodes:
            action = node.action
            if type(action) is Move and action.text in _SWAPS:
                node.action = self.in_place(action, node)

    def in_place(self, action: Action | None, node: Node) -> Action | None:
        """What an action read from a node's text alone means at the node.

        Of swaps the next mover tells whether stones or colours were exchanged: HexGui to 0.9 wrote
        swap-pieces for both. Without a next move this is so for its files; others mean what they say.
        """
        if type(action) is not Move or action.text not in _SWAPS:
            return action
        player, _, word = action.text.partition(" ")
        following = self._next_player(node)
        if following:
            word = _SWAP_SIDES if following == player else _SWAP_PIECES
        elif self._says_sides:
            word = _SWAP_SIDES
        return Move(f"{player} {word}")

    def _next_player(self, node: Node) -> str:
        for _ in range(_NEXT):
            if not node.children:
                break
            node = node.children[0]
            letter = self.mover(node.action)
            if letter:
                return self.player[letter]
        return ""

    # ----------------------------------------------------------------------------- writing

    def result(self, text: str) -> str:
        """Little Golem says `B` where the first player has won, `W` where the second has."""
        winner = {"B": "1", "W": "2"}.get(text)
        return text if winner is None else f"{self.letter[winner]}+"

    def items(self, name: str, raw: str) -> tuple[str, ...]:
        """The places of a list, a move as in its text, a size, a side."""
        if name in ("B", "W"):
            return (self._move(name, raw).text[2:],)
        if name == "PL":
            player = self._side(raw)
            return (player,) if player else ()
        if name == "SZ":
            size = self.read_size(size_of([raw]).replace(",", ":"))
            return () if size is None else (size_text(*size),)
        return self._places(raw)

    def properties_for(
        self, action: Action | None, root: bool
    ) -> list[tuple[str, tuple[str, ...]]]:
        """The properties of an action."""
        letter = self.mover(action)
        if letter and action is not None and not root:
            return [(letter, (action.text[2:],))]
        if not root and not isinstance(action, Setup):
            return []
        text = action.text if isinstance(action, Setup) else ""
        size, lists, to_play = self.read_placement(text)
        first, second, empty = lists
        out: list[tuple[str, tuple[str, ...]]] = []
        if root:
            out.append(("SZ", (size_text(*(size or (self.usual, self.usual))),)))
        by_letter = {self.letter["1"]: first, self.letter["2"]: second}
        out += [("AB", by_letter["B"]), ("AW", by_letter["W"]), ("AE", empty)]
        out.append(("PL", (to_play,) if to_play else ()))
        return out

    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """New values."""
        if name == "SZ":
            return [items[0].replace("x", ":")]
        if name == "PL":
            return [self.letter[item] for item in items]
        if name in ("B", "W"):
            return [item if item in self.words else escaped(self.move_text(item)) for item in items]
        return list(items)


Lists = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Places of stones of player 1, of player 2, and of places that become empty."""


def _plain(raw: str) -> str:
    """A value without white space, in small letters."""
    if raw.isalnum() and raw.isascii():
        return raw.lower()
    return _SPACES.sub("", raw).lower()


def _complain_of_place(raw: str, odd: list[Diagnostic]) -> None:
    words = message("“{text}” is no place of this board.", text=raw[:_SHOWN])
    odd.append(Diagnostic(Severity.WARNING, "sgf.point", words))
