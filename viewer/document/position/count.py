"""Counting a position: dead stones, rules and komi. Not part of the record."""

from __future__ import annotations

from viewer.games.capabilities import Counted
from viewer.games.game import State
from viewer.games.score import Score


class Count:
    """A count in progress.

    Attributes:
        game: of the position.
        counting, komi: how it is counted; initially the record's own.
        dead: squares of stones marked dead.
        neutral: empty squares whose areas are marked neutral.
        score: the resulting score.
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
        """The position as in the record."""
        return self._state

    @property
    def state(self) -> State:
        """The position under the selected rules."""
        return self.game.counted_as(self._state, self.counting, self.komi)

    def _score(self) -> None:
        self.score: Score = self.game.score(self.state, self.dead, self.neutral)

    def guess(self) -> None:
        """Mark the stones that are likely dead; takes some tenths of a second."""
        self._set(self.game.guess_dead(self._state), frozenset())

    def take_dead(self, dead: frozenset[str]) -> bool:
        """Mark these stones dead and all others alive; whether that changes anything."""
        return self._set(dead, self.neutral)

    def clear(self) -> None:
        """Mark all stones alive and no area neutral."""
        self._set(frozenset(), frozenset())

    def _set(self, dead: frozenset[str], neutral: frozenset[str]) -> bool:
        if (dead, neutral) == (self.dead, self.neutral):
            return False
        self.dead, self.neutral = dead, neutral
        self._score()
        return True

    def toggle(self, square: str) -> bool:
        """Toggle the stones at a square between dead and alive, or an empty area between owned and neutral.

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
        """Change the way of counting or the komi."""
        self.counting, self.komi = counting, komi
        self._score()
