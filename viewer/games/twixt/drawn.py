"""Positions that nobody can win any more: the links of each side block all ways of the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from viewer.base.messages import Message, message
from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import HORIZONTAL, VERTICAL, Grid, Position
from viewer.games.twixt.links import DIRECTIONS, borders, crossing_link

NOBODY = message("As the links stand, neither side can join its borders any more.")
_LANE = 3  # lines side by side in which a knight's moves lead from border to border


def drawn(position: Position) -> Message | None:
    """The words that nobody can win any more, however many pegs are set; None while somebody can.

    A side's own links are no hindrance to it, as it may take them away or cross them.
    """
    # A lane, which nearly all positions have, is found in a hundredth of the time of a search.
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


def can_join(grid: Grid, pegs: bytes, links: bytes, colour: int) -> bool:
    """Whether a side could join its borders with as many pegs as it likes, the other setting none."""
    near, far = borders(grid, colour)
    along = 1 if colour == VERTICAL else 0

    def reached(point: int) -> Iterator[int]:
        for direction in DIRECTIONS:
            step = grid.reach[direction]
            for lower, other in ((point, point + step), (point - step, point - step)):
                if other in waiting and not crossing_link(
                    grid, pegs, links, (lower, direction), colour, False
                ):
                    yield other

    # The farthest is tried first, so that a way is found soon where there is one.
    waiting = {point for point in grid.open_to[colour] if pegs[point] in (EMPTY, colour)}
    begun = [point for point in near if point in waiting]
    waiting.difference_update(begun)
    while begun:
        found = sorted(reached(begun.pop()), key=lambda one: grid.column_row(one)[along])
        if found and found[-1] in far:
            return True
        waiting.difference_update(found)
        begun += found
    return False
