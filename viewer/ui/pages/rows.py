"""How rows of moves are painted in tree and line, in the tokens of the theme."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPen

from viewer.scene.theme import Theme
from viewer.tree.annotation import BAD_GLYPHS, GOOD_GLYPHS
from viewer.ui.models.words import Words
from viewer.ui.notation_text import MOVE_FAMILY

HEIGHT = 25
RADIUS = 5.0
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


def notation_font(font: QFont, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """A font for moves: they are right even where no CJK font is installed."""
    made = QFont(font)
    # A name like "Sans Serif" is no family: the one that comes next would be taken for all text.
    made.setFamilies([QFontInfo(font).family(), *font.families(), MOVE_FAMILY])
    made.setWeight(weight)
    return made


def smaller(font: QFont, pixels: int = 1) -> QFont:
    """A font some pixels smaller."""
    made = QFont(font)
    if font.pixelSize() > 0:
        made.setPixelSize(font.pixelSize() - pixels)
    else:
        made.setPointSizeF(max(1.0, font.pointSizeF() - 0.75 * pixels))
    return made


def fill_row(
    painter: QPainter, box: QRectF, theme: Theme, current: bool, marked: bool, focus: bool
) -> None:
    """The ground of a row: filled for the current node, a chip under the mouse, a rim for the keys."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if current or marked:
        painter.setBrush(QColor(theme["accent" if current else "chip"]))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
    if focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme["on-accent" if current else "accent"]), 1))
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), RADIUS - 1.5, RADIUS - 1.5)


class RowPen:
    """Writes the parts of a row from left to right."""

    def __init__(self, painter: QPainter, box: QRectF, theme: Theme, current: bool) -> None:
        self._painter = painter
        self._box = QRectF(box)
        self._theme = theme
        self._current = current

    @property
    def left(self) -> float:
        """How much room is left, in pixels."""
        return self._box.width()

    def write(
        self, text: str, font: QFont, colour: str, gap: float, least: float = 0.0
    ) -> None:
        """A text, elided where it doesn't fit, and a gap after it. `colour` is a token.

        It takes at least the width `least`.
        """
        metrics = QFontMetricsF(font)
        room = self._box.width()
        if not text or room < 4:
            return
        wide = metrics.horizontalAdvance(text)
        if wide > room:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            wide = room
        self._painter.setFont(font)
        self._painter.setPen(QColor(self._theme["on-accent" if self._current else colour]))
        self._painter.drawText(self._box, _MIDDLE, text)
        self._box.setLeft(min(self._box.left() + max(wide, least) + gap, self._box.right()))

    def signs(self, words: Words, font: QFont) -> None:
        """The glyphs of a move."""
        for nag, sign in words.signs:
            token = "good" if nag in GOOD_GLYPHS else "bad" if nag in BAD_GLYPHS else "ink"
            self.write(sign, font, token, 4)
