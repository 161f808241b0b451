"""Icons for Windows (.ico) and macOS (.icns), drawn from the program's own SVGs."""

from __future__ import annotations

import io

from kinds import icon_games
from PIL import Image
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from viewer.base.resources import resource_bytes
from viewer.cli.launcher import kind_icon

SIZES = {
    "ico": (16, 20, 24, 32, 40, 48, 64, 128, 256),
    "icns": (32, 64, 128, 256, 512, 1024),
}


def icons(suffix: str) -> dict[str, bytes]:
    """The icons of the program and of all kinds of file, as files by their names; "ico" or "icns"."""
    drawings = {"qipu": resource_bytes("icons", "qipu.svg")}
    drawings |= {name: kind_icon(games) for name, games in icon_games().items()}
    return {f"{name}.{suffix}": icon(drawing, suffix) for name, drawing in drawings.items()}


def icon(drawing: bytes, suffix: str) -> bytes:
    """A drawing (SVG) as an icon with all its sizes."""
    pictures = [picture(drawing, size) for size in reversed(SIZES[suffix])]
    sizes = [image.size for image in pictures]
    written = io.BytesIO()
    more = {"sizes": sizes} if suffix == "ico" else {}
    pictures[0].save(written, suffix.upper(), append_images=pictures[1:], **more)
    return written.getvalue()


def picture(drawing: bytes, size: int) -> Image.Image:
    """A drawing as a square picture of so many pixels, on nothing."""
    image = QImage(size, size, QImage.Format.Format_RGBA8888)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer = QSvgRenderer(QByteArray(drawing))
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return Image.frombytes("RGBA", (size, size), bytes(image.constBits()))
