"""Links drawn from pixmaps look like those drawn as shapes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from viewer.games import game_of
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.links import link_shapes
from viewer.scene.picture import look_of
from viewer.tree.action import Move

MOVES = ("1 l12", "2 n11", "1 m10", "2 o9", "1 l8", "2 p11", "1 c5 -m10/l8")


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_the_same_but_for_parts_of_a_pixel(qapp, ratio: float) -> None:
    game = game_of("twixt")
    state = game.start(None)
    for text in MOVES:
        state = game.step(state, Move(text))
    look, links = look_of(game, state=state), game.links(state)
    assert {link.gone for link in links} == {True, False}
    pixmaps = BoardPixmaps(look, 20.0, ratio)

    def drawn(shapes: bool) -> QImage:
        width, height = (round(side * 20 * ratio) for side in look.size)
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        if shapes:
            pixmaps.paint(painter, link_shapes(look, links))
        else:
            pixmaps.draw_links(painter, links)
        painter.end()
        return image

    by_shapes, by_pixmaps = drawn(True), drawn(False)

    def dark(image: QImage) -> set[tuple[int, int]]:
        return {
            (x, y)
            for x in range(image.width())
            for y in range(image.height())
            if image.pixelColor(x, y).lightness() < 160
        }

    one, other = dark(by_shapes), dark(by_pixmaps)
    assert len(one) > 200
    near = {(x + dx, y + dy) for x, y in one for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    assert other <= near
    assert abs(len(one) - len(other)) < 0.1 * len(one)


def test_links_of_places_that_are_not_shown_are_left_out(qapp) -> None:
    game = game_of("twixt")
    state = game.start(None)
    for text in MOVES[:3]:
        state = game.step(state, Move(text))
    look = look_of(game, state=state, part=("a2", "b3", "c4"))
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    BoardPixmaps(look, 20.0).draw_links(painter, game.links(state))
    painter.end()
    assert image.pixelColor(50, 50).lightness() == 255
