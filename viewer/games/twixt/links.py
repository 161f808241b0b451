"""Links between pegs a knight's move apart, and playing: pegs, links made and taken away, swaps.

A link is given by its lower peg and the direction to the upper one: 1 (two columns right, one row up),
2 (one right, two up), 3 (one left, two up), 4 (two left, one up), as in the game-tree format.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from viewer.base.named import NamedTuple
from viewer.games.stones.connection import OUTSIDE, SWAPS_PIECES, SWAPS_SIDES, shortest_chain
from viewer.games.twixt.board import (
    HORIZONTAL,
    VERTICAL,
    Grid,
    LinkAt,
    LinkChange,
    ParsedMove,
    Position,
)
from viewer.games.twixt.setup import AUTO, NO_LINKS, OFFSETS, PROPOSE_DRAW, Point, link_name
from viewer.tree.action import Action, Move

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


def crossings(stride: int) -> tuple[tuple[tuple[int, int], ...], ...]:
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
    for step, bit in crossings(grid.stride)[direction]:
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


@lru_cache(maxsize=64)
def borders(grid: Grid, colour: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """The holes of a colour's border at the top or left, and of that at the bottom or right; with corners."""
    across = range(grid.width if colour == VERTICAL else grid.height)
    if colour == VERTICAL:
        near, far = ([grid.at(one, row) for one in across] for row in (0, grid.height - 1))
    else:
        near, far = ([grid.at(column, one) for one in across] for column in (0, grid.width - 1))
    return tuple(near), frozenset(far)


def chain_of(grid: Grid, pegs: bytes, links: bytes, colour: int) -> tuple[int, ...]:
    """The shortest chain of a colour between its borders, from top or left; () if there is none."""
    near, far = borders(grid, colour)
    if all(pegs[point] != colour for point in far):
        return ()

    def neighbours(point: int) -> Iterator[int]:
        for link, other in possible_links(grid, pegs, point, colour):
            if has_link(links, link):
                yield other

    return shortest_chain([point for point in near if pegs[point] == colour], far, neighbours)


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


# ---------------------------------------------- Play moves: pegs, links made and taken away, swaps


class PlacedPeg(NamedTuple):
    """The result of placing a peg: pegs and links after it, and the links taken away with their colour."""

    pegs: bytes
    links: bytes
    gone: tuple[tuple[LinkAt, int], ...]


def step_move(state: Position, action: Action, parsed: ParsedMove) -> Position:
    """The position after a move, even if it breaks a rule.

    A peg in an occupied hole replaces the old one. After swapped sides the same number plays again.
    Takes 2 to 30 microseconds.
    """
    grid, pegs, links, rules = state.grid, state.pegs, state.links, state.rules
    colour, point = parsed.colour or state.side + 1, parsed.point
    side, swaps = 2 - colour, state.swaps
    gone: tuple[tuple[LinkAt, int], ...] = ()
    if point > 0:
        pegs, links, gone = place_peg(state, parsed)
    elif point in (SWAPS_PIECES, SWAPS_SIDES):
        swaps += 1
        if point == SWAPS_SIDES:
            side = colour - 1
        elif grid.width == grid.height:
            pegs, links = _swapped(state)
    ply = state.ply + 1
    return Position(state, action, side, ply, grid, pegs, links, rules, True, swaps, gone)


def place_peg(state: Position, parsed: ParsedMove) -> PlacedPeg:
    """Put a peg into its hole, apply the changes of links in their order, then make the automatic links."""
    grid = state.grid
    colour = parsed.colour or state.side + 1
    pegs, links = bytearray(state.pegs), bytearray(state.links)
    put_peg(grid, pegs, links, parsed.point, colour)
    gone: list[tuple[LinkAt, int]] = []
    for change in parsed.changes:
        link = link_of_change(grid, pegs, change)
        if link is None:
            continue
        if change.makes:
            links[link[0]] |= BIT[link[1]]
        elif has_link(links, link):
            links[link[0]] &= ~BIT[link[1]]
            gone.append((link, pegs[link[0]]))
    if parsed.auto:
        make_links(grid, pegs, links, parsed.point, colour, state.rules.crossing)
    return PlacedPeg(bytes(pegs), bytes(links), tuple(gone))


def link_of_change(grid: Grid, pegs: bytes | bytearray, change: LinkChange) -> LinkAt | None:
    """The link of a change, None if its ends aren't two pegs of one colour a knight's move apart."""
    link = None if change.ends is None else link_of(grid, change.ends)
    if link is None:
        return None
    here, there = pegs[link[0]], pegs[link[0] + grid.reach[link[1]]]
    return link if here == there and here in (VERTICAL, HORIZONTAL) else None


def _swapped(state: Position) -> tuple[bytes, bytes]:
    """All pegs and links reflected at the diagonal from a1, with the colours exchanged."""
    grid = state.grid
    pegs, links = bytearray(grid.empty), bytearray(grid.no_links)

    def reflected(point: int) -> tuple[int, int]:
        column, row = grid.column_row(point)
        return row, column

    for point in grid.points:
        if state.pegs[point]:
            pegs[grid.at(*reflected(point))] = VERTICAL + HORIZONTAL - state.pegs[point]
    for point, direction in all_links(grid, state.links):
        link = link_of(grid, (reflected(point), reflected(point + grid.reach[direction])))
        if link is not None:
            links[link[0]] |= BIT[link[1]]
    return bytes(pegs), bytes(links)


def move_of(grid: Grid, parsed: ParsedMove) -> Move:
    """The Move with a meaning, which must have a colour and be on the board."""
    plain = not parsed.changes and parsed.auto and not parsed.offer
    if parsed.point < 0 or plain:
        return grid.move(parsed.colour, parsed.point)
    words = [f"{parsed.colour} {grid.squares[parsed.point]}"]
    words += [f"{'-+'[change.makes]}{change.text}" for change in parsed.changes]
    if parsed.auto and parsed.changes:
        words.append(AUTO)
    elif not parsed.auto and not parsed.changes:
        words.append(NO_LINKS)
    if parsed.offer:
        words.append(PROPOSE_DRAW)
    return Move(" ".join(words))


def with_link_toggled(
    state: Position, parsed: ParsedMove, ends: tuple[tuple[int, int], tuple[int, int]]
) -> Move:
    """A move with one link toggled: drop its change, or take away a link on the board, or make a new one.

    To leave out a link that would be made automatically, the text lists all the others. `ends` must be a
    knight's move apart, and the peg in a hole.
    """
    grid, text = state.grid, link_name(*ends)
    parsed = parsed._replace(colour=parsed.colour or state.side + 1)
    link = link_of(grid, ends)
    kept = tuple(change for change in parsed.changes if change.text != text)
    if link is None:
        return move_of(grid, parsed)
    if len(kept) < len(parsed.changes):
        parsed = parsed._replace(changes=kept)
    elif has_link(state.links, link):
        parsed = parsed._replace(changes=(*kept, _change(grid, link, makes=False)))
    else:
        after = place_peg(state, parsed).links
        if not has_link(after, link):
            parsed = parsed._replace(changes=(*kept, _change(grid, link, makes=True)))
        else:
            by_itself = place_peg(state, parsed._replace(auto=False)).links
            others = (
                _change(grid, one, makes=True)
                for one in all_links(grid, after)
                if one != link and not has_link(by_itself, one)
            )
            parsed = parsed._replace(changes=(*kept, *others), auto=False)
    return move_of(grid, parsed)


def _change(grid: Grid, link: LinkAt, *, makes: bool) -> LinkChange:
    point, direction = link
    ends = grid.column_row(point), grid.column_row(point + grid.reach[direction])
    return LinkChange(makes, ends, link_name(*ends))
