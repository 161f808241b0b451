"""Code shared by Hex and Twixt: moves that are words, Little Golem's letters, swaps, winning chains."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from viewer.base.messages import Message, counted, in_context, message
from viewer.games.capabilities import Connecting, Declaration, Declaring, LaidOut
from viewer.games.score import WAYS, Outcome, winner_said
from viewer.games.stones.coordinates import column_name
from viewer.games.stones.game import StoneGame, StonePosition
from viewer.games.stones.grid import EMPTY, RIM
from viewer.games.stones.placement import Placement
from viewer.tree.action import Move

FIRST, SECOND = PLAYERS = ("1", "2")
"""The names of the first and the second side in moves."""
SWAP_PIECES, SWAP_SIDES = "swap-pieces", "swap-sides"
PASS, RESIGN, FORFEIT = "pass", "resign", "forfeit"

MOST_LINES = 256
"""The greatest number of lines in each direction: the game-tree format stores a coordinate in a byte."""

OUTSIDE = -1
"""The point of a move that is off the board."""
WORD_OF = {-2: PASS, -3: SWAP_PIECES, -4: SWAP_SIDES, -5: RESIGN, -6: FORFEIT}
"""Moves that are words, by the number that they have in place of a point."""
PASSES, SWAPS_PIECES, SWAPS_SIDES, RESIGNS, FORFEITS = WORD_OF
SAID_OF: Mapping[int, Message] = MappingProxyType(
    {
        PASSES: message("{side} passed."),
        SWAPS_SIDES: message("The players have exchanged their colours."),
        RESIGNS: message("{side} resigned."),
        FORFEITS: message("{side} forfeited the game."),
    }
)
"""The sentences about moves that are words, by number; each game adds its own for the swap of pieces."""
WON = (("R", in_context("Hex and Twixt", "{side} wins by resignation")), *WAYS[1:])
"""How games are won, by the letters of results."""

_SMALL = "".join(map(column_name, range(26)))
GOLEM_LETTERS = _SMALL + _SMALL.upper()
"""Little Golem's letters for columns and rows, in order from 0."""


def golem_square(letters: str, width: int, height: int) -> tuple[int, int]:
    """Column and row of two letters, from 0; capitals off the board are read as small letters."""
    column, row = (GOLEM_LETTERS.index(letter) for letter in letters)
    if column >= width or row >= height:
        column, row = (GOLEM_LETTERS.index(letter) for letter in letters.lower())
    return column, row


def shortest_chain(
    starts: Iterable[int], ends: Collection[int], neighbours: Callable[[int], Iterable[int]]
) -> tuple[int, ...]:
    """The shortest path from one of `starts` to one of `ends`, with both; () if there is none."""
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
        swaps: number of swaps so far.
        chain: points of the winning chain from edge to edge, () if there is none, None if not computed.
    """

    __slots__ = ()

    swaps: int
    chain: tuple[int, ...] | None


S = TypeVar("S", bound=ConnectionPosition)


class ConnectionGame(StoneGame[S], Declaring[S], LaidOut[S], Connecting[S]):
    """A game of stones that is won by connecting edges, with the pie rule.

    The values of `parsed_moves` begin with a colour (EMPTY: that of the side to move) and a point.

    Attributes:
        letters: the letters of the two sides in results.
        said_of: the sentences for moves that are words, by point; with `{side}`.
        finals: the points of words that end the game.
        joined: the sentence for a side that has connected its edges: `{side}`, and with `{stones}` or
            `{count}` the number of stones.
        no_first_stone, own_first_stone: why a swap isn't possible: there is no first stone, or it is
            `{side}`'s own.
    """

    pass_point = PASSES
    offers_pass = False
    letters: str
    said_of: Mapping[int, Message]
    finals: frozenset[int] = frozenset((RESIGNS, FORFEITS))
    joined: tuple[Message, Message]
    no_first_stone: Message
    own_first_stone: Message

    def result_words(self, text: str, start: S | None = None) -> Message | None:
        """Who won, and how: letters don't name the sides. Records also have a letter alone, or 1-0."""
        names = {one.text: one.name for one in self.results if one.text != "?"}
        said = winner_said(self.results, text)
        letter = text.partition("+")[0]
        if said is not None and said.side is not None:
            letter = [text for text in names if text.endswith("+")][said.side][:-1]
        return names.get(text) or names.get(f"{letter}+")

    def expected_side(self, placement: Placement) -> int:
        """The side with fewer stones; the first side if both have the same number."""
        return int(len(set(placement.first)) > len(set(placement.second)))

    def swap_violation(self, state: S, colour: int, point: int) -> Message | None:
        """Why a colour can't swap (SWAPS_PIECES, SWAPS_SIDES) in a position, None if it can."""
        if state.swaps:
            return message("There was a swap already.")
        stone = first_stone(state.board)
        if stone == EMPTY:
            return self.no_first_stone
        if stone == colour:
            return self.own_first_stone.given(side=self.sides[colour - 1].name)
        if point == SWAPS_PIECES and state.grid.width != state.grid.height:
            return message("Pieces are swapped only on boards as wide as high.")
        return None

    @abstractmethod
    def chain(self, state: S) -> tuple[int, ...]:
        """The points of the winning chain, from top or left; () if there is none."""

    def draws(self, state: S) -> tuple[Declaration, ...]:
        """The declarations about a draw; none by default."""
        return ()

    def declarations(self, state: S) -> tuple[Declaration, ...]:
        """The swaps that are allowed, draws, resignation, forfeit."""
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

    def outcome(self, state: S) -> Outcome | None:
        """The win of the side that has joined its edges; None while neither has."""
        side = self.winner(state)
        if side is None:
            return None
        count = len(self.chain(state.settled()))
        stones = counted("one stone", "{count} stones", count)
        words = self.joined[side].given(side=self.sides[side].name, stones=stones, count=count)
        return Outcome(words, f"{self.letters[side]}+")

    def winner(self, state: S) -> int | None:
        """The side that has joined its edges."""
        chain = self.chain(state.settled())
        return state.settled().board[chain[0]] - 1 if chain else None

    def ends_at(self, state: S) -> list[Message]:
        """A win on the board; a resignation and other words that end the game."""
        here = state.settled()
        found: list[Message] = []
        before = here.before()
        if isinstance(here.action, Move) and before is not None:
            parsed = before.grid.parsed_moves[here.action.text]
            if parsed is not None and parsed[1] in self.finals:
                side = (parsed[0] or before.side + 1) - 1
                found.append(self.said_of[parsed[1]].given(side=self.sides[side].name))
        ended = self.outcome(here)
        return found if ended is None else [*found, ended.words]

    def observations(self, state: S) -> list[Message]:
        """Facts about the last move (made out of turn, a word, others), and the win of a side."""
        here = state.settled()
        found: list[Message] = []
        before = here.before()
        if isinstance(here.action, Move) and before is not None:
            parsed = before.grid.parsed_moves[here.action.text]
            if parsed is not None:
                side = (parsed[0] or before.side + 1) - 1
                if before.turn_known and side != before.side:
                    turn = self.sides[before.side].name
                    found.append(message("It was {side}'s turn.", side=turn))
                if parsed[1] in self.said_of:
                    found.append(self.said_of[parsed[1]].given(side=self.sides[side].name))
                found += self.move_observations(before, here, parsed)
        ended = self.outcome(here)
        words = self.drawn(state) if ended is None else ended.words
        return found if words is None else [*found, words]

    def move_observations(self, before: S, after: S, parsed: Any) -> Iterable[Message]:
        """Further observations about a move; none by default."""
        return ()

    def winning_chain(self, state: S) -> tuple[str, ...]:
        """The squares of the winning chain, from top or left."""
        squares = state.grid.squares
        return tuple(squares[point] for point in self.chain(state))


def first_stone(board: bytes) -> int:
    """The colour of the only stone on a board, EMPTY if there is none or more than one."""
    stones = [stone for stone in board if stone not in (EMPTY, RIM)]
    return stones[0] if len(stones) == 1 else EMPTY
