"""A cell of a desk's panel: pages that share one place, each behind its tab, whose tabs shrink to fit."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.pages.arrangement import LEAST_PAGE, TABS, in_order
from viewer.ui.pages.panels import PANELS
from viewer.ui.toolkit.focus import leave_arrows_to_mouse, tab_through

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
        if not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None  # let go since: a drag would swallow the next click
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


_MOST = (1 << 24) - 1  # Qt's largest size


class PageCell(QWidget):
    """Tabs with the page in front below them; folded, the tabs alone.

    Attributes:
        tabs: a tab for each page; its data is the page's id.
        pages: the ids of its pages.
        front: the page whose tab is in front, "" for none.
        open: whether the page in front is shown, not the tabs alone.

    Signals:
        turned: a tab came to the front: (page id).
        folded: it was opened or folded.
    """

    turned = Signal(str)
    folded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pages: tuple[str, ...] = ()
        self.front = ""
        self.open = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(18, 0, 8, 0)
        self.tabs = PageTabs()
        self.tabs.currentChanged.connect(self._turn)
        self.tabs.tabBarClicked.connect(self._clicked)
        row.addWidget(self.tabs, 1)
        column.addLayout(row)
        column.addWidget(rule())
        self._stack = QStackedWidget()
        column.addWidget(self._stack, 1)
        self._fit()

    def set_pages(self, ids: tuple[str, ...]) -> None:
        """Have tabs for these pages; those that are new stay hidden until `set_offered` shows them."""
        self.tabs.blockSignals(True)  # a tab would become current before it has its data
        for id in [id for id in self._ids() if id not in ids]:
            self.tabs.removeTab(self._ids().index(id))
        for index, id in enumerate(in_order(ids)):
            if id not in self._ids():
                self.tabs.insertTab(index, tr(PANELS[id].title))
                self.tabs.setTabData(index, id)
                self.tabs.setTabVisible(index, False)
        self.tabs.blockSignals(False)
        self.pages = ids
        if self.front not in ids:
            self.front = ""
            self._fit()

    def add_page(self, page: QWidget) -> None:
        """Add the widget of a page that has a tab here."""
        if self._stack.indexOf(page) < 0:
            self._stack.addWidget(page)
            tab_through(self.tabs, page)  # created last, it would be last in the tab order

    def remove_page(self, page: QWidget) -> None:
        """Remove the widget of a page."""
        self._stack.removeWidget(page)

    def set_offered(self, id: str, offered: bool) -> None:
        """Show the tab of a page, or hide it, unless it is in front."""
        index = self._ids().index(id)
        self.tabs.show_tab(index, offered or self.front == id)

    def set_words(self, id: str, words: str) -> None:
        """Set the text of a page's tab."""
        self.tabs.setTabText(self._ids().index(id), words)

    def seen(self) -> list[str]:
        """The pages whose tabs are visible, in order."""
        ids = enumerate(self._ids())
        return [id for index, id in ids if self.tabs.isTabVisible(index)]

    def _ids(self) -> list[str]:
        return [str(self.tabs.tabData(index)) for index in range(self.tabs.count())]

    # -------------------------------------------------------------------------------- in front

    def show_tab(self, id: str) -> None:
        """Bring a page's tab to the front, offered or not, and open the cell."""
        index = self._ids().index(id)
        self.tabs.setTabVisible(index, True)
        self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(False)
        self.front = id
        self._open(True)
        self.turned.emit(id)

    def fold(self) -> None:
        """Leave the tabs alone; a click on one opens it again."""
        self._open(False)

    def _open(self, on: bool) -> None:
        if on != self.open:
            self.open = on
            self._fit()
            self.folded.emit()

    def _fit(self) -> None:
        self._stack.setVisible(self.open)
        self.setMinimumHeight(self.folded_height + (LEAST_PAGE if self.open else 0))
        self.setMaximumHeight(_MOST if self.open else self.folded_height)
        self.tabs.set_bare(not self.open)

    @property
    def folded_height(self) -> int:
        """The height of the tabs alone, in pixels."""
        return max(TABS, self.tabs.sizeHint().height()) + 1

    def show_page(self, page: QWidget) -> None:
        """Show the widget of a page that has a tab here."""
        self.add_page(page)
        self._stack.setCurrentWidget(page)

    def _turn(self, index: int) -> None:
        if index >= 0:
            self.show_tab(str(self.tabs.tabData(index)))

    def _clicked(self, index: int) -> None:
        if index >= 0 and not self.open:
            self._turn(index)


def rule() -> QFrame:
    """A hairline between stacked widgets."""
    line = QFrame()
    line.setProperty("rule", True)
    line.setFixedHeight(1)
    return line
