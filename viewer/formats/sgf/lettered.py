"""What Hex and Twixt share in SGF: points as `a1`, moves as words, swaps, set-ups, sizes.

Values are read in upper and lower case and with white space, as the two pages of FF[4] on these games
require; the texts of records have the numbers of players (see `viewer.games.hex.board`). In Hex (GM[11])
Black is player 1 and joins top and bottom. Source: FF[4] for Hex, of 2021.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Self

from viewer.base.messages import message
from viewer.formats.sgf.dialect import GameDialect, Properties
from viewer.formats.sgf.notes import VERDICTS
from viewer.formats.sgf.tokens import escaped, halves, text_of
from viewer.games.hex.board import SYNTAX, WORDS
from viewer.games.stones.coordinates import column_row, square_at
from viewer.tree.action import Action, Move, Written
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node

_QUICK = re.compile(
    r";([BW])\[([a-zA-Z]{1,2}[1-9][0-9]{0,2})\][ \r\n]*+"
    r"(?:([BW])L\[([0-9]{1,8})(?:\.([0-9]{1,3}))?\][ \r\n]*+)?"
    r"(?:O([BW])\[([0-9]{1,4})\][ \r\n]*+)?"
    r"(?:C\[([^\\\]\r\t\f\v]++)\][ \r\n]*+)?"
)
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_SWAP, _SWAP_PIECES, _SWAP_SIDES = "swap", "swap-pieces", "swap-sides"
_NEXT = 8  # nodes without a move that may stand between a swap and the move after it
_SWAPS = frozenset(f"{player} {word}" for player in "12" for word in (_SWAP_PIECES, _SWAP_SIDES))
_OLD_HEXGUI = re.compile(r"\s*HexGui\s*:\s*0\.", re.IGNORECASE)


class LetteredDialect(GameDialect):
    """Hex or Twixt on a board of a width and a height.

    Attributes:
        words: moves that aren't points.
    """

    common = _QUICK
    facets = VERDICTS
    words: ClassVar[frozenset[str]]
    single = True
    no_size = message("“{text}” is no size of a board that can be shown: {usual} lines are shown.")
    no_place = message("“{text}” is no place of this board.")

    _says_sides = False

    @abstractmethod
    def long_move(self, player: str, raw: str) -> Action | None:
        """The meaning of a raw value that is neither point nor word; None if it has none."""

    @abstractmethod
    def move_text(self, item: str) -> str:
        """The written form of a move that isn't a word, from its text without player."""

    @classmethod
    def of_root(cls, root: Properties, odd: list[Diagnostic]) -> Self:
        """A dialect with the size given by a root, and its program's way of writing swaps."""
        dialect = super().of_root(root, odd)
        program = next((values[0] for name, values in root if name == "AP"), "")
        dialect._says_sides = _OLD_HEXGUI.match(program) is not None
        return dialect

    def _places(self, raw: str) -> tuple[str, ...]:
        """The points of one value of a list: one, or those of a rectangle (`a1:c3`)."""
        if ":" in raw:
            return self._rectangle(raw)
        place = _plain(raw)
        return (place,) if self._is_on(place) else ()

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

    def _common_move(self, letter: str, place: str) -> Action | None:
        return Move(f"{self.player[letter]} {place.lower()}") if self._places(place) else None

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

    def _is_sound(self, action: Action, raw: str) -> bool:
        at = column_row(_plain(raw))
        unread = isinstance(action, Written) and self.long_move("1", raw) is None
        return not unread and (at is None or self._has(at))

    def resolve_across_nodes(self, nodes: Iterable[Node]) -> None:
        """Set the meaning of swaps by the moves after them."""
        for node in nodes:
            action = node.action
            if type(action) is Move and action.text in _SWAPS:
                node.action = self.in_place(action, node)

    def in_place(self, action: Action | None, node: Node) -> Action | None:
        """The meaning, at its node, of an action that was read from the node's text alone.

        For swaps, the next mover tells whether stones or colours were exchanged: HexGui up to 0.9 wrote
        swap-pieces for both. Without a next move, its swaps are of sides; others are taken literally.
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
        """Little Golem writes `B` if the first player has won, `W` if the second has."""
        winner = {"B": "1", "W": "2"}.get(text)
        return text if winner is None else f"{self.letter[winner]}+"

    def written(self, name: str, items: Sequence[str]) -> list[str]:
        """The raw values of new items."""
        if name in ("B", "W"):
            return [item if item in self.words else escaped(self.move_text(item)) for item in items]
        return super().written(name, items)


def _plain(raw: str) -> str:
    """A value without white space, in lower case."""
    if raw.isalnum() and raw.isascii():
        return raw.lower()
    return _SPACES.sub("", raw).lower()


class HexDialect(LetteredDialect):
    """Hex on a board of a width and a height."""

    game = "hex"
    number = "11"
    player: ClassVar = {"B": "1", "W": "2"}
    letter: ClassVar = {"1": "B", "2": "W"}
    words = frozenset(WORDS)
    syntax = SYNTAX

    def long_move(self, player: str, raw: str) -> Action | None:
        """None: Hex has no long moves."""
        return None

    def move_text(self, item: str) -> str:
        """The text, unchanged."""
        return item
