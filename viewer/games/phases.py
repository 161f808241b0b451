"""Phases of a game: the opening, the middlegame and the endgame, by material or by the number of moves.

Sources:

- Chess: Lichess's `Divider` (scalachess) begins the middlegame when at most 10 queens, rooks, bishops and
  knights are left, the endgame when at most 6 are. It also looks at back ranks and at how far the sides are
  mixed; here a number of moves stands for that.
- Go and Hex: the report of KaTrain (its popups) has the opening up to 14 % of the points of the board in
  moves, rounded up, and the endgame from 40 % on.
- Xiangqi, shogi and Twixt have no such measure that programs agree on: these bounds are Qipu's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from viewer.base.loading import load_named
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.capabilities import board_geometry, counts_of
from viewer.games.game import Game, State

OPENING, MIDDLEGAME, ENDGAME = range(3)


class Phases(NamedTuple):
    """How a game is divided. A phase that has begun isn't left for an earlier one.

    Attributes:
        names: of the three.
        words: the definition, in a sentence.
        kinds: of pieces that are counted on the board, without those in hand; none where moves are counted.
        left: the middlegame, the endgame begin when at most so many of them are left.
        moves: they begin after so many moves of both sides; 0 for never.
        parts: they begin after moves for such parts of the squares of the board.
        whole: how many such pieces there are at the usual start; those that a handicap leaves out have not
            left the board. 0 where starts are taken as they are.
    """

    names: tuple[Message, Message, Message]
    words: Message
    kinds: frozenset[str] = frozenset()
    left: tuple[int, int] = (0, 0)
    moves: tuple[int, int] = (0, 0)
    parts: tuple[float, float] = (0.0, 0.0)
    whole: int = 0

    def of(self, game: Game[Any], states: Iterable[State]) -> list[int]:
        """The phase of the move to each state after the first; the first is the start of the line."""
        found: list[int] = []
        phase, number, bounds, lacking = OPENING, -1, self.moves, 0
        for number, state in enumerate(states):
            if number:
                found.append(phase)
            elif self.whole:
                lacking = max(0, self.whole - sum(self._count(game, state)))
            elif any(self.parts):
                size = len(board_geometry(game, state).squares)
                bounds = (ceil(self.parts[0] * size), ceil(self.parts[1] * size))
            while phase < ENDGAME and self._begins(phase, game, state, number, bounds, lacking):
                phase += 1
        return found

    def _begins(
        self,
        phase: int,
        game: Game[Any],
        state: State,
        number: int,
        bounds: Sequence[int],
        lacking: int,
    ) -> bool:
        """Whether the phase after this one begins with the next move."""
        if bounds[phase] and number >= bounds[phase]:
            return True
        if not self.kinds:
            return False
        return self._count(game, state)[0] + lacking <= self.left[phase]

    def _count(self, game: Game[Any], state: State) -> tuple[int, int]:
        """How many pieces that are counted stand on the board, and how many are in hand."""
        held = counts_of(game, state)
        counted = [square for square, kind in game.pieces(state) if kind in self.kinds]
        board = sum(square not in held for square in counted)
        return board, sum(held.get(square, 0) for square in counted)


def phases_of(game: Game[Any]) -> Phases:
    """The phases of a game."""
    found: Phases = load_named(game.phases)
    return found


BY_BOARD = Phases(
    (
        in_context("phase of go", "Opening"),
        in_context("phase of go", "Middle game"),
        in_context("phase of go", "Endgame"),
    ),
    message(
        "The opening takes moves for 14 % of the points of the board, the endgame begins at 40 %, as in"
        " KaTrain's report."
    ),
    parts=(0.14, 0.4),
)
FEW_MOVES = Phases(
    (
        in_context("phase of Twixt", "Opening"),
        in_context("phase of Twixt", "Middle game"),
        in_context("phase of Twixt", "Endgame"),
    ),
    message(
        "The opening ends after {first} moves of both sides, the middle game after {second} (Qipu's own"
        " bounds).",
        first=10,
        second=30,
    ),
    moves=(10, 30),
)
