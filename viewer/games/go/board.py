"""Points of a board, stones on them, captures, and positions.

Points and boards are as in `viewer.games.stones.grid`, with a rim one point wide: a step in any of the
four directions needs no test for the edge.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from viewer.base.named import NamedTuple
from viewer.games.game import NOT_ASKED
from viewer.games.go.setup import Rules, column_row, square_at
from viewer.games.stones.game import StonePosition
from viewer.games.stones.grid import (
    EMPTY,
    FIRST_STONE,
    LARGE,
    RIM,
    SECOND_STONE,
    StoneGrid,
)
from viewer.tree.action import Action

BLACK, WHITE = FIRST_STONE, SECOND_STONE
COLOURS = ("", "B", "W")

PASS, OUTSIDE = 0, -1
"""Points of a move that is a pass, and of one that is on no point of the board."""

_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # no I

ParsedMove = tuple[int, int]
"""Colour and point of a move."""


def column_letters(column: int) -> str:
    """A column in the players' letters: A–Z without I, then AA, AB …"""
    block, letter = divmod(column, 25)
    return (_LETTERS[block - 1] if block else "") + _LETTERS[letter]


class _ParsedMoves(dict[str, ParsedMove | None]):
    """Colour and point by a move's text, None if it is no move; read once, then looked up.

    Only what is on the board is kept, so that there are never more than two for each point.
    """

    def __init__(self, points: dict[str, int]) -> None:
        self._points = points

    def __missing__(self, text: str) -> ParsedMove | None:
        sign, space, where = text.partition(" ")
        if sign not in ("B", "W") or not space:
            return None
        colour = BLACK if sign == "B" else WHITE
        if where == "pass":
            point = PASS
        else:
            known = self._points.get(where)
            if known is None:
                return None if column_row(where) is None else (colour, OUTSIDE)
            point = known
        self[text] = (colour, point)
        return colour, point


class Grid(StoneGrid):
    """What all boards of a size have in common. Made by `grid_of`: there is one for each size.

    Attributes:
        names: the name of each point as players write it, "Q16".
        named: the point of each such name.
        parsed_moves: colour and point of a move by its text.
    """

    parsed_moves: _ParsedMoves

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, 1, square_at)
        self.names = [""] * len(self.squares)
        for point in self.points:
            column, row = self.column_row(point)
            self.names[point] = f"{column_letters(column)}{height - row}"
        self.named = {self.names[point]: point for point in self.points}
        self.parsed_moves = _ParsedMoves(self.point_of)

    def move_text(self, colour: int, point: int) -> str:
        """`B pd`, `W pass`."""
        return f"{COLOURS[colour]} {self.squares[point] if point else 'pass'}"

    def around(self, point: int) -> tuple[int, int, int, int]:
        """The four points beside a point; some may be on the rim."""
        return point - 1, point + 1, point - self.stride, point + self.stride


@lru_cache(maxsize=32)
def grid_of(width: int, height: int) -> Grid:
    """The grid of a size, from 1 to `setup.LARGEST` lines each way."""
    return Grid(width, height)


class Position(StonePosition):
    """A position in a line.

    Attributes:
        grid: the grid of the board's size.
        board: the stones, see the module.
        ko: the point where the side to move would take back the stone just taken, 0 for none.
        taken: points of the stones captured by the last move.
        prisoners: numbers of stones that Black and White have captured so far.
        turn_known: whether the side to move is known from a move or a set-up.
        rules: the record's rules.
    """

    __slots__ = ("board", "ko", "prisoners", "rules", "taken")

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
        rules: Rules,
        prisoners: tuple[int, int] = (0, 0),
        turn_known: bool = False,
        ko: int = 0,
        taken: tuple[int, ...] = (),
        back: Self | None = None,
    ) -> None:
        # Not by State.__init__: one is made for each of the 62,000 nodes of a record.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.grid = grid
        if len(board) < LARGE:
            self.board = board
        else:
            self.keep_large(board=board)
        self.rules = rules
        self.prisoners = prisoners
        self.turn_known = turn_known
        self.ko = ko
        self.taken = taken
        self.back = back
        self.known_violation = NOT_ASKED

    def forget_move(self) -> None:
        """Nothing was captured."""
        self.taken = ()


class PlacedStone(NamedTuple):
    """What a stone did: the board after it, the stones taken, the point of a ko (0: none)."""

    board: bytes
    taken: tuple[int, ...]
    ko: int


def chain(board: bytes | bytearray, start: int, stride: int) -> list[int]:
    """The points that hang together with one: stones of its colour, or empty points."""
    colour = board[start]
    found = [start]
    seen = {start}
    for point in found:
        for beside in (point - 1, point + 1, point - stride, point + stride):
            if board[beside] == colour and beside not in seen:
                seen.add(beside)
                found.append(beside)
    return found


def chain_without_liberty(board: bytes | bytearray, start: int, stride: int) -> list[int] | None:
    """The chain of a stone if it has no liberty, else None; left as soon as one is found."""
    above, below = board[start - stride], board[start + stride]
    if not (board[start - 1] and board[start + 1] and above and below):
        return None
    colour = board[start]
    found = [start]
    seen = {start}
    for point in found:
        for beside in (point - 1, point + 1, point - stride, point + stride):
            there = board[beside]
            if not there:
                return None
            if there == colour and beside not in seen:
                seen.add(beside)
                found.append(beside)
    return found


def liberties(board: bytes | bytearray, start: int, stride: int) -> set[int]:
    """The liberties of a stone's chain."""
    return {
        beside
        for point in chain(board, start, stride)
        for beside in (point - 1, point + 1, point - stride, point + stride)
        if not board[beside]
    }


def place_stone(board: bytes, stride: int, colour: int, point: int) -> PlacedStone:
    """Place a stone on a point, even an occupied one: adjacent chains of the other side without a liberty
    are removed, then its own chain if that has none.

    Usually takes 1 to 5 µs, more with large chains that have few liberties.
    """
    cells = bytearray(board)
    put = put_stone(cells, stride, colour, point)
    if put is not None:
        return PlacedStone(bytes(cells), tuple(put[0]), put[1])
    cells[point] = colour
    own = chain(cells, point, stride)
    for one in own:
        cells[one] = EMPTY
    return PlacedStone(bytes(cells), tuple(own), 0)


def put_stone(
    cells: bytearray, stride: int, colour: int, point: int
) -> tuple[list[int], int] | None:
    """Place a stone in place: the points of the stones taken, and that of a ko (0: none).

    None if its chain would have no liberty: then nothing is changed.
    """
    before, cells[point] = cells[point], colour
    other = BLACK + WHITE - colour
    beside = (point - 1, point + 1, point - stride, point + stride)
    taken: list[int] = []
    free = False
    for near in beside:
        there = cells[near]
        if not there:
            free = True
        elif (
            there == other
            and cells[near - 1]
            and cells[near + 1]
            and cells[near - stride]
            and cells[near + stride]
        ):
            found = chain_without_liberty(cells, near, stride)
            if found is not None:
                for one in found:
                    cells[one] = EMPTY
                taken += found
    if not taken:
        if not free and chain_without_liberty(cells, point, stride) is not None:
            cells[point] = before
            return None
        return taken, 0
    ko = 0
    if len(taken) == 1:
        only = taken[0]
        if all(cells[near] == other or cells[near] == RIM or near == only for near in beside):
            ko = only
    return taken, ko
