"""A laid-out block: positioned texts, cells and lines. Made by the typesetter, read by the painter."""

from __future__ import annotations

import enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QGlyphRun, QPolygonF, QTextLayout

from viewer.base.named import NamedTuple
from viewer.tree.node import Node
from viewer.ui.toolkit.fonts import FIGURES

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

    def cell(self, node: Node) -> Cell | None:
        """The cell of a node's move."""
        for cell in self.cells:
            if cell.node is node and cell.move:
                return cell
        return None
