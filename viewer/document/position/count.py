"""A position being counted: which stones are taken for dead, by which rules. No part of a record."""

from __future__ import annotations

from viewer.games.capabilities import Counted
from viewer.games.game import State
from viewer.games.score import Score


class Count:
    """A count that somebody is at.

    Attributes:
        game: whose position it is.
        counting, komi: how it is counted; the record's own at first.
        dead: squares of the stones that are taken for dead.
        neutral: empty squares whose areas somebody said are nobody's.
        score: what all that comes to.
    """

    def __init__(self, game: Counted[State], state: State) -> None:
        self.game = game
        self._state = state
        self.counting, self.komi = game.counting(state)
        self.dead: frozenset[str] = frozenset()
        self.neutral: frozenset[str] = frozenset()
        self._score()

    @property
    def given(self) -> State:
        """The position as its record has it."""
        return self._state

    @property
    def state(self) -> State:
        """The position under the rules that are chosen."""
        return self.game.counted_as(self._state, self.counting, self.komi)

    def _score(self) -> None:
        self.score: Score = self.game.score(self.state, self.dead, self.neutral)

    def guess(self) -> None:
        """Take for dead what is likely dead; some tenths of a second's work."""
        self._set(self.game.guess_dead(self._state), frozenset())

    def clear(self) -> None:
        """All stones live, and no area is nobody's by somebody's word."""
        self._set(frozenset(), frozenset())

    def _set(self, dead: frozenset[str], neutral: frozenset[str]) -> bool:
        if (dead, neutral) == (self.dead, self.neutral):
            return False
        self.dead, self.neutral = dead, neutral
        self._score()
        return True

    def toggle(self, square: str) -> bool:
        """Say of the stones at a square that they are dead, or live; of an empty area that it is nobody's.

        Whether anything is another then: where both sides reach, an area is nobody's anyway.
        """
        if square in dict(self.game.pieces(self._state)):
            dead = self.game.toggle_dead(self._state, self.dead, square)
            return self._set(dead, self.neutral)
        if square in self.score.owners:
            return self._set(self.dead, self.neutral | {square})
        for one in sorted(self.neutral):
            rest = self.neutral - {one}
            if square in self.game.score(self.state, self.dead, rest).owners:
                return self._set(self.dead, rest)
        return False

    def count_by(self, counting: str, komi: float) -> None:
        """Count in another way, or with another komi."""
        self.counting, self.komi = counting, komi
        self._score()
