"""Pieces in hand, pieces that face each other, and piece sets, as shapes."""

from __future__ import annotations

import re

import pytest

from viewer.base.messages import message
from viewer.games import game_of
from viewer.games.geometry import (
    Coordinate,
    Geometry,
    GlyphPart,
    PieceSet,
    ShapePart,
    Stroke,
    View,
    WoodPanel,
)
from viewer.scene.board import BoardLook, count_shapes, piece_shapes, pieces_shapes, static_shapes
from viewer.scene.picture import board_shapes, last_squares, look_of
from viewer.scene.shapes import GlyphShape, Polygon, Rect, Shape, Silhouette, fading
from viewer.scene.svg import to_svg
from viewer.scene.theme import LIGHT
from viewer.tree.action import Move, Remark, Terminal

ARROW = ((0.0, -0.4), (0.3, 0.4), (-0.3, 0.4))
ART = (ShapePart(ARROW, "disc", "line"), GlyphPart("label/a", "black", 0.4, (0.0, 0.1)))
PANELS = (WoodPanel(2.0, 0.0, 4.0, 6.0), WoodPanel(6.5, 2.0, 1.5, 4.0, "tile-dark"))
BOARD = Geometry(
    8.0,
    6.0,
    {"a": (4.0, 3.0), "A*": (7.25, 5.0)},
    (("a", "A*"),),
    (Stroke(((3.0, 1.0), (3.0, 2.0))),),
    coordinates=(Coordinate("game", "1", (4.0, 0.5), "top"), Coordinate("game", "2", (5.5, 2.0), "right")),
    art={"up": ART, "down": ART},
    panels=PANELS,
    turned=frozenset({"down"}),
)  # fmt: skip
LOOK = BoardLook(BOARD, LIGHT)
FLIPPED = BoardLook(BOARD, LIGHT, View(flip=True))


def tip(shapes: list[Shape]) -> float:
    """How far above the middle the tip of a piece is."""
    (shape,) = (shape for shape in shapes if isinstance(shape, Polygon))
    return -shape.points[0][1]


@pytest.mark.parametrize(("look", "kind"), [(LOOK, "up"), (FLIPPED, "down")])
def test_pieces_of_who_sits_below_point_up(look: BoardLook, kind: str) -> None:
    shapes = piece_shapes(look, kind, (0.0, 0.0))
    assert tip(shapes) == 0.4
    (glyph,) = (shape for shape in shapes if isinstance(shape, GlyphShape))
    assert (glyph.centre, glyph.turn) == ((0.0, 0.1), 0.0)


@pytest.mark.parametrize(("look", "kind"), [(LOOK, "down"), (FLIPPED, "up")])
def test_pieces_of_who_sits_above_are_turned_with_all_their_parts(
    look: BoardLook, kind: str
) -> None:
    shapes = piece_shapes(look, kind, (0.0, 0.0))
    assert tip(shapes) == -0.4
    (glyph,) = (shape for shape in shapes if isinstance(shape, GlyphShape))
    assert (glyph.centre, glyph.turn) == ((0.0, -0.1), 180.0)
    shadow = shapes[0]
    assert isinstance(shadow, Silhouette)
    assert shadow.points[0] == (0.0, 0.4), "its shadow has its shape"
    assert shadow.centre[1] > 0.0, "and falls down all the same"


def test_where_no_kind_is_turned_none_is_in_any_view() -> None:
    upright = BOARD._replace(turned=frozenset())
    for view in (View(), View(flip=True)):
        assert tip(piece_shapes(BoardLook(upright, LIGHT, view), "down", (0.0, 0.0))) == 0.4


def test_one_piece_has_no_number_several_have() -> None:
    assert count_shapes(LOOK, "A*", 1) == []
    for count in (2, 18, 100, 12345):
        patch, *words = count_shapes(LOOK, "A*", count)
        assert isinstance(patch, Rect)
        assert "".join(word.name[-1] for word in words if isinstance(word, GlyphShape)) == str(
            count
        )
        stand = PANELS[1]
        assert stand.x < patch.x
        assert patch.x + patch.width < stand.x + stand.width
        for word in words:
            assert isinstance(word, GlyphShape)
            assert patch.x < word.centre[0] < patch.x + patch.width


def test_a_number_comes_with_the_pieces_and_lies_over_them() -> None:
    pieces = (("A*", "up"), ("a", "up"))
    alone, counted = pieces_shapes(LOOK, pieces), pieces_shapes(LOOK, pieces, {"A*": 3})
    number = count_shapes(LOOK, "A*", 3)
    assert set(counted) - set(alone) == set(number)
    drawn = board_shapes(LOOK, pieces, counts={"A*": 3})
    piece = piece_shapes(LOOK, "up", LOOK.centre("A*"), "A*")
    assert drawn.index(number[0]) > max(map(drawn.index, piece))


def test_panels_are_the_wood_and_turn_with_the_board() -> None:
    board, stand = static_shapes(LOOK)[:2]
    assert isinstance(board, Rect)
    assert isinstance(stand, Rect)
    assert (board.x, board.y, board.width, board.height, board.fill) == (2, 0, 4, 6, LIGHT["wood"])
    assert (stand.x, stand.y, stand.width, stand.height) == (6.5, 2.0, 1.5, 4.0)
    assert stand.fill == LIGHT["tile-dark"]
    turned = static_shapes(FLIPPED)[1]
    assert isinstance(turned, Rect)
    assert (turned.x, turned.y, turned.width, turned.height) == (0.0, 0.0, 1.5, 4.0)


def test_coordinates_stay_at_their_edge_in_every_view() -> None:
    for flip in (False, True):
        for mirror in (False, True):
            view = View(flip, mirror)
            glyphs = {
                shape.name: shape.centre
                for shape in static_shapes(BoardLook(BOARD, LIGHT, view))
                if isinstance(shape, GlyphShape)
            }
            assert glyphs["text/1"] == (view.map((4.0, 0.5), BOARD)[0], 0.5)
            assert glyphs["text/2"] == (5.5, view.map((5.5, 2.0), BOARD)[1])


def test_a_piece_set_draws_other_pieces_on_the_same_board() -> None:
    others = {kind: (ShapePart(ARROW, "red"),) for kind in BOARD.art}
    look = LOOK._replace(pieces=PieceSet("plain", message("Plain"), others))
    assert len(piece_shapes(look, "up", (0.0, 0.0))) == 2
    assert static_shapes(look) == static_shapes(LOOK)


def test_a_look_has_the_set_of_an_id_and_the_usual_pieces_for_any_other() -> None:
    class Shogi:
        geometry = BOARD
        piece_sets = (
            PieceSet("one", message("One"), BOARD.art),
            PieceSet("two", message("Two"), {}),
        )

    assert look_of(Shogi(), pieces="two").art == {}
    for id in ("", "three"):
        assert look_of(Shogi(), pieces=id).art is BOARD.art


def test_the_last_move_stays_marked_when_the_game_is_given_up() -> None:
    game = game_of("shogi")
    state = game.step(game.start(None), Move("7g7f"))
    assert last_squares(game, state) == ("7g", "7f")
    for action in (Remark("a break"), Terminal("投了")):
        state = game.step(state, action)
        assert last_squares(game, state) == ("7g", "7f")
    assert last_squares(game, game.step(game.start(None), Terminal("中断"))) == ()


def shadow(blur: float = 0.1) -> Silhouette:
    return Silhouette(ARROW, (1.0, 2.0), blur, "#000000", 0.5)


def test_a_silhouette_fades_from_within_its_sides_to_without() -> None:
    areas = list(fading(shadow()))
    tips = [points[0][1] for points, _ in areas]
    assert tips == sorted(tips), "each area lies in the one before"
    assert tips[0] < ARROW[0][1] < tips[-1]
    covered, before = 0.0, 0.0
    for _, opacity in areas:
        assert 0.0 < opacity < 0.5
        covered = 1.0 - (1.0 - covered) * (1.0 - opacity)
        assert covered > before
        before = covered
    assert covered == pytest.approx(0.5, abs=0.05)


def test_in_svg_shadows_of_one_shape_are_written_once() -> None:
    text = to_svg([shadow(), shadow()._replace(centre=(3.0, 4.0)), shadow(0.2)], 8, 8)
    assert len(re.findall(r"<g id=", text)) == 2
    assert re.findall(r'<use xlink:href="#f\d" x="(\d)" y="(\d)"/>', text) == [
        ("1", "2"),
        ("3", "4"),
        ("1", "2"),
    ]
