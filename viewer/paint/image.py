"""Shapes as a PNG. Works in a plain Python process, with no application and no display."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import takewhile
from operator import is_

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage

from viewer.base.named import NamedTuple
from viewer.paint.painter import Stamps, paint, painter_on
from viewer.scene.shapes import BOARD, Shape, TextShape

# Rows as they are, without a filter: pictures of boards repeat them. Qt and Pillow try all filters for each
# row, which takes twice as long and makes files no smaller.
_PACKING = 1
_PNG = b"\x89PNG\r\n\x1a\n"

_application: QGuiApplication | None = None


def render_image(
    shapes: Sequence[Shape], width: float, height: float, pixels: int, background: str = ""
) -> QImage:
    """A picture of a page of `width` by `height` units, `pixels` wide; transparent where empty.

    Outlines are drawn without any application object. Text in a font (only marks with characters
    that have no outline) needs one: if there is none, an offscreen QGuiApplication is made and
    kept, so a process that wants a window makes its application before.

    Raises ValueError for a size that can't be drawn.
    """
    size = (pixels, max(1, round(pixels * height / width)))
    if not (0 < pixels <= 16384 and size[1] <= 16384):
        raise ValueError(f"a picture can't be {size[0]} × {size[1]} pixels")
    if any(isinstance(shape, TextShape) for shape in shapes):
        _need_fonts()
    unit = pixels / width
    # The page in the middle of whole pixels, so that lines left and right, above and below
    # are rounded alike.
    down = (size[1] - pixels * height / width) / 2
    board = tuple(takewhile(_on_board, shapes))
    image = _board_image(board, size, unit, down, background)
    _draw(image, shapes[len(board) :], unit, down)
    return image


class _Board(NamedTuple):
    """The board of the last picture, as shapes and as an image."""

    shapes: tuple[Shape, ...]
    look: tuple[object, ...]
    image: QImage


_last: _Board | None = None
_stamps = Stamps()


def _on_board(shape: Shape) -> bool:
    return shape.layer == BOARD


def _board_image(
    shapes: tuple[Shape, ...], size: tuple[int, int], unit: float, down: float, background: str
) -> QImage:
    """A copy of the image of a board; most pictures have the same board as the one before."""
    global _last
    last, look = _last, (size, unit, down, background)
    if last is None or last.look != look or len(last.shapes) != len(shapes):
        known = False
    else:
        known = all(map(is_, last.shapes, shapes))
    if last is None or not known:
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(background) if background else Qt.GlobalColor.transparent)
        _draw(image, shapes, unit, down)
        last = _last = _Board(shapes, look, image)
    return last.image.copy()


def _draw(image: QImage, shapes: Sequence[Shape], unit: float, down: float) -> None:
    with painter_on(image) as painter:
        painter.translate(0.0, down)
        paint(painter, shapes, unit, stamps=_stamps)


def render_png(
    shapes: Sequence[Shape], width: float, height: float, pixels: int, background: str = ""
) -> bytes:
    """The same as the bytes of a PNG file. The same shapes give the same bytes."""
    image = render_image(shapes, width, height, pixels, background)
    rows, columns = image.height(), image.width()
    lines = np.zeros((rows, 1 + 4 * columns), np.uint8)
    lines[:, 1:] = _pixels(image).reshape(rows, 4 * columns)
    head = struct.pack(">IIBBBBB", columns, rows, 8, 6, 0, 0, 0)
    packed = zlib.compress(lines.data, _PACKING)
    return b"".join((_PNG, _chunk(b"IHDR", head), _chunk(b"IDAT", packed), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)))


def render_pixels(
    shapes: Sequence[Shape], width: float, height: float, pixels: int, background: str = ""
) -> tuple[bytes, int, int]:
    """The same as (bytes, columns, rows): red, green, blue and opacity of each pixel, row by row."""
    image = render_image(shapes, width, height, pixels, background)
    return _pixels(image).tobytes(), image.width(), image.height()


def _pixels(image: QImage) -> NDArray[np.uint8]:
    """Red, green, blue and opacity of each pixel; Qt's conversion takes three times as long."""
    swapped = image.rgbSwapped()  # holds the bytes until they are copied
    made = np.frombuffer(swapped.constBits(), np.uint8).reshape(-1, 4).copy()
    opacity = made[:, 3]
    faint = np.flatnonzero((opacity != 255) & (opacity != 0))
    if faint.size:
        share = made[faint, 3:].astype(np.uint32)
        made[faint, :3] = (made[faint, :3] * np.uint32(255) + share // 2) // share
    return made


def _need_fonts() -> None:
    global _application
    if QGuiApplication.instance() is None:
        _application = QGuiApplication(["qipu", "-platform", "offscreen"])
