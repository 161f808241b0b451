"""The board as data: places, lines, stars, coordinates."""

from __future__ import annotations

import pytest

from viewer.games.geometry import GlyphPart, View
from viewer.games.xiangqi.game import GAME

BOARD = GAME.geometry


def test_ninety_places_one_unit_apart() -> None:
    assert len(BOARD.squares) == 90
    (x, y), (right, _), (_, above) = (BOARD.squares[place] for place in ("a0", "b0", "a1"))
    assert (right - x, y - above) == pytest.approx((1, 1))
    assert BOARD.grid[0] == tuple(file + "9" for file in "abcdefghi")
    assert BOARD.grid[-1] == tuple(file + "0" for file in "abcdefghi")


def test_the_board_is_the_same_from_all_four_views() -> None:
    """Flipped or mirrored, places fall on places and strokes on strokes."""
    points = {_rounded(point) for point in BOARD.squares.values()}
    strokes = {_segments(stroke.points, stroke.closed) for stroke in BOARD.strokes}
    for flip in (False, True):
        for mirror in (False, True):
            view = View(flip, mirror)
            assert {_rounded(view.map(point, BOARD)) for point in points} == points
            seen = {
                _segments(tuple(view.map(point, BOARD) for point in stroke.points), stroke.closed)
                for stroke in BOARD.strokes
            }
            assert seen == strokes


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _segments(points: tuple[tuple[float, float], ...], closed: bool) -> frozenset[object]:
    """A stroke without its direction."""
    ends = points[1:] + points[:1] if closed else points[1:]
    return frozenset(
        frozenset((_rounded(a), _rounded(b))) for a, b in zip(points, ends, strict=False)
    )


def test_only_the_edges_cross_the_river() -> None:
    middle = BOARD.height / 2
    crossing = [
        stroke
        for stroke in BOARD.strokes
        if min(y for _, y in stroke.points) < middle < max(y for _, y in stroke.points)
    ]
    assert len(crossing) == 2
    assert all(stroke.closed for stroke in crossing)


def test_stars_stand_where_cannons_and_pawns_start() -> None:
    """Fourteen points, four of them at an edge with half a star: 10 × 4 + 4 × 2 corners."""
    corners = [stroke for stroke in BOARD.strokes if len(stroke.points) == 3]
    assert len(corners) == 48
    around = {
        place
        for place, (x, y) in BOARD.squares.items()
        for corner in corners
        if abs(corner.points[1][0] - x) + abs(corner.points[1][1] - y) < 0.2
    }
    start = {
        place for place, kind in GAME.pieces(GAME.start(None)) if kind.endswith(("cannon", "pawn"))
    }
    assert around == start


def test_diagonals_lie_in_the_palaces() -> None:
    slanting = [
        stroke
        for stroke in BOARD.strokes
        if len(stroke.points) == 2
        and stroke.points[0][0] != stroke.points[1][0]
        and stroke.points[0][1] != stroke.points[1][1]
    ]
    names = {_rounded(point): place for place, point in BOARD.squares.items()}
    ends = {frozenset(names[_rounded(point)] for point in stroke.points) for stroke in slanting}
    assert ends == {
        frozenset(pair) for pair in (("d0", "f2"), ("f0", "d2"), ("d9", "f7"), ("f9", "d7"))
    }


def test_coordinates_of_the_players() -> None:
    """一 to 九 from Red's right at Red's edge; 1 to 9 from Black's right, Red's left, at Black's."""
    marks = sorted((*mark.at, mark.text) for mark in BOARD.coordinates if mark.style == "game")
    middle = BOARD.height / 2
    assert "".join(text for _, y, text in marks if y > middle) == "九八七六五四三二一"
    assert "".join(text for _, y, text in marks if y < middle) == "123456789"


def test_coordinates_in_letters_stand_at_all_four_edges() -> None:
    marks = [mark for mark in BOARD.coordinates if mark.style == "letters"]
    assert len(marks) == 2 * 9 + 2 * 10
    for mark in marks:
        beside = {
            place
            for place, (x, y) in BOARD.squares.items()
            if abs(mark.at[0] - x) + abs(mark.at[1] - y) < 0.8
        }
        assert len(beside) == 1
        assert mark.text in beside.pop()


def test_coordinates_clear_the_pieces_and_stay_on_the_wood() -> None:
    for mark in BOARD.coordinates:
        x, y = mark.at
        assert 0.1 < x < BOARD.width - 0.1
        assert 0.1 < y < BOARD.height - 0.1
        nearest = min(((x - px) ** 2 + (y - py) ** 2) ** 0.5 for px, py in BOARD.squares.values())
        assert nearest > BOARD.piece_radius + 0.1


def test_each_kind_has_its_character() -> None:
    glyphs = {
        kind: next(part.glyph for part in parts if isinstance(part, GlyphPart))
        for kind, parts in BOARD.art.items()
    }
    order = ("king", "advisor", "elephant", "horse", "rook", "cannon", "pawn")
    assert "".join(glyphs[f"red-{kind}"] for kind in order) == "帥仕相傌俥炮兵"
    assert "".join(glyphs[f"black-{kind}"] for kind in order) == "將士象馬車炮卒"


def test_the_river_is_named() -> None:
    assert [text.text for text in BOARD.texts] == ["楚河", "漢界"]
