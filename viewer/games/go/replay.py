"""Replaying lines of go: stones put and taken in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Self

from viewer.games.go.board import (
    BLACK,
    OUTSIDE,
    PASS,
    WHITE,
    Grid,
    ParsedMove,
    Position,
    put_stone,
)
from viewer.games.go.notation import format_move
from viewer.games.replays import Replay, Told, Touches
from viewer.games.stones.grid import EMPTY
from viewer.tree.action import Action, Move

_KINDS = ("", "black", "white")


class _Plain(dict[ParsedMove, Told]):
    """What is told of each move on a board that is made in turn and takes nothing."""

    def __init__(self, grid: Grid, style: str) -> None:
        self._grid, self._style = grid, style

    def __missing__(self, move: ParsedMove) -> Told:
        colour, point = move
        square = self._grid.squares[point]
        stone = () if point == PASS else ((square, _KINDS[colour]),)
        text = format_move(self._grid, *move, self._style)
        self[move] = told = Told(text, () if point == PASS else (square,), stone)
        return told


_plain = lru_cache(maxsize=32)(_Plain)


class GoReplay(Replay[Position]):
    """A position of go under rules by which only a simple ko may not be taken back."""

    __slots__ = (
        "_before",
        "_board",
        "_grid",
        "_ko",
        "_parsed",
        "_plain",
        "_played",
        "_prisoners",
        "_rules",
        "_style",
        "_taken",
        "_turn_known",
    )

    def __init__(self, state: Position, style: str = "") -> None:
        self._grid: Grid = state.grid
        self._board = bytearray(state.board)
        self._parsed, self._turn_known = self._grid.parsed_moves, state.turn_known
        self._ko, self._prisoners, self._rules = state.ko, list(state.prisoners), state.rules
        self._style = style
        self._plain = _plain(self._grid, style)
        # The last move and the one before; none is as if the other side had played somewhere.
        self._before = self._played = (2 - state.side, OUTSIDE)
        self._taken: Sequence[int] = ()

    def copy(self) -> Self:
        """The same position again."""
        other = type(self).__new__(type(self))
        other._grid, other._board, other._rules = self._grid, self._board[:], self._rules
        other._parsed, other._turn_known, other._ko = self._parsed, self._turn_known, self._ko
        other._prisoners, other._style = self._prisoners[:], self._style
        other._plain = self._plain
        other._before, other._played, other._taken = self._before, self._played, self._taken
        return other

    @property
    def text(self) -> str:
        """The last move; one out of turn with its colour."""
        if self._played[0] != self._before[0]:
            return self._plain[self._played].text
        return format_move(self._grid, *self._played, self._style, coloured=True)

    def make(self, action: Action | None) -> Move | None:
        """Make a pass, or a move to an empty point where the stone has a liberty then."""
        if type(action) is not Move:
            return None
        parsed = self._parsed[action.text]
        if parsed is None:
            return None
        colour, point = parsed
        if point == PASS:
            self._taken, self._ko = (), 0
        else:
            board = self._board
            if board[point] or point == self._ko:  # OUTSIDE is on the rim
                return None
            put = put_stone(board, self._grid.stride, colour, point)
            if put is None:
                return None
            taken, self._ko = put
            if taken:
                self._prisoners[colour != BLACK] += len(taken)
            self._taken = taken
        self._before, self._played = self._played, parsed
        return action

    def tell(self, actions: Iterable[Action | None], touches: Touches | None) -> list[Told]:
        """As in `Replay`."""
        if touches is None:
            return super().tell(actions, touches)
        plain, parse, board, stride = self._plain, self._parsed, self._board, self._grid.stride
        before, played, ko, taken = self._before, self._played, self._ko, self._taken
        found: list[Told] = []
        for action in actions:
            move = parse[action.text] if type(action) is Move else None
            if (
                move is not None
                and move[0] != played[0]
                and move[1] != ko
                and _put_beside_liberties(board, stride, *move)
            ):
                before, played, ko, taken = played, move, 0, ()
                found.append(plain[move])
                continue
            self._before, self._played, self._ko = before, played, ko
            if (made := self.make(action)) is None:
                break
            if self._taken or self._played[0] == played[0]:
                found.append(Told(self.text, touches(made), self.changed()))
            else:
                found.append(plain[self._played])
            before, played, ko, taken = self._before, self._played, self._ko, self._taken
        self._before, self._played, self._ko, self._taken = before, played, ko, taken
        return found

    def state(self, ply: int) -> Position:
        """The position as a state."""
        return Position(
            None,
            None,
            2 - self._played[0],
            ply,
            self._grid,
            bytes(self._board),
            self._rules,
            (self._prisoners[0], self._prisoners[1]),
            self._turn_known or self._played[1] != OUTSIDE,
            self._ko,
        )

    def changed(self) -> tuple[tuple[str, str], ...]:
        """The stone that was put, and the points of those that were taken."""
        if not self._taken:
            return self._plain[self._played].changed or ()
        _, point = self._played
        squares, board = self._grid.squares, self._board
        return tuple((squares[at], _KINDS[board[at]]) for at in sorted((point, *self._taken)))


def _put_beside_liberties(cells: bytearray, stride: int, colour: int, point: int) -> bool:
    """Place a stone on an empty point where that surely takes nothing: whether it was placed.

    Beside it, a point is empty, and each stone of the other side has a liberty of its own.
    """
    if cells[point]:
        return False
    cells[point] = colour
    other, free = BLACK + WHITE - colour, False
    for near in (point - 1, point + 1, point - stride, point + stride):
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
            free = False
            break
    if not free:
        cells[point] = EMPTY
    return free
