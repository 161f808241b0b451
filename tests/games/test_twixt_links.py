"""Twixt: which links cross, which are made, and the chains they form."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import (
    HORIZONTAL,
    VERTICAL,
    Position,
    grid_of,
)
from viewer.games.twixt.game import GAME
from viewer.games.twixt.links import (
    CROSSING,
    DIRECTIONS,
    all_links,
    chain_of,
    crossing_link,
    has_link,
    link_of,
    name_of,
)
from viewer.games.twixt.setup import OFFSETS
from viewer.tree.action import Move, Setup

Ends = tuple[tuple[int, int], tuple[int, int]]


def ends_of(x: int, y: int, direction: int) -> Ends:
    dx, dy = OFFSETS[direction]
    return (x, y), (x + dx, y + dy)


def meet(one: Ends, other: Ends) -> bool:
    """Whether two segments have a point in common that is no end of either, by solving for it."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    ax, ay, bx, by = x2 - x1, y2 - y1, x4 - x3, y4 - y3
    size = ax * by - ay * bx
    if not size:
        return False  # parallel: links on one line share an end or have no point in common
    way = Fraction((x3 - x1) * by - (y3 - y1) * bx, size)
    other_way = Fraction((x3 - x1) * ay - (y3 - y1) * ax, size)
    return 0 < way < 1 and 0 < other_way < 1


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_table_is_what_geometry_says(direction: int) -> None:
    crossing = {
        (dx, dy, other)
        for dx in range(-6, 7)
        for dy in range(-6, 7)
        for other in DIRECTIONS
        if meet(ends_of(0, 0, direction), ends_of(dx, dy, other))
    }
    assert set(CROSSING[direction]) == crossing
    assert len(CROSSING[direction]) == len(crossing) == 9


def test_crossing_is_mutual() -> None:
    for direction in DIRECTIONS:
        for dx, dy, other in CROSSING[direction]:
            assert (-dx, -dy, direction) in CROSSING[other]


@pytest.mark.parametrize(("width", "height"), [(6, 6), (5, 8)])
def test_links_in_the_way_on_a_whole_board(width: int, height: int) -> None:
    """Every pair of links of a small board, also at its edges."""
    grid = grid_of(width, height)
    links = {}
    for row, column, direction in itertools.product(range(height), range(width), DIRECTIONS):
        ends = ends_of(column, row, direction)
        link = link_of(grid, ends)
        if link is not None:
            links[link] = ends
            assert link_of(grid, ends[::-1]) == link
    corners = {(x, y) for x in (0, width - 1) for y in (0, height - 1)}
    assert not corners & {end for ends in links.values() for end in ends}
    pegs = bytearray(grid.empty)
    for point in grid.points:
        pegs[point] = VERTICAL
    for one, ends in links.items():
        board = bytearray(grid.no_links)
        board[one[0]] = 1 << one[1] - 1
        for other, other_ends in links.items():
            blocked = meet(ends, other_ends)
            found = crossing_link(grid, pegs, board, other, VERTICAL, own_too=True)
            assert found == (one if blocked else None)
            assert crossing_link(grid, pegs, board, other, VERTICAL, own_too=False) is None
            assert (
                crossing_link(grid, pegs, board, other, HORIZONTAL, False) is not None
            ) == blocked


def by_rule(state: Position, move: str, links: set[Ends], crossing: bool) -> set[Ends]:
    """The links after a plain peg, from the rule itself."""
    sign, place = move.split()
    colour = int(sign)
    grid = state.grid
    x, y = grid.column_row(grid.point_of[place])
    made = set()
    for direction in DIRECTIONS:
        dx, dy = OFFSETS[direction]
        for ends in (((x, y), (x + dx, y + dy)), ((x - dx, y - dy), (x, y))):
            other = ends[0] if ends[1] == (x, y) else ends[1]
            point = grid.point(other)
            if point < 0 or state.pegs[point] != colour:
                continue
            blocking = {
                one for one in links if not crossing or state.pegs[grid.at(*one[0])] != colour
            }
            if not any(meet(ends, one) for one in blocking):
                made.add(ends)
    return links | made


def joined(state: Position, links: set[Ends], colour: int) -> bool:
    """Whether a chain joins the borders of a colour, by merging sets of pegs."""
    grid = state.grid
    group = {
        at: at for at in map(grid.column_row, grid.points) if state.pegs[grid.at(*at)] == colour
    }

    def top(at: tuple[int, int]) -> tuple[int, int]:
        while group[at] != at:
            at = group[at]
        return at

    for one, other in links:
        if one in group:
            group[top(one)] = top(other)
    axis = 1 if colour == VERTICAL else 0
    last = (grid.height if axis else grid.width) - 1
    near = {top(at) for at in group if at[axis] == 0}
    return any(top(at) in near for at in group if at[axis] == last)


@pytest.mark.parametrize("rules", ["", " PP"])
@pytest.mark.parametrize("size", ["5", "8", "12", "7x10"])
def test_links_and_wins_of_random_games(size: str, rules: str) -> None:
    chance = random.Random(size + rules)
    winners = set()
    for _ in range(8):
        state = GAME.start(Setup(size + rules))
        links: set[Ends] = set()
        while moves := GAME.legal_moves(state):
            move = chance.choice(moves)
            links = by_rule(state, move.text, links, bool(rules))
            state = GAME.step(state, move)
            grid = state.grid
            here = {
                ends_of(*grid.column_row(point), way) for point, way in all_links(grid, state.links)
            }
            assert here == links
            chain = GAME.winning_chain(state)
            won = [colour for colour in (VERTICAL, HORIZONTAL) if joined(state, links, colour)]
            assert bool(chain) == bool(won)
            if chain:
                points = [grid.point_of[place] for place in chain]
                colour = state.pegs[points[0]]
                assert [colour] == won
                assert len(set(points)) == len(points)
                for one, other in itertools.pairwise(points):
                    link = link_of(grid, (grid.column_row(one), grid.column_row(other)))
                    assert link is not None
                    assert has_link(state.links, link)
                assert grid.border_of(points[0]) == grid.border_of(points[-1]) == colour
                winners.add(colour)
                break
    assert winners


def test_a_chain_is_as_short_as_can_be() -> None:
    state = GAME.start(Setup("5 B c1 b3 d3 c5 d1 e3"))
    assert GAME.winning_chain(state) == ("c1", "b3", "c5")
    assert str(GAME.observations(state)[0]) == "Vertical has joined top and bottom: 3 pegs."
    grid = state.grid
    assert chain_of(grid, state.pegs, grid.no_links, VERTICAL) == ()


def test_a_link_that_goes_takes_the_win_along() -> None:
    state = GAME.start(Setup("6 B c1 b3 c5 W a2"))
    assert GAME.winning_chain(state) == ()
    state = GAME.step(state, Move("1 e6"))
    assert GAME.winning_chain(state) == ("c1", "b3", "c5", "e6")
    state = GAME.step(state, Move("1 d2 -b3/c1"))
    assert GAME.winning_chain(state) == ()
    assert GAME.winning_chain(GAME.step(state, Move("1 e4 +b3/c1"))) != ()


def test_horizontal_joins_left_and_right() -> None:
    state = GAME.start(Setup("5 W a3 c2 e3 B b1"))
    assert GAME.winning_chain(state) == ("a3", "c2", "e3")
    assert str(GAME.observations(state)[0]) == "Horizontal has joined left and right: 3 pegs."


def test_links_have_names() -> None:
    grid = grid_of(24, 24)
    link = link_of(grid, ((3, 3), (4, 5)))
    assert link is not None
    assert name_of(grid, link) == "e6/d4"
    assert link_of(grid, ((3, 3), (5, 5))) is None
    assert link_of(grid, ((0, 0), (1, 2))) is None  # a corner
    assert link_of(grid, ((23, 22), (24, 20))) is None
    assert grid.empty[grid.point_of["d4"]] == EMPTY
