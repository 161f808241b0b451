"""How books of a game print it: what stands below diagrams and ahead of variations, how moves are set."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from viewer.base.loading import load_named
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.game import Game
from viewer.games.geometry import Geometry


class Held(NamedTuple):
    """What a side holds, in the words that stand beside a diagram.

    Attributes:
        title: what stands ahead of it.
        pieces: (kind, number in words) of each kind, "" for a single piece.
        nothing: what stands in the place of pieces where there are none.
    """

    title: str
    pieces: tuple[tuple[str, str], ...]
    nothing: str


class Answer(NamedTuple):
    """What is known of the solution of a problem.

    Attributes:
        side: index of the side that is to find it.
        plies: of the right line.
        won: whether that side has won on the board after it.
        result: of the game as the record says, "1-0" and the like, "" if it doesn't.
        said: the texts of the problem: its task, its title.
    """

    side: int
    plies: int
    won: bool
    result: str = ""
    said: tuple[str, ...] = ()


class Printing:
    """What books of most games do; a game's own is a subclass, named by `Game.printing`.

    Attributes:
        captions: what a book says below a diagram: its "number", the "move" before, the "side" to move, or
            that as a "sign".
        coordinates: whether diagrams have coordinates.
        variations: how those stand: in "paragraphs", those within them in brackets, all in "brackets",
            or "indented" by their level.
        rows: whether the moves of the main line stand in rows, one of each side in a row.
        labels: what stands ahead of variations: "numbers", "letters", or "none"; "moves": in Chinese and
            Japanese which move they replace.
        head: the head of a game: "plain", its title and what is known of it; "sides", the players with signs
            of their sides; or "numbered", with its number and the code of its opening.
        line_first: whether the solution of a problem is the whole right line, behind it what branches off,
            which `branch` names.
        final: whether the solution of a problem shows the position in which it is won.
        coloured: whether the head of a game tells who has which colour.
        terms: what else it tells: kinds of headers, their roles or keys.
        cooks: what another move that mates is called in a problem: the first one, a later one.
        words: what stands for moves that are words, by their texts.
        game: what it prints.
    """

    captions: tuple[str, ...] = ("number", "move", "side")
    coordinates: bool = False
    variations: str = "paragraphs"
    rows: bool = False
    labels: str = "none"
    head: str = "plain"
    line_first: bool = False
    final: bool = False
    coloured: bool = False
    terms: tuple[str, ...] = ()
    cooks: tuple[Message, Message] = (message("Cook"), message("Cook"))
    words: Mapping[str, Message] = MappingProxyType({})

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def term(self, kind: str, value: str) -> Message | None:
        """What the head of a game says of a header of one of `terms`; None for nothing."""
        return None

    def outcome(self, result: str) -> Message | None:
        """The result of a game in words, in its head; None for one that stands behind the last move."""
        return None

    def board(self, geometry: Geometry, holders: tuple[int, ...] = (0, 1)) -> Geometry:
        """A board as it is printed, with room for what `holders`, indexes of sides, hold.

        The same object for the same board.
        """
        return geometry

    def held(self, counts: Mapping[str, int]) -> tuple[Held, ...]:
        """What each side holds, to be told beside the board; () if it lies on the board, or is nothing.

        `counts` are as in `Holding.counts`.
        """
        return ()

    def holders(self, pieces: Collection[str], side: int) -> tuple[int, ...]:
        """The sides whose pieces in hand a problem tells; `pieces` are the kinds on the board."""
        return (0, 1)

    def asked(self, answer: Answer) -> Message | None:
        """What a problem asks, above its diagram; None: only whose move it is."""
        return None

    def solved(self, answer: Answer) -> Message | None:
        """What stands behind the right line of a solution; None for nothing."""
        return None

    def branch(self, defended: bool) -> Message:
        """What a variation in a solution is called: another defence, or another try."""
        if defended:
            return in_context("ahead of a variation in a solution", "Variation")
        return in_context("ahead of a variation in a solution", "Try")

    def at_move(self, number: int) -> Message:
        """Which move of the right line a variation in a solution replaces, ahead of it."""
        return in_context("ahead of a variation in a solution", "move {number}:", number=number)

    def ended(self, plies: int, result: str) -> Message:
        """How a game of so many plies ended, behind its last move; `result` is that in words."""
        return message("{text}", text=result)

    def turn(self, side: int, name: Message) -> Message:
        """Whose move it is, as it is said below a diagram; `name` is that of the side."""
        return in_context("below a diagram", "{side} to move", side=name)

    def letters(self, texts: Iterable[str], notation: str) -> dict[str, str]:
        """What stands in a notation for the letters of moves that are told in texts; those that differ."""
        return {}

    def respelt(self, text: str, letters: dict[str, str]) -> str:
        """A text whose moves have others in the place of these letters."""
        return text

    def pairing(self, first: str, second: str, result: str) -> Message:
        """The players of a game in the order of `Game.sides`, as its head has them.

        `result`: "1-0" and the like, "" or "*" if it isn't known.
        """
        return in_context("the players of a game", "{first} – {second}", first=first, second=second)


@cache
def printing_of(game: Game[Any]) -> Printing:
    """How books print a game."""
    found: type[Printing] = load_named(game.printing) if game.printing else Printing
    return found(game)
