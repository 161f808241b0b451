"""Stones as they are painted."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage

from viewer.games.go.game import GAME
from viewer.paint.image import render_image
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.picture import look_of, picture
from viewer.scene.theme import THEMES, Theme
from viewer.tree.action import Setup

pytestmark = pytest.mark.usefixtures("qapp")


def shown(text: str, theme: Theme, pixels: int, pieces: str = "") -> QImage:
    shapes, width, height = picture(GAME, GAME.start(Setup(text)), theme=theme, pieces=pieces)
    return render_image(shapes, width, height, pixels)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("pixels", [200, 1000])
def test_a_stone_is_lightest_where_the_light_falls(theme: Theme, pixels: int) -> None:
    state = GAME.start(Setup("9 B cc W gg"))
    geometry = GAME.geometry_of(state)
    image = shown("9 B cc W gg", theme, pixels)
    unit = pixels / geometry.width
    lights = {}
    for square in ("cc", "gg"):
        x, y = geometry.squares[square]

        def at(along: float, x: float = x, y: float = y) -> int:
            return image.pixelColor(int((x + along) * unit), int((y + along) * unit)).lightness()

        assert at(-0.14) > at(0.1) > at(0.27)
        lights[square] = at(0.0)
    assert lights["gg"] - lights["cc"] > 120


def test_flat_stones_are_of_one_colour() -> None:
    theme = THEMES["light"]
    geometry = GAME.geometry_of(GAME.start(Setup("9")))
    image = shown("9 B cc W gg", theme, 1000, "flat")
    unit = 1000 / geometry.width
    for square, token in (("cc", "black"), ("gg", "white")):
        x, y = geometry.squares[square]
        for along in (-0.25, 0.0, 0.25):
            colour = image.pixelColor(int((x + along) * unit), int((y + along) * unit))
            assert colour == QColor(theme[token])


def test_pixmaps_are_those_of_the_boards_size() -> None:
    nine, thirteen = GAME.start(Setup("9")), GAME.start(Setup("13"))
    pixmaps = BoardPixmaps(look_of(GAME, state=nine), 20)
    assert pixmaps.fits(look_of(GAME, state=GAME.step(nine, None)), 20, 1.0)
    assert not pixmaps.fits(look_of(GAME, state=thirteen), 20, 1.0)
    assert not pixmaps.fits(look_of(GAME, pieces="flat", state=nine), 20, 1.0)
    width = GAME.geometry_of(nine).width * 20
    assert pixmaps.board().width() == pytest.approx(width, abs=1)
