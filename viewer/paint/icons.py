"""Icons from resources/icons, in any colour and at any pixel ratio.

They are few simple paths, so they are drawn with the parser of board outlines: QtSvg would be one
more library to load before the window stands. What the files may hold is said in `read_icon`. (An
icon engine written in Python would be asked for every size; PySide6 loses its ownership and
crashes, so icons carry a pixmap for each pixel ratio there is.)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPainterPath, QPen, QPixmap

from viewer.base.named import NamedTuple
from viewer.base.resources import resource_text
from viewer.paint.painter import painter_on, parse_path, saved

_ELEMENT = re.compile(r"<(svg|path)\b([^>]*?)/?>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_APP_SIZES = (16, 24, 32, 48, 64, 128, 256)
_KEPT = 200  # Qt keeps what it paints of a pixmap: made anew each time, it would keep more and more
CURRENT = "currentColor"


class IconPath(NamedTuple):
    """A path of an icon with its colours: `#RRGGBB`, "currentColor" or "" for none."""

    path: QPainterPath
    fill: str
    stroke: str
    width: float


@cache
def read_icon(name: str) -> tuple[float, tuple[IconPath, ...]]:
    """(side, parts) of an icon file: its view box is `0 0 side side`.

    The file holds an svg element and, straight below it, path elements; of their attributes only
    fill, stroke, stroke-width and d count, and those of svg hold where a path has none of its own.
    Ends and bends of strokes are round.

    Raises FileNotFoundError for an icon that isn't there.
    """
    side, base = 24.0, {"fill": "#000000", "stroke": "none", "stroke-width": "1"}
    parts: list[IconPath] = []
    for element, text in _ELEMENT.findall(resource_text("icons", f"{name}.svg")):
        attributes = base | dict(_ATTRIBUTE.findall(text))
        if element == "svg":
            base = attributes
            side = float(attributes["viewBox"].split()[2])
            continue
        fill, stroke = (attributes[key].replace("none", "") for key in ("fill", "stroke"))
        width = float(attributes["stroke-width"])
        parts.append(IconPath(parse_path(attributes["d"]), fill, stroke, width))
    return side, tuple(parts)


def draw_icon(painter: QPainter, name: str, colour: str, box: QRectF) -> None:
    """Draw an icon into a square box; `colour` stands for "currentColor"."""
    side, parts = read_icon(name)
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(box.topLeft())
        painter.scale(box.width() / side, box.height() / side)
        for part in parts:
            fill, stroke = (colour if one == CURRENT else one for one in (part.fill, part.stroke))
            pen = QPen(QColor(stroke), part.width) if stroke else QPen(Qt.PenStyle.NoPen)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
            painter.drawPath(part.path)


@lru_cache(maxsize=_KEPT)
def icon_pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """An icon as a pixmap of `size` logical pixels. Needs a QGuiApplication."""
    read_icon(name)  # if it isn't there, that is said before a painter is at work
    pixels = round(size * ratio)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    with painter_on(pixmap) as painter:
        draw_icon(painter, name, colour, QRectF(0, 0, pixels, pixels))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def icon(name: str, colour: str, size: int = 20, faint: str = "") -> QIcon:
    """An icon in one colour, `#RRGGBB`; `faint` is its colour when disabled.

    It has a pixmap for each pixel ratio of the screens there are now: ask again when a screen or
    the theme changes. Needs a QGuiApplication.
    """
    return _icon(name, colour, size, faint, _ratios())


@lru_cache(maxsize=_KEPT)
def _icon(name: str, colour: str, size: int, faint: str, ratios: tuple[float, ...]) -> QIcon:
    made = QIcon()
    for ratio in ratios:
        made.addPixmap(icon_pixmap(name, colour, size, ratio))
        if faint:
            made.addPixmap(icon_pixmap(name, faint, size, ratio), QIcon.Mode.Disabled)
    return made


@cache
def app_icon() -> QIcon:
    """The seal, for windows and the task bar."""
    return _sized("qipu", _APP_SIZES)


def _sized(name: str, sizes: Iterable[int]) -> QIcon:
    made = QIcon()
    for size in sizes:
        made.addPixmap(icon_pixmap(name, "", size))
    return made


def _ratios() -> tuple[float, ...]:
    ratios = {screen.devicePixelRatio() for screen in QGuiApplication.screens()}
    return tuple(sorted(ratios)) or (1.0,)
