from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.geometry import View
from viewer.paint.painter import paint
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.board import Look
from viewer.scene.picture import board_shapes
from viewer.scene.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return game_of(request.param)


def blank(game: Game[Any], unit: float, ratio: float) -> QPixmap:
    width, height = game.geometry.width * unit * ratio, game.geometry.height * unit * ratio
    pixmap = QPixmap(round(width) + 1, round(height) + 1)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.white)
    return pixmap


def difference(one: QImage, other: QImage) -> tuple[float, int]:
    """Mean and number of large differences in lightness, over every second pixel."""
    assert one.size() == other.size()
    differences = [
        abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness())
        for x in range(0, one.width(), 2)
        for y in range(0, one.height(), 2)
    ]
    return sum(differences) / len(differences), sum(far > 100 for far in differences)


@pytest.mark.parametrize(("unit", "ratio"), [(40, 1.0), (30, 1.5), (26, 2.0)])
@pytest.mark.parametrize("view", [View(), View(flip=True)])
def test_from_pixmaps_and_from_shapes_looks_the_same(
    game: Game[Any], view: View, unit: float, ratio: float
) -> None:
    look = Look(game.geometry, LIGHT, view)
    pieces = list(game.pieces(game.start(None)))
    direct, cached = blank(game, unit, ratio), blank(game, unit, ratio)
    painter = QPainter(direct)
    paint(painter, board_shapes(look, pieces), unit)
    painter.end()
    pixmaps = BoardPixmaps(look, unit, ratio)
    painter = QPainter(cached)
    pixmaps.draw_board(painter)
    pixmaps.draw_pieces(painter, pieces)
    painter.end()
    mean, _ = difference(direct.toImage(), cached.toImage())
    # Pieces stand on whole pixels in one and not in the other.
    assert mean < 4
    empty = blank(game, unit, ratio)
    painter = QPainter(empty)
    pixmaps.draw_board(painter)
    painter.end()
    assert difference(direct.toImage(), empty.toImage())[0] > 3 * mean


def test_pixmaps_are_made_once(game: Game[Any]) -> None:
    pixmaps = BoardPixmaps(Look(game.geometry, LIGHT), 20)
    kind = next(iter(game.geometry.art))
    assert pixmaps.board() is pixmaps.board()
    assert pixmaps.piece(kind) is pixmaps.piece(kind)
    assert pixmaps.piece(kind) is not pixmaps.piece(kind, lifted=True)


def test_they_fit_only_what_they_were_made_for(game: Game[Any]) -> None:
    look = Look(game.geometry, LIGHT)
    pixmaps = BoardPixmaps(look, 20, 1.0)
    assert pixmaps.fits(Look(game.geometry, LIGHT), 20, 1.0)
    assert not pixmaps.fits(look, 21, 1.0)
    assert not pixmaps.fits(look, 20, 2.0)
    assert not pixmaps.fits(Look(game.geometry, DARK), 20, 1.0)
    assert not pixmaps.fits(Look(game.geometry, LIGHT, View(mirror=True)), 20, 1.0)
    assert not pixmaps.fits(Look(game.geometry, LIGHT, coordinates="none"), 20, 1.0)


def test_a_hidden_piece_is_left_out(game: Game[Any]) -> None:
    look = Look(game.geometry, LIGHT)
    pieces = list(game.pieces(game.start(None)))[:1]
    place = pieces[0][0]
    pixmaps = BoardPixmaps(look, 30)
    images = []
    for hidden in ("", place):
        pixmap = blank(game, 30, 1.0)
        painter = QPainter(pixmap)
        pixmaps.draw_pieces(painter, pieces, hidden)
        painter.end()
        images.append(pixmap.toImage())
    assert images[0] != images[1]
    assert images[1] == blank(game, 30, 1.0).toImage()
