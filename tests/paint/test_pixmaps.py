from collections.abc import Callable
from typing import Any
from weakref import ref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from viewer.base.messages import message
from viewer.games import GAMES, game_of
from viewer.games.game import Game
from viewer.games.geometry import DiscPart, Geometry, PieceSet, Stroke, View
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.board import BoardLook
from viewer.scene.picture import board_shapes
from viewer.scene.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")


# Lines in pairs, none of them in the middle: with an even number of pixels that one has no choice
# but to stand to the left or to the right.
PAIRED = (0.86, 0.96, 1.96, 2.87, 3.87, 3.97)
GRID = Geometry(
    4.83,
    4.83,
    {"a": (1.96, 1.96)},
    (("a",),),
    tuple(
        Stroke(points, width)
        for at, width in zip(PAIRED, (0.045, 0.026, 0.026, 0.026, 0.026, 0.045), strict=True)
        for points in (((at, 0.86), (at, 3.97)), ((0.86, at), (3.97, at)))
    ),
    art={"man": (DiscPart(0.4, "disc"),)},
)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    return game_of(request.param)


def blank(game: Game[Any], unit: float, ratio: float) -> QPixmap:
    width, height = game.geometry.width * unit * ratio, game.geometry.height * unit * ratio
    pixmap = QPixmap(round(width) + 1, round(height) + 1)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.white)
    return pixmap


def difference(one: QImage, other: QImage) -> float:
    """Mean difference in lightness, from 0 to 255."""
    assert one.size() == other.size()
    a, b = greys(one), greys(other)
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)


def greys(image: QImage) -> bytes:
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = bytes(grey.constBits())
    width, step = grey.width(), grey.bytesPerLine()
    return b"".join(rows[y * step : y * step + width] for y in range(grey.height()))


def blurred(pixmap: QPixmap) -> QImage:
    """A fourth of the size, in which half a pixel hardly shows."""
    image = pixmap.toImage()
    return image.scaled(image.size() / 4, mode=Qt.TransformationMode.SmoothTransformation)


@pytest.mark.parametrize(("unit", "ratio"), [(40, 1.0), (30, 1.5), (26, 2.0)])
@pytest.mark.parametrize("view", [View(), View(flip=True)])
def test_from_pixmaps_and_from_shapes_looks_the_same(
    game: Game[Any], peopled: Callable[[Any], Any], view: View, unit: float, ratio: float
) -> None:
    look = BoardLook(game.geometry, LIGHT, view)
    pieces = list(game.pieces(peopled(game)))
    direct, cached = blank(game, unit, ratio), blank(game, unit, ratio)
    pixmaps = BoardPixmaps(look, unit, ratio)
    painter = QPainter(direct)
    pixmaps.paint(painter, board_shapes(look, pieces))
    painter.end()
    painter = QPainter(cached)
    pixmaps.draw_board(painter)
    pixmaps.draw_pieces(painter, pieces)
    painter.end()
    empty = blank(game, unit, ratio)
    painter = QPainter(empty)
    pixmaps.draw_board(painter)
    painter.end()
    # Pieces stand on whole pixels in one and not in the other; that is all.
    assert difference(blurred(direct), blurred(cached)) < 2.5
    assert difference(blurred(direct), blurred(empty)) > 4.5


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("unit", [31, 47.3, 52, 56.8])
def test_a_piece_stands_on_its_crossing(unit: float, ratio: float) -> None:
    """Its middle is that of the lines as they are rounded, not half a pixel beside."""
    pixmaps = BoardPixmaps(BoardLook(GRID, LIGHT), unit, ratio)
    lines = pixmaps.board().toImage()
    drawn = QPixmap(lines.size())
    drawn.setDevicePixelRatio(ratio)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    pixmaps.draw_pieces(painter, [("a", "man")])
    painter.end()
    image = drawn.toImage()
    y = round(1.96 * unit * ratio)
    disc = [x for x in range(image.width()) if image.pixelColor(x, y).name() == "#fbf1dc"]
    below = y + round(0.5 * unit * ratio)
    row = [lines.pixelColor(x, below).lightness() for x in range(lines.width())]
    wood = row[disc[2]]
    line = [x for x in disc if row[x] < wood - 60]
    assert disc[0] + disc[-1] == line[0] + line[-1]


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("unit", [31, 47.3, 52, 56.8])
def test_left_and_right_above_and_below_are_rounded_alike(unit: float, ratio: float) -> None:
    board = BoardPixmaps(BoardLook(GRID, LIGHT), unit, ratio).board().toImage()
    for way in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
        assert difference(board, board.flipped(way)) < 0.1


def test_pixmaps_are_made_once(game: Game[Any]) -> None:
    pixmaps = BoardPixmaps(BoardLook(game.geometry, LIGHT), 20)
    kind = next(iter(game.geometry.art))
    assert pixmaps.board() is pixmaps.board()
    assert pixmaps.piece(kind) is pixmaps.piece(kind)
    assert pixmaps.piece(kind) is not pixmaps.piece(kind, lifted=True)


def test_boards_that_look_the_same_share_them_as_long_as_one_is_there(game: Game[Any]) -> None:
    look = BoardLook(game.geometry, LIGHT)
    mine = BoardPixmaps.shared(look, 20, 1.0)
    assert BoardPixmaps.shared(look, 20, 1.0) is mine
    others = [
        BoardPixmaps.shared(look, 21, 1.0),
        BoardPixmaps.shared(look, 20, 2.0),
        BoardPixmaps.shared(BoardLook(game.geometry, DARK), 20, 1.0),
        BoardPixmaps.shared(BoardLook(game.geometry, look.theme, bare=True), 20, 1.0),
    ]
    assert len({id(one) for one in (mine, *others)}) == 5
    there = ref(mine)
    del mine
    assert there() is None


def test_they_fit_only_what_they_were_made_for(game: Game[Any]) -> None:
    look = BoardLook(game.geometry, LIGHT)
    pixmaps = BoardPixmaps(look, 20, 1.0)
    assert pixmaps.fits(BoardLook(game.geometry, LIGHT), 20, 1.0)
    assert not pixmaps.fits(look, 21, 1.0)
    assert not pixmaps.fits(look, 20, 2.0)
    assert not pixmaps.fits(BoardLook(game.geometry, DARK), 20, 1.0)
    assert not pixmaps.fits(BoardLook(game.geometry, LIGHT, View(mirror=True)), 20, 1.0)
    assert not pixmaps.fits(BoardLook(game.geometry, LIGHT, coordinates="none"), 20, 1.0)
    others = PieceSet("others", message("Others"), dict(game.geometry.art))
    assert not pixmaps.fits(BoardLook(game.geometry, LIGHT, pieces=others), 20, 1.0)


def drawn(pixmaps: BoardPixmaps, away: tuple[str, ...], counts: dict[str, int]) -> QImage:
    """A single piece as it is drawn."""
    pixmap = QPixmap(120, 120)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    pixmaps.draw_pieces(painter, [("a", "man")], away, counts)
    painter.end()
    return pixmap.toImage()


def test_a_piece_that_is_away_is_left_out() -> None:
    pixmaps = BoardPixmaps(BoardLook(GRID, LIGHT), 30)
    nothing = drawn(pixmaps, ("a",), {})
    assert nothing == drawn(pixmaps, ("a", ""), {"a": 1})
    assert nothing != drawn(pixmaps, (), {}) == drawn(pixmaps, ("b", ""), {})


def test_of_several_pieces_one_is_away_and_the_rest_counted() -> None:
    pixmaps = BoardPixmaps(BoardLook(GRID, LIGHT), 30)
    three, two, one = (drawn(pixmaps, (), {"a": count}) for count in (3, 2, 1))
    assert len({bytes(image.constBits()) for image in (three, two, one)}) == 3
    assert drawn(pixmaps, ("a",), {"a": 3}) == two
    assert drawn(pixmaps, ("a",), {"a": 2}) == one == drawn(pixmaps, (), {})
