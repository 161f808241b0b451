"""Replaying lines of go: stones put and taken in place."""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from viewer.games.charts import Replay
from viewer.games.go.board import (
    BLACK,
    OUTSIDE,
    PASS,
    Grid,
    ParsedMove,
    Position,
    put_stone,
)
from viewer.games.go.notation import format_move
from viewer.tree.action import Action, Move

_KINDS = ("", "black", "white")
_NOWHERE = 0  # no point of a board: that of a pass


class _Texts(dict[ParsedMove, str]):
    """The moves of a board in a style, without colours that the style doesn't write."""

    def __init__(self, grid: Grid, style: str) -> None:
        self._grid, self._style = grid, style

    def __missing__(self, move: ParsedMove) -> str:
        text = self[move] = format_move(self._grid, *move, self._style)
        return text


_texts = lru_cache(maxsize=32)(_Texts)


class _Stones(dict[ParsedMove, tuple[tuple[str, str], ...]]):
    """The square and the stone of each move on a board, as `Replay.changed` tells of them."""

    def __init__(self, grid: Grid) -> None:
        self._squares = grid.squares

    def __missing__(self, move: ParsedMove) -> tuple[tuple[str, str], ...]:
        colour, point = move
        stone = () if point == PASS else ((self._squares[point], _KINDS[colour]),)
        self[move] = stone
        return stone


_stones = lru_cache(maxsize=32)(_Stones)


class GoReplay(Replay[Position]):
    """A position of go under rules by which only a simple ko may not be taken back."""

    __slots__ = (
        "_board",
        "_coloured",
        "_grid",
        "_ko",
        "_played",
        "_prisoners",
        "_rules",
        "_side",
        "_stones",
        "_style",
        "_taken",
        "_texts",
        "_turn_known",
    )

    def __init__(self, state: Position, style: str = "") -> None:
        self._grid: Grid = state.grid
        self._board = bytearray(state.board)
        self._side, self._turn_known = state.side, state.turn_known
        self._ko, self._prisoners, self._rules = state.ko, list(state.prisoners), state.rules
        self._style = style
        self._texts, self._stones = _texts(self._grid, style), _stones(self._grid)
        self._played: ParsedMove = (BLACK, _NOWHERE)
        self._coloured = False
        self._taken: list[int] = []

    def copy(self) -> Self:
        """The same position again."""
        other = type(self).__new__(type(self))
        other._grid, other._board, other._rules = self._grid, self._board[:], self._rules
        other._side, other._turn_known, other._ko = self._side, self._turn_known, self._ko
        other._prisoners, other._style = self._prisoners[:], self._style
        other._texts, other._stones = self._texts, self._stones
        other._played, other._coloured, other._taken = self._played, self._coloured, self._taken
        return other

    @property
    def text(self) -> str:
        """The last move; one out of turn with its colour."""
        if not self._coloured:
            return self._texts[self._played]
        return format_move(self._grid, *self._played, self._style, coloured=True)

    def make(self, action: Action | None) -> Move | None:
        """Make a pass, or a move to an empty point where the stone has a liberty then."""
        if type(action) is not Move:
            return None
        parsed = self._grid.parsed_moves[action.text]
        if parsed is None:
            return None
        colour, point = parsed
        taken: list[int] = []
        ko = 0
        if point != PASS:
            board = self._board
            if point == OUTSIDE or board[point] or point == self._ko:
                return None
            put = put_stone(board, self._grid.stride, colour, point)
            if put is None:
                return None
            taken, ko = put
            if taken:
                self._prisoners[colour != BLACK] += len(taken)
        self._coloured = colour - 1 != self._side
        self._played, self._taken, self._ko = parsed, taken, ko
        self._side, self._turn_known = 2 - colour, True
        return action

    def state(self, ply: int) -> Position:
        """The position as a state."""
        return Position(
            None,
            None,
            self._side,
            ply,
            self._grid,
            bytes(self._board),
            self._rules,
            (self._prisoners[0], self._prisoners[1]),
            self._turn_known,
            self._ko,
        )

    def changed(self) -> tuple[tuple[str, str], ...]:
        """The stone that was put, and the points of those that were taken."""
        if not self._taken:
            return self._stones[self._played]
        _, point = self._played
        squares, board = self._grid.squares, self._board
        return tuple((squares[at], _KINDS[board[at]]) for at in sorted((point, *self._taken)))
