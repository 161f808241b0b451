"""Boards of every size as data: places, lines, star points, coordinates, stones."""

from __future__ import annotations

import pytest

from viewer.games.geometry import BallPart, DiscPart, View
from viewer.games.go.game import GAME
from viewer.games.go.geometry import ART, FLAT, geometry_for
from viewer.scene.board import hit
from viewer.scene.glyphs import outline, text_width
from viewer.scene.theme import THEMES
from viewer.tree.action import Setup

SIZES = [(1, 1), (2, 7), (9, 9), (13, 13), (19, 19), (30, 52), (52, 30), (52, 52), (60, 255)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_board_of_any_size(width: int, height: int) -> None:
    board = geometry_for(width, height)
    assert len(board.squares) == width * height
    assert (len(board.grid), len(board.grid[0])) == (height, width)
    assert board.grid[0][0] == "aa"
    drawn = [point for stroke in board.strokes for point in stroke.points]
    drawn += [dot.at for dot in board.dots] + [one.at for one in board.coordinates]
    for x, y in drawn:
        assert 0 < x < board.width
        assert 0 < y < board.height
    # All lines, the four outermost as one.
    assert len(board.strokes) == max(0, width - 2) + max(0, height - 2) + 1
    for x, y in board.squares.values():
        assert min(x, y, board.width - x, board.height - y) > board.piece_radius


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_coordinates_can_be_read_and_keep_clear_of_the_stones(width: int, height: int) -> None:
    board = geometry_for(width, height)
    grid = board.grid
    rim = {*grid[0], *grid[-1], *(row[0] for row in grid), *(row[-1] for row in grid)}
    for style in ("game", "letters", "1-1"):
        found = [one for one in board.coordinates if one.style == style]
        assert len(found) == 2 * (width + height)
        for one in found:
            assert all(outline(f"text/{character}") for character in one.text)
            half = text_width(one.text, one.size, "text") / 2
            assert half < 0.48
            for x, y in map(board.squares.__getitem__, rim):
                across, down = abs(one.at[0] - x), abs(one.at[1] - y)
                # Capitals are some three quarters of their em box high.
                away = max(across - half, down - 0.4 * one.size)
                assert away > board.piece_radius - 0.02


def test_columns_and_rows_by_the_customs() -> None:
    board = geometry_for(9, 9)

    def along(style: str) -> tuple[list[str], list[str]]:
        found = [one for one in board.coordinates if one.style == style]
        top, left = min(one.at[1] for one in found), min(one.at[0] for one in found)
        return (
            [one.text for one in found if one.at[1] == top],
            [one.text for one in found if one.at[0] == left],
        )

    assert along("game") == (list("ABCDEFGHJ"), list("987654321"))
    assert along("letters") == (list("abcdefghi"), list("abcdefghi"))
    assert along("1-1") == (list("123456789"), list("123456789"))


def test_the_board_is_the_records() -> None:
    assert GAME.geometry_of(GAME.start(None)) is GAME.geometry
    for text, size in (("13", (13, 13)), ("9x13", (9, 13)), ("52x30", (52, 30))):
        state = GAME.start(Setup(text))
        assert GAME.geometry_of(state) is geometry_for(*size)
        assert GAME.geometry_of(GAME.step(state, None)) is geometry_for(*size)


def test_stones_are_round_and_flat_ones_plain() -> None:
    for kind in ("black", "white"):
        (ball,) = ART[kind]
        assert isinstance(ball, BallPart)
        assert [way for way, _ in ball.stops] == sorted(way for way, _ in ball.stops)
        (disc,) = FLAT[kind]
        assert isinstance(disc, DiscPart)
        for theme in THEMES.values():
            assert {token for _, token in ball.stops} <= set(theme.colours)
            assert GAME.geometry.inks[kind] in theme.colours
    assert {one.id for one in GAME.piece_sets} == {"stones", "flat", "outlined"}


def test_neighbouring_stones_do_not_overlap() -> None:
    for art in (ART, FLAT):
        for parts in art.values():
            for part in parts:
                assert isinstance(part, BallPart | DiscPart)
                assert part.radius + part.width / 2 <= 0.5


def test_a_point_between_the_places_hits_the_nearest() -> None:
    board = geometry_for(52, 30)
    x, y = board.squares["Ad"]
    assert board.squares[hit(board, View(), x + 0.3, y - 0.3)] == (x, y)
