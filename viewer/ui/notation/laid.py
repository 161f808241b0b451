"""A laid-out block: positioned texts, cells and lines, made by the typesetter; and how it is painted."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGlyphRun,
    QPainter,
    QPen,
    QPolygonF,
    QTextLayout,
)

from viewer.base.named import NamedTuple
from viewer.paint.icons import draw_icon
from viewer.scene.notation.blocks import Block, BlockKind
from viewer.scene.notation.page import Measures
from viewer.scene.theme import Theme
from viewer.tree.node import Node
from viewer.ui.toolkit.language import FIGURES

_STRONG, _STRONGER = 0.018, 0.035  # of a line's height: how far lines of pieces are thickened
_MOST_TEXTS = 20_000
_ENDLESS = 1e6


class Tone(enum.IntEnum):
    """The kind of a text, which decides its colour."""

    MOVE = enum.auto()  # of the main line, or the first of a line
    GREY = enum.auto()  # numbers, and the other moves of a line
    TEXT = enum.auto()  # a comment on the main line
    SAID = enum.auto()  # a comment in a sideline
    GOOD = enum.auto()
    BAD = enum.auto()
    FLAG = enum.auto()  # a bookmark, behind its flag


class FontWidths:
    """A font with a cache of text widths."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.height = self._metrics.height()
        self.ascent = self._metrics.ascent()
        self._widths: dict[str, float] = {}
        self._glyphs: dict[str, list[QGlyphRun]] = {}

    def width(self, text: str) -> float:
        """Width of a text."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) > _MOST_TEXTS:
                self._widths.clear()
            width = self._widths[text] = self._metrics.horizontalAdvance(text)
        return width

    def glyphs(self, text: str) -> list[QGlyphRun]:
        """A text's glyphs, from the left end of its baseline. Painting them again costs no shaping."""
        glyphs = self._glyphs.get(text)
        if glyphs is None:
            if len(self._glyphs) > _MOST_TEXTS:
                self._glyphs.clear()
            layout = QTextLayout(text, self.font)
            layout.beginLayout()
            line = layout.createLine()
            line.setLineWidth(_ENDLESS)  # before this it has no ascent
            line.setPosition(QPointF(0, -line.ascent()))
            layout.endLayout()
            runs = layout.glyphRuns()
            signs = [run for run in runs if run.rawFont().familyName() == FIGURES]
            glyphs = self._glyphs[text] = runs + [self._shifted(run) for run in signs]
        return glyphs

    def _shifted(self, run: QGlyphRun) -> QGlyphRun:
        """Signs of pieces a little to the right: painted twice, their lines are as strong as letters'."""
        bold = self.font.weight() > QFont.Weight.Normal
        by = QPointF((_STRONGER if bold else _STRONG) * self.height, 0)
        again = QGlyphRun(run)
        again.setPositions([place + by for place in run.positions()])
        return again

    def fit(self, text: str, room: float) -> str:
        """A text cut with an ellipsis where it is wider than `room`."""
        if self.width(text) <= room:
            return text
        return self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)

    def baseline(self, top: float, height: float) -> float:
        """The baseline of a text centred in a line."""
        return top + (height - self.height) / 2 + self.ascent


class Word(NamedTuple):
    """A positioned text; `node` is the node whose move it belongs to, None if it belongs to none."""

    x: float
    baseline: float
    text: str
    face: FontWidths
    tone: Tone
    node: Node | None


class Cell(NamedTuple):
    """The area of a node; a move's cell is filled while the node is current."""

    rect: QRectF
    node: Node
    move: bool


class Flag(NamedTuple):
    """The flag of a bookmark."""

    box: QRectF
    node: Node


class Wave(NamedTuple):
    """A line under a move that breaks a rule; `y` is its height."""

    line: QPolygonF
    y: float
    node: Node


def wave_under(left: float, right: float, y: float, unit: float, node: Node) -> Wave:
    """A wave from `left` to `right`."""
    step = 2 * unit
    count = max(round((right - left) / step), 1)
    points = [QPointF(left + i * step, y - i % 2 * unit) for i in range(count + 1)]
    return Wave(QPolygonF(points), y, node)


class LaidBlock:
    """A block ready for painting; coordinates from its top left corner at the page's left edge.

    Attributes:
        height: of the block in pixels.
        words, cells, waves, flags: its contents.
        text: the lines of a comment, or of the comment ahead of the moves (its cell is the first);
            None without.
        room: where a field stands in which the comment is being written, None for nowhere.
    """

    __slots__ = ("cells", "flags", "height", "room", "text", "waves", "words")

    def __init__(self) -> None:
        self.height = 0
        self.words: list[Word] = []
        self.cells: list[Cell] = []
        self.waves: list[Wave] = []
        self.flags: list[Flag] = []
        self.text: QTextLayout | None = None
        self.room: QRectF | None = None

    def lines(self) -> Iterator[tuple[float, float]]:
        """The top and bottom of each line of text, and of each move's cell."""
        for word in self.words:
            top = word.baseline - word.face.ascent
            yield top, top + word.face.height
        for cell in self.cells:
            if cell.move:
                yield cell.rect.top(), cell.rect.bottom()
        if self.text is not None:
            for at in range(self.text.lineCount()):
                box = self.text.lineAt(at).rect()
                yield box.top(), box.bottom()

    def cell(self, node: Node) -> Cell | None:
        """The cell of a node's move."""
        for cell in self.cells:
            if cell.node is node and cell.move:
                return cell
        return None


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
