"""Positions that nobody can win any more: the links of each side block all ways of the other."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from viewer.base.messages import Message, message
from viewer.games.twixt.board import HORIZONTAL, VERTICAL, Grid, Position
from viewer.games.twixt.links import BIT, DIRECTIONS, borders, crossings

NOBODY = message("As the links stand, neither side can join its borders any more.")
_LANE = 3  # lines side by side in which a knight's moves lead from border to border


def drawn(position: Position) -> Message | None:
    """The words that nobody can win any more, however many pegs are set; None while somebody can.

    A side's own links are no hindrance to it, as it may take them away or cross them.
    """
    # A lane, which nearly all positions have, is found in a tenth of the time of a search.
    if _has_lane(position, VERTICAL) or _has_lane(position, HORIZONTAL):
        return None
    return NOBODY if _blocked(position.grid, position.pegs, position.links) else None


@lru_cache(maxsize=64)  # asked several times where a position is shown
def _blocked(grid: Grid, pegs: bytes, links: bytes) -> bool:
    """Whether neither side could join its borders."""
    return not any(can_join(grid, pegs, links, colour) for colour in (VERTICAL, HORIZONTAL))


def _has_lane(position: Position, colour: int) -> bool:
    """Whether a side has a few lines side by side, between its borders, without a peg of the other.

    No link of the other crosses them either: it would have a peg in them.
    """
    grid, pegs = position.grid, position.pegs
    other = VERTICAL + HORIZONTAL - colour
    free = 0
    for line in range(1, (grid.width if colour == VERTICAL else grid.height) - 1):
        start = grid.at(line, 0) if colour == VERTICAL else grid.at(0, line)
        holes = (
            pegs[start :: grid.stride] if colour == VERTICAL else pegs[start : start + grid.width]
        )
        free = 0 if other in holes else free + 1
        if free == _LANE:
            return True
    return False


# Holes of a whole board are the digits of a number in base two, the first of them in front.


def can_join(grid: Grid, pegs: bytes, links: bytes, colour: int) -> bool:
    """Whether a side could join its borders with as many pegs as it likes, the other setting none."""
    open_to, near, far = _holes(grid, colour)
    theirs = int(pegs.translate(_IS[VERTICAL + HORIZONTAL - colour]), 2)
    waiting = open_to & ~theirs
    linked = {bit: int(links.translate(_HAS[bit]), 2) & theirs for bit in BIT[1:]}
    ways: list[tuple[int, int]] = []  # how far up a link leads, and the holes from where one may
    for direction in DIRECTIONS:
        blocked = 0
        for step, bit in crossings(grid.stride)[direction]:
            blocked |= linked[bit] << step if step > 0 else linked[bit] >> -step
        ways.append((-grid.reach[direction], waiting & ~blocked))
    here = near & waiting
    while here:
        waiting &= ~here
        reached = 0
        for up, lower in ways:
            reached |= (here & lower) << up | here >> up & lower
        here = reached & waiting
        if here & far:
            return True
    return False


def _digits(values: Collection[int]) -> bytes:
    """The table by which bytes become digits: 1 for some values."""
    return bytes([ord("1" if value in values else "0") for value in range(256)])


_IS = {colour: _digits([colour]) for colour in (VERTICAL, HORIZONTAL)}
_HAS = {bit: _digits([links for links in range(16) if links & bit]) for bit in BIT[1:]}


@lru_cache(maxsize=8)
def _holes(grid: Grid, colour: int) -> tuple[int, int, int]:
    """The holes that are open to a side; those of its border at the top or left, of the other one."""
    last = len(grid.squares) - 1
    some = (grid.open_to[colour], *borders(grid, colour))
    first, second, third = (sum([1 << last - point for point in points]) for points in some)
    return first, second, third
