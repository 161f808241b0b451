"""Twixt: holes, border lines, guide lines, coordinates."""

from __future__ import annotations

import itertools
import math

import pytest

from viewer.games.geometry import DiscPart
from viewer.games.twixt.game import GAME
from viewer.games.twixt.geometry import BARRED, PEG, geometry_for
from viewer.tree.action import Move, Setup

SIZES = [(5, 5), (24, 24), (52, 52), (30, 12)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_holes_are_one_apart_and_the_corners_are_none(width: int, height: int) -> None:
    board = geometry_for(width, height)
    assert len(board.squares) == len(board.dots) == width * height - 4
    assert board.grid[0][0] == board.grid[0][-1] == board.grid[-1][0] == board.grid[-1][-1] == ""
    for row in board.grid:
        for one, other in itertools.pairwise(row):
            if one and other:
                assert math.dist(board.squares[one], board.squares[other]) == pytest.approx(1)
    assert math.dist(board.squares["b2"], board.squares["b3"]) == pytest.approx(1)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_border_lines_run_between_the_outermost_holes_and_the_others(
    width: int, height: int
) -> None:
    board = geometry_for(width, height, "plain")
    assert [stroke.colour for stroke in board.strokes] == [*["side-red"] * 2, *["side-blue"] * 2]
    top, low, left, right = (stroke.points for stroke in board.strokes)
    x1, y1 = board.squares["b2"]
    assert top[0][1] == pytest.approx(y1 - 0.5)
    assert left[0][0] == pytest.approx(x1 - 0.5)
    assert low[0][1] == pytest.approx(board.height - top[0][1])
    assert right[0][0] == pytest.approx(board.width - left[0][0])
    assert left[0][0] < top[0][0] < top[1][0] < right[0][0]
    assert top[0][1] < left[0][1] < left[1][1] < low[0][1]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_guide_lines_have_the_slope_of_links_and_stay_inside(width: int, height: int) -> None:
    board = geometry_for(width, height)
    guides = [stroke for stroke in board.strokes if stroke.colour == "guide"]
    assert len(guides) == 8
    (x1, y1), (x2, y2) = board.squares["b2"], board.squares[board.grid[-2][-2]]
    for guide in guides:
        (ax, ay), (bx, by) = guide.points
        across, down = abs(bx - ax), abs(by - ay)
        assert max(across, down) == pytest.approx(2 * min(across, down))
        assert x1 - 1e-9 <= bx <= x2 + 1e-9
        assert y1 - 1e-9 <= by <= y2 + 1e-9


def test_the_first_hole_is_at_the_top_left() -> None:
    squares = GAME.geometry.squares
    (left, top), (right, low) = squares["b2"], squares["w23"]
    assert left < right
    assert top < low


def test_layouts_are_boards_with_guide_lines_or_without() -> None:
    start = GAME.start(None)
    assert GAME.geometry_as(start, "guides") is GAME.geometry_as(start, "?") is GAME.geometry
    plain = GAME.geometry_as(start, "plain")
    assert plain is not GAME.geometry
    assert plain.squares == GAME.geometry.squares


def test_coordinates_stand_on_four_sides() -> None:
    board = GAME.geometry_of(GAME.start(Setup("30x12")))
    texts = [one.text for one in board.coordinates if one.style == "game"]
    assert texts.count("ad") == texts.count("12") == texts.count("a") == 2
    state = GAME.step(GAME.start(None), Move("1 d4"))
    assert set(GAME.notation(state, GAME.notations[0].id)) <= set(texts), "as moves are written"
    assert len(texts) == 2 * (30 + 12)


def test_pegs_leave_room_for_their_neighbours_and_links_run_beneath() -> None:
    assert 2 * PEG < 1
    assert set(GAME.geometry.links) == set(GAME.geometry.art) == set(BARRED)
    for art in GAME.geometry.links.values():
        assert art.width < 2 * PEG
    assert all(isinstance(parts[0], DiscPart) for parts in BARRED.values())
    assert BARRED["vertical"][-1] != BARRED["horizontal"][-1]
