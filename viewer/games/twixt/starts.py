"""Starts: empty boards, boards with pegs that are set up, what is asked for a new record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.beginning import POSITION, START
from viewer.games.game import StartPosition
from viewer.games.stones.connection import OUTSIDE
from viewer.games.stones.coordinates import column_row
from viewer.games.stones.game import board_fields, board_setup
from viewer.games.stones.grid import EMPTY, placement_of
from viewer.games.stones.placement import Placement
from viewer.games.twixt.board import HORIZONTAL, VERTICAL, Grid, grid_of
from viewer.games.twixt.links import BIT, all_links, link_of, make_links, name_of, put_peg
from viewer.games.twixt.setup import STANDARD, Rules, link_ends
from viewer.tree.action import Setup

if TYPE_CHECKING:
    from viewer.games.stones.game import StoneGame

_RULES = "rules"
_WORDS: Mapping[str, Message] = {
    "STD": in_context("rules of Twixt", "Standard"),
    "PP": message("Own links may cross (PP)"),
    "3M": message("Without swap (3M)"),
}


def beginning_fields(game: StoneGame[Any]) -> list[Field]:
    """The board and the rules; a position says its own."""
    board = board_fields(game)
    rules = Field(
        _RULES,
        message("Rules"),
        CHOICE,
        STANDARD.name,
        _WORDS,
        condition=lambda values: values[START] != POSITION,
    )
    return [*board, rules]


def beginning_setup(game: StoneGame[Any], values: Values) -> Setup:
    """The start. Raises ValueError with a Message."""
    board, rules = board_setup(game, values), str(values.get(_RULES, STANDARD.name))
    return board if rules == STANDARD.name else game.parse_setup(f"{board.text} {rules}")


# -------------------------------------- Starts: empty boards, and boards with pegs that are set up

_SIZES = (24, 30, 48, 12, 18, 36)
STARTS = (
    *(
        StartPosition(str(size), message("{size} by {size} holes", size=size), Setup(str(size)))
        for size in _SIZES
    ),
    *(
        StartPosition(
            f"{size}-pp",
            message("{size} by {size} holes, own links may cross (PP)", size=size),
            Setup(f"{size} PP"),
        )
        for size in _SIZES[:3]
    ),
)
"""The boards offered by New, those of servers first."""


class Board(NamedTuple):
    """The pegs and links of a board, one byte for each point."""

    pegs: bytes
    links: bytes


def with_pegs(grid: Grid, board: Board, placement: Placement, rules: Rules) -> Board:
    """A copy of a board with a set-up's pegs added and removed, and its links made."""
    pegs, links = bytearray(board.pegs), bytearray(board.links)
    for square in placement.empty:
        point = grid.point_of.get(square)
        if point is not None:
            put_peg(grid, pegs, links, point, EMPTY)
    for colour, squares in ((VERTICAL, placement.first), (HORIZONTAL, placement.second)):
        for square in squares:
            point = grid.point_of.get(square)
            if point is not None:
                put_peg(grid, pegs, links, point, colour)
                if placement.links is None:
                    make_links(grid, pegs, links, point, colour, rules.crossing)
    for text in placement.links or ():
        ends = link_ends(text)
        link = None if ends is None else link_of(grid, ends)
        if link is not None:
            point, direction = link
            if pegs[point] and pegs[point] == pegs[point + grid.reach[direction]]:
                links[point] |= BIT[direction]
    return Board(bytes(pegs), bytes(links))


def placed(grid: Grid, board: Board, rules: Rules = STANDARD) -> Placement:
    """A board as a set-up of a whole position, with links only if the rules would make others."""
    found = placement_of(grid, board.pegs)
    if with_pegs(grid, Board(grid.empty, grid.no_links), found, rules).links != board.links:
        links = tuple(name_of(grid, link) for link in all_links(grid, board.links))
        found = found._replace(links=links)
    return found


def misplaced(placement: Placement, width: int, height: int) -> Message | None:
    """A message about the first square that isn't a hole, or impossible link; None if there is none."""
    grid = grid_of(width, height)
    for square in (*placement.first, *placement.second, *placement.empty):
        at = column_row(square)
        if at is None or grid.point(at) == OUTSIDE:
            return message("“{place}” is no hole of the board.", place=square)
    for text in placement.links or ():
        ends = link_ends(text)
        if ends is None or link_of(grid, ends) is None:
            return message("“{link}” is no link of two holes a knight's move apart.", link=text)
    return None
