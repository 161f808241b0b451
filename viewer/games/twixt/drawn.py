"""Positions that nobody can win any more: the links of each side block all ways of the other."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, message
from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import HORIZONTAL, VERTICAL, Position
from viewer.games.twixt.links import DIRECTIONS, crossing_link

NOBODY = message("As the links stand, neither side can join its borders any more.")


def drawn(position: Position) -> Message | None:
    """The words that nobody can win any more, however many pegs are set; None while somebody can.

    A side's own links are no hindrance to it, as it may take them away or cross them.
    """
    if can_join(position, VERTICAL) or can_join(position, HORIZONTAL):
        return None
    return NOBODY


def can_join(position: Position, colour: int) -> bool:
    """Whether a side could join its borders with as many pegs as it likes, the other setting none."""
    grid, pegs, links = position.grid, position.pegs, position.links
    own = {point for point in grid.open_to[colour] if pegs[point] in (EMPTY, colour)}
    along = 1 if colour == VERTICAL else 0
    last = (grid.width, grid.height)[along] - 1
    here = {point: grid.column_row(point)[along] for point in own}

    def reached(point: int) -> Iterator[int]:
        for direction in DIRECTIONS:
            step = grid.reach[direction]
            for lower, other in ((point, point + step), (point - step, point - step)):
                if other in waiting and not crossing_link(
                    grid, pegs, links, (lower, direction), colour, False
                ):
                    yield other

    # The farthest is tried first, so that a way is found soon where there is one.
    begun = [point for point in own if here[point] == 0]
    waiting = own.difference(begun)
    while begun:
        point = begun.pop()
        found = sorted(reached(point), key=here.__getitem__)
        if found and here[found[-1]] == last:
            return True
        waiting.difference_update(found)
        begun += found
    return False
