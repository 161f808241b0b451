"""The board as data: places, stands, lines, stars, coordinates, pieces."""

from __future__ import annotations

import pytest

from viewer.games.geometry import GlyphPart, Point, ShapePart, View, inset
from viewer.games.shogi.geometry import GEOMETRY as BOARD
from viewer.games.shogi.geometry import PIECE_SETS, TALL
from viewer.scene.board import glyph_name, hit, neighbour
from viewer.scene.glyphs import names
from viewer.scene.theme import THEMES

SQUARES = {f"{file}{rank}" for file in range(1, 10) for rank in "abcdefghi"}
BLACK, WHITE = [f"{kind}*" for kind in "RBGSNLP"], [f"{kind}*" for kind in "rbgsnlp"]
FLIPPED = View(flip=True)


def test_a_place_for_each_square_and_each_kind_in_hand() -> None:
    assert set(BOARD.squares) == {*SQUARES, *BLACK, *WHITE}
    (x, y), (left, _), (_, below) = (BOARD.squares[place] for place in ("1a", "2a", "1b"))
    assert (x - left, below - y) == pytest.approx((1, TALL))
    assert 1.0 < TALL < 1.2


def test_black_sits_below_with_the_stand_at_the_right_hand() -> None:
    middle = BOARD.width / 2
    assert all(BOARD.squares[place][0] > max(BOARD.squares["1a"][0], middle) for place in BLACK)
    assert all(BOARD.squares[place][0] < BOARD.squares["9a"][0] for place in WHITE)
    heights = [BOARD.squares[place][1] for place in BLACK]
    assert heights == sorted(heights), "the rook lies on top"
    assert heights[-1] == pytest.approx(BOARD.squares["1i"][1])


def test_turned_by_half_everything_falls_on_what_the_other_side_has() -> None:
    def seen(place: str) -> Point:
        return FLIPPED.map(BOARD.squares[place], BOARD)

    for mine, others in zip(BLACK, WHITE, strict=True):
        assert seen(mine) == pytest.approx(BOARD.squares[others])
    for place in SQUARES:
        other = f"{10 - int(place[0])}{'ihgfedcba'['abcdefghi'.index(place[1])]}"
        assert seen(place) == pytest.approx(BOARD.squares[other])
    _, black, white = BOARD.panels
    assert FLIPPED.map((black.x, black.y), BOARD) == pytest.approx(
        (white.x + white.width, white.y + white.height)
    )


def test_places_lie_on_the_wood() -> None:
    board, black, white = BOARD.panels
    for panel, places in ((board, SQUARES), (black, BLACK), (white, WHITE)):
        for place in places:
            x, y = BOARD.squares[place]
            assert panel.x + 0.5 <= x <= panel.x + panel.width - 0.5
            assert panel.y + TALL / 2 <= y <= panel.y + panel.height - TALL / 2


def test_the_whole_cell_can_be_hit_and_an_empty_stand_too() -> None:
    for place, (x, y) in BOARD.squares.items():
        for dx in (-0.48, 0.48):
            for dy in (-0.48 * TALL, 0.48 * TALL):
                assert hit(BOARD, View(), x + dx, y + dy) == place


@pytest.mark.parametrize("view", [View(), FLIPPED])
def test_the_keyboard_goes_from_the_board_to_the_stands(view: View) -> None:
    edge, outwards = ("1i", 1) if not view.flip else ("1i", -1)
    assert neighbour(BOARD, view, edge, 0, outwards) == "P*"
    assert neighbour(BOARD, view, "P*", 0, -outwards) == edge
    assert neighbour(BOARD, view, "9a", 0, -outwards) == "p*"
    up = -1 if not view.flip else 1
    assert neighbour(BOARD, view, "P*", up, 0) == "L*"
    assert neighbour(BOARD, view, "R*", up, 0) == ""


def test_lines_and_four_stars() -> None:
    assert len(BOARD.strokes) == 8 + 8 + 1
    (left, top), (right, bottom) = BOARD.squares["9a"], BOARD.squares["1i"]
    frame = BOARD.strokes[-1]
    assert frame.closed
    assert {x for x, _ in frame.points} == {left - 0.5, right + 0.5}
    ys = sorted({y for _, y in frame.points})
    assert ys == pytest.approx([top - TALL / 2, bottom + TALL / 2])
    middles = set()
    for star in BOARD.tiles:
        xs, ys = zip(*star.points, strict=True)
        middles.add(
            (round(sum(xs) / len(xs) - left, 6), round((sum(ys) / len(ys) - top) / TALL, 6))
        )
    assert middles == {(x, y) for x in (2.5, 5.5) for y in (2.5, 5.5)}


def test_coordinates_of_both_kinds_stand_above_and_at_the_right() -> None:
    for style, ranks in (("game", "一二三四五六七八九"), ("letters", "abcdefghi")):
        marks = [mark for mark in BOARD.coordinates if mark.style == style]
        above = sorted((mark for mark in marks if mark.edge == "top"), key=lambda mark: mark.at)
        right = [mark for mark in marks if mark.edge == "right"]
        assert "".join(mark.text for mark in above) == "987654321"
        assert "".join(mark.text for mark in right) == ranks
        for mark in above:
            assert mark.at[0] == pytest.approx(BOARD.squares[f"{mark.text}a"][0])
        for rank, mark in zip("abcdefghi", right, strict=True):
            assert mark.at[1] == pytest.approx(BOARD.squares[f"1{rank}"][1])


def test_white_faces_black() -> None:
    assert BOARD.turned == {kind for kind in BOARD.art if kind.islower()}
    assert len(BOARD.art) == 28


@pytest.mark.parametrize("pieces", PIECE_SETS, ids=lambda one: one.id)
def test_each_set_has_every_kind_in_the_colours_and_outlines_there_are(pieces) -> None:
    assert set(pieces.art) == set(BOARD.art)
    for parts in pieces.art.values():
        assert isinstance(parts[0], ShapePart), "it throws the shadow"
        glyphs = {glyph_name(part) for part in parts if isinstance(part, GlyphPart)}
        assert glyphs
        assert glyphs <= names()
        tokens = {part.fill for part in parts}
        tokens |= {part.line for part in parts if isinstance(part, ShapePart)} - {""}
        for theme in THEMES.values():
            assert tokens <= set(theme.colours)


@pytest.mark.parametrize("pieces", PIECE_SETS, ids=lambda one: one.id)
def test_kinds_can_be_told_apart_and_promoted_ones_are_red(pieces) -> None:
    for upper in (str.isupper, str.islower):
        arts = [parts for kind, parts in pieces.art.items() if upper(kind)]
        assert len(set(arts)) == len(arts) == 14
    for kind, parts in pieces.art.items():
        inks = {part.fill for part in parts if isinstance(part, GlyphPart)}
        assert inks == ({"red"} if kind.startswith("+") else {"black"})


def test_pieces_stay_in_their_cells() -> None:
    for pieces in PIECE_SETS:
        for parts in pieces.art.values():
            body = parts[0]
            assert isinstance(body, ShapePart)
            for part in parts[1:]:
                points = part.points if isinstance(part, ShapePart) else (part.at,)
                for x, y in points:
                    assert _within(body.points, (x, y))
            assert all(abs(x) < 0.47 and abs(y) < 0.5 for x, y in body.points)


def _within(corners: tuple[Point, ...], point: Point) -> bool:
    """Whether a point lies in a convex area with corners clockwise on the screen."""
    x, y = point
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True)
    )


def test_sets_write_what_they_are_called() -> None:
    def text(set_id: str, kind: str) -> str:
        art = next(one.art for one in PIECE_SETS if one.id == set_id)
        return "".join(part.glyph[-1] for part in art[kind] if isinstance(part, GlyphPart))

    assert PIECE_SETS[0].art is BOARD.art
    assert [text("one", kind) for kind in ("K", "k", "P", "+r")] == ["玉", "王", "歩", "龍"]
    assert [text("gyoku", kind) for kind in ("K", "k")] == ["玉", "玉"]
    assert [text("two", kind) for kind in ("K", "k", "N", "+s")] == ["玉将", "王将", "桂馬", "成銀"]
    assert [text("letters", kind) for kind in ("G", "+p")] == ["G", "P"]


def test_larger_pieces_for_higher_ranks() -> None:
    widths = []
    for kind in "PLNGRK":
        body = BOARD.art[kind][0]
        assert isinstance(body, ShapePart)
        widths.append(max(x for x, _ in body.points))
    assert widths == sorted(set(widths))


def test_an_area_made_smaller_and_larger_again_is_the_same() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    small = inset(square, (0.5, 0.0, 0.25, 0.0))
    assert small == ((0.0, 0.5), (2.0, 0.5), (2.0, 1.75), (0.0, 1.75))
    assert inset(small, (-0.5, 0.0, -0.25, 0.0)) == square
