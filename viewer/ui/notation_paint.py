"""Laid blocks painted in a theme's colours."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from viewer.scene.notation import Block
from viewer.scene.notation_heights import Measures
from viewer.scene.theme import Theme
from viewer.tree.node import Node
from viewer.ui.notation_text import Laid, Tone, Wave

_RULE = 2
_RADIUS = 5.0


class Brushwork:
    """A theme's colours as the notation page uses them."""

    def __init__(self, theme: Theme) -> None:
        self.panel = QColor(theme["panel"])
        self.chip = QColor(theme["chip"])
        self.accent = QColor(theme["accent"])
        self.on_accent = QColor(theme["on-accent"])
        self.rule = QColor(theme["hairline"])
        self.bad = QColor(theme["bad"])
        self.tones = {
            Tone.MOVE: QColor(theme["ink"]),
            Tone.GREY: QColor(theme["muted"]),
            Tone.TEXT: QColor(theme["ink"]),
            Tone.SAID: _between(QColor(theme["ink"]), QColor(theme["muted"])),
            Tone.GOOD: QColor(theme["good"]),
            Tone.BAD: QColor(theme["bad"]),
        }

    def paint(
        self,
        painter: QPainter,
        block: Block,
        laid: Laid,
        measures: Measures,
        current: Node | None,
        hovered: Node | None,
        focus: bool,
    ) -> None:
        """Paint a block; the painter's origin is its top left corner."""
        self._rules(painter, block, laid, measures)
        radius = _RADIUS * measures.unit
        for cell in laid.cells:
            if not cell.move or cell.node not in (current, hovered):
                continue
            fill = self.accent if cell.node is current else self.chip
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(cell.rect, radius, radius)
            if focus and cell.node is current:
                painter.setPen(QPen(self.on_accent, 1.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                inner = cell.rect.adjusted(2, 2, -2, -2)
                painter.drawRoundedRect(inner, radius - 2, radius - 2)
        for word in laid.words:
            on = word.node is not None and word.node is current
            painter.setFont(word.font)
            painter.setPen(self.on_accent if on else self.tones[word.tone])
            painter.drawText(QPointF(word.x, word.baseline), word.text)
        for wave in laid.waves:
            self._wave(painter, wave, measures.unit, wave.node is current)
        if laid.text is not None:
            painter.setPen(self.tones[Tone.TEXT if block.level == 0 else Tone.SAID])
            laid.text.draw(painter, QPointF(0, 0), [], painter.clipBoundingRect())

    def _rules(self, painter: QPainter, block: Block, laid: Laid, measures: Measures) -> None:
        for level in range(1, min(block.level, measures.levels) + 1):
            # A line that begins here has a rule of its own.
            own = block.gap and level == min(block.level, measures.levels)
            top = measures.small_gap if own else 0
            rect = QRectF(measures.rule(level), top, _RULE, laid.height - top)
            painter.fillRect(rect, self.rule)

    def _wave(self, painter: QPainter, wave: Wave, unit: float, current: bool) -> None:
        step = 2 * unit
        path = QPainterPath(QPointF(wave.left, wave.y))
        x, up = wave.left, True
        while x < wave.right:
            x = min(x + step, wave.right)
            path.lineTo(x, wave.y - (step / 2 if up else 0))
            up = not up
        painter.setPen(QPen(self.on_accent if current else self.bad, unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)


def _between(first: QColor, second: QColor) -> QColor:
    return QColor(
        (first.red() + second.red()) // 2,
        (first.green() + second.green()) // 2,
        (first.blue() + second.blue()) // 2,
    )
