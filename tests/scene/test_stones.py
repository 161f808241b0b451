"""Stones with depth, and signs on them."""

from __future__ import annotations

import re

import pytest

from viewer.games.geometry import View
from viewer.games.go.game import GAME
from viewer.scene.board import BoardLook, piece_shapes, static_shapes
from viewer.scene.marks import last_move_shapes, last_piece_shapes, mark_shapes
from viewer.scene.picture import last_squares, look_of, picture
from viewer.scene.shapes import MARK, PIECE, SHADOW, Ball, Disc, GlyphShape, Polyline, Rect
from viewer.scene.svg import to_svg
from viewer.scene.theme import LIGHT, THEMES
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import Mark

LOOK = BoardLook(GAME.geometry, LIGHT)
STONES = {"dd": "black", "pp": "white"}


def test_a_stone_is_a_ball_with_a_soft_shadow() -> None:
    for kind in ("black", "white"):
        shadow, ball = piece_shapes(LOOK, kind, (3.0, 4.0), "dd")
        assert isinstance(ball, Ball)
        assert (ball.centre, ball.layer, ball.square) == ((3.0, 4.0), PIECE, "dd")
        assert shadow.layer == SHADOW
        # Lit from above on the left.
        assert max(ball.glow) < 0


def test_all_stones_of_a_colour_share_a_gradient_in_svg() -> None:
    state = GAME.start(Setup("9 B aa bb cc W dd ee"))
    svg = to_svg(*picture(GAME, state))
    names = re.findall(r'<circle cx="[^"]*" cy="[^"]*" r="0.474" fill="url\(#(b\d+)\)"', svg)
    assert len(names) == 5
    assert len(set(names)) == 2
    for name in set(names):
        assert svg.count(f'<radialGradient id="{name}" cx=') == 1
    light = re.search(r'id="b\d+" cx="([\d.]+)" cy="([\d.]+)" fx="\1" fy="\2" r="([\d.]+)"', svg)
    assert light is not None
    # The gradient's circle covers the whole stone.
    cx, cy, reach = map(float, light.groups())
    assert reach >= 0.5 + ((cx - 0.5) ** 2 + (cy - 0.5) ** 2) ** 0.5 - 0.1


def test_flat_stones_have_no_gradient() -> None:
    state = GAME.start(Setup("9 B aa W dd"))
    svg = to_svg(*picture(GAME, state, pieces="flat"))
    assert 'id="b' not in svg
    assert svg.count('r="0.474"') == 1


def test_a_picture_is_as_large_as_the_records_board() -> None:
    for text in ("9", "19", "52x30"):
        state = GAME.start(Setup(text))
        geometry = GAME.geometry_of(state)
        assert picture(GAME, state)[1:] == (geometry.width, geometry.height)
        assert look_of(GAME, state=state).geometry is geometry


def test_star_points_are_dots_and_turn_with_the_board() -> None:
    geometry = GAME.geometry_of(GAME.start(Setup("9x13 B aa")))
    for view in (View(), View(flip=True), View(mirror=True)):
        shapes = static_shapes(BoardLook(geometry, LIGHT, view))
        dots = {shape.centre for shape in shapes if isinstance(shape, Disc)}
        assert dots == {view.map(dot.at, geometry) for dot in geometry.dots}


def test_a_style_that_a_board_does_not_have_is_its_usual_one() -> None:
    usual, other = static_shapes(LOOK), static_shapes(LOOK._replace(coordinates="runes"))
    assert usual == other
    assert static_shapes(LOOK._replace(coordinates="1-1")) != usual
    assert len(static_shapes(LOOK._replace(coordinates="none"))) < len(usual)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_last_stone_has_a_ring_that_stands_out(theme: object) -> None:
    look = LOOK._replace(theme=theme)
    for move, fill in (("B dd", "black"), ("W dd", "white")):
        state = GAME.step(GAME.start(None), Move(move))
        last = last_squares(GAME, state)
        assert last_move_shapes(look, last) == []
        (ring,) = last_piece_shapes(look, last, dict(GAME.pieces(state)))
        assert isinstance(ring, Disc)
        assert (ring.layer, ring.square, ring.fill) == (MARK, "dd", "")
        dark = sum(int(ring.stroke[at : at + 2], 16) for at in (1, 3, 5)) < 384
        assert dark == (fill == "white")
    for mark in (Mark("circle", ("dd",)), Mark("label", ("dd",), text="1")):
        (ring,) = last_piece_shapes(look, ("dd",), STONES, [mark])
        shapes = mark_shapes(look, [mark], STONES)
        assert isinstance(ring, Disc)
        assert all(ring.radius - one.radius > 0.1 for one in shapes if isinstance(one, Disc))
    assert last_piece_shapes(look, (), STONES) == []
    assert last_piece_shapes(look, ("zz",), STONES) == []


def test_signs_lie_on_a_stone_in_an_ink_that_can_be_read() -> None:
    inks = {"dd": LIGHT["shell-light"], "pp": LIGHT["slate"]}
    for kind in ("circle", "square", "triangle", "cross"):
        for square, ink in inks.items():
            for sign in mark_shapes(LOOK, [Mark(kind, (square,))], STONES):
                assert isinstance(sign, Disc | Rect | Polyline)
                stroke = sign.stroke
                assert stroke == ink
                if isinstance(sign, Disc):
                    assert sign.radius < GAME.geometry.piece_radius
    for square, ink in inks.items():
        for glyph in mark_shapes(LOOK, [Mark("label", (square,), text="12")], STONES):
            assert isinstance(glyph, GlyphShape)
            assert glyph.fill == ink


def test_another_colour_on_a_stone_keeps_its_colour_on_an_edge_of_ink() -> None:
    edge, sign = mark_shapes(LOOK, [Mark("circle", ("dd",), "red")], STONES)
    assert isinstance(edge, Disc)
    assert isinstance(sign, Disc)
    assert (edge.stroke, sign.stroke) == (LIGHT["shell-light"], LIGHT["mark-red"])
    assert edge.width > sign.width


def test_lines_fields_and_territory() -> None:
    (line,) = mark_shapes(LOOK, [Mark("line", ("aa", "dd"))], STONES)
    assert isinstance(line, Polyline)
    assert line.points == (LOOK.centre("aa"), LOOK.centre("dd"))
    assert mark_shapes(LOOK, [Mark("line", ("aa",)), Mark("line", ("aa", "aa"))], STONES) == []
    fills = {}
    for colour in ("black", "white", "red", "nonsense"):
        (patch,) = mark_shapes(LOOK, [Mark("territory", ("aa",), colour)], STONES)
        assert isinstance(patch, Rect)
        fills[colour] = patch.fill
    assert fills["black"] == LIGHT["black"]
    assert fills["white"] == LIGHT["white"]
    assert fills["nonsense"] == LIGHT["mark-green"]
    for kind in ("selected", "dim"):
        (patch,) = mark_shapes(LOOK, [Mark(kind, ("dd",))], STONES)
        assert isinstance(patch, Rect)
        assert 0 < patch.opacity < 1
        assert patch.width > 2 * GAME.geometry.piece_radius
    assert mark_shapes(LOOK, [Mark("dim", ())], STONES) == []
