import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

from viewer.games.go.game import GAME
from viewer.paint.painter import paint, parse_path
from viewer.scene.glyphs import commands, names, outline
from viewer.scene.shapes import Disc, GlyphShape, Polygon, Polyline, Rect, Shade, Shape


def picture(shapes: list[Shape], unit: float, side: int = 40, ratio: float = 1.0) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter, shapes, unit)
    painter.end()
    return image


def darkness(image: QImage, x: int, y: int) -> int:
    return 255 - image.pixelColor(x, y).lightness()


@pytest.mark.parametrize("name", sorted(names()))
def test_outlines_become_the_same_path(name: str) -> None:
    found = outline(name)
    assert found is not None
    path = parse_path(found.path)
    ends = [numbers[-2:] for letter, numbers in commands(found.path) if letter != "Z"]
    # A cubic curve is three elements, of which the last is its end.
    mine = [
        (element.x, element.y)
        for element in (path.elementAt(index) for index in range(path.elementCount()))
    ]
    assert set(ends) <= set(mine)
    assert path.fillRule() == Qt.FillRule.WindingFill
    box = path.boundingRect()
    assert box.width() > 0
    assert box.height() > 0


@given(st.integers(3, 60), st.sampled_from([1.0, 1.25, 1.5, 2.0]), st.floats(0.2, 0.8))
def test_level_lines_lie_on_whole_pixels(unit: int, ratio: float, at: float) -> None:
    lines: list[Shape] = [
        Polyline(((0.1, at), (0.9, at)), "#000000", 0.03),
        Polyline(((at, 0.1), (at, 0.9)), "#000000", 0.03),
    ]
    side = round(unit * ratio) + 2
    image = picture(lines, unit, side, ratio)
    wide = max(1, round(0.03 * unit * ratio))
    # A little beside the crossing every row of the line is wholly black or wholly white.
    across = [darkness(image, round(0.15 * unit * ratio), y) for y in range(side)]
    if unit * ratio > 20:
        assert sorted(across) == [0] * (side - wide) + [255] * wide


@pytest.mark.parametrize("unit", [24, 27, 30, 36, 50])
def test_the_edge_of_a_board_is_wider_than_its_lines(unit: int) -> None:
    strokes = GAME.geometry.strokes
    edge = max(strokes, key=lambda one: one.width)
    widths = []
    for one in (edge, strokes[0]):
        line = Polyline(((0.5, 0.1), (0.5, 0.9)), "#000000", one.width)
        image = picture([line], unit, unit)
        widths.append(sum(darkness(image, x, unit // 2) > 128 for x in range(unit)))
    assert widths[0] == widths[1] + 1


def test_lines_on_paper_keep_their_width() -> None:
    image = QImage(40, 40, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter, [Polyline(((0.1, 0.51), (0.9, 0.51)), "#000000", 0.012)], 40, crisp=False)
    painter.end()
    column = [darkness(image, 20, y) for y in range(40)]
    assert 80 < sum(column) < 160, "half a pixel of black"


def test_painting_leaves_the_painter_as_it_was() -> None:
    image = QImage(20, 20, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setPen(QColor("#123456"))
    painter.setOpacity(0.5)
    painter.translate(3, 4)
    before = painter.transform()
    paint(painter, [Disc((0.5, 0.5), 0.2, "#FF0000", opacity=0.3)], 20)
    assert painter.pen().color() == QColor("#123456")
    assert painter.opacity() == pytest.approx(0.5)
    assert painter.transform() == before
    painter.end()


def test_a_disc_has_its_fill_and_its_ring() -> None:
    image = picture([Disc((0.5, 0.5), 0.4, "#FF0000", "#0000FF", 0.1)], 40)
    assert image.pixelColor(20, 20) == QColor("#FF0000")
    assert image.pixelColor(20, 4) == QColor("#0000FF")
    assert image.pixelColor(1, 1) == QColor("#FFFFFF")


def test_a_shade_fades_to_nothing() -> None:
    image = picture([Shade((0.5, 0.5), 0.5, 0.4, "#000000", 1.0)], 40)
    row = [darkness(image, x, 20) for x in range(20, 40)]
    assert row[0] == 255
    assert row == sorted(row, reverse=True)
    assert row[-1] < 8
    assert len(set(row)) > 8, "it fades, it has no edge"


def test_opacity_lets_through() -> None:
    shapes: list[Shape] = [
        Rect(0, 0, 1, 1, "#000000"),
        Polygon(((0, 0), (1, 0), (1, 1), (0, 1)), "#FFFFFF", opacity=0.5),
    ]
    assert picture(shapes, 40).pixelColor(20, 20).lightness() == pytest.approx(127, abs=2)


def test_a_glyph_stands_in_its_box_and_turns() -> None:
    upright = picture([GlyphShape("piece/士", (0.5, 0.5), 0.9, "#000000")], 40)
    turned = picture([GlyphShape("piece/士", (0.5, 0.5), 0.9, "#000000", turn=180)], 40)
    dark = {(x, y) for x in range(40) for y in range(40) if darkness(upright, x, y) > 128}
    assert len(dark) > 100
    assert all(2 <= x < 38 and 2 <= y < 38 for x, y in dark)
    about = {(39 - x, 39 - y) for x, y in dark}
    found = {(x, y) for x in range(40) for y in range(40) if darkness(turned, x, y) > 128}
    assert len(found ^ about) < len(found) / 10
    assert dark != found, "士 isn't the same upside down"


def test_a_line_between_two_pixels_stands_upright() -> None:
    """Its ends may differ in the last digit: corners of neighbouring hexagons are computed one by one."""
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter, [Polyline(((1.1 - 1e-12, 0.2), (1.1 + 1e-12, 1.8)), "#000000", 0.1)], 10)
    painter.end()
    assert len({tuple(image.pixel(x, y) for x in range(20)) for y in range(4, 16)}) == 1
