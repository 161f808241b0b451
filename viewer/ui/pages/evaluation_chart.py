"""The graph of the evaluations along the current line.

It lies, or stands where its panel is narrow: the line goes downwards then, and what is above the
middle of a lying graph is on the right. It is drawn lying, and turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, counted, message
from viewer.document.reading.line_values import NodeValue
from viewer.games.clocks import time_text
from viewer.paint.painter import painter_on, saved
from viewer.scene.curve import Point, bars, curves, index_at, place_of
from viewer.tree.evaluation import Evaluation
from viewer.tree.nags import sign_of
from viewer.tree.quality import MoveQuality
from viewer.tree.scales import BLUNDER, DUBIOUS, QUALITY_GLYPHS
from viewer.ui.notation.visible_blocks import evaluation_message
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.valuation import Valuation
from viewer.ui.toolkit.plain import show_tip
from viewer.ui.toolkit.style import theme_in_use

SIDE = 10.0
"""Pixels from the ends of the graph to its first node and its last."""
_END = 6.0
_STRIP = 26.0
_LEAST_LEAD = 10.0
"""Points at the edge of the graph at least."""
_UPRIGHT = 1.25
"""How many times as high as wide it is where it stands."""
_TINT, _STRIP_TINT = 56, 190
"""Of 255: how strongly the areas of the sides are coloured."""
_STRIP_SPOT = 0.75
"""The size of marks in a strip."""
_SPOTS = {DUBIOUS: 2.6, BLUNDER: 4.6}
_SPOT = 3.6
_LEAST_POINTS, _LEAST_LOSS = 0.5, 0.01
"""Losses that are told."""


class EvaluationCurve:
    """The evaluations of a line as points of a curve, and how it is drawn.

    Attributes:
        shares: for each node of the line the height of the curve, 0 to 1; None for none.
        scale: the points at the edge, 0 where none are known.
        marks: the marked moves: (index in the line, NAG).
    """

    def __init__(self, session: RecordSession, valuation: Valuation) -> None:
        self._session, self._valuation = session, valuation
        self.shares: Sequence[float | None] = ()
        self._leads: Sequence[float | None] = ()
        self.scale = 0.0
        self.marks: list[tuple[int, int]] = []
        self.read()

    def read(self) -> None:
        """Take the values that there are now."""
        now = self._valuation.now
        scale = self._session.game.quality_scale
        shares = [_share(value, scale.chance) for value in now.values]
        leads = [value.evaluation.points if value.evaluation else None for value in now.values]
        known = [abs(lead) for lead in leads if lead is not None]
        self.scale = max(_LEAST_LEAD, *known) if known else 0.0
        parts = [None if lead is None else 0.5 + 0.5 * lead / self.scale for lead in leads]
        if any(share is not None for share in shares):
            self.shares, self._leads = shares, parts
        else:
            self.shares, self._leads = parts, ()
        found = now.qualities.items()
        self.marks = [(index, one.glyph) for index, one in found if one.glyph is not None]

    def draw(self, painter: QPainter, box: QRectF, strip: bool = False) -> None:
        """Draw curve and marks into a box; in one as low as a `strip` what is seen best in little room."""
        theme, shares = theme_in_use(), curves(self.shares, box.width())
        for run in shares:
            self._fill(painter, box, run, _STRIP_TINT if strip else _TINT)
        middle = round(box.center().y()) + 0.5
        painter.setPen(QPen(QColor(theme["hairline"]), 1))
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
        dashed = QPen(QColor(theme["accent"]), 1.1, Qt.PenStyle.DashLine)
        if not strip:
            self._stroke(painter, box, curves(self._leads, box.width()), dashed)
        self._stroke(painter, box, shares, QPen(QColor(theme["ink"]), 1.3))
        self._draw_marks(painter, box, _STRIP_SPOT if strip else 1)

    def _fill(self, painter: QPainter, box: QRectF, run: list[Point], tint: int) -> None:
        """Colour what is below a curve as the first side's, what is above it as the second's."""
        if len(run) < 2:
            return
        theme = theme_in_use()
        line = [_point(box, one) for one in run]
        painter.setPen(Qt.PenStyle.NoPen)
        for side, edge in zip(self._session.game.sides, (box.bottom(), box.top()), strict=True):
            colour = QColor(theme.sign(side.colour))
            colour.setAlpha(tint)
            painter.setBrush(colour)
            ends = [QPointF(line[-1].x(), edge), QPointF(line[0].x(), edge)]
            painter.drawPolygon(QPolygonF([*line, *ends]))

    def _stroke(
        self, painter: QPainter, box: QRectF, runs: Sequence[list[Point]], pen: QPen
    ) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for run in runs:
            if len(run) == 1:
                painter.setBrush(pen.color())
                painter.drawEllipse(_point(box, run[0]), 1.2, 1.2)
                painter.setBrush(Qt.BrushStyle.NoBrush)
            else:
                painter.drawPolyline(QPolygonF([_point(box, one) for one in run]))

    def _draw_marks(self, painter: QPainter, box: QRectF, part: float) -> None:
        """Mark bad moves: the worse, the larger; those of ?! are rings."""
        theme, count = theme_in_use(), len(self.shares)
        bad, panel = QColor(theme["bad"]), QColor(theme["panel"])
        worst: dict[int, tuple[int, int]] = {}  # of many at one pixel
        for index, glyph in self.marks:
            x = int(place_of(index, count, box.width()))
            if x not in worst or QUALITY_GLYPHS.index(glyph) > QUALITY_GLYPHS.index(worst[x][1]):
                worst[x] = index, glyph
        for index, glyph in worst.values():
            share = self.shares[index]
            if share is None:
                continue
            at = _point(box, (place_of(index, count, box.width()), share))
            painter.setPen(QPen(bad if glyph == DUBIOUS else panel, 1.3))
            painter.setBrush(panel if glyph == DUBIOUS else bad)
            size = part * _SPOTS.get(glyph, _SPOT)
            painter.drawEllipse(at, size, size)


class EvaluationChart(QWidget):
    """The graph. Above its middle (where it stands, on the right) the first side is better.

    Mistakes are marked; a click goes to a move.

    Attributes:
        curve: the curve that it draws.

    Signals:
        chosen: the user goes to a node: its index in the line of the values.
        pointed: the mouse is at another node: its index.
    """

    chosen = Signal(int)
    pointed = Signal(int)

    def __init__(self, session: RecordSession, valuation: Valuation, small: bool = False) -> None:
        """`small`: it draws the curve alone, and leaves it to others to say what is under the mouse."""
        super().__init__()
        self._small = small
        self._session = session
        self._valuation = valuation
        self._picture = QPixmap()
        self._drawn: tuple[object, ...] = ()
        self.curve = EvaluationCurve(session, valuation)
        self._times = _times(valuation.now.values)
        self._pointed: int | None = None
        self.setMouseTracking(True)
        if not small:
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(120, 24 if small else 56)
        self.setAccessibleName(tr(message("Evaluation graph")))
        valuation.found.connect(self._found)
        session.moved.connect(self.update)
        session.reloaded.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(400, 140)

    # -------------------------------------------------------------------------- what is shown

    def _found(self) -> None:
        self.curve.read()
        self._times = _times(self._valuation.now.values)
        self._drawn = ()
        self._pointed = None
        self.update()

    @property
    def upright(self) -> bool:
        """Whether the line goes downwards, not to the right."""
        return not self._small and self.height() > _UPRIGHT * self.width()

    def _turn(self, painter: QPainter) -> None:
        """Have a painter draw what lies as it stands."""
        if self.upright:
            painter.setTransform(QTransform(0, 1, -1, 0, self.width(), 0), True)

    def _boxes(self) -> tuple[QRectF, QRectF]:
        """The areas of the curve and of the times, lying; an area of nothing is empty."""
        now, size = self._valuation.now, self.size()
        lying = QRectF(QPointF(), size.transposed() if self.upright else size)
        whole = lying.adjusted(SIDE, _END, -SIDE, -_END)
        if self._small or not now.timed:
            return whole, QRectF()
        if not now.evaluated:
            return QRectF(), whole
        strip = QRectF(whole)
        strip.setTop(whole.bottom() - min(_STRIP, whole.height() / 3))
        return whole.adjusted(0, 0, 0, -strip.height() - 4), strip

    # -------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, ratio = theme_in_use(), self.devicePixelRatioF()
        key = (self.size(), ratio, theme.id, self.font().key())
        if self._drawn != key:
            self._picture = QPixmap((self.size() * ratio).expandedTo(QSize(1, 1)))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with painter_on(self._picture) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                if not self._small:
                    self._draw_labels(painter)
                self._turn(painter)
                self._draw(painter)
            self._drawn = key
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(0, 0, self._picture)
            with saved(painter):
                self._turn(painter)
                self._draw_place(painter, self._pointed, "muted", 1.0)
                self._draw_place(painter, self._valuation.index, "accent", 1.6)
            if self.hasFocus():
                painter.setPen(QColor(theme["accent"]))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 1, -3, -1), 4, 4)

    def _draw(self, painter: QPainter) -> None:
        """Draw all that stays while the current node changes."""
        box, strip = self._boxes()
        if not box.isEmpty():
            self.curve.draw(painter, box)
        if not strip.isEmpty():
            self._draw_times(painter, strip)

    def _draw_labels(self, painter: QPainter) -> None:
        """Write which side is better where, and how many points the dashes reach."""
        box, _ = self._boxes()
        if box.isEmpty():
            return
        theme, (first, second) = theme_in_use(), self._session.states.side_names
        painter.setPen(QColor(theme["muted"]))
        font = self.font()
        font.setPointSizeF(max(7.0, 0.82 * font.pointSizeF()))
        painter.setFont(font)
        if self.upright:  # with the times on the left
            box = QRectF(self.width() - box.bottom(), box.left(), box.height(), box.width())
        inner = box.adjusted(4, 1, -4, -1)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        top, bottom = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom
        ahead = right | top if self.upright else left | top
        painter.drawText(inner, int(ahead), tr(_better(first)))
        painter.drawText(inner, int(left | bottom), tr(_better(second)))
        if self.curve.scale:
            words = counted("{count} point", "{count} points", round(self.curve.scale))
            reach = right | bottom if self.upright else right | top
            painter.drawText(inner, int(reach), tr(words))

    def _draw_times(self, painter: QPainter, strip: QRectF) -> None:
        """Draw the time spent on moves: the first side's upwards, the second's downwards."""
        theme, count = theme_in_use(), len(self._valuation.now.values)
        middle, room = strip.center().y(), strip.height() / 2 - 1
        wide = max(1.0, min(5.0, 0.7 * strip.width() / max(1, count)))
        painter.setPen(QPen(QColor(theme["hairline"]), 1))
        painter.drawLine(QPointF(strip.left(), middle), QPointF(strip.right(), middle))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme["muted"]))
        for heights, sign in zip(self._times, (-1, 1), strict=True):
            for x, height in bars(heights, count, strip.width()):
                high = max(1.0, room * height)
                top = middle - high if sign < 0 else middle
                painter.drawRect(QRectF(strip.left() + x - wide / 2, top, wide, high))

    def _draw_place(self, painter: QPainter, index: int | None, token: str, width: float) -> None:
        """Draw the line of a node over the whole height, and its spot on the curve."""
        if index is None:
            return
        box, strip = self._boxes()
        whole = box.united(strip)
        x = whole.left() + place_of(index, len(self._valuation.now.values), whole.width())
        colour = QColor(theme_in_use()[token])
        painter.setPen(QPen(colour, width))
        painter.drawLine(QPointF(x, whole.top()), QPointF(x, whole.bottom()))
        shares = self.curve.shares
        share = shares[index] if index < len(shares) else None
        if share is not None and not box.isEmpty():
            painter.setBrush(colour)
            painter.drawEllipse(QPointF(x, _point(box, (0, share)).y()), 2.6, 2.6)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._drawn = ()
            self.update()

    # ------------------------------------------------------------------------------- the mouse

    def index_of(self, along: float) -> int | None:
        """The index in the line of the node at a place along the graph; None without values."""
        count = len(self._valuation.now.values)
        length = self.height() if self.upright else self.width()
        return index_at(along - SIDE, count, length - 2 * SIDE) if count else None

    def _index_at(self, event: QMouseEvent) -> int | None:
        at = event.position()
        return self.index_of(at.y() if self.upright else at.x())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._index_at(event)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)
        elif index != self._pointed:
            self.point_at(index)
            if not self._small:
                words = "" if index is None else self.words_at(index)
                show_tip(event.globalPosition().toPoint(), words, self)

    def point_at(self, index: int | None) -> None:
        """Show a node as the one under the mouse."""
        self._pointed = index
        self.update()
        if index is not None:
            self.pointed.emit(index)

    def leaveEvent(self, event: QEvent) -> None:
        self._pointed = None
        self.update()

    def _go(self, event: QMouseEvent) -> None:
        index = self._index_at(event)
        self._pointed = None
        if index is not None and index != self._valuation.index:
            self.chosen.emit(index)

    # ----------------------------------------------------------------------------------- words

    def words_at(self, index: int) -> str:
        """What the graph says of a node, a line for each: the move, its evaluation, loss and time."""
        now, session = self._valuation.now, self._session
        node, value = now.line[index], now.values[index]
        quality = now.qualities.get(index)
        sign = sign_of(quality.glyph) if quality is not None and quality.glyph else ""
        lines = [f"{session.words.numbered(node)}{sign}" if index else tr(message("start"))]
        if value.evaluation is not None:
            lines.append(tr(evaluation_message(session.states, value.evaluation)))
        if quality is not None and (lost := _lost(quality)) is not None:
            lines.append(tr(lost))
        if value.seconds is not None:
            time = time_text(Fraction(round(value.seconds)))
            lines.append(tr(message("Time used {value}", value=time)))
        return "\n".join(lines)


def _better(side: Message) -> Message:
    return message("{side} is better", side=side)


def _share(value: NodeValue, chance: Callable[[Evaluation], float | None]) -> float | None:
    return None if value.evaluation is None else chance(value.evaluation)


def _times(values: Sequence[NodeValue]) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """For both sides, the moves with times: index, and the part of the longest time of all.

    By its square root: else one long think would leave nothing to see of the others.
    """
    known = [
        (index, value.side, value.seconds)
        for index, value in enumerate(values)
        if value.seconds and value.side is not None
    ]
    longest = max((seconds for _, _, seconds in known), default=1.0)
    found: tuple[list[tuple[int, float]], list[tuple[int, float]]] = ([], [])
    for index, side, seconds in known:
        found[side].append((index, (seconds / longest) ** 0.5))
    return found


def _point(box: QRectF, point: Point) -> QPointF:
    """A point of a curve in the widget."""
    return QPointF(box.left() + point[0], box.bottom() - point[1] * box.height())


def _lost(quality: MoveQuality) -> Message | None:
    """What a move lost, None if it lost nothing."""
    if quality.points_lost is not None:
        if quality.points_lost < _LEAST_POINTS:
            return None
        return message("it lost {count} points", count=Number(quality.points_lost, 1))
    if quality.chance_lost is not None and quality.chance_lost >= _LEAST_LOSS:
        percent = round(100 * quality.chance_lost)
        return message("it lost {percent} % of the chance of winning", percent=percent)
    return None
