"""Laid blocks painted in a theme's colours."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.paint.icons import draw_icon
from viewer.scene.notation.blocks import Block, BlockKind
from viewer.scene.notation.page import Measures
from viewer.scene.theme import Theme
from viewer.tree.node import Node
from viewer.ui.notation.laid import LaidBlock, Tone

_RULE = 2
_RADIUS = 5.0


class NotationColours:
    """A theme's colours as the notation page uses them."""

    def __init__(self, theme: Theme) -> None:
        self.panel = QColor(theme["panel"])
        self.chip = QColor(theme["chip"])
        self.accent = QColor(theme["accent"])
        self.on_accent = QPen(QColor(theme["on-accent"]))
        self.tint = QColor(theme["bars"])
        self.rule = QColor(theme["hairline"])
        self.bad = QColor(theme["bad"])
        self.flags = (theme["seal"], theme["on-accent"])
        ink, muted = QColor(theme["ink"]), QColor(theme["muted"])
        colours = {
            Tone.MOVE: ink,
            Tone.GREY: muted,
            Tone.TEXT: ink,
            Tone.SAID: _between(ink, muted),
            Tone.GOOD: QColor(theme["good"]),
            Tone.BAD: QColor(theme["bad"]),
            Tone.FLAG: muted,
        }
        self.tones = {tone.value: QPen(colour) for tone, colour in colours.items()}

    def paint(
        self,
        painter: QPainter,
        block: Block,
        laid: LaidBlock,
        measures: Measures,
        current: Node | None,
        hovered: Node | None,
        focus: bool,
        clip: QRectF,
    ) -> None:
        """Paint what is within `clip` of a block; the painter's origin is its top left corner."""
        self._rules(painter, block, laid, measures)
        radius = _RADIUS * measures.unit
        for number, cell in enumerate(laid.cells):
            ahead = number == 0 and laid.text is not None
            if not cell.move and block.kind is BlockKind.FLOW and not ahead:
                # Beside the first move of a line, in ink as well, a comment's tone alone says little.
                air = 2 * measures.unit
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.tint)
                painter.drawRoundedRect(cell.rect.adjusted(-air, air, air, -air), radius, radius)
            if not cell.move or cell.node not in (current, hovered):
                continue
            fill = self.accent if cell.node is current else self.chip
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(cell.rect, radius, radius)
            if focus and cell.node is current:
                painter.setPen(self.on_accent)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                inner = cell.rect.adjusted(1.5, 1.5, -1.5, -1.5)
                painter.drawRoundedRect(inner, radius - 1.5, radius - 1.5)
        above, below = clip.top() - measures.padding, clip.bottom() + measures.row
        for word in laid.words:
            if above < word.baseline < below:
                on = word.node is not None and word.node is current
                painter.setPen(self.on_accent if on else self.tones[word.tone])
                for glyphs in word.face.glyphs(word.text):
                    painter.drawGlyphRun(QPointF(word.x, word.baseline), glyphs)
        for flag in laid.flags:
            if above < flag.box.bottom() < below:
                draw_icon(painter, "flag", self.flags[flag.node is current], flag.box)
        for wave in laid.waves:
            if above < wave.y < below:
                colour = self.on_accent.color() if wave.node is current else self.bad
                painter.setPen(QPen(colour, measures.unit))
                painter.drawPolyline(wave.line)
        if laid.text is not None:
            painter.setPen(self.tones[Tone.TEXT if block.level == 0 else Tone.SAID])
            laid.text.draw(painter, QPointF(0, 0), [], clip)

    def _rules(self, painter: QPainter, block: Block, laid: LaidBlock, measures: Measures) -> None:
        for level in range(1, min(block.level, measures.levels) + 1):
            # A line that begins here has a rule of its own.
            own = block.gap and level == min(block.level, measures.levels)
            top = measures.small_gap if own else 0
            rect = QRectF(measures.rule(level), top, _RULE, laid.height - top)
            painter.fillRect(rect, self.rule)


colours_of = cache(NotationColours)
"""A theme's colours, the same object for the same theme."""


def _between(first: QColor, second: QColor) -> QColor:
    return QColor(
        (first.red() + second.red()) // 2,
        (first.green() + second.green()) // 2,
        (first.blue() + second.blue()) // 2,
    )
