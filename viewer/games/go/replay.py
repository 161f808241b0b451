"""Replaying lines of go: stones put and taken in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Self

from viewer.games.go.board import BLACK, OUTSIDE, PASS, WHITE, Grid, Position, put_stone
from viewer.games.go.notation import format_move
from viewer.games.replays import Replay, Told, Touches
from viewer.games.stones.grid import EMPTY
from viewer.tree.action import Action, Move, Setup

_KINDS = ("", "black", "white")
_Captures = tuple[int, int, "_Captures | None"]
"""The boards before and after a capture, a byte for each point, and the captures before it."""
_MANY = 1000  # captures, in which cycles aren't looked for
_Plain = tuple[int, int, Told]
"""Colour and point of a move, and what is told of it where it is made in turn and takes nothing."""


class _PlainMoves(dict[str, _Plain | None]):
    """Moves to points of a board, and passes, by their texts; None for other texts.

    Attributes:
        beside: for each point those beside it on the board.
    """

    def __init__(self, grid: Grid, style: str) -> None:
        self._grid, self._style = grid, style
        squares = grid.squares
        self.beside = [
            tuple(near for near in grid.around(point) if squares[near]) if square else ()
            for point, square in enumerate(squares)
        ]

    def __missing__(self, text: str) -> _Plain | None:
        parsed = self._grid.parsed_moves[text]
        if parsed is None or parsed[1] == OUTSIDE:
            return None
        colour, point = parsed
        square = self._grid.squares[point]
        stone = () if point == PASS else ((square, _KINDS[colour]),)
        said = format_move(self._grid, colour, point, self._style)
        self[text] = made = colour, point, Told(said, () if point == PASS else (square,), stone)
        return made


_plain_moves = lru_cache(maxsize=32)(_PlainMoves)


class GoReplay(Replay[Position]):
    """A position of go under rules by which only a simple ko may not be taken back."""

    __slots__ = (
        "_board",
        "_captures",
        "_grid",
        "_ko",
        "_moves",
        "_out_of_turn",
        "_played",
        "_prisoners",
        "_repeats",
        "_rules",
        "_style",
        "_taken",
        "_turn",
        "_turn_known",
    )

    def __init__(self, state: Position, style: str = "") -> None:
        self._grid: Grid = state.grid
        self._board = bytearray(state.board)
        self._moves, self._turn_known = _plain_moves(self._grid, style), state.turn_known
        self._ko, self._prisoners, self._rules = state.ko, list(state.prisoners), state.rules
        self._style = style
        self._turn, self._out_of_turn = 2 - state.side, False  # the colour that moved last
        self._played: _Plain | None = None
        self._taken: Sequence[int] = ()
        stones = int.from_bytes(self._board, "little")
        self._captures: _Captures = stones, stones, None
        # Of what led to a state in the middle of a line nothing is known here; a set-up begins anew.
        began = state.previous is None or isinstance(state.action, Setup)
        self._repeats = not began and state.prisoners != (0, 0)

    def copy(self) -> Self:
        """The same position again."""
        other = type(self).__new__(type(self))
        other._grid, other._board, other._rules = self._grid, self._board[:], self._rules
        other._moves, other._turn_known, other._ko = self._moves, self._turn_known, self._ko
        other._prisoners, other._style = self._prisoners[:], self._style
        other._turn, other._out_of_turn = self._turn, self._out_of_turn
        other._played, other._taken = self._played, self._taken
        other._captures, other._repeats = self._captures, self._repeats
        return other

    @property
    def repeats(self) -> bool:
        """Whether a position may have come again after captures.

        Between two captures stones only come. So a position of one such time can be of another only if the
        stones at the beginning of each stand at the end of the other. The capture ahead of the later one puts
        a stone where its side lost one.
        """
        if self._repeats:
            return True
        times: list[tuple[int, int]] = []  # the boards at the beginning and the end, the last first
        end = int.from_bytes(self._board, "little")
        captures: _Captures | None = self._captures
        while captures is not None:
            before, begin, captures = captures
            times.append((begin, end))
            end = before
        if len(times) > _MANY:
            return True
        lost, last = 0, times[-1][1]
        for at in range(len(times) - 2, -1, -1):
            begin, end = times[at]
            if begin & ~last & lost:
                for first, other in times[at + 1 :]:
                    if not begin & ~other and not first & ~end:
                        return True
            lost |= last & ~begin
            last = end
        return False

    @property
    def text(self) -> str:
        """The last move; one out of turn with its colour."""
        assert self._played is not None  # there is a last move
        colour, point, told = self._played
        if not self._out_of_turn:
            return told.text
        return format_move(self._grid, colour, point, self._style, coloured=True)

    def make(self, action: Action | None) -> Move | None:
        """Make a pass, or a move to an empty point where the stone has a liberty then."""
        if type(action) is not Move:
            return None
        move = self._moves[action.text]
        if move is None:
            return None
        colour, point, _ = move
        if point == PASS:
            self._taken, self._ko = (), 0
        else:
            board = self._board
            if board[point] or point == self._ko:
                return None
            put = put_stone(board, self._grid.stride, colour, point)
            if put is None:
                return None
            taken, self._ko = put
            if taken:
                self._prisoners[colour != BLACK] += len(taken)
                self._watch(colour, point, taken)
            self._taken = taken
        self._out_of_turn, self._turn, self._played = colour == self._turn, colour, move
        return action

    def _watch(self, colour: int, point: int, taken: Sequence[int]) -> None:
        """Note the boards before and after a capture."""
        after, other = int.from_bytes(self._board, "little"), BLACK + WHITE - colour
        before = after - (colour << 8 * point) + sum([other << 8 * at for at in taken])
        self._captures = before, after, self._captures

    def tell(self, actions: Iterable[Action | None], touches: Touches | None) -> list[Told]:
        """As in `Replay`."""
        if touches is None:
            return super().tell(actions, touches)
        moves, board, beside = self._moves, self._board, self._moves.beside
        found: list[Told] = []
        for action in actions:
            move = moves[action.text] if type(action) is Move else None
            if move is None:
                break
            colour, point, told = move
            if not board[point] and point != self._ko and colour != self._turn:
                # Nearly all stones have a liberty at once, and leave one beside each of the others.
                board[point], free = colour, False
                for near in beside[point]:
                    there = board[near]
                    if not there:
                        free = True
                    elif there != colour:
                        for further in beside[near]:
                            if not board[further]:
                                break
                        else:
                            break
                else:
                    if free:
                        self._turn, self._played, self._ko, self._taken = colour, move, 0, ()
                        found.append(told)
                        continue
                board[point] = EMPTY
            if self.make(action) is None:
                break
            if self._taken or self._out_of_turn:
                told = Told(self.text, told.touched, self.changed())
            found.append(told)
        return found

    def state(self, ply: int) -> Position:
        """The position as a state."""
        return Position(
            None,
            None,
            2 - self._turn,
            ply,
            self._grid,
            bytes(self._board),
            self._rules,
            (self._prisoners[0], self._prisoners[1]),
            self._turn_known or self._played is not None,
            self._ko,
        )

    def changed(self) -> tuple[tuple[str, str], ...]:
        """The stone that was put, and the points of those that were taken."""
        assert self._played is not None  # there is a last move
        _, point, told = self._played
        if not self._taken:
            return told.changed or ()
        squares, board = self._grid.squares, self._board
        return tuple((squares[at], _KINDS[board[at]]) for at in sorted((point, *self._taken)))
