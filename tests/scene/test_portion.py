"""Parts of a board as boards."""

from __future__ import annotations

import pytest

from viewer.games import GAMES, game_of
from viewer.games.geometry import View
from viewer.games.go.game import GAME
from viewer.games.hex.game import GAME as HEX
from viewer.scene.board import hit
from viewer.scene.picture import picture
from viewer.scene.portion import clipped_area, portion
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


@pytest.mark.parametrize("layout", [layout.id for layout in HEX.layouts])
def test_coordinates_of_slanted_lines_stand_on_their_lines(layout: str) -> None:
    board = HEX.geometry_as(HEX.start(Setup("30")), layout)
    x, y = board.squares["o15"]
    for half in (4.2, 8.0):
        seen = [
            square
            for square, at in board.squares.items()
            if max(abs(at[0] - x), abs(at[1] - y)) < half
        ]
        part = portion(board, seen)
        names = [one for one in part.coordinates if one.style == "game"]
        assert {one.text.isdecimal() for one in names} == {True, False}
        for one in names:
            line = [at for square, at in part.squares.items() if on_line(square, one.text)]
            if len(line) < 2:
                continue
            (x1, y1), (x2, y2) = line[0], line[-1]
            across = (x2 - x1) * (one.at[1] - y1) - (y2 - y1) * (one.at[0] - x1)
            assert across == pytest.approx(0, abs=1e-6)
            assert 0 < one.at[0] < part.width
            assert 0 < one.at[1] < part.height
            assert hit(part, View(), *one.at) == ""


def on_line(square: str, name: str) -> bool:
    """Whether a column or row has a square."""
    return name in (square.rstrip("0123456789"), square.lstrip("abcdefghijklmnopqrstuvwxyz"))


def test_the_edges_of_hex_are_cut() -> None:
    board = HEX.geometry_of(HEX.start(Setup("30")))
    edges = {"side-red", "side-blue"}

    def fills(*squares: str) -> set[str]:
        part = portion(board, squares)
        for tile in part.tiles:
            assert all(-0.5 < x < part.width + 0.5 for x, _ in tile.points)
        return {tile.fill for tile in part.tiles} & edges

    assert fills("m12", "p18") == set()
    assert fills("m1", "p5") == {"side-red"}
    assert fills("a12", "d13") == {"side-blue"}
    assert fills("a1", "d1", "a4") == edges


def test_an_area_is_cut_at_a_box() -> None:
    square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    assert set(clipped_area(square, (1, 1, 9, 3))) == {(1, 1), (4, 1), (4, 3), (1, 3)}
    assert clipped_area(square, (5, 5, 9, 9)) == ()
    assert set(clipped_area(square, (-1, -1, 9, 9))) == set(square)
