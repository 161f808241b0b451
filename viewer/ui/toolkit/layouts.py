"""Where more stands than fits: rows that wrap, words that are broken, a content that scrolls."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QLayout,
    QLayoutItem,
    QScrollArea,
    QWidget,
)

from viewer.paint.painter import painter_on
from viewer.ui.toolkit.plain import Label


class FlowLayout(QLayout):
    """A layout of wrapping rows. Hidden widgets take no room; size hints are cached until a change.

    `fills`: the last widget takes the rest of its row.

    Attributes:
        gap: pixels between widgets, and between rows.
    """

    def __init__(self, parent: QWidget | None = None, gap: int = 6, fills: bool = False) -> None:
        super().__init__(parent)
        self._fills = fills
        self._items: list[QLayoutItem] = []
        self.gap = gap
        self._sizes: list[tuple[QLayoutItem, QSize]] | None = None
        self._heights: dict[int, int] = {}
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def invalidate(self) -> None:
        self._sizes = None
        self._heights = {}
        super().invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        if not 0 <= index < len(self._items):
            return None
        self.invalidate()
        return self._items.pop(index)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._place(QRect(0, 0, width, 0), False)
        return height

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item, _ in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def whole_width(self) -> int:
        """The width of all widgets in one row, in pixels."""
        wide = [size.width() for _, size in self._shown()]
        return sum(wide) + self.gap * max(0, len(wide) - 1)

    def _shown(self) -> list[tuple[QLayoutItem, QSize]]:
        if self._sizes is None:
            self._sizes = [(one, one.sizeHint()) for one in self._items if not one.isEmpty()]
        return self._sizes

    def _place(self, rect: QRect, really: bool) -> int:
        rows: list[tuple[int, list[tuple[int, QLayoutItem, QSize]]]] = []
        x, high = 0, 0
        row: list[tuple[int, QLayoutItem, QSize]] = []
        for item, size in self._shown():
            wide = size.width()
            if self._fills and item is self._items[-1]:
                wide = item.minimumSize().width()
            if row and x + wide > rect.width():
                rows.append((high, row))
                x, high, row = 0, 0, []
            row.append((x, item, size))
            x += size.width() + self.gap
            high = max(high, size.height())
        if row:
            rows.append((high, row))
        y = rect.y()
        for high, row in rows:
            for x, item, size in row if really else ():
                if self._fills and item is self._items[-1]:
                    size = QSize(rect.width() - x, size.height())
                down = (high - size.height()) // 2
                item.setGeometry(QRect(QPoint(rect.x() + x, y + down), size))
            y += high + self.gap
        return y - rect.y() - (self.gap if rows else 0)


class ScrollingArea(QScrollArea):
    """An area without a frame that scrolls a content. Tab stops at it only while keys can scroll it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is what screen readers call the content."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verticalScrollBar().rangeChanged.connect(self._take_keys)

    def _take_keys(self, _: int, most: int) -> None:
        policy = Qt.FocusPolicy.StrongFocus if most > 0 else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(policy)

    def hold(self, content: QWidget) -> None:
        """Set the content, with what is behind both seen through them."""
        self.setWidget(content)
        for part in (self.viewport(), content):
            part.setAutoFillBackground(False)


def scrolled(content: QWidget, name: str) -> ScrollingArea:
    """An area that scrolls a content up and down; `name` is what screen readers call it."""
    area = ScrollingArea(name)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.hold(content)
    return area


_BROKEN = QTextOption()
_BROKEN.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)


class LongLabel(Label):
    """A text in as many lines as it needs, of which names that are longer than a line are broken."""

    def __init__(self, text: str = "", *, look: str = "") -> None:
        super().__init__(text, look=look, wraps=True)

    def lines_in(self, width: int) -> QTextLayout:
        """The text laid out in a width in pixels."""
        layout = QTextLayout(self.text().replace("\n", "\u2028"), self.font())
        layout.setTextOption(_BROKEN)
        layout.beginLayout()
        top = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, top))
            top += line.height()
        layout.endLayout()
        return layout

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.fontMetrics().lineSpacing())

    def heightForWidth(self, width: int) -> int:
        return ceil(self.lines_in(width).boundingRect().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            self.lines_in(self.width()).draw(painter, QPointF(0, 0))


_BROKEN = QTextOption()
_BROKEN.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
