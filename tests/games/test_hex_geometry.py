"""Hex: boards laid out flat, as a diamond, and by any other hour."""

from __future__ import annotations

import math

import pytest

from viewer.games.geometry import View
from viewer.games.hex.board import grid_of
from viewer.games.hex.game import GAME
from viewer.games.hex.geometry import BARRED, LAYOUTS, geometry_as, geometry_for
from viewer.scene.board import BoardLook, hit, neighbour, static_shapes
from viewer.scene.shapes import GlyphShape
from viewer.scene.theme import LIGHT, THEMES, Theme
from viewer.tree.action import Setup

SIZES = [(1, 1), (2, 2), (11, 11), (5, 8), (14, 3)]
HOURS = [layout.id for layout in LAYOUTS]


def test_there_are_twelve_layouts_and_the_first_is_flat() -> None:
    assert sorted(map(int, HOURS)) == list(range(1, 13))
    assert len({str(layout.name) for layout in LAYOUTS}) == 12
    start = GAME.start(None)
    assert GAME.geometry_as(start, LAYOUTS[0].id) == GAME.geometry
    assert GAME.geometry_as(start, "no such") == GAME.geometry
    assert GAME.geometry_as(start, "9") == geometry_for(11, 11, 9)


def test_flat_rows_are_level_and_the_diamond_stands_on_its_corner() -> None:
    flat, diamond = geometry_as(11, 11, "10"), geometry_as(11, 11, "9")
    assert flat.squares["a1"][1] == pytest.approx(flat.squares["k1"][1])
    assert flat.squares["a2"][0] - flat.squares["a1"][0] == pytest.approx(0.5)
    assert diamond.squares["a1"][1] == pytest.approx(diamond.squares["k11"][1])
    assert diamond.squares["k1"][0] == pytest.approx(diamond.squares["a11"][0])
    assert diamond.squares["a1"][0] < diamond.squares["k1"][0] < diamond.squares["k11"][0]
    assert diamond.squares["k1"][1] < diamond.squares["a11"][1]


@pytest.mark.parametrize("hour", HOURS)
def test_a1_lies_at_its_hour(hour: str) -> None:
    board = geometry_as(11, 11, hour)
    x, y = board.squares["a1"]
    up, right = board.height / 2 - y, x - board.width / 2
    angle = math.radians(30 * int(hour))
    far = math.hypot(right, up)
    assert (right, up) == pytest.approx((far * math.sin(angle), far * math.cos(angle)), abs=1e-9)


@pytest.mark.parametrize("hour", HOURS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_neighbours_are_one_apart_and_nothing_else_is_nearer(
    width: int, height: int, hour: str
) -> None:
    board, grid = geometry_as(width, height, hour), grid_of(width, height)
    for point in grid.points:
        x, y = board.squares[grid.squares[point]]
        near = {
            place
            for place, (px, py) in board.squares.items()
            if 0 < math.hypot(px - x, py - y) < 1.5
        }
        beside_it = {grid.squares[point + step] for step in grid.steps}
        assert near == {place for place in beside_it if place}


@pytest.mark.parametrize("hour", HOURS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_lies_on_the_page(width: int, height: int, hour: str) -> None:
    board = geometry_as(width, height, hour)
    points = [*board.squares.values(), *(one.at for one in board.coordinates)]
    points += [point for stroke in board.strokes for point in stroke.points]
    points += [point for tile in board.tiles for point in tile.points]
    assert min(x for x, _ in points) >= 0
    assert min(y for _, y in points) >= 0
    assert max(x for x, _ in points) <= board.width
    assert max(y for _, y in points) <= board.height
    for shape in static_shapes(BoardLook(board, LIGHT)):
        if isinstance(shape, GlyphShape):
            x, y = shape.centre
            half = shape.height / 2
            assert half <= x <= board.width - half
            assert half <= y <= board.height - half


@pytest.mark.parametrize("hour", HOURS)
def test_each_cell_is_tiled_in_another_tone_than_its_neighbours(hour: str) -> None:
    board, grid = geometry_as(5, 4, hour), grid_of(5, 4)
    tones = {}
    for tile in board.tiles:
        if tile.fill.startswith("cell-"):
            x, y = (sum(each) / 6 for each in zip(*tile.points, strict=True))
            tones[hit(board, View(), x, y)] = tile.fill
    assert set(tones) == set(board.squares)
    assert set(tones.values()) == {"cell-1", "cell-2", "cell-3"}
    for point in grid.points:
        for step in grid.steps:
            other = grid.squares[point + step]
            assert not other or tones[other] != tones[grid.squares[point]]


def test_lines_between_cells_are_drawn_once() -> None:
    board = geometry_for(6, 4)
    seen = set()
    for stroke in board.strokes:
        for one, other in zip(stroke.points, stroke.points[1:], strict=False):
            assert math.dist(one, other) == pytest.approx(1 / math.sqrt(3))
            side = frozenset((round(x, 6), round(y, 6)) for x, y in (one, other))
            assert side not in seen
            seen.add(side)
    # Six sides a cell, those between two cells once.
    inner = 6 * 3 + 5 * 4 + 5 * 3
    assert len(seen) == 6 * 24 - inner


@pytest.mark.parametrize("hour", HOURS)
@pytest.mark.parametrize("view", [View(), View(True), View(False, True), View(True, True)])
def test_the_arrow_keys_reach_every_cell_and_go_where_they_point(hour: str, view: View) -> None:
    board = geometry_as(4, 3, hour)
    reached, queue = {"a1"}, ["a1"]
    for place in queue:
        x, y = view.map(board.squares[place], board)
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = neighbour(board, view, place, down, right)
            if there:
                px, py = view.map(board.squares[there], board)
                assert down * (py - y) + right * (px - x) > 0.4
                if there not in reached:
                    reached.add(there)
                    queue.append(there)
    assert reached == set(board.squares)


def test_edges_have_the_colours_of_who_joins_them() -> None:
    board = geometry_for(11, 11)
    edges = [tile for tile in board.tiles if tile.fill.startswith("side-")]
    assert [edge.fill for edge in edges] == ["side-red", "side-red", "side-blue", "side-blue"]
    middles = [
        (sum(x for x, _ in edge.points) / 5, sum(y for _, y in edge.points) / 5) for edge in edges
    ]
    top, bottom, left, right = middles
    assert top[1] < left[1] < bottom[1]
    assert left[0] < right[0]


def test_coordinates_stand_on_both_sides() -> None:
    board = geometry_for(11, 9)
    texts = [one.text for one in board.coordinates if one.style == "game"]
    assert sorted(texts) == sorted([*"abcdefghijk", *map(str, range(1, 10))] * 2)


def channels(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(linear: list[float]) -> float:
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(luminance(channels(colour)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


# What is left of linear red, green and blue for who lacks one kind of cones (Viénot, Brettel and
# Mollon 1999); without the short-wave ones red and blue differ still more.
_SEEN = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_sides_can_be_told_apart_and_from_the_board(theme: Theme) -> None:
    for side in ("side-red", "side-blue", "flame", "lake"):
        for ground in ("wood", "cell-1", "cell-2", "cell-3", "disc"):
            assert contrast(theme[side], theme[ground]) >= 3, (side, ground)
        assert contrast(theme["shell-light"], theme[side]) >= 4.5
    for red, blue in (("side-red", "side-blue"), ("flame", "lake")):
        for rows in _SEEN.values():
            seen = [
                [max(0.0, sum(a * b for a, b in zip(row, part, strict=True))) for row in rows]
                for part in (channels(theme[red]), channels(theme[blue]))
            ]
            # Blue against yellowish brown: the blue channel goes the other way than the others.
            assert seen[0][0] > seen[0][2] * 2
            assert seen[1][2] > seen[1][0] * 2
        # And in grey.
        assert contrast(theme[red], theme[blue]) >= 1.5


def test_one_set_of_stones_is_told_apart_by_shape_alone() -> None:
    red, blue = BARRED["red"][-1], BARRED["blue"][-1]
    assert red != blue
    assert set(BARRED) == set(GAME.geometry.art)


def test_a_board_of_a_size_is_the_same_object() -> None:
    one, other = GAME.start(Setup("9x7")), GAME.start(Setup("9x7 B a1"))
    assert GAME.geometry_of(one) is GAME.geometry_of(other)
