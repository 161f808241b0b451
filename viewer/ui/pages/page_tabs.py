"""The tabs of the pages, closer together and smaller if there is little width, so that none is cut off."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.toolkit.focus import leave_arrows_to_mouse

DRAGGED = "application/x-qipu-page"
"""The type of what is dragged: the data of a tab, the id of a page."""
_TIGHTNESS = ("", "true", "small")  # values of the property "tight": as in the style sheet


class PageTabs(QTabBar):
    """A row of tabs without a frame, which can be dragged off. If they don't fit, arrows scroll them.

    Signals:
        menuAsked: the context menu of a page is requested: (page id, global point).
    """

    menuAsked = Signal(str, QPoint)
    _pressed: QPoint | None = None  # where the mouse was pressed on a tab
    _fitting = False
    _known: tuple[object, ...] = ()  # what the widths were measured of
    _widths: Mapping[str, int] = {}  # of all tabs, by tightness

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setDrawBase(False)
        self.setAccessibleName(tr(message("Pages")))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.tabAt(event.pos()) if by_mouse else self.currentIndex()
        if index >= 0:
            at = (
                event.globalPos()
                if by_mouse
                else self.mapToGlobal(self.tabRect(index).bottomLeft())
            )
            self.menuAsked.emit(str(self.tabData(index)), at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if left else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        far = 2 * QApplication.startDragDistance()
        if self._pressed is None or (at - self._pressed).manhattanLength() < far:
            super().mouseMoveEvent(event)
            return
        index, self._pressed = self.tabAt(self._pressed), None
        if index >= 0:
            self._drag(index)

    def _drag(self, index: int) -> None:
        """Drag a tab, until it is dropped."""
        drag, data, rect = QDrag(self), QMimeData(), self.tabRect(index)
        data.setData(DRAGGED, str(self.tabData(index)).encode())
        drag.setMimeData(data)
        drag.setPixmap(self.grab(rect))
        drag.exec(Qt.DropAction.MoveAction)

    def show_tab(self, index: int, shown: bool) -> None:
        """Show a tab, or hide it."""
        if shown != self.isTabVisible(index):
            self.setTabVisible(index, shown)
            self._lay_out()
            self.updateGeometry()  # a hidden bar doesn't report that it became wider

    def set_bare(self, bare: bool) -> None:
        """Show none of the tabs as chosen, since no page is shown, or the current one again."""
        if bare != bool(self.property("bare")):
            self.setProperty("bare", bare)
            self._polish()

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Set spacing and size of the tabs to the available width."""
        if self._fitting:
            return
        self._fitting = True
        seen = [index for index in range(self.count()) if self.isTabVisible(index)]
        texts = tuple(self.tabText(index) for index in seen)
        about = (texts, QApplication.font().toString())
        if about != self._known:
            self._known, self._widths = about, {}
        wide = 0
        for tight in _TIGHTNESS:
            if tight not in self._widths:
                self._tighten(tight)
                wide = sum(self.tabSizeHint(index).width() for index in seen)
                self._widths = {**self._widths, tight: wide}
            wide = self._widths[tight]
            if wide <= self.width():
                break
        self._tighten(tight)
        if (wide > self.width()) != self.usesScrollButtons():
            self.setUsesScrollButtons(wide > self.width())
            leave_arrows_to_mouse(self)
        self._fitting = False

    def _tighten(self, tight: str) -> None:
        if tight != (self.property("tight") or ""):
            self.setProperty("tight", tight)
            self._polish()

    def _polish(self) -> None:
        self.style().unpolish(self)
        self.style().polish(self)
        self._lay_out()

    def _lay_out(self) -> None:
        self.setElideMode(Qt.TextElideMode.ElideNone)  # as it is; lays them out again
