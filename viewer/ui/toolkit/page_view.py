"""Pages below each other, drawn when they come into view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import message
from viewer.paint.painter import painter_on
from viewer.ui.toolkit.jobs import JobRunner

_GAP = 14  # pixels around a page
_KEPT = 24  # pictures
_POINTS = 72.0
_LEAST, _MOST = 0.25, 6.0
_STEP = 1.2


class Pages(Protocol):
    """Pages of one size that can be drawn."""

    count: int
    width: float
    height: float

    def page(self, number: int, ppi: float) -> bytes:
        """A page, from 1, as a PNG file; called in a thread."""


class PageView(QAbstractScrollArea):
    """Scrolls through pages, each whole at first; Ctrl with the wheel, + and - enlarge and reduce them.

    Signals:
        turned: another page is the current one.

    Attributes:
        zoom: the size of a page as a factor of the one at which all of it is seen.
        drawn: the pictures by number of page.
    """

    turned = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr(message("Pages")))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.zoom = 1.0
        self.drawn: dict[int, QImage] = {}
        self._pages: Pages | None = None
        self._asked = 0
        self._current = 0
        self._runner = JobRunner(self)
        self._runner.result.connect(self._take)
        self._runner.finished.connect(self._draw_next)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    # ------------------------------------------------------------------------------- content

    def show_pages(self, pages: Pages | None) -> None:
        """Show pages from now on; the place stays, as far as there are so many pages."""
        self.stop()
        self._pages = pages
        self._lay_out()
        self._scrolled()

    def stop(self) -> None:
        """Draw no more; pages may be closed afterwards."""
        self._runner.stop()
        self.drawn.clear()
        self._pages = None
        self.viewport().update()

    @property
    def current(self) -> int:
        """The number of the page that one looks at, from 1; 0 without pages.

        At the beginning it is the first page in view, at the end the last one, halfway that in the middle.
        """
        if self._pages is None or not self._pages.count:
            return 0
        down = self.verticalScrollBar()
        gone = down.value() / down.maximum() if down.maximum() else 0.0
        looked_at = down.value() + round(gone * self.viewport().height())
        return min(self._pages.count, 1 + max(0, looked_at - _GAP // 2) // self._pitch)

    # -------------------------------------------------------------------------------- places

    @property
    def _size(self) -> QSize:
        """The size of a page in pixels of the screen."""
        assert self._pages is not None
        room, shape = self.viewport().size(), self._pages.height / self._pages.width
        whole = min(room.width() - 2 * _GAP, int((room.height() - 2 * _GAP) / shape))
        wide = max(40, round(whole * self.zoom))
        return QSize(wide, round(wide * shape))

    @property
    def _pitch(self) -> int:
        return self._size.height() + _GAP

    def _place(self, number: int) -> QRect:
        """Where a page is in the view."""
        size = self._size
        room = self.viewport().width()
        left = max(_GAP, (room - size.width()) // 2) - self.horizontalScrollBar().value()
        top = _GAP + (number - 1) * self._pitch - self.verticalScrollBar().value()
        return QRect(left, top, size.width(), size.height())

    def _visible(self) -> list[int]:
        """The pages in view, the current one first."""
        if self._pages is None or not self._pages.count:
            return []
        view = self.viewport().rect()
        first = max(1, 1 + (self.verticalScrollBar().value() - _GAP) // self._pitch)
        numbers = range(first, min(self._pages.count, first + view.height() // self._pitch + 2) + 1)
        seen = [number for number in numbers if self._place(number).intersects(view)]
        return sorted(seen, key=lambda number: abs(number - self.current))

    def _lay_out(self) -> None:
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        room = self.viewport().size()
        if self._pages is None:
            down.setRange(0, 0)
            across.setRange(0, 0)
            return
        down.setRange(0, max(0, _GAP + self._pages.count * self._pitch - room.height()))
        down.setPageStep(min(room.height(), self._pitch))
        down.setSingleStep(48)
        across.setRange(0, max(0, self._size.width() + 2 * _GAP - room.width()))
        across.setPageStep(room.width())

    def _resized(self, change: float) -> None:
        """Lay the pages out anew, with the same place of the same page in the middle."""
        down = self.verticalScrollBar()
        half = self.viewport().height() / 2
        before = self._pitch if self._pages else 1
        place = (down.value() + half) / before
        self.zoom = min(_MOST, max(_LEAST, self.zoom * change))
        self._lay_out()
        if self._pages:
            down.setValue(round(place * self._pitch - half))
        self._scrolled()

    def _scrolled(self, _: int = 0) -> None:
        self.viewport().update()
        self._draw_next()
        if self.current != self._current:
            self._current = self.current
            self.turned.emit()

    # ------------------------------------------------------------------------------- drawing

    def _ppi(self) -> float:
        assert self._pages is not None
        return self._size.width() * self.devicePixelRatioF() * _POINTS / self._pages.width

    def _draw_next(self) -> None:
        """Draw a page in view that isn't drawn, or not for its size now."""
        pages = self._pages
        if pages is None or self._runner.running:
            return
        wide = round(self._size.width() * self.devicePixelRatioF())
        for number in self._visible():
            image = self.drawn.get(number)
            if image is None or abs(image.width() - wide) > 2:
                self._asked = number
                self._runner.start(in_thread(_drawing(pages, number, self._ppi())))
                return

    def _take(self, data: bytes) -> None:
        self.drawn.pop(self._asked, None)
        self.drawn[self._asked] = QImage.fromData(data)
        while len(self.drawn) > _KEPT:
            del self.drawn[next(iter(self.drawn))]
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self.viewport()) as painter:
            painter.fillRect(self.viewport().rect(), self.palette().mid())
            painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
            for number in self._visible():
                place = self._place(number)
                painter.fillRect(place, Qt.GlobalColor.white)
                image = self.drawn.get(number)
                if image is not None:
                    painter.drawImage(place, image)

    # -------------------------------------------------------------------------------- events

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._resized(1.0)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._resized(_STEP ** (event.angleDelta().y() / 120))
            return
        QApplication.sendEvent(self.verticalScrollBar(), event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        down = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self._resized(_STEP)
            case Qt.Key.Key_Minus:
                self._resized(1 / _STEP)
            case Qt.Key.Key_Home:
                down.setValue(down.minimum())
            case Qt.Key.Key_End:
                down.setValue(down.maximum())
            case Qt.Key.Key_Space:
                down.setValue(down.value() + down.pageStep())
            case _:
                super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(480, 640)


def _drawing(pages: Pages, number: int, ppi: float) -> Iterator[JobStep[bytes]]:
    yield JobStep(1, 1, pages.page(number, ppi))
