"""Small widgets that several places use."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QWidget,
)

from viewer.paint.painter import painter_on
from viewer.ui.toolkit.plain import Label, set_tip


def tab_through(*boxes: QWidget) -> None:
    """Make Tab go through the focusable widgets of some boxes, one box after the other, then on as before.

    Tab follows the order in which widgets came to their window, which isn't always that of reading. Within
    a box it is the order in which widgets came to it. Qt's own functions for the next and previous widget
    aren't asked: what they return, PySide takes for gone with the widget that was asked.
    """
    inside = [
        one
        for box in boxes
        for one in (box, *box.findChildren(QWidget))
        # The lists of combo boxes are windows of their own.
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.window() is box.window()
    ]
    for before, after in pairwise(inside):
        QWidget.setTabOrder(before, after)


def leave_arrows_to_mouse(tabs: QTabBar) -> None:
    """Take the arrows that scroll tabs out of the tab order: arrow keys go through the tabs."""
    for arrow in tabs.findChildren(QToolButton):
        arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)


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


class ElidedLabel(Label):
    """A line of plain text, elided if it doesn't fit; the tooltip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def elided(self, width: int) -> str:
        """The text as it is shown in a width in pixels."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.contentsRect()
        text = self.elided(room.width())
        set_tip(self, self.text() if text != self.text() else "")
        with painter_on(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), text)


class TwoLines(Label):
    """Parts of a line of plain text in one or two lines, broken between parts as far as that is possible.

    What fits neither is elided; the tooltip has all of it. `SEPARATOR` stands between the parts.
    """

    SEPARATOR = "  ·  "

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._held = 0
        self.setText("")

    def hold(self, held: bool) -> None:
        """Keep the number of lines whatever the text becomes, or show as many as it needs."""
        lines = (self._held or len(self._lines(self.width()))) if held else 0
        if lines != self._held:
            self._held = lines
            self.updateGeometry()

    def setText(self, text: str) -> None:
        """Set the text."""
        super().setText(text)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)  # a QLabel takes it back with each text
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return (self._held or len(self._lines(width))) * self.fontMetrics().lineSpacing()

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.fontMetrics().lineSpacing())

    def _lines(self, width: int) -> list[str]:
        """The text of each line, too wide where it has to be elided."""
        metrics, text = self.fontMetrics(), self.text()
        if self._held == 1:
            return [text]
        parts, first = text.split(self.SEPARATOR), 0
        while first < len(parts):
            line = self.SEPARATOR.join(parts[: first + 1])
            if metrics.horizontalAdvance(line) > width:
                break
            first += 1
        lines = (parts[: max(first, 1)], parts[max(first, 1) :])
        return [self.SEPARATOR.join(line) for line in lines if line]

    def shown(self) -> list[str]:
        """The lines as they are read."""
        room, metrics = self.contentsRect().width(), self.fontMetrics()
        right = Qt.TextElideMode.ElideRight
        return [metrics.elidedText(line, right, room) for line in self._lines(room)]

    def paintEvent(self, event: QPaintEvent) -> None:
        room, lines = self.contentsRect(), self.shown()
        set_tip(self, self.text() if lines != self._lines(room.width()) else "")
        high = self.fontMetrics().lineSpacing()
        with painter_on(self) as painter:
            painter.setPen(self.palette().color(self.foregroundRole()))
            for number, line in enumerate(lines):
                box = QRect(room.left(), room.top() + number * high, room.width(), high)
                painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), line)


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
