"""Starts: empty boards, pegs that are set up, and whose turn a set-up leaves."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.games.game import StartPosition
from viewer.games.stones.connection import OUTSIDE
from viewer.games.stones.grid import EMPTY, placement_of
from viewer.games.twixt.board import (
    HORIZONTAL,
    VERTICAL,
    Grid,
    Position,
    grid_of,
)
from viewer.games.twixt.links import BIT, all_links, link_of, make_links, name_of, put_peg
from viewer.games.twixt.rules import STANDARD, Rules, ruleset
from viewer.games.twixt.setup import (
    SECOND,
    USUAL,
    Placement,
    column_row,
    link_ends,
    read_setup,
)
from viewer.tree.action import Setup

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
"""Boards that New offers, those of servers first."""


class Board(NamedTuple):
    """Pegs and links."""

    pegs: bytes
    links: bytes


def side_after(placement: Placement) -> int:
    """The side to move in a whole position: the one it says, else who has fewer pegs, else the first."""
    if placement.to_play:
        return int(placement.to_play == SECOND)
    return int(len(set(placement.first)) > len(set(placement.second)))


def with_pegs(grid: Grid, board: Board, placement: Placement, rules: Rules) -> Board:
    """A board with a set-up's pegs put in and taken out, and its links made."""
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


def start_position(setup: Setup | None, rules: Rules = STANDARD) -> Position:
    """The position of a root. Places that are no holes are left out, without a size it is the usual."""
    placement = read_setup("" if setup is None else setup.text)
    grid = grid_of(placement.width or USUAL, placement.height or USUAL)
    if placement.ruleset:
        rules = ruleset(placement.ruleset)._replace(explicit=True)
    board = with_pegs(grid, Board(grid.empty, grid.no_links), placement, rules)
    turn_known = bool(placement.to_play)
    side = side_after(placement if turn_known else placed(grid, board))
    return Position(None, setup, side, 0, grid, board.pegs, board.links, rules, turn_known)


def placed(grid: Grid, board: Board, rules: Rules = STANDARD) -> Placement:
    """A board as a set-up of a whole position; links are said where the rules would make others."""
    found = placement_of(grid, board.pegs)
    if with_pegs(grid, Board(grid.empty, grid.no_links), found, rules).links != board.links:
        links = tuple(name_of(grid, link) for link in all_links(grid, board.links))
        found = found._replace(links=links)
    return found


def misplaced(placement: Placement, width: int, height: int) -> Message | None:
    """What a set-up has where a board has no hole or no link can be, None if nothing."""
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


def start_label(start: Position) -> Message | None:
    """What a start other than the usual one is called."""
    grid = start.grid
    if any(start.pegs[point] for point in grid.points):
        return message("Set-up position")
    if (grid.width, grid.height) == (USUAL, USUAL):
        return None
    return message("{width} by {height} holes", width=grid.width, height=grid.height)
