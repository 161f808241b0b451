"""A complete picture of a position with its annotations, for files, pages and the clipboard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.capabilities import Connecting, board_geometry, counts_of
from viewer.games.game import Game, State
from viewer.games.geometry import Link, View
from viewer.scene.board import FRONT, BoardLook, kept_shapes, pieces_shapes
from viewer.scene.links import chain_line_shapes, chain_shapes, link_shapes
from viewer.scene.marks import last_move_shapes, last_piece_shapes, mark_shapes, marked_squares
from viewer.scene.shapes import Shape, in_order
from viewer.scene.theme import LIGHT, Theme
from viewer.tree.action import Remark, Terminal
from viewer.tree.annotation import MARKS, VIEW, Mark, NoteValue

_NO_NUMBERS: Mapping[str, int] = MappingProxyType({})


class Drawing(NamedTuple):
    """A picture as shapes in drawing order, with its width and height in board units."""

    shapes: list[Shape]
    width: float
    height: float


def look_of(
    game: Game[Any],
    theme: Theme = LIGHT,
    view: View = FRONT,
    coordinates: str = "game",
    pieces: str = "",
    state: State | None = None,
    part: Collection[str] = (),
    layout: str = "",
    bare: bool = False,
) -> BoardLook:
    """The look of a game's board with the piece set of id `pieces`; the usual set if there is none with it.

    Without a state it is the game's usual board. `part` are the squares to show, () for all; `layout` is the
    id of one of the game's layouts, "" for the usual one; `bare`: without wood.
    """
    found = next((one for one in game.piece_sets if one.id == pieces), None)
    geometry = game.geometry if state is None else board_geometry(game, state, layout)
    if part:
        from viewer.scene.portion import portion  # deferred: seldom

        geometry = portion(geometry, part)
    return BoardLook(geometry, theme, view, coordinates, found, bare)


def last_squares(game: Game[Any], state: State) -> tuple[str, ...]:
    """The squares that the last move touched, () before the first; ends and remarks after it don't count."""
    at: State | None = state
    while at is not None and isinstance(at.action, Terminal | Remark):
        at = at.previous
    return game.touched(at) if at is not None else ()


def board_shapes(
    look: BoardLook,
    pieces: Iterable[tuple[str, str]],
    marks: Iterable[Mark] = (),
    last_move: Iterable[str] = (),
    counts: Mapping[str, int] | None = None,
    numbers: Mapping[str, int] = _NO_NUMBERS,
    links: Sequence[Link] = (),
    chain: Sequence[str] = (),
) -> list[Shape]:
    """A board with its pieces, its marks and a highlight of the last move, in drawing order.

    `pieces`, `counts`, `links` and `chain` are as `Game.pieces`, `counts`, `links` and `winning_chain`
    return them; `numbers` are the move numbers of the pieces, by square.
    """
    pieces = tuple(pair for pair in pieces if pair[0] in look.geometry.squares)
    standing = dict(pieces)
    marks, last = tuple(marks), tuple(last_move)
    return in_order(
        (
            *kept_shapes(look),
            *last_move_shapes(look, last),
            *chain_shapes(look, chain),
            *link_shapes(look, links),
            *pieces_shapes(look, pieces, counts or {}),
            *chain_line_shapes(look, chain),
            *_numbers(look, numbers, standing, marks),
            *last_piece_shapes(look, last, standing, marks, numbers),
            *mark_shapes(look, marks, standing),
        )
    )


def _numbers(
    look: BoardLook, numbers: Mapping[str, int], standing: Mapping[str, str], marks: Iterable[Mark]
) -> list[Shape]:
    if not numbers:
        return []
    from viewer.scene.overlays import number_shapes, numbers_on  # deferred

    return number_shapes(look, numbers_on(look, numbers, standing, marked_squares(marks)))


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
    numbers: Mapping[str, int] = _NO_NUMBERS,
    layout: str = "",
    bare: bool = False,
) -> Drawing:
    """The drawing of a state; `notes` are its node's notes (`notes_at`).

    `pieces` is the id of a piece set, `layout` that of a layout; "" for the usual ones. A `bare`
    board has no wood.
    Draw it with `viewer.scene.svg.to_svg` or
    `viewer.paint.image.render_png`.
    """
    part: Collection[str] = (notes or {}).get(VIEW, ())  # type: ignore[assignment]  # by FACETS
    look = look_of(game, theme, view, coordinates, pieces, state, part, layout, bare)
    last = last_squares(game, state) if last_move else ()
    marks: Iterable[Mark] = (notes or {}).get(MARKS, ())  # type: ignore[assignment]  # by FACETS
    links, counts = game.links(state), counts_of(game, state)
    chain = game.winning_chain(state) if isinstance(game, Connecting) else ()
    shapes = board_shapes(look, game.pieces(state), marks, last, counts, numbers, links, chain)
    return Drawing(shapes, *look.size)
