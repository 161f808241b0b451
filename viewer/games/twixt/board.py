"""Holes of a board, parsed moves, and positions; their charts.

Points and boards are as in `viewer.games.stones.grid`, with a rim two points wide, so that a knight's
move needs no test for the edge; the corners are also rim. Pegs are the stones: VERTICAL (player 1,
joins top and bottom) or HORIZONTAL. Links are one byte for each point: bit direction - 1 is the link
of a peg to the one above it in that direction (see `viewer.games.twixt.links`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from viewer.base.named import NamedTuple
from viewer.games.charts import Chart, source_of
from viewer.games.game import NOT_ASKED
from viewer.games.stones import connection
from viewer.games.stones.connection import OUTSIDE, ConnectionPosition
from viewer.games.stones.coordinates import column_row, square_at
from viewer.games.stones.grid import (
    EMPTY,
    FIRST_STONE,
    LARGE,
    SECOND_STONE,
    StoneGrid,
    without_rim,
)
from viewer.games.twixt.setup import (
    ACCEPT_DRAW,
    AUTO,
    DRAW,
    NO_LINKS,
    OFFSETS,
    PROPOSE_DRAW,
    Point,
    Rules,
    link_ends,
)
from viewer.tree.action import Action

VERTICAL, HORIZONTAL = FIRST_STONE, SECOND_STONE
KINDS = ("", "vertical", "horizontal")
"""The kind of a peg as named in the geometry, by the peg's byte."""

WORD_OF = {**connection.WORD_OF, -7: PROPOSE_DRAW, -8: ACCEPT_DRAW, -9: DRAW}
"""Moves that are words, by the number that they have in place of a point."""
POINT_OF_WORD = {word: point for point, word in WORD_OF.items()}
PROPOSES_DRAW, ACCEPTS_DRAW, AGREES_DRAW = -7, -8, -9


class LinkChange(NamedTuple):
    """A link that a move makes or takes away; its ends as column and row, None if one isn't a square."""

    makes: bool
    ends: tuple[Point, Point] | None
    text: str


class ParsedMove(NamedTuple):
    """A parsed move.

    Attributes:
        colour: of the side that moves; EMPTY: the side to move.
        point: of the peg, OUTSIDE, or the number of a word (WORD_OF).
        changes: links made and taken away, in the order of the text.
        auto: whether all links that the rules allow to the new peg are made, after the changes.
        offer: whether a draw is offered with the peg.
        odd: the first word that can't be read, "" if there is none.
    """

    colour: int
    point: int
    changes: tuple[LinkChange, ...] = ()
    auto: bool = True
    offer: bool = False
    odd: str = ""


class _ParsedMoves(dict[str, ParsedMove | None]):
    """Cache from a move's text to its meaning, None for a text that isn't a move.

    Only moves without links are stored.
    """

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
    """The move with its changes of links and draw offer, as given by the words after its hole."""
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
    """The data shared by all boards of a size. Made by `grid_of`, one for each size.

    Attributes:
        reach: the difference from a link's lower end to its upper one, by direction (0: none).
        parsed_moves: the meanings of moves, by text.
        open_to: by colour, the holes outside the other colour's border lines.
        no_links: the bytes of a board without links.
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
        """The point of any column and row, OUTSIDE if there is no hole."""
        column, row = at
        if not (0 <= column < self.width and 0 <= row < self.height):
            return OUTSIDE
        point = self.at(column, row)
        return point if self.empty[point] == EMPTY else OUTSIDE

    def move_text(self, colour: int, point: int) -> str:
        """The neutral text of a move: `1 d4`, `2 swap-pieces`."""
        return f"{colour} {self.squares[point] if point > 0 else WORD_OF[point]}"

    def border_of(self, point: int) -> int:
        """The colour whose border line contains a hole, EMPTY if it is in neither's."""
        column, row = self.column_row(point)
        if column in (0, self.width - 1):
            return HORIZONTAL
        return VERTICAL if row in (0, self.height - 1) else EMPTY


@lru_cache(maxsize=32)
def grid_of(width: int, height: int) -> Grid:
    """The grid of a size, from 5 to 256 in each direction."""
    return Grid(width, height)


LinkAt = tuple[int, int]
"""A link: the point of its lower peg, and its direction from there."""


class Position(ConnectionPosition):
    """A position in a line.

    Attributes:
        grid: the grid of the board's size.
        pegs, links: one byte for each point (see the module's docstring).
        rules: the record's rules.
        turn_known: whether the side to move is known from a move or a set-up.
        gone: the links that the last move took away, with their colour.
    """

    __slots__ = (
        "chain",
        "gone",
        "links",
        "pegs",
        "rules",
        "swaps",
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
        # Bypasses State.__init__ for speed: a record may have 200,000 nodes, with a Position for each.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.grid = grid
        if len(pegs) < LARGE:
            self.pegs = pegs
            self.links = links
        else:
            self.keep_large(pegs=pegs, links=links)
        self.rules = rules
        self.turn_known = turn_known
        self.swaps = swaps
        self.gone = gone
        self.back = back
        self.chain: tuple[int, ...] | None = None
        self.known_violation = NOT_ASKED

    @property
    def board(self) -> bytes:
        """The pegs."""
        return self.pegs

    def forget_move(self) -> None:
        """No links were taken away; after a takeback, those of the move returned to are shown again."""
        if self.back is None:
            self.gone = ()


# ----------------- links as cells: for each direction a cell a hole, 1 where a link goes up from it

_PLANES = tuple(bytes(value >> bit & 1 for value in range(256)) for bit in range(4))
_DIRECTION = {offset: number - 1 for number, offset in enumerate(OFFSETS) if number}


def link_cells(state: Position) -> bytes:
    """The four planes of links."""
    links = without_rim(state.grid, state.links, clear=False)
    return b"".join([links.translate(plane) for plane in _PLANES])


@lru_cache(maxsize=32)
def chart_with_links(chart: Chart) -> Chart:
    """The chart of pegs with four planes of links after it."""
    width, height = chart.columns, chart.rows
    return chart._replace(
        cells=5 * width * height,
        symmetries=tuple(
            one._replace(source=one.source + _link_sources(one.id, width, height))
            for one in chart.symmetries
        ),
    )


def _link_sources(id: str, width: int, height: int) -> tuple[int, ...]:
    """From which cell each link of the image is taken: that of the same two holes."""
    source = source_of(id.split()[0], width, height)
    board = width * height
    found: list[int] = []
    for dx, dy in OFFSETS[1:]:
        for row in range(height):
            for column in range(width):
                x, y = column + dx, row + dy
                if not (0 <= x < width and 0 <= y < height):
                    found.append(board)  # the top left corner, where there is never a link either
                    continue
                lower, upper = source(column, row), source(x, y)
                if upper[1] > lower[1]:
                    lower, upper = upper, lower
                step = upper[0] - lower[0], upper[1] - lower[1]
                found.append((_DIRECTION[step] + 1) * board + lower[1] * width + lower[0])
    return tuple(found)
