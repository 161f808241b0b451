"""Coordinates of another size: the edge of the board grows or shrinks with them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from viewer.games import GAMES, game_of
from viewer.games.geometry import Coordinate, View
from viewer.scene.board import COORDINATE_SIZE, BoardLook, hit
from viewer.scene.glyphs import text_width
from viewer.scene.portion import portion, with_coordinates
from viewer.scene.theme import LIGHT


def _box(one: Coordinate) -> tuple[float, float, float, float]:
    size = one.size or COORDINATE_SIZE
    wide = text_width(one.text, size, "text") / 2
    return one.at[0] - wide, one.at[1] - size / 2, one.at[0] + wide, one.at[1] + size / 2


@pytest.mark.parametrize("percent", [75, 120, 150])
@pytest.mark.parametrize("game", GAMES)
def test_they_have_their_size_and_room(game: str, percent: int) -> None:
    usual = game_of(game).geometry
    sized = with_coordinates(usual, percent)
    board = sized.panels[0] if sized.panels else None
    left, top = (board.x, board.y) if board else (0.0, 0.0)
    right = left + board.width if board else sized.width
    bottom = top + board.height if board else sized.height
    pieces = list(sized.squares.values())
    for before, one in zip(usual.coordinates, sized.coordinates, strict=True):
        size = (before.size or COORDINATE_SIZE) * percent / 100
        assert one.size == pytest.approx(size) or (percent == 150 and 0.75 < one.size < size)
        x1, y1, x2, y2 = _box(one)
        assert left < x1 < x2 < right
        assert top < y1 < y2 < bottom
        assert not any(x1 < x < x2 and y1 < y < y2 for x, y in pieces)
    assert len(sized.panels) == len(usual.panels)


@pytest.mark.parametrize("game", GAMES)
def test_the_squares_stand_to_each_other_as_before(game: str) -> None:
    usual = game_of(game).geometry
    left, right = (
        (usual.panels[0].x, usual.panels[0].x + usual.panels[0].width)
        if usual.panels
        else (0.0, usual.width)
    )
    board = [square for square, (x, _) in usual.squares.items() if left < x < right]
    sized = with_coordinates(usual, 150)
    assert sized.squares.keys() == usual.squares.keys()
    assert sized.grid == usual.grid
    for first, second in pairwise(board):
        before, after = ([one.squares[name] for name in (first, second)] for one in (usual, sized))
        for axis in (0, 1):
            assert after[1][axis] - after[0][axis] == pytest.approx(
                before[1][axis] - before[0][axis]
            )
    for view in (View(), View(flip=True), View(mirror=True)):
        for square in board:
            assert hit(sized, view, *BoardLook(sized, LIGHT, view).centre(square)) == square


def test_the_usual_size_is_the_board_itself_and_others_are_kept() -> None:
    usual = game_of("go").geometry
    assert with_coordinates(usual, 100) is usual
    assert with_coordinates(usual, 150) is with_coordinates(usual, 150)


def test_those_of_many_lines_grow_until_they_would_touch() -> None:
    usual = game_of("twixt").geometry
    rows = sorted({one for one in with_coordinates(usual, 200).coordinates if one.style == "game"})
    beside = [_box(one) for one in rows if one.text.isdigit() and one.at[0] < usual.width / 2]
    beside.sort(key=lambda box: box[1])
    assert all(above[3] < below[1] for above, below in pairwise(beside))


@pytest.mark.parametrize("game", ["go", "hex", "chess"])
def test_a_part_of_a_board_has_them_too(game: str) -> None:
    whole = game_of(game).geometry
    squares = [square for row in whole.grid[:5] for square in row[:5] if square]
    part = portion(whole, squares)
    sized = with_coordinates(part, 150)
    assert sized.width > part.width
    assert sized.height > part.height
    for one in sized.coordinates:
        x1, y1, x2, y2 = _box(one)
        assert 0.0 < x1 < x2 < sized.width
        assert 0.0 < y1 < y2 < sized.height
