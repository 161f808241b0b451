"""A whole board of a position with what is noted there: for files, pages and the clipboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from viewer.games.game import Game, State
from viewer.games.geometry import View
from viewer.scene.board import FRONT, Look, pieces_shapes, static_shapes
from viewer.scene.marks import last_move_shapes, mark_shapes
from viewer.scene.shapes import Shape, in_order
from viewer.scene.theme import LIGHT, Theme
from viewer.tree.action import Action
from viewer.tree.annotation import MARKS, Mark, NoteValue


def board_shapes(
    look: Look,
    pieces: Iterable[tuple[str, str]],
    marks: Iterable[Mark] = (),
    last_move: Iterable[str] = (),
) -> list[Shape]:
    """A board with its pieces, the marks and the corners of the last move, in drawing order."""
    pieces = tuple(pieces)
    occupied = {place for place, _ in pieces}
    return in_order(
        (
            *static_shapes(look),
            *last_move_shapes(look, tuple(last_move)),
            *pieces_shapes(look, pieces),
            *mark_shapes(look, marks, occupied),
        )
    )


def picture(
    game: Game[State],
    state: State,
    notes: Mapping[str, NoteValue] | None = None,
    *,
    theme: Theme = LIGHT,
    view: View = FRONT,
    coordinates: str = "game",
    last_move: bool = True,
) -> tuple[list[Shape], float, float]:
    """(shapes in drawing order, width, height) of a state; `notes` are those of its node.

    Width and height are in board units. Draw them with `viewer.scene.svg.to_svg` or
    `viewer.paint.image.render_png`.
    """
    geometry = game.geometry
    look = Look(geometry, theme, view, coordinates)
    action: Action | None = state.action if last_move else None
    marks: Iterable[Mark] = (notes or {}).get(MARKS, ())  # type: ignore[assignment]  # by FACETS
    shapes = board_shapes(look, game.pieces(state), marks, game.touches(action))
    return shapes, geometry.width, geometry.height
