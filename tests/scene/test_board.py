from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.geometry import BoardText, Geometry, Stroke, Tile, View
from viewer.scene.board import (
    BoardLook,
    glyph_name,
    hit,
    neighbour,
    piece_shapes,
    square_centre,
    static_shapes,
)
from viewer.scene.picture import board_shapes, picture
from viewer.scene.shapes import (
    LAYERS,
    PIECE,
    SHADOW,
    Ball,
    Disc,
    GlyphShape,
    Polygon,
    Polyline,
    Rect,
    Shade,
    Shape,
    Silhouette,
    TextShape,
)
from viewer.scene.theme import LIGHT, THEMES
from viewer.tree.annotation import Mark

VIEWS = [View(flip, mirror) for flip in (False, True) for mirror in (False, True)]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return game_of(request.param)


def test_on_a_large_board_lines_do_not_hide_cells() -> None:
    hex = game_of("hex")
    look = BoardLook(hex.geometry, LIGHT)
    assert Polyline in set(map(type, static_shapes(look, 5.0)))
    assert set(map(type, static_shapes(look, 4.9))) == {Rect, Polygon}
    assert len(static_shapes(look, 20.0)) == len(static_shapes(look))
    go = static_shapes(BoardLook(game_of("go").geometry, LIGHT), 2.0)
    assert Polyline in set(map(type, go))  # it has nothing but lines
    assert GlyphShape not in set(map(type, go))


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of a shape without its line width."""
    match shape:
        case Rect():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Polyline() | Polygon():
            xs, ys = zip(*shape.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Disc() | Ball() | Shade():
            (x, y), r = shape.centre, shape.radius
            return x - r, y - r, x + r, y + r
        case Silhouette():
            (x, y), r = shape.centre, shape.blur
            xs, ys = zip(*shape.points, strict=True)
            return x + min(xs) - r, y + min(ys) - r, x + max(xs) + r, y + max(ys) + r
        case GlyphShape() | TextShape():
            (x, y), half = shape.centre, shape.height / 2
            return x - half, y - half, x + half, y + half


@pytest.mark.parametrize("view", VIEWS)
def test_the_centre_of_a_place_hits_it(game: Game[Any], view: View) -> None:
    geometry = game.geometry
    for square in geometry.squares:
        assert hit(geometry, view, *square_centre(geometry, view, square)) == square


@pytest.mark.parametrize("view", VIEWS)
def test_hits_go_to_the_nearest_place_within_reach(game: Game[Any], view: View) -> None:
    geometry = game.geometry
    near = geometry.reach * 0.6
    for square in geometry.squares:
        x, y = square_centre(geometry, view, square)
        assert hit(geometry, view, x + near, y - near * 0.3) == square
    assert hit(geometry, view, -5.0, -5.0) == ""
    assert hit(geometry, view, geometry.width + 1, geometry.height / 2) == ""


def test_views_turn_and_exchange(game: Game[Any]) -> None:
    geometry = game.geometry
    square = next(iter(geometry.squares))
    x, y = square_centre(geometry, View(), square)
    w, h = geometry.width, geometry.height
    assert square_centre(geometry, View(flip=True), square) == pytest.approx((w - x, h - y))
    assert square_centre(geometry, View(mirror=True), square) == pytest.approx((w - x, y))
    assert square_centre(geometry, View(True, True), square) == pytest.approx((x, h - y))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("view", VIEWS)
def test_a_whole_board_lies_on_its_page(game: Game[Any], theme: Any, view: View) -> None:
    for start in game.starts:
        shapes, width, height = picture(game, game.start(start.setup), theme=theme, view=view)
        geometry = game.geometry_of(game.start(start.setup))
        assert (width, height) == (geometry.width, geometry.height)
        for shape in shapes:
            left, top, right, bottom = extent(shape)
            assert left >= 0, shape
            assert top >= 0, shape
            assert right <= width, shape
            assert bottom <= height, shape


def test_shapes_come_in_the_order_of_their_layers(
    game: Game[Any], peopled: Callable[[Any], Any]
) -> None:
    marks = tuple(Mark("circle", (square,)) for square in game.geometry.squares)
    shapes, _, _ = picture(game, peopled(game), {"marks": marks})
    layers = [LAYERS.index(shape.layer) for shape in shapes]
    assert layers == sorted(layers)
    assert len(set(layers)) > 3


def test_every_piece_has_a_shadow_and_stands_on_its_place(
    game: Game[Any], peopled: Callable[[Any], Any]
) -> None:
    state = peopled(game)
    pieces = dict(game.pieces(state))
    shapes, _, _ = picture(game, state)
    for layer in (SHADOW, PIECE):
        assert {shape.square for shape in shapes if shape.layer == layer} == set(pieces)
    for shape in shapes:
        if isinstance(shape, Disc) and shape.layer == PIECE:
            assert shape.centre == game.geometry.squares[shape.square]


def test_every_kind_of_piece_can_be_drawn(game: Game[Any]) -> None:
    look = BoardLook(game.geometry, LIGHT)
    for kind in game.geometry.art:
        lying = piece_shapes(look, kind, (1.0, 1.0))
        lifted = piece_shapes(look, kind, (1.0, 1.0), lifted=True)
        assert lying[1:] == lifted[1:]
        under, above = lying[0], lifted[0]
        assert {under.layer, above.layer} == {SHADOW}
        if isinstance(under, GlyphShape):  # a figure's own silhouette, lower when it is lifted
            assert isinstance(above, GlyphShape)
            assert above.name == under.name == glyph_name(game.geometry.art[kind][0])
            assert above.centre[1] > under.centre[1] > 1.0
            continue
        if isinstance(under, Silhouette):  # of the piece's own shape
            assert isinstance(above, Silhouette)
            assert above.points == under.points
            assert above.blur > under.blur
            assert above.centre[1] > under.centre[1] > 1.0
            continue
        assert isinstance(under, Shade)
        assert isinstance(above, Shade)
        assert above.radius > under.radius > game.geometry.piece_radius
        assert under.inner < 1.0, "the shadow has a soft edge"


def coordinate_count(shapes: list[Shape]) -> int:
    return sum(isinstance(s, GlyphShape) and s.name.startswith("text/") for s in shapes)


def test_coordinates_follow_the_setting(game: Game[Any]) -> None:
    for style in ("game", "letters", "none"):
        shapes = static_shapes(BoardLook(game.geometry, LIGHT, coordinates=style))
        wanted = "".join(one.text for one in game.geometry.coordinates if one.style == style)
        assert coordinate_count(shapes) == len(wanted)
    assert coordinate_count(static_shapes(BoardLook(game.geometry, LIGHT))) > 0


def test_text_of_the_board_reads_from_left_to_right_in_every_view() -> None:
    text = BoardText("楚河", (1.0, 1.0), 0.5, gap=0.1)
    geometry = Geometry(
        4.0, 3.0, {"a": (1.0, 1.0)}, (("a",),), (Stroke(((0, 0), (1, 1))),), (text,)
    )
    for view in VIEWS:
        glyphs = [
            s for s in static_shapes(BoardLook(geometry, LIGHT, view)) if isinstance(s, GlyphShape)
        ]
        assert [one.name for one in sorted(glyphs, key=lambda one: one.centre)] == [
            "board/楚",
            "board/河",
        ]
        left, right = (one.centre for one in glyphs)
        assert right[0] - left[0] == pytest.approx(0.6)
        middle = ((left[0] + right[0]) / 2, left[1])
        assert middle == pytest.approx(view.map((1.0, 1.0), geometry))


@given(st.lists(st.tuples(st.integers(-20, 200), st.integers(-20, 200)), max_size=20))
def test_a_hit_is_never_out_of_reach(points: list[tuple[int, int]]) -> None:
    geometry = game_of(next(iter(GAMES))).geometry
    for tenths in points:
        x, y = (value / 10 for value in tenths)
        square = hit(geometry, View(), x, y)
        far = {p: (px - x) ** 2 + (py - y) ** 2 for p, (px, py) in geometry.squares.items()}
        near = min(far.values())
        if square:
            assert far[square] == near <= geometry.reach**2
        else:
            assert near > geometry.reach**2


def test_a_board_without_pieces_has_none() -> None:
    geometry = game_of(next(iter(GAMES))).geometry
    look = BoardLook(geometry, LIGHT)
    assert board_shapes(look, ()) == static_shapes(look)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("mirror", [False, True])
def test_beside_follows_the_eye(flip, mirror):
    geometry = game_of("xiangqi").geometry
    view = View(flip, mirror)
    x, y = square_centre(geometry, view, "e4")
    for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        square = neighbour(geometry, view, "e4", down, right)
        assert square_centre(geometry, view, square) == pytest.approx((x + right, y + down))
    corner = next(
        square
        for square in ("a0", "i0", "a9", "i9")
        if not neighbour(geometry, view, square, 1, 0)
        and not neighbour(geometry, view, square, 0, -1)
    )
    left, bottom = square_centre(geometry, view, corner)
    assert left == min(square_centre(geometry, view, p)[0] for p in geometry.squares)
    assert bottom == max(square_centre(geometry, view, p)[1] for p in geometry.squares)


def test_tiles_lie_under_the_lines_and_turn_with_the_board() -> None:
    square = Tile(((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0)), "tile-dark")
    cell = Tile(((2.0, 0.0), (3.0, 1.0), (2.0, 2.0)), "tile-light")
    line = Stroke(((0.0, 0.0), (4.0, 0.0)))
    geometry = Geometry(4.0, 3.0, {"a": (0.5, 1.0)}, (("a",),), (line,), tiles=(square, cell))
    _, first, second, last = static_shapes(BoardLook(geometry, LIGHT, View(flip=True)))
    assert first == Rect(3.0, 1.0, 1.0, 2.0, LIGHT["tile-dark"])
    assert second == Polygon(((2.0, 3.0), (1.0, 2.0), (2.0, 1.0)), LIGHT["tile-light"])
    assert isinstance(last, Polyline)


def test_the_river_is_written_in_the_characters_of_the_pieces() -> None:
    game = game_of("xiangqi")
    for pieces in game.piece_sets:
        glyphs = {
            one.name
            for one in static_shapes(BoardLook(game.geometry, LIGHT, pieces=pieces))
            if isinstance(one, GlyphShape)
        }
        assert ("board/汉" in glyphs, "board/漢" in glyphs) == (
            pieces.id == "simplified",
            pieces.id != "simplified",
        )
