import pytest

from viewer.games.geometry import DiscPart, Geometry, Stroke, Tile
from viewer.scene.board import BoardLook
from viewer.scene.marks import (
    cursor_shapes,
    last_move_shapes,
    mark_shapes,
    selection_shapes,
    target_shapes,
)
from viewer.scene.shapes import Disc, GlyphShape, Polygon, Polyline, Rect, Shape, TextShape
from viewer.scene.theme import LIGHT, THEMES, Theme
from viewer.tree.annotation import Mark

GEOMETRY = Geometry(
    4.0,
    3.0,
    {"a": (1.0, 1.0), "b": (2.0, 1.0), "c": (3.0, 2.0)},
    (("a", "b", ""), ("", "", "c")),
    (Stroke(((1.0, 1.0), (3.0, 1.0))),),
    art={"man": (DiscPart(0.4, "disc", "red"),)},
)
LOOK = BoardLook(GEOMETRY, LIGHT)


def squares(shapes: list[Shape]) -> set[str]:
    return {shape.square for shape in shapes}


def test_the_last_move_has_corners_around_its_end_and_small_ones_at_its_start() -> None:
    shapes = last_move_shapes(LOOK, ("a", "b"))
    assert squares(shapes) == {"a", "b"}
    bends = {
        square: {
            tuple(
                round(2 * (at - centre), 3)
                for at, centre in zip(shape.points[1], middle, strict=True)
            )
            for shape in shapes
            if isinstance(shape, Polyline) and shape.square == square
        }
        for square, middle in GEOMETRY.squares.items()
    }
    assert len(bends["a"]) == len(bends["b"]) == 4
    assert max(bends["b"])[0] > 2 * GEOMETRY.piece_radius > max(bends["a"])[0]
    assert {shape.stroke for shape in shapes if isinstance(shape, Polyline)} == {
        LIGHT["board-accent"]
    }


def test_a_move_that_touches_one_place_or_none() -> None:
    assert squares(last_move_shapes(LOOK, ("c",))) == {"c"}
    assert last_move_shapes(LOOK, ()) == []


def test_places_that_the_board_does_not_have_are_left_out() -> None:
    assert squares(last_move_shapes(LOOK, ("zz", "b"))) == {"b"}
    assert target_shapes(LOOK, ["zz"], ()) == []
    assert selection_shapes(LOOK, "zz") == []
    assert cursor_shapes(LOOK, "zz") == []
    marks = [
        Mark("circle", ("zz",)),
        Mark("arrow", ("a", "zz")),
        Mark("arrow", ("a",)),
        Mark("arrow", ("a", "a")),
        Mark("square", ()),
    ]
    assert mark_shapes(LOOK, marks, ()) == []


def test_targets_are_dots_and_rings_around_what_is_captured() -> None:
    dot, ring = target_shapes(LOOK, ["a", "b"], {"b"})
    assert isinstance(dot, Disc)
    assert isinstance(ring, Disc)
    assert dot.fill
    assert not dot.stroke
    assert ring.stroke
    assert not ring.fill
    assert dot.radius < 0.2 < GEOMETRY.piece_radius < ring.radius


def test_the_cursor_stands_out_on_light_and_on_dark() -> None:
    tones = {shape.stroke for shape in cursor_shapes(LOOK, "a") if isinstance(shape, Rect)}
    assert len(tones) == 2


@pytest.mark.parametrize("colour", ["green", "red", "blue", "yellow"])
@pytest.mark.parametrize("occupied", [(), ("a", "b", "c")])
@pytest.mark.parametrize("kind", ["square", "circle", "triangle", "cross", "label", "arrow"])
def test_marks_have_their_colour_and_place(
    kind: str, occupied: tuple[str, ...], colour: str
) -> None:
    ends = ("a", "c") if kind == "arrow" else ("a",)
    shapes = mark_shapes(LOOK, [Mark(kind, ends, colour, "x")], occupied)
    assert squares(shapes) == {ends[-1]}
    used = {getattr(shape, "stroke", "") or getattr(shape, "fill", "") for shape in shapes}
    assert LIGHT[f"mark-{colour}"] in used


def test_every_kind_of_mark_looks_different() -> None:
    kinds = ("square", "circle", "triangle", "cross", "label", "arrow")
    drawn = [tuple(mark_shapes(LOOK, [Mark(kind, ("a", "b"), text="x")], ())) for kind in kinds]
    assert len(set(drawn)) == len(kinds)


def test_an_arrow_points_from_its_first_place_to_its_second() -> None:
    (arrow,) = mark_shapes(LOOK, [Mark("arrow", ("a", "c"))], ())
    assert isinstance(arrow, Polygon)
    assert arrow.points[3] == pytest.approx(GEOMETRY.squares["c"])
    assert arrow.opacity < 1.0
    (short,) = mark_shapes(LOOK, [Mark("arrow", ("a", "c"))], ("a", "c"))
    assert isinstance(short, Polygon)
    x, y = short.points[3]
    assert 0.1 < ((3.0 - x) ** 2 + (2.0 - y) ** 2) ** 0.5 < GEOMETRY.piece_radius


def test_labels_stay_on_their_place() -> None:
    for text in ("a", "12", "WWW", ""):
        for occupied in ((), ("a",)):
            shapes = mark_shapes(LOOK, [Mark("label", ("a",), text=text)], occupied)
            glyphs = [shape for shape in shapes if isinstance(shape, GlyphShape)]
            assert "".join(shape.name[-1] for shape in glyphs) == (text or "?")
            assert all(abs(shape.centre[0] - 1.0) < 0.55 for shape in glyphs)


def test_long_labels_stay_large_enough_to_be_read_and_are_cut_in_the_end() -> None:
    (patch, *glyphs) = mark_shapes(LOOK, [Mark("label", ("a",), text="Joseki")], ())
    assert isinstance(patch, Rect)
    assert [shape.name for shape in glyphs if isinstance(shape, GlyphShape)] == [
        f"label/{letter}" for letter in "Joseki"
    ]
    assert all(shape.height >= 0.3 for shape in glyphs if isinstance(shape, GlyphShape))
    for occupied in ((), ("a",)):
        *_, words = mark_shapes(LOOK, [Mark("label", ("a",), text="W" * 1_000_000)], occupied)
        assert isinstance(words, TextShape)
        assert words.text.endswith("…")
        assert len(words.text) < 40


def test_a_label_without_outlines_is_text() -> None:
    shapes = mark_shapes(LOOK, [Mark("label", ("a",), text="甲")], ())
    assert any(isinstance(shape, TextShape) and shape.text == "甲" for shape in shapes)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_colours_can_be_told_from_what_they_lie_on(theme: Theme) -> None:
    for token in ("board-accent", "mark-green", "mark-red", "mark-blue", "mark-yellow"):
        assert contrast(theme[token], theme["wood"]) >= 3, token
        assert contrast(theme[token], theme["disc"]) >= 3, token
        assert contrast(theme["on-mark"], theme[token]) >= 4.5, token
    for side in ("red", "black"):
        assert contrast(theme[side], theme["disc"]) >= 4.5
    assert contrast(theme["line"], theme["wood"]) >= 4.5


TONES = tuple(Tile(((0, 0), (1, 0), (0, 1)), f"tile-{tone}") for tone in ("light", "dark"))
SQUARES = BoardLook(GEOMETRY._replace(cell=0.5, tiles=TONES), LIGHT)
CELLS = BoardLook(GEOMETRY._replace(cell=0.5, tall=1.2), LIGHT)


def test_on_a_board_of_squares_the_whole_square_is_marked() -> None:
    """Chess players mark squares, whatever stands on them."""
    sign = Mark("square", ("a",))
    assert mark_shapes(SQUARES, [sign], ()) == mark_shapes(SQUARES, [sign], ("a",))
    assert mark_shapes(LOOK, [sign], ()) != mark_shapes(LOOK, [sign], ("a",))
    edge, rect = mark_shapes(SQUARES, [sign], ())
    assert isinstance(rect, Rect)
    assert isinstance(edge, Rect)
    assert edge.stroke_width > rect.stroke_width
    assert 0.85 < rect.width < 1.0
    filled, _ = selection_shapes(SQUARES, "a")
    assert isinstance(filled, Rect)
    assert (filled.x, filled.y, filled.width, filled.height) == (0.5, 0.5, 1.0, 1.0)


def test_on_a_board_of_squares_the_last_move_has_corners_in_both_squares() -> None:
    bends = [s.points[1] for s in last_move_shapes(SQUARES, ("a", "b")) if isinstance(s, Polyline)]
    assert len(bends) == 8
    for number, (x, _) in enumerate(bends):
        assert 0.4 < abs(x - (1.0 if number < 4 else 2.0)) < 0.5


def test_what_frames_a_cell_is_as_high_as_the_cell() -> None:
    (x, y) = CELLS.centre("a")
    corners = [s.points[1] for s in last_move_shapes(CELLS, ("a",)) if isinstance(s, Polyline)]
    assert {round(abs(at[0] - x), 3) for at in corners} == {0.45}
    assert {round(abs(at[1] - y), 3) for at in corners} == {0.55}
    filled, _ = selection_shapes(CELLS, "a")
    assert isinstance(filled, Rect)
    assert (filled.width, filled.height) == pytest.approx((1.0, 1.2))
    outer, _ = cursor_shapes(CELLS, "a")
    assert isinstance(outer, Rect)
    assert (outer.width, outer.height) == pytest.approx((1.0, 1.2))
    (sign,) = mark_shapes(CELLS, [Mark("square", ("a",))], ())
    assert isinstance(sign, Rect)
    assert sign.height - sign.width == pytest.approx(0.2)


@pytest.mark.parametrize("kind", ["square", "circle", "triangle", "cross", "arrow"])
def test_on_squares_of_two_tones_a_sign_has_a_light_edge(kind: str) -> None:
    sign = Mark(kind, ("a", "b") if kind == "arrow" else ("a",), "yellow")
    shapes = mark_shapes(SQUARES, [sign], ())
    strokes = {s.stroke for s in shapes if isinstance(s, (Rect, Disc, Polyline, Polygon))}
    assert LIGHT["on-mark"] in strokes
    plain = mark_shapes(LOOK, [sign], ())
    assert all(
        s.stroke != LIGHT["on-mark"]
        for s in plain
        if isinstance(s, (Rect, Disc, Polyline, Polygon))
    )
