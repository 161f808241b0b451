"""Images of outlines that are drawn often: to fill a path takes ten times as long as to draw its image."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QTransform

from viewer.paint.scopes import painter_on

_MOST = 4_000_000  # pixels that are kept
_LARGEST = 200  # pixels across: what is larger is drawn seldom
_FINE = 64  # places within a pixel, across and down, that are told apart


class Stamps:
    """Images of outlines by size, colour and place within a pixel."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, float, str, int, int], tuple[QImage, int, int]] = {}
        self._pixels = 0

    def draw(
        self,
        painter: QPainter,
        name: str,
        path: QPainterPath,
        scale: float,
        colour: str,
        at: QPointF,
    ) -> bool:
        """Fill the path of a name around a point, its units being `scale` pixels of the painter's.

        False if it is too large, so that nothing was drawn. The painter is only moved, not scaled.
        """
        moved = painter.deviceTransform()
        x, y = at.x() + moved.dx(), at.y() + moved.dy()
        left, top = math.floor(x), math.floor(y)
        across, down = round((x - left) * _FINE), round((y - top) * _FINE)
        key = name, scale, colour, across, down
        stamp = self._known.get(key)
        if stamp is None:
            turn = QTransform(scale, 0, 0, scale, across / _FINE, down / _FINE)
            box = turn.mapRect(path.boundingRect()).toAlignedRect().adjusted(-1, -1, 1, 1)
            if max(box.width(), box.height()) > _LARGEST:
                return False
            image = QImage(box.size(), QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            with painter_on(image) as filling:
                filling.setRenderHint(QPainter.RenderHint.Antialiasing)
                filling.setTransform(turn * QTransform.fromTranslate(-box.x(), -box.y()))
                filling.fillPath(path, QColor(colour))
            if self._pixels > _MOST:
                self._known.clear()
                self._pixels = 0
            self._pixels += box.width() * box.height()
            stamp = self._known[key] = image, box.x(), box.y()
        image, dx, dy = stamp
        painter.drawImage(QPointF(left + dx - moved.dx(), top + dy - moved.dy()), image)
        return True
