"""The part of a board that matters for a position, as two corners."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from typing import Any

from viewer.games.capabilities import Connecting, Placing
from viewer.games.game import Game, State
from viewer.games.geometry import Geometry
from viewer.games.states import States
from viewer.tree.node import Node

_MARGIN = 2  # lines shown around the pieces of a part
_LOOKED_AT = 2000  # nodes below a position whose squares a part of the board must show


def has_parts(game: Game[Any]) -> bool:
    """Whether a part of a game's board may be all that matters for a position."""
    return isinstance(game, Placing) and not isinstance(game, Connecting)


def part_that_matters(game: Game[State], states: States, node: Node) -> tuple[str, ...]:
    """The corners of the part of a board with the stones at a node and what is played after it; () for all.

    Only of boards whose edges mean nothing to the players beside being edges.
    """
    if not has_parts(game):
        return ()
    state = states.at(node)
    geometry = game.geometry_of(state)
    squares = {square for square, _ in game.pieces(state)}
    for one in islice(node.walk(), _LOOKED_AT):
        squares.update(game.touches(one.action))
    return around(geometry, squares)


def around(geometry: Geometry, squares: Collection[str]) -> tuple[str, ...]:
    """Corners of the part of a board with some squares and two lines more on each side, () for all of it."""
    wanted, grid = set(squares), geometry.grid
    found = [
        (row, column)
        for row, line in enumerate(grid)
        for column, square in enumerate(line)
        if square in wanted
    ]
    if not found:
        return ()
    spans = []
    for along, last in ((0, len(grid) - 1), (1, max(map(len, grid)) - 1)):
        places = [one[along] for one in found]
        low, high = min(places) - _MARGIN, max(places) + _MARGIN
        # A rest of a few lines says more than it takes.
        spans.append((0 if low <= _MARGIN else low, last if high >= last - _MARGIN else high))
    (top, bottom), (left, right) = spans
    corners = (grid[top][left], grid[bottom][right])
    return corners if all(corners) else ()
