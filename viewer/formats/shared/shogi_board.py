"""A shogi board for formats that need the pieces on squares; it plays any move, without rules."""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.games.shogi.names import promoted, unpromoted
from viewer.games.shogi.sfen import BLACK, SQUARE_NAMES, START, Diagram

INDEX = {place: index for index, place in enumerate(SQUARE_NAMES)}
_USI = re.compile(r"(?:([1-9][a-i])|([RBGSNLPK])\*)([1-9][a-i])(\+?)")


class Usi(NamedTuple):
    """A move in parts: origin, or the kind that is dropped ("" if not applicable), target, "+" or ""."""

    origin: str
    dropped: str
    target: str
    plus: str


@lru_cache(maxsize=1 << 14)  # there are no more different moves
def parts_of(usi: str) -> Usi | None:
    """The parts of a move; None if the text is no move."""
    found = _USI.fullmatch(usi)
    return None if found is None else Usi(found[1] or "", found[2] or "", found[3], found[4])


class Board:
    """Pieces on squares and in hand, and whose turn it is; anything can be played on it."""

    def __init__(self, diagram: Diagram = START) -> None:
        self.cells = list(diagram.cells)
        self.hands = dict(diagram.hands)
        self.side = diagram.side

    def diagram(self) -> Diagram:
        """The position."""
        return Diagram(tuple(self.cells), dict(self.hands), self.side)

    def copy(self) -> Board:
        """Another board with the same position."""
        other = Board()
        other.cells, other.hands, other.side = self.cells[:], dict(self.hands), self.side
        return other

    def at(self, place: str) -> str:
        """The kind on a square, "" if none."""
        return self.cells[INDEX[place]]

    def play(self, usi: str) -> None:
        """Play a move as far as possible; the turn passes in any case."""
        found = parts_of(usi)
        if found is not None:
            if found.dropped:
                self._drop(found.dropped, INDEX[found.target])
            elif self.cells[INDEX[found.origin]]:
                self._move(INDEX[found.origin], INDEX[found.target], found.plus)
        self.side ^= 1

    def _drop(self, kind: str, target: int) -> None:
        letter = kind if self.side == BLACK else kind.lower()
        left = self.hands.get(letter, 0) - 1
        self.hands.pop(letter, None)
        if left > 0:
            self.hands[letter] = left
        self.cells[target] = letter

    def _move(self, origin: int, target: int, plus: str) -> None:
        piece, self.cells[origin] = self.cells[origin], ""
        taken = self.cells[target]
        if taken:
            letter = unpromoted(taken)
            letter = letter.upper() if self.side == BLACK else letter.lower()
            self.hands[letter] = self.hands.get(letter, 0) + 1
        # A piece that can't promote stays as it is, whatever the move says.
        promotes = plus and promoted(unpromoted(piece).upper())
        self.cells[target] = plus + unpromoted(piece) if promotes else piece
