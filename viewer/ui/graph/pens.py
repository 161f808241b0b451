"""Painting the visible part of a graph in a theme's colours."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from viewer.paint.painter import paint, painter_on
from viewer.scene.graph.dots import (
    RADIUS,
    CellRange,
    Dot,
    LaneMetrics,
    dot_shapes,
    faint_theme,
    fill_of,
    number_ink,
)
from viewer.scene.graph.lanes import LanePath, LaneRun, Lanes, Spot, Stretch
from viewer.scene.theme import Theme
from viewer.tree.node import Node

_BEND = 0.32  # of a cell: how round the corners of branches are
_KEPT = 500
_ROUND = Qt.PenCapStyle.RoundCap
_NO_SIGNS = Dot("")
_NUMBER_SIZES = (1.0, 1.0, 1.0, 0.8, 0.6)  # of a stone's radius, by the number of digits


class GraphScene:
    """The input of painting: lanes, zoom, current line, what nodes show.

    Attributes:
        lanes, sight, way: of the graph.
        column: of the current node; -1 without one.
        pointed: the node under the mouse, None for none.
        focus: whether the widget has the keyboard focus.
        dot: returns what a node shows.
        text: returns a node's move in notation.
    """

    def __init__(
        self,
        lanes: Lanes,
        sight: LaneMetrics,
        way: LanePath,
        dot: Callable[[Node], Dot],
        text: Callable[[Node], str],
    ) -> None:
        self.lanes = lanes
        self.sight = sight
        self.way = way
        self.column = -1
        self.pointed: Node | None = None
        self.focus = False
        self.dot = dot
        self.text = text


class GraphPens:
    """Pens and pixmaps of one theme at one pixel ratio."""

    def __init__(self, theme: Theme, ratio: float, font: QFont) -> None:
        self.theme = theme
        self.ratio = ratio
        self.font = font
        self._faint = faint_theme(theme)
        self._bold = QFont(font)
        self._bold.setWeight(QFont.Weight.DemiBold)
        self._metrics = QFontMetricsF(self._bold)
        self._ink, self._muted = QColor(theme["ink"]), QColor(theme["muted"])
        self._panel, self._accent = QColor(theme["panel"]), QColor(theme["accent"])
        self._chip, self._rim = QColor(theme["chip"]), QColor(theme["hairline"])
        self._on_accent = QColor(theme["on-accent"])
        self._dim = QColor(self._faint["muted"])
        self._tones = {1: QColor(theme["good"]), -1: QColor(theme["bad"]), 0: self._ink}
        self._pixmaps: dict[tuple[Dot, float, bool, bool, str, str], QPixmap] = {}

    def fits(self, theme: Theme, ratio: float, font: QFont) -> bool:
        """Whether these pens are for a theme, pixel ratio and font."""
        return self.theme is theme and self.ratio == ratio and self.font == font

    def paint(self, painter: QPainter, scene: GraphScene, cells: CellRange) -> None:
        """Paint some cells; the painter's origin is the corner of the graph's content."""
        self._branches(painter, scene, cells)
        self._way(painter, scene, cells)
        if not scene.sight.zoom.dotted:
            self._only_current(painter, scene)
            return
        if not scene.sight.zoom.signed:
            self._points(painter, scene, cells)
            return
        if not scene.sight.zoom.written:
            self._grounds(painter, scene)
        for run in scene.lanes.runs_in(*cells):
            first, last = max(run.column, cells.left), min(run.end - 1, cells.right)
            for column in range(first, last + 1):
                self._node(painter, scene, Spot(run, column))

    # ---------------------------------------------------------------------------------- lines

    def _branches(self, painter: QPainter, scene: GraphScene, cells: CellRange) -> None:
        """Paint all lines, dim."""
        sight = scene.sight
        lines, bends = [], QPainterPath()
        plain = not sight.zoom.dotted
        for run in scene.lanes.runs_in(*cells):
            first, last = max(run.column, cells.left), min(run.end - 1, cells.right)
            if last > first:
                lines.append(_line(sight, (first, run.lane), (last, run.lane)))
        for trunk in scene.lanes.trunks_in(*cells):
            start, end = _trunk_ends(trunk.top, trunk.bottom, cells)
            gap = trunk.column + 0.5
            lines.append(_line(sight, (gap, start), (gap, end)))
            if not plain:
                _leave(bends, sight, trunk.column, trunk.top)
            place = bisect_left(trunk.runs, cells.top, key=_lane)
            for run in trunk.runs[place:]:
                if run.lane > cells.bottom:
                    break
                if plain:
                    lines.append(_line(sight, (gap, run.lane), (gap + 0.5, run.lane)))
                else:
                    _turn(bends, sight, run)
        wide = _wide(sight)
        # Straight lines lie on whole pixels: filled without smoothing they cost a tenth.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._dim)
        painter.drawRects([_bar(line, wide) for line in lines])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_pen(self._dim, wide))
        painter.drawPath(bends)

    def _way(self, painter: QPainter, scene: GraphScene, cells: CellRange) -> None:
        """Paint the current line: strong up to the current node, lighter after it."""
        done, coming = QPainterPath(), QPainterPath()
        sight = scene.sight
        for stretch in scene.way.within(cells.left, cells.right):
            path = done if stretch.first <= scene.column else coming
            if stretch.run.trunk != stretch.run.lane:
                self._trunk(path, sight, stretch, cells)
            if not cells.top <= stretch.run.lane <= cells.bottom:
                continue
            first, last = max(stretch.first, cells.left), min(stretch.last, cells.right)
            middle = min(max(scene.column, first), last)
            for part, start, end in ((done, first, middle), (coming, middle, last)):
                if start < end and (part is coming or scene.column > first):
                    part.moveTo(*sight.point(start, stretch.run.lane))
                    part.lineTo(*sight.point(end, stretch.run.lane))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        wide = _wide(sight)
        painter.strokePath(coming, _pen(self._ink, wide + 0.4))
        painter.strokePath(done, _pen(self._accent, wide * 1.9))

    def _trunk(
        self, path: QPainterPath, sight: LaneMetrics, stretch: Stretch, cells: CellRange
    ) -> None:
        run = stretch.run
        start, end = _trunk_ends(run.trunk, run.lane, cells)
        if start <= end:
            path.moveTo(*sight.point(run.column - 0.5, start))
            path.lineTo(*sight.point(run.column - 0.5, end))
        if cells.top <= run.trunk <= cells.bottom:
            _leave(path, sight, run.column - 1, run.trunk)
        if cells.top <= run.lane <= cells.bottom:
            _turn(path, sight, run)

    # ---------------------------------------------------------------------------------- nodes

    def _only_current(self, painter: QPainter, scene: GraphScene) -> None:
        spot = scene.way.spot(scene.column)
        if spot is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._panel, 1.5))
            painter.setBrush(self._accent)
            painter.drawEllipse(QPointF(*scene.sight.point(spot.column, spot.lane)), 5, 5)

    def _points(self, painter: QPainter, scene: GraphScene, cells: CellRange) -> None:
        """Paint nodes too small for signs: points in the colour of the side, marked if annotated."""
        sight, way, side = scene.sight, scene.way, scene.sight.zoom.dot
        groups: dict[tuple[str, bool], list[QPointF]] = {}
        said: list[QPointF] = []
        away = QPointF(side * 0.3, side * 0.3)
        for run in scene.lanes.runs_in(*cells):
            on_way = way.last_in(run)
            first, last = max(run.column, cells.left), min(run.end - 1, cells.right)
            for column in range(first, last + 1):
                dot = scene.dot(run.nodes[column - run.column])
                point = QPointF(*sight.point(column, run.lane))
                groups.setdefault((dot.colour or "muted", column > on_way), []).append(point)
                if dot.comment:
                    said.append(point + away)
        self._grounds(painter, scene)
        for (token, faint), points in groups.items():
            theme = self._faint if faint else self.theme
            for ink, wide in ((theme["muted"], 0.5), (theme.sign(token), 0.5 - 1.2 / side)):
                painter.setPen(_pen(QColor(ink), side * wide))
                painter.drawPoints(points)
        painter.setPen(_pen(self._accent, side * 0.22))
        painter.drawPoints(said)

    def _node(self, painter: QPainter, scene: GraphScene, spot: Spot) -> None:
        zoom, node = scene.sight.zoom, spot.node
        middle = QPointF(*scene.sight.point(spot.column, spot.lane))
        bright = scene.way.holds(spot.run, spot.column)
        current = bright and spot.column == scene.column
        dot = scene.dot(node)
        if zoom.written:
            self._written(painter, scene, middle, node, dot, bright, current)
            return
        pointed = node is scene.pointed
        body, down, faint = dot.body, scene.sight.down, not (bright or pointed)
        number, ink = dot.number if zoom.numbered else "", ""
        if number:
            ink = number_ink(fill_of(dot, self._faint if faint else self.theme), self.theme)
        self._dot(painter, middle, body, zoom.dot, down, faint, number, ink)
        if zoom.signed and dot.signs != _NO_SIGNS:
            self._dot(painter, middle, dot.signs, zoom.dot, down)

    def _number(self, painter: QPainter, number: str, side: float, ink: str) -> None:
        """Paint the number of a move into its stone; the painter's origin is the middle."""
        radius = RADIUS * side
        font = QFont(self.font)
        font.setPixelSize(max(1, round(radius * _NUMBER_SIZES[min(len(number), 4)])))
        painter.setFont(font)
        painter.setPen(QColor(ink))
        box = QRectF(-radius, -radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number)

    def _grounds(self, painter: QPainter, scene: GraphScene) -> None:
        """Paint the grounds of all nodes first, since signs reach into neighbouring cells."""
        pointed = scene.lanes.spot(scene.pointed) if scene.pointed is not None else None
        for spot, current in ((pointed, False), (scene.way.spot(scene.column), True)):
            if spot is not None:
                middle = QPointF(*scene.sight.point(spot.column, spot.lane))
                zoom = scene.sight.zoom
                self._ground(painter, middle, min(zoom.dot, zoom.along), current, scene.focus)

    def _ground(
        self, painter: QPainter, middle: QPointF, side: float, current: bool, focus: bool
    ) -> None:
        """Paint the chip of a node: the current one with a rim, with two if focused."""
        half = side * 0.48
        box = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        painter.setPen(QPen(self._accent, max(side / 13, 1.2)) if current else Qt.PenStyle.NoPen)
        painter.setBrush(self._chip)
        painter.drawRoundedRect(box, half * 0.5, half * 0.5)
        if current and focus:
            painter.setPen(QPen(self._accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-3, -3, 3, 3), half * 0.6, half * 0.6)

    def _dot(
        self,
        painter: QPainter,
        middle: QPointF,
        dot: Dot,
        side: float,
        down: bool,
        faint: bool = False,
        number: str = "",
        ink: str = "",
    ) -> None:
        key = (dot, side, down, faint, number, ink)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            if len(self._pixmaps) >= _KEPT:
                self._pixmaps.clear()
            pixmap = self._pixmaps[key] = self._pixmap(
                dot, side, self._faint if faint else self.theme, down, number, ink
            )
        room = pixmap.width() / self.ratio / 2
        painter.drawPixmap(middle - QPointF(room, room), pixmap)

    def _pixmap(
        self, dot: Dot, side: float, theme: Theme, down: bool, number: str, ink: str
    ) -> QPixmap:
        pixels = round(side * 1.3 * self.ratio)
        pixmap = QPixmap(pixels, pixels)
        pixmap.setDevicePixelRatio(self.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with painter_on(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            middle = pixels / self.ratio / 2
            painter.translate(middle, middle)
            paint(painter, dot_shapes(dot, theme, down), side)
            if number:
                self._number(painter, number, side, ink)
        return pixmap

    def _written(
        self,
        painter: QPainter,
        scene: GraphScene,
        middle: QPointF,
        node: Node,
        dot: Dot,
        bright: bool,
        current: bool,
    ) -> None:
        """Paint a node with its move in notation."""
        zoom = scene.sight.zoom
        wide = (zoom.across if scene.sight.down else zoom.along) - 14
        high = (zoom.along if scene.sight.down else zoom.across) - 9
        box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        fill = self._accent if current else self._chip if node is scene.pointed else self._panel
        painter.setPen(QPen(self._accent if current else self._ink if bright else self._rim, 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 6, 6)
        if current and scene.focus:
            painter.setPen(QPen(self._on_accent, 1))
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), 4, 4)
        at = QPointF(box.left() + high / 2, middle.y())
        plain = dot.body._replace(folded=False)
        self._dot(painter, at, plain, zoom.dot, scene.sight.down, faint=not (bright or current))
        room = box.right() - at.x() - high / 2 - 4
        if dot.glyph:
            sign = self._metrics.horizontalAdvance(dot.glyph) + 3
            room -= sign
            self._write(
                painter, box.right() - sign - 3, box, sign + 3, dot.glyph,
                self._on_accent if current else self._tones[dot.praise], self._bold,
            )  # fmt: skip
        text = self._metrics.elidedText(scene.text(node), Qt.TextElideMode.ElideRight, room)
        ink = self._on_accent if current else self._ink if bright else self._muted
        left = at.x() + high / 2 - 2
        self._write(painter, left, box, room, text, ink, self._bold if bright else self.font)
        for signs, corner in (
            (Dot("", comment=dot.comment), box.bottomRight() - QPointF(8, 6)),
            (Dot("", flag=dot.flag), box.topLeft() + QPointF(10, 10)),
            (Dot("", marks=dot.marks), box.bottomLeft() + QPointF(9, -7)),
            (Dot("", folded=dot.folded), QPointF(middle.x(), box.bottom() - 7) if scene.sight.down
             else QPointF(box.right() - 6, middle.y())),
        ):  # fmt: skip
            if any(signs[1:]):
                self._dot(painter, corner, signs, zoom.dot, scene.sight.down)

    def _write(
        self,
        painter: QPainter,
        left: float,
        box: QRectF,
        wide: float,
        text: str,
        colour: QColor,
        font: QFont,
    ) -> None:
        painter.setFont(font)
        painter.setPen(colour)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        painter.drawText(QRectF(left, box.top(), wide + 2, box.height()), flags, text)


def _line(sight: LaneMetrics, start: tuple[float, float], end: tuple[float, float]) -> QLineF:
    return QLineF(*sight.point(*start), *sight.point(*end))


def _bar(line: QLineF, wide: float) -> QRectF:
    """A horizontal or vertical line as a rectangle of the pen's width."""
    half = wide / 2
    box = QRectF(line.p1(), line.p2())
    return box.adjusted(-half, 0, half, 0) if box.width() == 0 else box.adjusted(0, -half, 0, half)


def _trunk_ends(top: int, bottom: int, cells: CellRange) -> tuple[float, float]:
    """The straight part of a trunk, clipped to what is visible."""
    return max(top + _BEND, cells.top - 1), min(bottom - _BEND, cells.bottom + 1)


def _leave(path: QPainterPath, sight: LaneMetrics, column: int, lane: int) -> None:
    """Paint the rounded corner from a fork into its trunk."""
    path.moveTo(*sight.point(column, lane))
    path.lineTo(*sight.point(column + 0.5 - _BEND, lane))
    path.quadTo(*sight.point(column + 0.5, lane), *sight.point(column + 0.5, lane + _BEND))


def _turn(path: QPainterPath, sight: LaneMetrics, run: LaneRun) -> None:
    """Paint the rounded corner from the trunk into a run."""
    gap, lane = run.column - 0.5, run.lane
    path.moveTo(*sight.point(gap, lane - _BEND))
    path.quadTo(*sight.point(gap, lane), *sight.point(gap + _BEND, lane))
    path.lineTo(*sight.point(run.column, lane))


def _lane(run: LaneRun) -> int:
    return run.lane


def _wide(sight: LaneMetrics) -> float:
    return 1.0 if sight.zoom.dot < 12 else 2.0


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, _ROUND)
