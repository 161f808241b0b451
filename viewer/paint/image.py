"""Shapes as a PNG. Works in a plain Python process, with no application and no display."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter

from viewer.paint.painter import paint, painter_on
from viewer.scene.shapes import Shape, TextShape

# Qt's number for level 4 of zlib: three quarters of the time of its usual level, files as small.
_PACKING = 60

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
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(background) if background else Qt.GlobalColor.transparent)
    with painter_on(image) as painter:
        # The page in the middle of whole pixels, so that lines left and right, above and below
        # are rounded alike.
        painter.translate(0.0, (size[1] - pixels * height / width) / 2)
        paint(painter, shapes, pixels / width)
    return image


def render_png(
    shapes: Sequence[Shape], width: float, height: float, pixels: int, background: str = ""
) -> bytes:
    """The same as the bytes of a PNG file. The same shapes give the same bytes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    writer.setQuality(_PACKING)
    if not writer.write(render_image(shapes, width, height, pixels, background)):
        raise ValueError(f"the picture can't be written as PNG: {writer.errorString()}")
    return bytes(buffer.data().data())


def render_pixels(
    shapes: Sequence[Shape], width: float, height: float, pixels: int, background: str = ""
) -> tuple[bytes, int, int]:
    """The same as (bytes, columns, rows): red, green, blue and opacity of each pixel, row by row."""
    image = render_image(shapes, width, height, pixels, background)
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return bytes(image.constBits()), image.width(), image.height()


def _need_fonts() -> None:
    global _application
    if QGuiApplication.instance() is None:
        _application = QGuiApplication(["qipu", "-platform", "offscreen"])
