import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage

from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.geometry import DiscPart, ShapePart
from viewer.paint.image import render_image, render_png
from viewer.scene.board import COORDINATE_SIZE, BoardLook
from viewer.scene.picture import picture
from viewer.scene.shapes import TextShape
from viewer.scene.theme import LIGHT, THEMES, Theme


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return game_of(request.param)


def far(one: QColor, other: QColor) -> int:
    return max(
        abs(one.red() - other.red()),
        abs(one.green() - other.green()),
        abs(one.blue() - other.blue()),
    )


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_pieces_show_their_colours_where_they_stand(
    game: Game[Any], peopled: Callable[[Any], Any], theme: Theme
) -> None:
    state = peopled(game)
    shapes, width, height = picture(game, state, theme=theme)
    image = render_image(shapes, width, height, 1000)
    unit = 1000 / width
    look = BoardLook(game.geometry, theme)
    for place, kind in game.pieces(state):
        x, y = look.centre(place)
        for part in game.geometry.art[kind]:
            if isinstance(part, DiscPart) and part.ring:
                # The ring is some two pixels wide; one of those around its middle is all ring.
                middle = int((x - part.radius) * unit)
                rim = [image.pixelColor(middle + step, int(y * unit)) for step in (-1, 0, 1)]
                ring = QColor(theme[part.ring])
                assert min(far(colour, ring) for colour in rim) < 40, (place, kind)
            elif isinstance(part, ShapePart) and not part.line:
                # Near a corner of its foot, where nothing is written.
                sign = -1 if kind in game.geometry.turned else 1
                dx, dy = (sign * 0.85 * along for along in part.points[2])
                colour = image.pixelColor(int((x + dx) * unit), int((y + dy) * unit))
                assert far(colour, QColor(theme[part.fill])) < 20, (place, kind)


def test_the_board_is_wood_with_lines_and_round_corners(game: Game[Any]) -> None:
    shapes, width, height = picture(game, game.start(game.starts[-1].setup))
    image = render_image(shapes, width, height, 500)
    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(250, 1) == QColor(LIGHT["wood"])
    colours = {
        image.pixelColor(x, y).name() for x in range(0, 500, 3) for y in range(image.height())
    }
    assert len(colours) > 10
    assert LIGHT["line"].lower() in colours


def test_a_background_shows_behind_the_corners(game: Game[Any]) -> None:
    shapes, width, height = picture(game, game.start(None))
    image = render_image(shapes, width, height, 300, "#ABCDEF")
    assert image.pixelColor(0, 0) == QColor("#ABCDEF")


def test_the_size_keeps_the_proportion() -> None:
    image = render_image([], 8.0, 10.0, 400)
    assert (image.width(), image.height()) == (400, 500)


@pytest.mark.parametrize("pixels", [0, -1, 16385])
def test_a_size_that_cannot_be_drawn_is_refused(pixels: int) -> None:
    with pytest.raises(ValueError, match="can't be"):
        render_image([], 1.0, 1.0, pixels)


def test_png_is_whole_and_the_same_each_time(game: Game[Any]) -> None:
    shapes, width, height = picture(game, game.start(None))
    data = render_png(shapes, width, height, 300)
    assert data == render_png(shapes, width, height, 300)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", data[16:20]) == (300,)
    at, kinds = 8, []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        chunk = data[at + 4 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(chunk),)
        kinds.append(chunk[:4])
        at += 12 + length
    assert kinds[0] == b"IHDR"
    assert kinds[-1] == b"IEND"
    again = QImage.fromData(data, "PNG")
    assert again.pixelColor(150, 1) == QColor(LIGHT["wood"])


ALONE = """
import os
os.environ.pop("QT_QPA_PLATFORM", None); os.environ.pop("DISPLAY", None)
os.environ.pop("WAYLAND_DISPLAY", None)
from PySide6.QtGui import QGuiApplication
from viewer.games import GAMES
from viewer.paint.image import render_png
from viewer.scene.picture import picture
from viewer.scene.shapes import TextShape
for entry in GAMES.values():
    game = entry.load()
    shapes, width, height = picture(game, game.start(None))
    assert len(render_png(shapes, width, height, 200)) > 1000
assert QGuiApplication.instance() is None, "a board needs no application"
assert len(render_png([TextShape("x", (0.5, 0.5), 0.8, "#000000")], 1, 1, 50)) > 100
assert QGuiApplication.instance().platformName() == "offscreen"
"""


def test_pictures_need_no_application_and_no_display() -> None:
    run = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.usefixtures("qapp")
def test_text_without_outlines_is_drawn_in_a_font() -> None:
    label = TextShape("Q", (0.5, 0.5), COORDINATE_SIZE, "#000000")
    empty = render_image([], 1.0, 1.0, 60, "#FFFFFF")
    drawn = render_image([label], 1.0, 1.0, 60, "#FFFFFF")
    assert drawn != empty
    dark = [
        (x, y)
        for x in range(60)
        for y in range(60)
        if drawn.pixelColor(x, y) != empty.pixelColor(x, y)
    ]
    assert all(15 <= x < 45 and 15 <= y < 45 for x, y in dark)
