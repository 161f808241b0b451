"""The tabs of the pages, closer together if there is little width, so that none is cut off."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QTabBar, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message

_GAP, _TIGHT_GAP = 18, 7  # px between tabs: as in the style sheet


class PageTabs(QTabBar):
    """A row of tabs without a frame. If they don't fit even then, arrows scroll them.

    Signals:
        menuAsked: the context menu of a tab is requested: (its index, global point).
    """

    menuAsked = Signal(int, QPoint)

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
            self.menuAsked.emit(index, at)

    def tabLayoutChange(self) -> None:
        super().tabLayoutChange()
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Set the spacing of the tabs to the available width."""
        seen = [index for index in range(self.count()) if self.isTabVisible(index)]
        tight = bool(self.property("tight"))
        wide = sum(self.tabSizeHint(index).width() for index in seen)
        wide += len(seen) * (_GAP - _TIGHT_GAP) if tight else 0
        room = self.width()
        wanted = wide > room
        if wanted != tight:
            self.setProperty("tight", wanted)
            self.style().unpolish(self)
            self.style().polish(self)
            self.setElideMode(Qt.TextElideMode.ElideNone)  # as it is; lays them out again
        still = wide - len(seen) * (_GAP - _TIGHT_GAP) > room
        if still != self.usesScrollButtons():
            self.setUsesScrollButtons(still)
