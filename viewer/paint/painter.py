"""Shapes drawn with a QPainter: on the screen, in pixmaps and pictures, on paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from math import floor

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPaintDevice,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
    QTransform,
)

from viewer.games.geometry import Point, Stroke
from viewer.scene.glyphs import commands, outline
from viewer.scene.shapes import (
    FADE,
    Ball,
    Disc,
    GlyphShape,
    Polygon,
    Polyline,
    Rect,
    Shade,
    Shape,
    Silhouette,
    TextShape,
    fading,
)

_MOST = 4_000_000  # pixels that are kept
_LARGEST = 200  # pixels across: what is larger is drawn seldom
_FINE = 64  # places within a pixel, across and down, that are told apart
_HALF = 0.5 + 1e-6  # so that both ends of a line fall on the same pixel, however they were computed
_WIDE = 1.5 * Stroke._field_defaults["width"]
_SMALL = 20  # pixels from line to line
_LABEL_PIXELS = 100  # Labels are set at this size and scaled: fonts don't like sizes below 1.


@contextmanager
def painter_on(device: QPaintDevice) -> Iterator[QPainter]:
    """A painter on a device, which is ended even if an exception is raised.

    A painter that outlives its paint event, held by the traceback of an exception, ends the program.
    It isn't active if the device can't be painted on.
    """
    painter = QPainter(device)
    try:
        yield painter
    finally:
        if painter.isActive():
            painter.end()


@contextmanager
def saved(painter: QPainter) -> Iterator[None]:
    """Restores a painter's settings at the end, even if an exception is raised."""
    painter.save()
    try:
        yield
    finally:
        painter.restore()


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


def parse_path(data: str) -> QPainterPath:
    """Path data (M, L, Q, C, Z, absolute) as a painter path, filled by the nonzero rule."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for letter, at in commands(data):
        if letter == "M":
            path.moveTo(*at)
        elif letter == "L":
            path.lineTo(*at)
        elif letter == "Q":
            path.quadTo(*at)
        elif letter == "C":
            path.cubicTo(*at)
        else:
            path.closeSubpath()
    return path


@cache
def _glyph_path(name: str) -> tuple[QPainterPath, float] | None:
    """An outline with the centre of its em box at 0,0, and the height of that box."""
    found = outline(name)
    if found is None:
        return None
    path = parse_path(found.path)
    path.translate(-found.width / 2, -found.height / 2)
    return path, found.height


def paint(
    painter: QPainter,
    shapes: Iterable[Shape],
    unit: float,
    *,
    crisp: bool = True,
    stamps: Stamps | None = None,
) -> None:
    """Draw shapes (in drawing order), one board unit being `unit` of the painter's.

    `crisp` lays upright and level lines on whole pixels of the device, at least one wide: for
    screens and pictures, not for paper. `stamps` are for a painter whose units are pixels.
    """
    with saved(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        work = _PaintRun(painter, unit, painter.deviceTransform() if crisp else None, stamps)
        for shape in shapes:
            work.draw(shape)


class _PaintRun:
    """One run of painting; `device` leads from the painter's units to pixels, to fit lines to them.

    Shapes are brought to the painter's units here and not by `QPainter.scale`: Qt takes six times
    as long to draw a circle of radius 0.4 scaled by 56 as one of radius 22.
    """

    def __init__(
        self, painter: QPainter, unit: float, device: QTransform | None, stamps: Stamps | None
    ) -> None:
        self._painter = painter
        self._stamps = stamps
        self._unit = unit
        self._scale = self._left = self._top = 0.0
        if device is not None and not device.isRotating():
            self._scale, self._left, self._top = device.m11(), device.dx(), device.dy()

    def _at(self, point: Point) -> QPointF:
        return QPointF(point[0] * self._unit, point[1] * self._unit)

    def draw(self, shape: Shape) -> None:
        painter = self._painter
        faint = shape.opacity != 1.0 and not isinstance(shape, Shade | Silhouette)
        if faint:
            painter.setOpacity(shape.opacity)
        match shape:
            case Polyline():
                self._polyline(shape)
            case Disc():
                self._pen(shape.stroke, shape.width)
                self._brush(shape.fill)
                radius = shape.radius * self._unit
                painter.drawEllipse(self._at(shape.centre), radius, radius)
            case Ball():
                self._ball(shape)
            case GlyphShape():
                self._glyph(shape)
            case Shade():
                self._shade(shape)
            case Silhouette():
                self._silhouette(shape)
            case Rect():
                self._rect(shape)
            case Polygon():
                self._pen(shape.stroke, shape.width)
                self._brush(shape.fill)
                painter.drawPolygon(QPolygonF([self._at(point) for point in shape.points]))
            case TextShape():
                self._label(shape)
        if faint:
            painter.setOpacity(1.0)

    def _pen(self, colour: str, width: float) -> None:
        if colour and width > 0:
            self._painter.setPen(QPen(QColor(colour), width * self._unit))
        else:
            self._painter.setPen(Qt.PenStyle.NoPen)

    def _brush(self, colour: str) -> None:
        if colour:
            self._painter.setBrush(QColor(colour))
        else:
            self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _fit(self, point: QPointF, width: float) -> QPointF:
        """A point such that a line of `width` through it has its edges on pixels."""
        half = 0.5 if round(width * self._scale) % 2 else 0.0
        left, top = self._left - half, self._top - half
        return QPointF(
            (floor(point.x() * self._scale + left + _HALF) - left) / self._scale,
            (floor(point.y() * self._scale + top + _HALF) - top) / self._scale,
        )

    def _polyline(self, shape: Polyline) -> None:
        width = shape.width * self._unit
        points = [self._at(point) for point in shape.points]
        if self._scale:
            width *= self._scale
            # Lines that slant keep their width: only level and upright ones can lie on pixels.
            if _is_level(shape):
                # The edge of a board stays wider than its lines, but in thumbnails.
                edge = shape.width > _WIDE and self._unit * self._scale > _SMALL
                width = max(round(width), 1 + edge)
            width = max(1.0, width) / self._scale
            points = [self._fit(point, width) for point in points]
        pen = QPen(QColor(shape.stroke), width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if shape.round else Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin if shape.round else Qt.PenJoinStyle.SvgMiterJoin)
        painter = self._painter
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if shape.closed:
            painter.drawPolygon(QPolygonF(points))
        else:
            painter.drawPolyline(QPolygonF(points))

    def _rect(self, shape: Rect) -> None:
        self._pen(shape.stroke, shape.stroke_width)
        self._brush(shape.fill)
        unit = self._unit
        start = self._at((shape.x, shape.y))
        end = self._at((shape.x + shape.width, shape.y + shape.height))
        if self._scale and not shape.stroke:
            start, end = self._fit(start, 0.0), self._fit(end, 0.0)
        box = QRectF(start, end)
        if shape.corner:
            self._painter.drawRoundedRect(box, shape.corner * unit, shape.corner * unit)
        else:
            self._painter.drawRect(box)

    def _ball(self, shape: Ball) -> None:
        (x, y), radius = shape.centre, shape.radius
        light = self._at((x + shape.glow[0] * radius, y + shape.glow[1] * radius))
        gradient = QRadialGradient(light, shape.reach * radius * self._unit)
        for way, colour in shape.stops:
            gradient.setColorAt(way, QColor(colour))
        self._pen(shape.stroke, shape.width)
        self._painter.setBrush(QBrush(gradient))
        self._painter.drawEllipse(self._at(shape.centre), radius * self._unit, radius * self._unit)

    def _shade(self, shape: Shade) -> None:
        centre, radius = self._at(shape.centre), shape.radius * self._unit
        gradient = QRadialGradient(centre, radius)
        for way, part in FADE:
            colour = QColor(shape.colour)
            colour.setAlphaF(shape.opacity * part)
            gradient.setColorAt(shape.inner + (1 - shape.inner) * way, colour)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QBrush(gradient))
        self._painter.drawEllipse(centre, radius, radius)

    def _silhouette(self, shape: Silhouette) -> None:
        painter, (x, y) = self._painter, shape.centre
        painter.setPen(Qt.PenStyle.NoPen)
        colour = QColor(shape.colour)
        # Steps of three pixels can hardly be seen.
        pixels = shape.blur * self._unit * painter.deviceTransform().m11()
        for points, opacity in fading(shape, max(4, min(round(0.7 * pixels), 24))):
            colour.setAlphaF(opacity)
            painter.setBrush(colour)
            corners = [self._at((x + dx, y + dy)) for dx, dy in points]
            painter.drawConvexPolygon(QPolygonF(corners))

    def _glyph(self, shape: GlyphShape) -> None:
        found = _glyph_path(shape.name)
        if found is None:
            text = shape.name.rpartition("/")[2]
            self._label(TextShape(text, shape.centre, shape.height, shape.fill))
            return
        path, height = found
        painter, at = self._painter, self._at(shape.centre)
        scale = shape.height * self._unit / height
        stamps = None if shape.turn else self._stamps
        if stamps and stamps.draw(painter, shape.name, path, scale, shape.fill, at):
            return
        with saved(painter):
            painter.translate(at)
            if shape.turn:
                painter.rotate(shape.turn)
            painter.scale(scale, scale)
            painter.fillPath(path, QColor(shape.fill))

    def _label(self, shape: TextShape) -> None:
        painter = self._painter
        with saved(painter):
            font = QFont()
            font.setPixelSize(_LABEL_PIXELS)
            font.setBold(shape.bold)
            painter.setFont(font)
            painter.setPen(QColor(shape.fill))
            painter.translate(self._at(shape.centre))
            scale = shape.height * self._unit / _LABEL_PIXELS
            painter.scale(scale, scale)
            room = 50.0 * _LABEL_PIXELS
            box = QRectF(-room, -room, 2 * room, 2 * room)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shape.text)


def _is_level(shape: Polyline) -> bool:
    points = shape.points
    ends = points[1:] + (points[:1] if shape.closed else ())
    return all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in zip(points, ends, strict=False))
