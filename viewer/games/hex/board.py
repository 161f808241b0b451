"""Cells of a board, stones on them, and positions; their neutral texts.

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

from collections.abc import Iterator
from functools import lru_cache
from typing import Self

from viewer.base.messages import message
from viewer.games.game import NOT_ASKED
from viewer.games.stones.connection import (
    FORFEIT,
    MOST_LINES,
    OUTSIDE,
    PASS,
    PLAYERS,
    RESIGN,
    SWAP_PIECES,
    SWAP_SIDES,
    WORD_OF,
    ConnectionPosition,
    shortest_chain,
)
from viewer.games.stones.coordinates import column_row, square_at
from viewer.games.stones.grid import (
    EMPTY,
    FIRST_STONE,
    LARGE,
    SECOND_STONE,
    StoneGrid,
)
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
