"""Starts: sizes of boards, handicap stones on the star points."""

from __future__ import annotations

from viewer.games.go.setup import square_at, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Setup

_SMALLEST_STARS = 7
_MOST_STARS = 9


def star_lines(lines: int) -> tuple[int, ...]:
    """The lines of a direction on which star points are, from 0, by custom; () on small boards.

    The corners' first and last, the middle (where there is one) between.
    """
    if lines < _SMALLEST_STARS:
        return ()
    edge = 2 if lines < 13 else 3
    middle = (lines // 2,) if lines % 2 else ()
    return (edge, *middle, lines - 1 - edge)


def star_points(width: int, height: int) -> list[tuple[int, int]]:
    """(column, row) of the star points: five up to 13 lines, nine on larger odd boards."""
    across, down = star_lines(width), star_lines(height)
    if len(across) == 3 and len(down) == 3 and min(width, height) < 15:
        corners = [(x, y) for x in across[::2] for y in down[::2]]
        return [*corners, (across[1], down[1])]
    return [(x, y) for x in across for y in down]


def handicap_squares(width: int, height: int, count: int) -> tuple[str, ...]:
    """The customary squares for a number of handicap stones, () if there are none for that many.

    Top right and bottom left first, then bottom right and top left, the sides, the middle for an odd
    number from five.
    """
    across, down = star_lines(width), star_lines(height)
    whole = len(across) == len(down) == 3
    if not across or not down or not 2 <= count <= (_MOST_STARS if whole else 4):
        return ()
    left, right, top, bottom = across[0], across[-1], down[0], down[-1]
    found = [(right, top), (left, bottom), (right, bottom), (left, top)]
    if whole:
        x, y = across[1], down[1]
        sides = [(left, y), (right, y), (x, top), (x, bottom)]
        found += sides[: max(0, count - 4) // 2 * 2]
        found = found[:count]
        if count > 4 and count % 2:
            found = [*found[: count - 1], (x, y)]
    return tuple(square_at(*at) for at in found[:count])


def handicap_setup(width: int, height: int, count: int) -> Setup:
    """A board with a number of handicap stones (none if there are no squares for them)."""
    return Setup(write_setup(Placement(width, height, handicap_squares(width, height, count))))


SIZES = (19, 13, 9)
"""Boards that New offers."""
