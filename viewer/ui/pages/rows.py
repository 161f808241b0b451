"""Painting rows of the pages in the theme's colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from viewer.base.named import NamedTuple
from viewer.paint.icons import draw_icon
from viewer.scene.theme import Theme
from viewer.tree.annotation import BAD_GLYPHS, GOOD_GLYPHS
from viewer.ui.models.words import RowWords
from viewer.ui.toolkit.language import FAMILY, UI_PIXELS, add_fonts
from viewer.ui.toolkit.style import theme_in_use

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    _View = object  # a class of Qt can't be there twice

HEIGHT = 25
"""Pixels of a row, for text of the usual size."""
RADIUS = 5.0
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)


class FontMeasures(NamedTuple):
    """A font with its metrics."""

    font: QFont
    metrics: QFontMetricsF

    @classmethod
    def of(cls, font: QFont) -> FontMeasures:
        """The measures of a font."""
        return cls(font, QFontMetricsF(font))


class RowLook:
    """Colours and fonts of a view, cached for its font and the active theme.

    Attributes:
        theme: the theme.
        text: the view's own font; small: for numbers, comments, locations.
        move, strong: for moves; from the bundled font, complete even without CJK fonts.
    """

    def __init__(self, view: QWidget) -> None:
        add_fonts()
        self.theme: Theme = theme_in_use()
        self._colours: dict[str, QColor] = {}
        font = view.font()
        self._font = font
        small = QFont(font)
        if font.pixelSize() > 0:
            small.setPixelSize(font.pixelSize() - 1)
        else:
            small.setPointSizeF(max(1.0, font.pointSizeF() - 0.75))
        move = QFont(font)
        # A name like "Sans Serif" is no family: the one that comes next would be taken for all text.
        move.setFamilies([QFontInfo(font).family(), *font.families(), FAMILY])
        strong = QFont(move)
        strong.setWeight(QFont.Weight.DemiBold)
        self.text, self.small = FontMeasures.of(font), FontMeasures.of(small)
        self.move, self.strong = FontMeasures.of(move), FontMeasures.of(strong)

    def holds(self, view: QWidget) -> bool:
        """Whether it is still valid for a view."""
        return self.theme is theme_in_use() and self._font == view.font()

    def __getitem__(self, token: str) -> QColor:
        colour = self._colours.get(token)
        if colour is None:
            colour = self._colours[token] = QColor(self.theme[token])
        return colour


def look_of(view: QWidget, known: RowLook | None) -> RowLook:
    """The look of a view: the cached one if it is still valid."""
    return known if known is not None and known.holds(view) else RowLook(view)


def fill_row(
    painter: QPainter, box: QRectF, look: RowLook, current: bool, marked: bool, focus: bool
) -> None:
    """Paint a row's background: filled for the current node, a chip under the mouse, a rim for the focus."""
    if not (current or marked or focus):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    if current or marked:
        painter.setBrush(look["accent" if current else "chip"])
        painter.drawRoundedRect(box, RADIUS, RADIUS)
    if focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look["on-accent" if current else "accent"], 1))
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), RADIUS - 1.5, RADIUS - 1.5)


def whole_rows(view: QAbstractItemView) -> QRect:
    """A viewport without the rows that are cut at its top or bottom; all of it if no other is seen."""
    sight = QRect(view.viewport().rect())
    above, below = (
        view.visualRect(view.indexAt(QPoint(1, y))) for y in (sight.top(), sight.bottom())
    )
    whole = QRect(sight)
    if above.isValid() and above.top() < sight.top():
        whole.setTop(above.bottom() + 1)
    if below.isValid() and below.bottom() > sight.bottom():
        whole.setBottom(below.top() - 1)
    return whole if whole.isValid() else sight


def bring_into_sight(view: QAbstractItemView, index: QModelIndex) -> None:
    """Scroll to a row that isn't fully visible: to the middle, so that the next steps don't scroll."""
    box, sight = view.visualRect(index), view.viewport().height()
    if box.top() < 0 or box.bottom() >= sight:
        bar = view.verticalScrollBar()
        bar.setValue(bar.value() + box.center().y() - sight // 2)


def stay_in_sight(view: QAbstractItemView, event: QResizeEvent) -> None:
    """Scroll to the current row if a part of it was in sight before the size changed."""
    box = view.visualRect(view.currentIndex())
    if box.isValid() and box.bottom() >= 0 and box.top() < event.oldSize().height():
        bring_into_sight(view, view.currentIndex())


def scaled(length: int, view: QWidget) -> int:
    """A length in pixels for text of the usual size, for that of a view if it is larger."""
    return round(length * max(1.0, view.font().pixelSize() / round(UI_PIXELS)))


class RowView(_View):
    """The common base of the pages' views; a mix-in before Qt's view class.

    Attributes:
        look: the current look.
        pointed: the row under the mouse (`row_of`), -1 for none.
    """

    pointed = -1
    look: RowLook

    def set_up(self, name: str) -> None:
        """Initialise the view; `name` is its object name in the style sheet."""
        self.setObjectName(name)
        self.look = look_of(self, None)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.entered.connect(lambda index: self._point_at(self.row_of(index)))

    def row_of(self, index: QModelIndex) -> int:
        """The number by which a row is known: its place."""
        return index.row()

    def paintEvent(self, event: QPaintEvent) -> None:
        self.look = look_of(self, self.look)
        super().paintEvent(QPaintEvent(event.region() & whole_rows(self)))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.viewport().update()  # rows that were cut are whole now

    def fit_rows(self) -> None:
        """Give rows the height that text of the view's size needs; called when that changes."""

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        stay_in_sight(self, event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self._point_at(-1)
        return super().viewportEvent(event)

    def _point_at(self, row: int) -> None:
        if row != self.pointed:
            self.pointed = row
            self.viewport().update()

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: letters are commands, and Qt would read every row to search."""


def plain_table(view: QTableView, height: int) -> None:
    """Set up a table without grid, row numbers and tab stops; `height` of rows for text of the usual size."""
    view.setShowGrid(False)
    view.setTabKeyNavigation(False)
    view.setCornerButtonEnabled(False)
    rows = view.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    set_row_height(view, scaled(height, view))


def set_row_height(view: QTableView, pixels: int) -> None:
    """Give all rows of a table the same height."""
    rows = view.verticalHeader()
    rows.setMinimumSectionSize(pixels)
    rows.setDefaultSectionSize(pixels)


class RowPen:
    """Writes the parts of a row from left to right; in a single colour on the current node's background."""

    def __init__(
        self, painter: QPainter, box: QRectF, look: RowLook, current: bool = False
    ) -> None:
        self._painter = painter
        self._box = QRectF(box)
        self._look = look
        self._current = current

    @property
    def room(self) -> float:
        """The remaining width in pixels."""
        return self._box.width()

    def write(
        self, text: str, face: FontMeasures, colour: str, gap: float = 0, least: float = 0
    ) -> None:
        """Write a text, elided if it doesn't fit, and a gap after it. `colour` is a token.

        It takes at least the width `least`.
        """
        room = self._box.width()
        if not text or room < 4:
            return
        wide = face.metrics.horizontalAdvance(text)
        if wide > room:
            text = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            wide = room
        self._painter.setFont(face.font)
        self._painter.setPen(self._look["on-accent" if self._current else colour])
        self._painter.drawText(self._box, _MIDDLE, text)
        self._box.setLeft(min(self._box.left() + max(wide, least) + gap, self._box.right()))

    def flag(self, words: RowWords, gap: float = 6) -> None:
        """Write a bookmark: a small flag and its text."""
        side = self._look.small.metrics.ascent() + 1
        if not words.bookmark or self._box.width() < side:
            return
        colour = self._look.theme["on-accent" if self._current else "seal"]
        top = self._box.center().y() - side / 2
        draw_icon(self._painter, "flag", colour, QRectF(self._box.left(), top, side, side))
        self._box.setLeft(self._box.left() + side)
        self.write(words.bookmark, self._look.small, "muted", gap)

    def signs(self, words: RowWords, face: FontMeasures) -> None:
        """Write the glyphs of a move: good ones green, bad ones red."""
        for nag, sign in words.signs:
            token = "good" if nag in GOOD_GLYPHS else "bad" if nag in BAD_GLYPHS else "ink"
            self.write(sign, face, token, 4)
        sign, praise = words.verdict
        self.write(sign, self._look.small, ("bad", "muted", "good")[praise + 1], 4)
