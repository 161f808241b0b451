"""Parts of a board as boards."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.games.geometry import View
from viewer.games.go import GAME
from viewer.scene.board import hit
from viewer.scene.picture import picture
from viewer.scene.portion import portion
from viewer.tree.action import Setup
from viewer.tree.annotation import MARKS, VIEW, Mark

BOARD = GAME.geometry


def test_a_corner_has_its_places_lines_and_coordinates() -> None:
    corner = portion(BOARD, ("kk", "ss"))
    assert len(corner.squares) == 81
    assert corner.grid[0][0] == "kk"
    assert corner.grid[-1][-1] == "ss"
    assert corner.width == pytest.approx(BOARD.width - 10)
    near, far = corner.squares["kk"], corner.squares["ss"]
    assert near == pytest.approx(BOARD.squares["aa"])
    assert far == pytest.approx((near[0] + 8, near[1] + 8))
    ends = [point for stroke in corner.strokes for point in stroke.points]
    # Lines stick out where the board goes on, and end where it ends.
    assert min(x for x, _ in ends) == pytest.approx(near[0] - 0.5)
    assert max(x for x, _ in ends) == pytest.approx(far[0])
    assert max(y for _, y in ends) == pytest.approx(far[1])
    names = {one.text for one in corner.coordinates if one.style == "game"}
    assert names == {*"LMNOPQRST", *map(str, range(1, 10))}
    assert all(0 < one.at[0] < corner.width for one in corner.coordinates)
    assert all(0 < one.at[1] < corner.height for one in corner.coordinates)
    assert len(corner.dots) == 1


def test_all_or_nothing_is_the_board_itself() -> None:
    assert portion(BOARD, ()) is BOARD
    assert portion(BOARD, ("aa", "ss")) is BOARD
    assert portion(BOARD, ("zz", "no square")) is BOARD
    assert portion(BOARD, ("aa", "cc")) is portion(BOARD, ("cc", "aa"))


@pytest.mark.parametrize("id", list(GAMES))
def test_every_board_can_be_cut_or_is_whole(id: str) -> None:
    board = game_of(id).geometry
    first, *_, last = [square for row in board.grid[:3] for square in row[:4] if square]
    part = portion(board, (first, last))
    for square, (x, y) in part.squares.items():
        assert hit(part, View(), x, y) == square


def test_a_picture_shows_the_part_alone() -> None:
    state = GAME.start(Setup("19 B aa ss"))
    notes = {VIEW: ("kk", "ss"), MARKS: (Mark("cross", ("aa",)), Mark("cross", ("kk",)))}
    shapes, width, _ = picture(GAME, state, notes)
    assert width == pytest.approx(BOARD.width - 10)
    assert {shape.square for shape in shapes if shape.square} == {"kk", "ss"}
