"""Links between pegs a knight's move apart: which cross, which are made, and the chains they form.

A link is given by its lower peg and the direction to the upper one: 1 (two columns right, one row up),
2 (one right, two up), 3 (one left, two up), 4 (two left, one up), as in the game-tree format.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.games.stones.connection import OUTSIDE, shortest_chain
from viewer.games.twixt.board import (
    HORIZONTAL,
    VERTICAL,
    Grid,
    LinkAt,
    Position,
)
from viewer.games.twixt.setup import OFFSETS, Point, link_name

DIRECTIONS = (1, 2, 3, 4)
BIT = (0, 1, 2, 4, 8)
_DIRECTION = {offset: number for number, offset in enumerate(OFFSETS) if number}

# The nine links that cross a link from (0, 0), by its direction: column, row and direction of each.
# Two links cross if the ends of each lie on opposite sides of the other; they never merely touch.
CROSSING: tuple[tuple[tuple[int, int, int], ...], ...] = (
    (),
    (
        *((0, 1, 2), (1, 0, 2), (1, 0, 3), (1, 0, 4), (1, 1, 3)),
        *((2, 0, 3), (2, 0, 4), (2, 1, 3), (3, 0, 4)),
    ),
    (
        *((-1, 0, 1), (0, -1, 1), (1, -1, 3), (1, -1, 4), (1, 0, 3)),
        *((1, 0, 4), (1, 1, 3), (2, -1, 4), (2, 0, 4)),
    ),
    (
        *((-2, -1, 1), (-2, 0, 1), (-1, -1, 1), (-1, -1, 2), (-1, 0, 1)),
        *((-1, 0, 2), (-1, 1, 2), (0, -1, 4), (1, 0, 4)),
    ),
    (
        *((-3, 0, 1), (-2, 0, 1), (-2, 0, 2), (-2, 1, 2), (-1, 0, 1)),
        *((-1, 0, 2), (-1, 0, 3), (-1, 1, 2), (0, 1, 3)),
    ),
)

_steps: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {}


def _crossing(stride: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """CROSSING as (step to the lower peg, bit) for boards of a stride."""
    found = _steps.get(stride)
    if found is None:
        found = tuple(
            tuple((dx + dy * stride, BIT[direction]) for dx, dy, direction in row)
            for row in CROSSING
        )
        _steps[stride] = found
    return found


def link_of(grid: Grid, ends: tuple[Point, Point]) -> LinkAt | None:
    """The link between two holes, None if they aren't holes of the board a knight's move apart."""
    lower, upper = sorted(ends, key=lambda at: -at[1])
    direction = _DIRECTION.get((upper[0] - lower[0], upper[1] - lower[1]))
    if direction is None or OUTSIDE in (grid.point(lower), grid.point(upper)):
        return None
    return grid.point(lower), direction


def name_of(grid: Grid, link: LinkAt) -> str:
    """The neutral text of a link."""
    point, direction = link
    return link_name(grid.column_row(point), grid.column_row(point + grid.reach[direction]))


def has_link(links: bytes | bytearray, link: LinkAt) -> bool:
    """Whether a link is on the board."""
    return bool(links[link[0]] & BIT[link[1]])


def crossing_link(
    grid: Grid,
    pegs: bytes | bytearray,
    links: bytes | bytearray,
    link: LinkAt,
    colour: int,
    own_too: bool,
) -> LinkAt | None:
    """A link on the board that crosses a given one of a colour, None if there is none.

    `own_too`: whether links of the same colour count.
    """
    point, direction = link
    for step, bit in _crossing(grid.stride)[direction]:
        if links[point + step] & bit and (own_too or pegs[point + step] != colour):
            return point + step, BIT.index(bit)
    return None


def possible_links(
    grid: Grid, pegs: bytes | bytearray, point: int, colour: int
) -> Iterator[tuple[LinkAt, int]]:
    """The links that a peg could have to pegs of a colour, each with the other peg's point."""
    for direction in DIRECTIONS:
        step = grid.reach[direction]
        if pegs[point + step] == colour:
            yield (point, direction), point + step
        if pegs[point - step] == colour:
            yield (point - step, direction), point - step


def make_links(
    grid: Grid, pegs: bytearray, links: bytearray, point: int, colour: int, crossing: bool
) -> None:
    """Make all links of a peg that no other link blocks; if `crossing`, links of its colour don't block.

    The new links share the peg, so none of them crosses another: the order doesn't matter.
    """
    for link, _ in possible_links(grid, pegs, point, colour):
        if crossing_link(grid, pegs, links, link, colour, not crossing) is None:
            links[link[0]] |= BIT[link[1]]


def drop_links(grid: Grid, links: bytearray, point: int) -> None:
    """Take away all links of a peg."""
    links[point] = 0
    for direction in DIRECTIONS:
        links[point - grid.reach[direction]] &= ~BIT[direction]


def put_peg(grid: Grid, pegs: bytearray, links: bytearray, point: int, colour: int) -> None:
    """Put a peg into a hole (EMPTY: take it out); another peg in the hole is removed with its links."""
    if pegs[point] != colour:
        if pegs[point]:
            drop_links(grid, links, point)
        pegs[point] = colour


def all_links(grid: Grid, links: bytes) -> Iterator[LinkAt]:
    """The links of a board, row by row of their lower pegs."""
    for point in grid.points:
        bits = links[point]
        if bits:
            for direction in DIRECTIONS:
                if bits & BIT[direction]:
                    yield point, direction


def chain_of(grid: Grid, pegs: bytes, links: bytes, colour: int) -> tuple[int, ...]:
    """The shortest chain of a colour between its borders, from top or left; () if there is none."""
    if colour == VERTICAL:
        near = [grid.at(column, 0) for column in range(grid.width)]
        ends = {grid.at(column, grid.height - 1) for column in range(grid.width)}
    else:
        near = [grid.at(0, row) for row in range(grid.height)]
        ends = {grid.at(grid.width - 1, row) for row in range(grid.height)}

    def neighbours(point: int) -> Iterator[int]:
        for link, other in possible_links(grid, pegs, point, colour):
            if has_link(links, link):
                yield other

    return shortest_chain([point for point in near if pegs[point] == colour], ends, neighbours)


def winning_chain(position: Position) -> tuple[int, ...]:
    """The shortest chain that joins the borders of either colour, () if there is none; computed once.

    If both have a chain, in a record with crossing links, it is that of the side that moved last.
    """
    chain = position.chain
    if chain is None:
        grid, pegs, links = position.grid, position.pegs, position.links
        colours = (VERTICAL, HORIZONTAL) if position.side else (HORIZONTAL, VERTICAL)
        chain = ()
        for colour in colours:
            chain = chain or chain_of(grid, pegs, links, colour)
        position.chain = chain
    return chain
