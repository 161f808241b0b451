"""Lines of a record replayed in place, on one board, for whole archives of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Generic, Self

from viewer.base.named import NamedTuple
from viewer.games.game import S
from viewer.tree.action import Action, Move, Written
from viewer.tree.record import Record


class Told(NamedTuple):
    """What is told of a legal move.

    Attributes:
        text: the move in a style.
        touched: the squares of the move, as `Game.touches` names them; () where nobody asked.
        changed: what stands on the squares that it changed (`Replay.changed`); None where nobody asked.
    """

    text: str
    touched: tuple[str, ...] = ()
    changed: tuple[tuple[str, str], ...] | None = None


Touches = Callable[[Action], tuple[str, ...]]
"""The squares of a move: `Game.touches`."""


class Replay(ABC, Generic[S]):
    """A board on which the moves of a line are made one after the other, in place.

    It knows only the moves that nearly all moves are, and says nothing about any other: whoever
    replays a line asks `Game.advance` then, and goes on with a new replay of the state.
    """

    __slots__ = ()

    @property
    def repeats(self) -> bool:
        """Whether positions of the line may come again, which only states tell for sure."""
        return False

    @property
    @abstractmethod
    def text(self) -> str:
        """The move that was made last, in the style that was asked for, as `Game.notation` writes it."""

    @abstractmethod
    def make(self, action: Action | None) -> Move | None:
        """Make the legal move that an action means; None, and nothing is changed, if that isn't sure."""

    @abstractmethod
    def copy(self) -> Self:
        """The same board again, for another line."""

    @abstractmethod
    def state(self, ply: int) -> S:
        """The position as a state at a ply; without the states before it."""

    def tell(self, actions: Iterable[Action | None], touches: Touches | None) -> list[Told]:
        """Make the moves of a line, up to the first that isn't sure, and tell of each.

        `touches` is the game's; without it nothing is told of squares.
        """
        new, make, changed = tuple.__new__, self.make, self.changed  # there are very many
        found: list[Told] = []
        for action in actions:
            if (move := make(action)) is None:
                break
            if touches is None:
                found.append(new(Told, (self.text, (), None)))
            else:
                found.append(new(Told, (self.text, touches(move), changed())))
        return found

    def changed(self) -> tuple[tuple[str, str], ...] | None:
        """Each square that the last move changed, in the order of the board's squares: what stands there now.

        "" for nothing. None, for all moves, if only a state tells; else that has no counts, links or chain to
        tell.
        """
        return None


def played_words(record: Record) -> list[str] | None:
    """The moves, as written, of a record that has nothing but a line that was played ahead; else None."""
    if record.line is None or record.setup is not None or record.root.notes:
        return None
    words: list[str] = record.line.words
    children = record.root.children
    for word in words:
        if len(children) != 1:
            return None
        node = children[0]
        if node.notes or type(node.action) is not Written or node.action.text != word:
            return None
        children = node.children
    return None if children else words
