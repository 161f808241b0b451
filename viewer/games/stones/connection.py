"""What Hex and Twixt share: moves that are words, Little Golem's letters, chains from edge to edge."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from viewer.base.messages import Message, message
from viewer.games.capabilities import Connecting, Declaration, Declaring, LaidOut
from viewer.games.stones.coordinates import column_name
from viewer.games.stones.game import StoneGame, StonePosition
from viewer.games.stones.grid import EMPTY, RIM

SWAP_PIECES, SWAP_SIDES = "swap-pieces", "swap-sides"
PASS, RESIGN, FORFEIT = "pass", "resign", "forfeit"

OUTSIDE = -1
"""The point of a move on no point of the board."""
WORD_OF = {-2: PASS, -3: SWAP_PIECES, -4: SWAP_SIDES, -5: RESIGN, -6: FORFEIT}
"""The words of moves by the numbers that stand for their point."""
PASSES, SWAPS_PIECES, SWAPS_SIDES, RESIGNS, FORFEITS = WORD_OF

_SMALL = "".join(map(column_name, range(26)))
GOLEM_LETTERS = _SMALL + _SMALL.upper()
"""Little Golem's letters of columns and rows, from 0."""


def golem_square(letters: str, width: int, height: int) -> tuple[int, int]:
    """Column and row of two letters, from 0; capitals are read as small ones where the board has none."""
    column, row = (GOLEM_LETTERS.index(letter) for letter in letters)
    if column >= width or row >= height:
        column, row = (GOLEM_LETTERS.index(letter) for letter in letters.lower())
    return column, row


def shortest_chain(
    starts: Iterable[int], ends: Collection[int], neighbours: Callable[[int], Iterable[int]]
) -> tuple[int, ...]:
    """The fewest points from one of `starts` to one of `ends`, step by step; () if there is no way."""
    came: dict[int, int] = dict.fromkeys(starts, 0)
    queue = list(came)
    for point in queue:
        if point in ends:
            found = [point]
            while came[found[-1]]:
                found.append(came[found[-1]])
            return tuple(reversed(found))
        for other in neighbours(point):
            if other not in came:
                came[other] = point
                queue.append(other)
    return ()


class ConnectionPosition(StonePosition):
    """A position of a game that is won by joining edges.

    Attributes:
        swaps: how many swaps there were.
        chain: points of the winning chain from edge to edge, () for none, None until it is asked for.
    """

    __slots__ = ()

    swaps: int
    chain: tuple[int, ...] | None


S = TypeVar("S", bound=ConnectionPosition)


class ConnectionGame(StoneGame[S], Declaring[S], LaidOut[S], Connecting[S]):
    """A game of stones that is won by joining edges, with the pie rule."""

    pass_point = PASSES

    @abstractmethod
    def swap_violation(self, state: S, colour: int, point: int) -> Message | None:
        """Why a colour can't swap (SWAPS_PIECES, SWAPS_SIDES) in a position, None where it can."""

    @abstractmethod
    def chain(self, state: S) -> tuple[int, ...]:
        """The points of the winning chain, from top or left; () for none."""

    def draws(self, state: S) -> tuple[Declaration, ...]:
        """The declarations about a draw, in games that have any."""
        return ()

    def declarations(self, state: S) -> tuple[Declaration, ...]:
        """The swaps where they are allowed, draws, resigning, forfeiting."""
        grid, colour, found = state.grid, state.side + 1, []
        if self.swap_violation(state, colour, SWAPS_PIECES) is None:
            stone = next(point for point in grid.points if state.board[point])
            move = grid.move(colour, SWAPS_PIECES)
            name = message("Swap pieces")
            found.append(Declaration("swap-pieces", name, move, grid.squares[stone]))
        if self.swap_violation(state, colour, SWAPS_SIDES) is None:
            move = grid.move(colour, SWAPS_SIDES)
            found.append(Declaration("swap-sides", message("Swap sides"), move))
        found += self.draws(state)
        found.append(Declaration("resign", message("Resign"), grid.move(colour, RESIGNS)))
        found.append(Declaration("forfeit", message("Forfeit"), grid.move(colour, FORFEITS)))
        return tuple(found)

    def winning_chain(self, state: S) -> tuple[str, ...]:
        """The squares of the winning chain, from top or left."""
        squares = state.grid.squares
        return tuple(squares[point] for point in self.chain(state))


def first_stone(board: bytes) -> int:
    """The colour of the only stone on a board, EMPTY where there is none or more than one."""
    stones = [stone for stone in board if stone not in (EMPTY, RIM)]
    return stones[0] if len(stones) == 1 else EMPTY
