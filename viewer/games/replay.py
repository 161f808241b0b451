"""Replaying the lines of a record in place, for whole archives of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Self, TypeVar

from viewer.games.game import State
from viewer.tree.action import Action, Move

S = TypeVar("S", bound=State)


class Replay(ABC, Generic[S]):
    """A board on which the moves of a line are made one after the other, in place.

    It knows only the moves that nearly all moves are, and says nothing about any other: whoever
    replays a line asks `Game.advance` then, and goes on with a new replay of the state.
    """

    __slots__ = ()

    @abstractmethod
    def make(self, action: Action | None) -> Move | None:
        """Make the legal move that an action means; None, and nothing is changed, if that isn't sure."""

    @abstractmethod
    def copy(self) -> Self:
        """The same board again, for another line."""

    @abstractmethod
    def state(self, ply: int) -> S:
        """The position as a state at a ply; without the states before it."""
