"""Small signs of the sides on panels: names, the graph, the editor of positions."""

from __future__ import annotations

import pytest
from test_marks import contrast

from viewer.games import GAMES
from viewer.scene.graph.dots import END, MOVE, Dot, dot_shapes, faint_theme, number_ink
from viewer.scene.shapes import Disc, Rect
from viewer.scene.theme import DARK, THEMES, Theme

GROUNDS = ("panel", "window", "bars")


@pytest.mark.parametrize("game", GAMES)
def test_in_the_dark_every_side_is_a_filled_sign(game: str) -> None:
    sides = [DARK.sign(side.colour) for side in GAMES[game].load().sides]
    for fill in sides:
        for ground in GROUNDS:
            assert contrast(fill, DARK[ground]) >= 3, (fill, ground)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_signs_of_black_and_white_can_be_told_apart(theme: Theme) -> None:
    assert contrast(theme.sign("black"), theme.sign("white")) >= 3


@pytest.mark.parametrize("kind", [MOVE, END])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_nodes_of_the_graph_can_be_seen_also_faint(theme: Theme, game: str, kind: str) -> None:
    for side in GAMES[game].load().sides:
        for tones in (theme, faint_theme(theme)):
            (shape,) = dot_shapes(Dot(kind, side.colour), tones)
            assert isinstance(shape, (Disc, Rect))
            assert shape.fill == tones[side.colour]
            assert contrast(shape.stroke, theme["panel"]) >= 3


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_numbers_in_the_stones_of_the_graph_can_be_read_also_faint(theme: Theme, game: str) -> None:
    for colour in ("", *(side.colour for side in GAMES[game].load().sides)):
        for tones in (theme, faint_theme(theme)):
            (shape,) = dot_shapes(Dot(MOVE, colour), tones)
            assert contrast(number_ink(shape.fill, theme), shape.fill) >= 4
