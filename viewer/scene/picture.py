"""A whole board of a position with what is noted there: for files, pages and the clipboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from viewer.games.game import Game, State
from viewer.games.geometry import View
from viewer.scene.board import FRONT, Look, pieces_shapes, static_shapes
from viewer.scene.marks import last_move_shapes, last_piece_shapes, mark_shapes
from viewer.scene.shapes import Shape, in_order
from viewer.scene.theme import LIGHT, Theme
from viewer.tree.action import Remark, Terminal
from viewer.tree.annotation import MARKS, Mark, NoteValue


def look_of(
    game: Game[Any],
    theme: Theme = LIGHT,
    view: View = FRONT,
    coordinates: str = "game",
    pieces: str = "",
    state: State | None = None,
) -> Look:
    """How a game's board is seen, with the piece set of an id; the usual one where there is none.

    Without a state it is the usual board.
    """
    found = next((one for one in game.piece_sets if one.id == pieces), None)
    geometry = game.geometry if state is None else game.geometry_of(state)
    return Look(geometry, theme, view, coordinates, found)


def last_places(game: Game[Any], state: State) -> tuple[str, ...]:
    """The places that the last move touched: an end or a remark doesn't hide it."""
    at: State | None = state
    while at is not None and isinstance(at.action, Terminal | Remark):
        at = at.previous
    return game.touched(at) if at is not None else ()


def board_shapes(
    look: Look,
    pieces: Iterable[tuple[str, str]],
    marks: Iterable[Mark] = (),
    last_move: Iterable[str] = (),
    counts: Mapping[str, int] | None = None,
) -> list[Shape]:
    """A board with its pieces, the marks and the corners of the last move, in drawing order.

    `pieces` and `counts` as `Game.pieces` and `Game.counts` give them.
    """
    pieces = tuple(pieces)
    standing = dict(pieces)
    marks, last = tuple(marks), tuple(last_move)
    return in_order(
        (
            *static_shapes(look),
            *last_move_shapes(look, last),
            *pieces_shapes(look, pieces, counts or {}),
            *last_piece_shapes(look, last, standing, marks),
            *mark_shapes(look, marks, standing),
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
    pieces: str = "",
) -> tuple[list[Shape], float, float]:
    """(shapes in drawing order, width, height) of a state; `notes` are those of its node.

    `pieces` is the id of a piece set, "" for the usual one.
    Width and height are in board units. Draw them with `viewer.scene.svg.to_svg` or
    `viewer.paint.image.render_png`.
    """
    look = look_of(game, theme, view, coordinates, pieces, state)
    last = last_places(game, state) if last_move else ()
    marks: Iterable[Mark] = (notes or {}).get(MARKS, ())  # type: ignore[assignment]  # by FACETS
    shapes = board_shapes(look, game.pieces(state), marks, last, game.counts(state))
    return shapes, *look.size
