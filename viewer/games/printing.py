"""How books of a game print it: what stands below diagrams and ahead of variations, how moves are set."""

from __future__ import annotations

from functools import cache
from typing import Any

from viewer.base.loading import load_named
from viewer.base.messages import Message, in_context
from viewer.games.game import Game


class Printing:
    """What books of most games do; a game's own is a subclass, named by `Game.printing`.

    Attributes:
        captions: what a book says below a diagram: its "number", the "move" before, the "side" to move, or
            that as a "sign".
        coordinates: whether diagrams have coordinates.
        rows: whether the moves of the main line stand in rows, one of each side in a row.
        labels: what stands ahead of variations: "numbers", "letters", or "none".
    """

    captions: tuple[str, ...] = ("number", "move", "side")
    coordinates: bool = False
    rows: bool = False
    labels: str = "none"

    def turn(self, side: int, name: Message) -> Message:
        """Whose move it is, as it is said below a diagram; `name` is that of the side."""
        return in_context("below a diagram", "{side} to move", side=name)

    def pairing(self, first: str, second: str, result: str) -> Message:
        """The players of a game in the order of `Game.sides`, as its head has them.

        `result`: "1-0" and the like, "" or "*" if it isn't known.
        """
        return in_context("the players of a game", "{first} – {second}", first=first, second=second)


@cache
def printing_of(game: Game[Any]) -> Printing:
    """How books print a game."""
    found: type[Printing] = load_named(game.printing) if game.printing else Printing
    return found()
