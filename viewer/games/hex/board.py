"""Boards of Hex, stones on them, and positions; their neutral texts, and the notations of moves.

Place   `a1`: letters of the column from the left, number of the row from the top; a1 is in an acute
        corner (see `viewer.games.stones.coordinates`). Lower case.
Move    `1 e3`: player and square. Player 1 joins top and bottom and usually begins (SGF's Black, red on most
        boards), player 2 left and right (SGF's White, blue). Places beyond the edge are moves too.
        `2 swap-pieces`  the stone on the board goes to the reflected square and changes its colour;
                         players keep their colours, player 1 plays next.
        `2 swap-sides`   the stone stays, players exchange their colours; the player who now has player 2's
                         colour plays next, so the same number plays twice: `1 b2`, `2 swap-sides`, `2 f5`.
        `1 pass`, `2 resign`, `1 forfeit`.
        The number is that of the colour (for a swap: of the player who swaps; 2 if the file gives no colour).
        A text without a number (`e3`, `resign`) is a Move of the side to move, for input by the user;
        readers of files write the number, since a dump shows it.
        Any other text (a colour of 3) is an action Written: it is shown, has no effect and counts as a ply.
Set-up  `11`, `11x9` (width x height), then stones: `11 B a1 c3 W d4`; B is player 1, W player 2.
        A text with a size is a whole position (after the root, it replaces the board).
        A text without a size changes the board: `B a1 W b2 E c3`, E for squares that become empty.
        `PL B` or `PL W` at the end: the side to move. If it isn't given: in a whole position player 2 if
        player 1 has more stones, else player 1; in a change, the side to move stays the same.
        A root without Setup (action None) is the empty board of 11 by 11.

Points and boards are as in `viewer.games.stones.grid`, with a rim one point wide: a step to any of the
six neighbours needs no test for the edge. Red is player 1, blue player 2.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Self

from viewer.base.messages import message
from viewer.base.patterns import late
from viewer.games.game import NOT_ASKED
from viewer.games.stones.connection import (
    FORFEIT,
    FORFEITS,
    GOLEM_LETTERS,
    MOST_LINES,
    OUTSIDE,
    PASS,
    PASSES,
    PLAYERS,
    RESIGN,
    RESIGNS,
    SWAP_PIECES,
    SWAP_SIDES,
    SWAPS_PIECES,
    SWAPS_SIDES,
    WORD_OF,
    ConnectionPosition,
    golem_square,
    shortest_chain,
)
from viewer.games.stones.coordinates import column_row, square_at
from viewer.games.stones.grid import EMPTY, FIRST_STONE, LARGE, SECOND_STONE, StoneGrid
from viewer.games.stones.placement import SetupSyntax
from viewer.tree.action import Action

USUAL = 11
WORDS = (SWAP_PIECES, SWAP_SIDES, PASS, RESIGN, FORFEIT)
"""The words that can be a move instead of a square."""

SYNTAX = SetupSyntax(
    usual=USUAL,
    smallest=1,
    largest=MOST_LINES,
    players=PLAYERS,
    no_size=message("A board needs a size: 11, or 11x9."),
    bad_size=message("“{text}” is not the size of a Hex board: 1 to {largest} lines."),
    bad_square=message("“{text}” is not a cell of a Hex board."),
)
read_size = SYNTAX.read_size
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write


# ------------------------------------------------- Cells of a board, stones on them, and positions

RED, BLUE = FIRST_STONE, SECOND_STONE

POINT_OF_WORD = {word: point for point, word in WORD_OF.items()}

ParsedMove = tuple[int, int]
"""Colour of a move (EMPTY: that of the side to move), and its point or the number of its word (WORD_OF)."""


class _ParsedMoves(dict[str, ParsedMove | None]):
    """Cache from a move's text to its colour and point, None for a text that isn't a move.

    Moves off the board aren't stored, so there are at most three entries for each cell or word.
    """

    def __init__(self, points: dict[str, int]) -> None:
        self._points = points

    def __missing__(self, text: str) -> ParsedMove | None:
        sign, space, where = text.partition(" ")
        colour = {"1": RED, "2": BLUE}.get(sign, EMPTY) if space else EMPTY
        if space and not colour:
            return None
        if not space:
            where = text
        point = POINT_OF_WORD.get(where) or self._points.get(where)
        if point is None:
            return (colour, OUTSIDE) if column_row(where) is not None else None
        self[text] = (colour, point)
        return colour, point


class Grid(StoneGrid):
    """The data shared by all boards of a size. Made by `grid_of`, one for each size.

    Attributes:
        steps: the differences from a point to its six neighbours.
        parsed_moves: the meanings of moves, by text.
    """

    parsed_moves: _ParsedMoves

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, 1, square_at)
        stride = self.stride
        self.steps = (-1, 1, -stride, stride, 1 - stride, stride - 1)
        self.parsed_moves = _ParsedMoves(self.point_of)

    def move_text(self, colour: int, point: int) -> str:
        """The neutral text of a move: `1 e3`, `2 swap-pieces`."""
        return f"{colour} {self.squares[point] if point > 0 else WORD_OF[point]}"

    def reflected(self, point: int) -> int:
        """The point with column and row exchanged; only for boards as wide as high."""
        column, row = self.column_row(point)
        return (column + 1) * self.stride + row + 1

    def edges(self, colour: int) -> tuple[list[int], list[int]]:
        """The points of the two edges that a colour joins: red top and bottom, blue left and right."""
        if colour == RED:
            return list(self.points[: self.width]), list(self.points[-self.width :])
        return list(self.points[:: self.width]), list(self.points[self.width - 1 :: self.width])


@lru_cache(maxsize=32)
def grid_of(width: int, height: int) -> Grid:
    """The grid of a size, from 1 to 256 in each direction."""
    return Grid(width, height)


class Position(ConnectionPosition):
    """A position in a line.

    Attributes:
        grid: the grid of the board's size.
        board: the stones, one byte for each point (see the module's docstring).
        turn_known: whether the side to move is known from a move or a set-up.
        swapped: the point of a stone that changed its colour by a swap, 0 for none.
    """

    __slots__ = ("board", "chain", "swapped", "swaps")

    grid: Grid
    board: bytes

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        grid: Grid,
        board: bytes,
        turn_known: bool = False,
        swapped: int = 0,
        swaps: int = 0,
        back: Self | None = None,
    ) -> None:
        # Bypasses State.__init__ for speed: a record may have 200,000 nodes, with a Position for each.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.grid = grid
        if len(board) < LARGE:
            self.board = board
        else:
            self.keep_large(board=board)
        self.turn_known = turn_known
        self.swapped = swapped
        self.swaps = swaps
        self.back = back
        self.chain: tuple[int, ...] | None = None
        self.known_violation = NOT_ASKED


def chain_of(grid: Grid, board: bytes, colour: int) -> tuple[int, ...]:
    """The shortest chain of a colour between its two edges, from top or left; () if there is none."""
    near, far = grid.edges(colour)
    steps = grid.steps

    def neighbours(point: int) -> Iterator[int]:
        return (point + step for step in steps if board[point + step] == colour)

    starts = [point for point in near if board[point] == colour]
    return shortest_chain(starts, set(far), neighbours)


def winning_chain(position: Position) -> tuple[int, ...]:
    """The shortest chain that joins the edges of either colour, () if there is none; computed once.

    No position has chains of both colours.
    """
    chain = position.chain
    if chain is None:
        grid, board = position.grid, position.board
        chain = chain_of(grid, board, RED) or chain_of(grid, board, BLUE)
        position.chain = chain
    return chain


# ------------------------------------------------------------------------------- Notations of moves
#
# e3 (players, trmph), B[e3] (SGF: B is red), `:s` (HexWorld's words), `black e3` (HTP, HexGui), ec
# (Little Golem: column and row as letters).


A1, SGF, HEXWORLD, HTP, GOLEM = "a1", "sgf", "hexworld", "htp", "golem"

_NAMES = ("", "red", "blue")
_BLACK_WHITE = ("", "black", "white")
_SIGNS = {"red": RED, "black": RED, "b": RED, "r": RED, "1": RED}
_SIGNS |= {"blue": BLUE, "white": BLUE, "w": BLUE, "2": BLUE}
_COLOURED = late(r"(red|blue|black|white|[brw12](?=[\s\[:]))[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
_WORLD = {PASSES: ":p", SWAPS_PIECES: ":s", SWAPS_SIDES: ":S"}
_WORLD_READ = {text: (EMPTY, point) for point, text in _WORLD.items()}
_WORLD_READ |= {":rb": (RED, RESIGNS), ":rw": (BLUE, RESIGNS)}
_WORLD_READ |= {":fb": (RED, FORFEITS), ":fw": (BLUE, FORFEITS)}
_A1 = late(r"([a-z]{1,2})0*([1-9]\d{0,2})\Z", re.ASCII)
_LETTERS = late(r"([a-zA-Z])([a-zA-Z])\Z", re.ASCII)


def format_move(grid: Grid, colour: int, point: int, style: str, *, coloured: bool = False) -> str:
    """A move in a style; `coloured` adds its colour even if the style doesn't."""
    text = point_text(grid, point, style) if point > 0 else WORD_OF[point]
    if style == SGF:
        return f"{'.BW'[colour]}[{text}]"
    if style == HTP:
        return f"{_BLACK_WHITE[colour]} {text}"
    if style == HEXWORLD and point < 0:
        if point in (RESIGNS, FORFEITS):
            return f":{text[0]}{'.bw'[colour]}"
        text = _WORLD[point]
    return f"{_NAMES[colour]} {text}" if coloured else text


def point_text(grid: Grid, point: int, style: str) -> str:
    """The text of a cell in a style, without a colour."""
    if style == GOLEM and max(grid.width, grid.height) <= len(GOLEM_LETTERS):
        column, row = grid.column_row(point)
        return GOLEM_LETTERS[column] + GOLEM_LETTERS[row]
    return grid.squares[point]


def parse_move(grid: Grid, text: str) -> ParsedMove | None:
    """The (colour, point) of a move's text, colour EMPTY if it has none; None for other texts."""
    text = unicodedata.normalize("NFKC", text.strip()[:40])
    if text in _WORLD_READ:
        return _WORLD_READ[text]
    colour = EMPTY
    found = _COLOURED.match(text)
    if found is not None:
        colour = _SIGNS[found[1].lower()]
        text = found[2].strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1].strip()
    point = _point(grid, text)
    if point == OUTSIDE:
        from viewer.games.move_words import word_meant  # deferred: most moves name a place

        point = POINT_OF_WORD.get(word_meant(text), OUTSIDE)
    return None if point == OUTSIDE else (colour, point)


def _point(grid: Grid, text: str) -> int:
    """The point of the cell named by a text, OUTSIDE if it names none."""
    if (found := _A1.match(text.lower())) is not None:
        return grid.point_of.get(found[1] + found[2], OUTSIDE)
    if (found := _LETTERS.match(text)) is not None:
        column, row = golem_square(found[1] + found[2], grid.width, grid.height)
        if column < grid.width and row < grid.height:
            return (row + 1) * grid.stride + column + 1
    return OUTSIDE
