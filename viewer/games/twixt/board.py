"""Holes of a board, what moves mean there, and positions.

Points and boards are as in `viewer.games.stones.grid`, with a rim two points wide, so that a knight's
move needs no test for the edge; the corners are rim as well. Pegs are the stones: VERTICAL (player 1,
joins top and bottom) or HORIZONTAL. Links are one byte a point as well: bit direction - 1 is the link
of a peg to the one above it in that direction (see `viewer.games.twixt.links`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, Self

from viewer.games.game import NOT_ASKED
from viewer.games.stones import connection
from viewer.games.stones.connection import OUTSIDE, ConnectionPosition
from viewer.games.stones.coordinates import column_row, square_at
from viewer.games.stones.grid import EMPTY, FIRST_STONE, SECOND_STONE, StoneGrid
from viewer.games.stones.thrifty import LARGE, ThriftyBoard
from viewer.games.twixt.rules import Rules
from viewer.games.twixt.setup import (
    ACCEPT_DRAW,
    AUTO,
    DRAW,
    NO_LINKS,
    OFFSETS,
    PROPOSE_DRAW,
    Point,
    link_ends,
)
from viewer.tree.action import Action

VERTICAL, HORIZONTAL = FIRST_STONE, SECOND_STONE
KINDS = ("", "vertical", "horizontal")
"""Kind of a peg as the geometry names it, by its byte."""

WORD_OF = {**connection.WORD_OF, -7: PROPOSE_DRAW, -8: ACCEPT_DRAW, -9: DRAW}
"""The words of moves by the numbers that stand for their point."""
POINT_OF_WORD = {word: point for point, word in WORD_OF.items()}
PROPOSES_DRAW, ACCEPTS_DRAW, AGREES_DRAW = -7, -8, -9


class LinkChange(NamedTuple):
    """A link that a move makes or takes away: its ends as column and row, None for no link at all."""

    makes: bool
    ends: tuple[Point, Point] | None
    text: str


class ParsedMove(NamedTuple):
    """What a move's text means.

    Attributes:
        colour: of who moves; EMPTY: of the side to move.
        point: of the peg, OUTSIDE, or what it is beside a peg (WORD_OF).
        changes: links made and taken away, in the order of the text.
        auto: whether all links that the rules allow to the new peg are made, after the changes.
        offer: whether a draw is offered with the peg.
        odd: the first word that says nothing, "" if there is none.
    """

    colour: int
    point: int
    changes: tuple[LinkChange, ...] = ()
    auto: bool = True
    offer: bool = False
    odd: str = ""


class _ParsedMoves(dict[str, ParsedMove | None]):
    """What a move means by its text, None if it is no move; plain pegs are read once."""

    def __init__(self, points: dict[str, int]) -> None:
        self._points = points

    def __missing__(self, text: str) -> ParsedMove | None:
        words = text.split()
        colour = {"1": VERTICAL, "2": HORIZONTAL}.get(words[0], EMPTY) if words else EMPTY
        if colour:
            del words[0]
        if not words:
            return None
        where, *more = words
        point = POINT_OF_WORD.get(where) or self._points.get(where)
        if point is None:
            if column_row(where) is None:
                return None
            point = OUTSIDE
        parsed = _with_links(ParsedMove(colour, point), more) if more else ParsedMove(colour, point)
        if not more and point != OUTSIDE and text in (where, f"{colour} {where}"):
            self[text] = parsed
        return parsed


def _with_links(parsed: ParsedMove, words: list[str]) -> ParsedMove:
    """A move with the words after its hole."""
    changes: list[LinkChange] = []
    auto = no_links = offer = False
    odd = ""
    for word in words:
        if word[0] in "+-" and len(word) > 1:
            changes.append(LinkChange(word[0] == "+", link_ends(word[1:]), word[1:]))
        elif word == AUTO:
            auto = True
        elif word == NO_LINKS:
            no_links = True
        elif word == PROPOSE_DRAW:
            offer = True
        else:
            odd = odd or word
    auto = auto or not (changes or no_links)
    return parsed._replace(changes=tuple(changes), auto=auto, offer=offer, odd=odd)


class Grid(StoneGrid):
    """What all boards of a size have in common. Made by `grid_of`: there is one for each size.

    Attributes:
        reach: from the lower end of a link to its upper one, by direction (0: none).
        parsed_moves: what a move means, by its text.
        open_to: by colour, the holes that aren't in the other's border lines.
        no_links: the links of a board without any.
    """

    parsed_moves: _ParsedMoves

    def __init__(self, width: int, height: int) -> None:
        def hole(column: int, row: int) -> str:
            corner = column in (0, width - 1) and row in (0, height - 1)
            return "" if corner else square_at(column, row)

        super().__init__(width, height, 2, hole)
        self.reach = tuple(dx + dy * self.stride for dx, dy in OFFSETS)
        self.no_links = bytes(len(self.squares))
        self.open_to = tuple(
            tuple(point for point in self.points if self.border_of(point) in (EMPTY, colour))
            for colour in (EMPTY, VERTICAL, HORIZONTAL)
        )
        self.parsed_moves = _ParsedMoves(self.point_of)

    def point(self, at: Point) -> int:
        """The point of a column and row that may be anywhere; OUTSIDE where there is no hole."""
        column, row = at
        if not (0 <= column < self.width and 0 <= row < self.height):
            return OUTSIDE
        point = self.at(column, row)
        return point if self.empty[point] == EMPTY else OUTSIDE

    def move_text(self, colour: int, point: int) -> str:
        """`1 d4`, `2 swap-pieces`."""
        return f"{colour} {self.squares[point] if point > 0 else WORD_OF[point]}"

    def border_of(self, point: int) -> int:
        """The colour whose border line a hole is in, EMPTY for neither."""
        column, row = self.column_row(point)
        if column in (0, self.width - 1):
            return HORIZONTAL
        return VERTICAL if row in (0, self.height - 1) else EMPTY


@lru_cache(maxsize=32)
def grid_of(width: int, height: int) -> Grid:
    """The grid of a size, from 5 to 256 each way."""
    return Grid(width, height)


LinkAt = tuple[int, int]
"""A link: the point of its lower peg, and its direction from there."""


class Position(ConnectionPosition):
    """A position in a line.

    Attributes:
        grid: of the board's size.
        pegs, links: see the module.
        rules: of the record.
        turn_known: whether it is known whose turn it is: a move or a set-up said so.
        gone: the links that the last move took away, with their colour.
    """

    __slots__ = (
        "_large_links",
        "_large_pegs",
        "chain",
        "gone",
        "grid",
        "links",
        "pegs",
        "rules",
        "swaps",
        "turn_known",
    )

    grid: Grid
    pegs: bytes
    links: bytes

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        grid: Grid,
        pegs: bytes,
        links: bytes,
        rules: Rules,
        turn_known: bool = False,
        swaps: int = 0,
        gone: tuple[tuple[LinkAt, int], ...] = (),
        back: Self | None = None,
    ) -> None:
        # Not by State.__init__: one is made for each node of records with 200,000.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.grid = grid
        if len(pegs) < LARGE:
            self.pegs = pegs
            self.links = links
        else:
            self._large_pegs = ThriftyBoard(pegs, getattr(previous, "_large_pegs", None))
            self._large_links = ThriftyBoard(links, getattr(previous, "_large_links", None))
        self.rules = rules
        self.turn_known = turn_known
        self.swaps = swaps
        self.gone = gone
        self.back = back
        self.chain: tuple[int, ...] | None = None
        self.known_violation = NOT_ASKED

    def __getattr__(self, name: str) -> bytes:
        """Pegs or links of a large board. Raises AttributeError for any other name."""
        if name == "pegs":
            return self._large_pegs.raw()
        if name == "links":
            return self._large_links.raw()
        raise AttributeError(name)

    @property
    def board(self) -> bytes:
        """The pegs."""
        return self.pegs

    def carried_over(
        self, previous: Position, action: Action | None, ply: int, back: Position | None = None
    ) -> Position:
        """This position again, as the state after an action that moves nothing."""
        grid, pegs, links, rules = self.grid, self.pegs, self.links, self.rules
        # Links are shown as taken away after the move that did it, also where later ones are gone.
        gone = self.gone if back is not None else ()
        turn_known, swaps = self.turn_known, self.swaps
        return Position(
            previous,
            action,
            self.side,
            ply,
            grid,
            pegs,
            links,
            rules,
            turn_known,
            swaps,
            gone,
            back,
        )
