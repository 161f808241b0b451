"""What joins the pieces of a position: links, and the chain by which a side has won."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.games.game import Game, State
from viewer.games.geometry import Link
from viewer.scene.board import Look
from viewer.scene.shapes import Disc, Polygon, Polyline, Shape

_SEEN_THROUGH = 0.55


class Bonds:
    """The shapes of links and of a winning chain, kept until the position or the look is another."""

    def __init__(self) -> None:
        self._kept: tuple[Look, State] | None = None
        self._below: list[Shape] = []
        self._above: list[Shape] = []

    def of(self, look: Look, game: Game[State], state: State) -> tuple[list[Shape], list[Shape]]:
        """What is drawn under the pieces of a state, and over them."""
        kept = self._kept
        if kept is None or kept[1] is not state or not _same(kept[0], look):
            self._kept = (look, state)
            self._below, self._above = _shapes(look, game, state)
        return self._below, self._above


def _same(one: Look, other: Look) -> bool:
    return one.geometry is other.geometry and one.theme is other.theme and one.view == other.view


def _shapes(look: Look, game: Game[State], state: State) -> tuple[list[Shape], list[Shape]]:
    links, chain = game.links(state), game.winning_chain(state)
    if not links and not chain:
        return [], []
    from viewer.scene.links import chain_line_shapes, chain_shapes, link_shapes  # few games

    return [*chain_shapes(look, chain), *link_shapes(look, links)], chain_line_shapes(look, chain)


def ghost_shapes(look: Look, links: Sequence[Link]) -> list[Shape]:
    """Links that aren't there yet, seen through."""
    if not links:
        return []
    from viewer.scene.links import link_shapes

    return [
        shape._replace(opacity=shape.opacity * _SEEN_THROUGH)
        for shape in link_shapes(look, links)
        if isinstance(shape, (Disc, Polygon, Polyline))
    ]
