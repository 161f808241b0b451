"""A diagram of an outline as a drawing."""

from __future__ import annotations

from viewer.games import game_of
from viewer.games.geometry import View
from viewer.publish.outline import Diagram
from viewer.publish.text.boards import shown
from viewer.scene.board import BoardLook
from viewer.scene.picture import Drawing, board_shapes
from viewer.scene.theme import LIGHT, Theme


def drawing_of(diagram: Diagram, game: str, theme: Theme = LIGHT) -> Drawing:
    """A diagram as shapes, with the game's usual pieces and coordinates."""
    position = diagram.position
    sets = game_of(game).piece_sets
    look = BoardLook(
        shown(position), theme, View(diagram.flipped), "game", sets[0] if sets else None
    )
    shapes = board_shapes(
        look,
        position.pieces,
        position.marks,
        position.last,
        position.counts,
        position.numbers,
        position.links,
        position.chain,
    )
    return Drawing(shapes, *look.size)
