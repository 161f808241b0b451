import re
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QImage

from viewer.base.resources import resource_path, resource_text
from viewer.games import GAMES
from viewer.paint.icons import app_icon, icon, icon_pixmap, read_icon
from viewer.scene.glyphs import commands

pytestmark = pytest.mark.usefixtures("qapp")

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(path.stem for path in resource_path("icons").glob("*.svg"))
WANTED = [
    "expand",
    "first",
    "previous",
    "next",
    "last",
    "search",
    "flip",
    "mirror",
    "export",
    "menu",
    "plus",
    "close",
    "chevron-down",
    "board",
    "flag",
    "chevron-right",
    "comment",
    "warning",
    "error",
    "info",
    "check",
    "undo",
    "redo",
    "up",
    "down",
    "trash",
    "branch",
    "play",
    "pause",
]
GAMES_SIGNS = [f"game-{id}" for id in GAMES]
COLOURED = {"qipu", "mime-record"}


def inked(image: QImage) -> list[tuple[int, int]]:
    return [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 100
    ]


def test_the_icons_that_the_window_uses_are_there() -> None:
    assert {*WANTED, *GAMES_SIGNS} | COLOURED == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_file_holds_only_what_is_read_of_it(name: str) -> None:
    root = ET.fromstring(resource_text("icons", f"{name}.svg"))
    assert root.tag == SVG + "svg"
    x, y, width, height = map(float, root.get("viewBox", "").split())
    assert (x, y) == (0, 0)
    assert width == height
    side, parts = read_icon(name)
    assert side == width
    assert len(parts) == len(root) > 0
    for element, part in zip(root, parts, strict=True):
        assert element.tag == SVG + "path"
        assert set(element.attrib) <= {"d", "fill", "stroke", "stroke-width"}
        for letter, numbers in commands(element.get("d", "")):
            assert letter in "MLQCZ"
            assert all(0 <= number <= side for number in numbers)
        assert part.fill or part.stroke
        for colour in (part.fill, part.stroke):
            assert re.fullmatch(r"|currentColor|#[0-9A-F]{6}", colour)


@pytest.mark.parametrize("name", WANTED)
def test_signs_have_one_weight_and_one_colour(name: str) -> None:
    _, parts = read_icon(name)
    assert {part.width for part in parts} == {1.75}
    assert {part.stroke for part in parts} == {"currentColor"}
    image = icon_pixmap(name, "#00FF00", 24).toImage()
    dark = inked(image)
    assert len(dark) > 20
    for x, y in dark:
        colour = image.pixelColor(x, y)
        assert (colour.red(), colour.blue()) == (0, 0)
        assert colour.green() > 240


@pytest.mark.parametrize("name", sorted(COLOURED))
def test_the_seal_keeps_its_colour(name: str) -> None:
    image = icon_pixmap(name, "#00FF00", 64).toImage()
    colours = {image.pixelColor(x, y).name() for x, y in inked(image)}
    assert {"#b5432c", "#ffffff"} <= colours
    assert "#00ff00" not in colours


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_an_icon_is_as_sharp_as_the_screen(ratio: float) -> None:
    pixmap = icon_pixmap("menu", "#000000", 20, ratio)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (20 * ratio, ratio)
    assert pixmap.deviceIndependentSize().toSize() == QSize(20, 20)


def test_an_icon_can_be_faint_when_disabled() -> None:
    made = icon("plus", "#000000", 20, faint="#FF0000")
    for mode, red in ((QIcon.Mode.Normal, 0), (QIcon.Mode.Disabled, 255)):
        image = made.pixmap(QSize(20, 20), mode).toImage()
        assert image.pixelColor(10, 10).red() == red


def test_the_seal_has_the_sizes_that_desktops_ask_for() -> None:
    assert {size.width() for size in app_icon().availableSizes()} >= {16, 32, 48, 256}


def test_there_is_no_icon_of_an_unknown_name() -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon", "#000000")


def test_an_icon_is_made_once() -> None:
    """Qt keeps what it paints of each icon, also of those that are gone."""
    first = icon("next", "#102030", 20, "#405060")
    assert icon("next", "#102030", 20, "#405060").cacheKey() == first.cacheKey()
    assert icon("next", "#102031", 20, "#405060").cacheKey() != first.cacheKey()
    assert app_icon().cacheKey() == app_icon().cacheKey()
    pixmap = icon_pixmap("qipu", "", 24, 2.0)
    assert icon_pixmap("qipu", "", 24, 2.0).cacheKey() == pixmap.cacheKey()
