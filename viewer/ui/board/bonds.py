"""Connections between pieces of a position: links, and the winning chain."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.games.capabilities import Connecting, links_of
from viewer.games.game import Game, State
from viewer.games.geometry import Link
from viewer.scene.board import BoardLook
from viewer.scene.links import chain_line_shapes, chain_shapes, link_shapes
from viewer.scene.shapes import Disc, Polygon, Polyline, Shape

_SEEN_THROUGH = 0.55


class Bonds:
    """The links of a position and the shapes of its winning chain, cached for a position and theme.

    Attributes:
        links: in drawing order.
        below, above: shapes of the chain, under and over the pieces.
    """

    def __init__(self) -> None:
        self._kept: tuple[BoardLook, State] | None = None
        self.links: Sequence[Link] = ()
        self.below: list[Shape] = []
        self.above: list[Shape] = []

    def look_at(self, look: BoardLook, game: Game[State], state: State) -> None:
        """Compute links and chain of a state, unless it is the cached one."""
        kept = self._kept
        if kept is not None and kept[1] is state and _same(kept[0], look):
            return
        self._kept = (look, state)
        self.links = links_of(game, state)
        chain = game.winning_chain(state) if isinstance(game, Connecting) else ()
        self.below, self.above = [], []
        if chain:
            self.below, self.above = chain_shapes(look, chain), chain_line_shapes(look, chain)


def _same(one: BoardLook, other: BoardLook) -> bool:
    return one.geometry is other.geometry and one.theme is other.theme and one.view == other.view


def ghost_shapes(look: BoardLook, links: Sequence[Link]) -> list[Shape]:
    """Translucent shapes of links that a move would make."""
    if not links:
        return []

    return [
        shape._replace(opacity=shape.opacity * _SEEN_THROUGH)
        for shape in link_shapes(look, links)
        if isinstance(shape, (Disc, Polygon, Polyline))
    ]
