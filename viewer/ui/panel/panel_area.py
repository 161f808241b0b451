"""An area of panels: pages under tabs, and pinned panels, which are always visible."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.ui.pages.page import GrowingPanel, LowPanel
from viewer.ui.panel.page_tabs import PageTabs
from viewer.ui.panel.panels import PANELS
from viewer.ui.toolkit.sizes import USUAL_PANES
from viewer.ui.toolkit.widgets import tab_through

_ORDER = list(PANELS)
_LEAST = QSize(200, 60)  # minimum of the pages, and of pinned panels, side by side
_PAGES = 300  # pixels of width that the pages keep beside pinned panels
_KEPT = 110  # pixels of height that the pages keep beside a wide open panel
_LOW, _NARROW = 130, 540  # pixels of height and width of an area that lies across


class PanelArea(QWidget):
    """Panels under tabs with the pinned ones below them, or beside them where the area lies across.

    If an area that lies across is narrow, pinned panels get tabs as well.

    Attributes:
        tabs: a tab for each panel that isn't pinned; its data is the panel's id.
        front: the panel whose tab is in front, "" for none.

    Signals:
        turned: a tab came to the front: (panel id).
        menuAsked: the context menu of a panel is requested: (panel id, global point).
        divided: the user resized a pane: (its name in `sizes.USUAL_PANES`, pixels).
        filled: the panels of the area changed; it may be empty now, or no longer.
    """

    turned = Signal(str)
    menuAsked = Signal(str, QPoint)
    divided = Signal(str, int)
    filled = Signal()

    def __init__(self, across: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._across = across
        self._low = False
        self.front = ""
        self._offered: dict[str, bool] = {}
        self._pinned: dict[str, QWidget] = {}
        self._narrow = False
        self._sizes: dict[str, int] = dict(USUAL_PANES)
        self._pages = QWidget()
        column = QVBoxLayout(self._pages)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setContentsMargins(18, 0, 8, 0)
        self.tabs = PageTabs()
        self.tabs.currentChanged.connect(self._turn)
        self.tabs.menuAsked.connect(self._ask)
        row.addWidget(self.tabs, 1)
        column.addLayout(row)
        column.addWidget(rule())
        self._stack = QStackedWidget()
        column.addWidget(self._stack, 1)
        self._split = QSplitter(_lying(across))
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._pages)
        self._split.setStretchFactor(0, 1)
        self._split.splitterMoved.connect(self._moved)
        if across:
            self._pages.setMinimumSize(_LEAST)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._split)

    # ------------------------------------------------------------------------- the panels here

    @property
    def empty(self) -> bool:
        """Whether no panel is visible."""
        return not self._pinned and not self.front

    def add_tab(self, id: str) -> None:
        """Add a hidden tab for a panel; `set_offered` shows it."""
        index = sum(_ORDER.index(one) < _ORDER.index(id) for one in self._ids())
        self.tabs.blockSignals(True)  # the first tab would become current before it has its data
        self.tabs.insertTab(index, tr(PANELS[id].title))
        self.tabs.setTabData(index, id)
        self.tabs.setTabVisible(index, False)
        self.tabs.blockSignals(False)
        self._offered[id] = False

    def remove_tab(self, id: str) -> None:
        """Remove the tab of a panel that was moved to another area."""
        self._take_tab(id)
        self._fit()

    def _take_tab(self, id: str) -> None:
        del self._offered[id]
        others = [one for one in self._ids() if self._offered.get(one)]
        if self.front == id:
            self.front = ""
            if others:
                self.show_tab(others[0])
        self.tabs.blockSignals(True)
        self.tabs.removeTab(self._ids().index(id))
        self.tabs.blockSignals(False)

    def add_page(self, page: QWidget) -> None:
        """Add the widget of a panel that has a tab here."""
        self._stack.addWidget(page)
        tab_through(self.tabs, page)  # created last, it would be last in the tab order

    def remove_page(self, page: QWidget) -> None:
        """Remove the widget of a panel that has a tab here."""
        self._stack.removeWidget(page)

    def pin(self, id: str, panel: QWidget) -> None:
        """Add a pinned panel, which is always visible."""
        self._unfold()
        self._pinned[id] = panel
        panel.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        panel.customContextMenuRequested.connect(partial(self._ask_at, id))
        if isinstance(panel, GrowingPanel):
            panel.grown.connect(self._divide)
        self._tell_low(panel)
        self._put(id)
        self._fit()

    def unpin(self, id: str) -> None:
        """Remove a pinned panel."""
        self._unfold()
        panel = self._pinned.pop(id)
        panel.customContextMenuRequested.disconnect()
        if isinstance(panel, GrowingPanel):
            panel.grown.disconnect(self._divide)
        panel.setParent(None)
        self._fit()

    def _put(self, id: str) -> None:
        """Place a pinned panel beside the pages."""
        panel = self._pinned[id]
        panel.setMinimumSize(_LEAST if self._across else QSize(0, 0))
        self._split.insertWidget(1 + self._shown_pinned().index(id), panel)
        panel.show()

    def _fit(self) -> None:
        """Give pinned panels tabs if the area is narrow, and remove them if it isn't."""
        pages = any(offered for id, offered in self._offered.items() if id not in self._pinned)
        narrow = self._across and self.width() < _NARROW and pages
        if narrow and not self._narrow:
            self._narrow = True
            for id in self._shown_pinned():
                self._pinned[id].setMinimumSize(QSize(0, 0))
                self.add_page(self._pinned[id])
                self.add_tab(id)
                self._offer(id, True)
        elif not narrow:
            self._unfold()
        self._fill()

    def _unfold(self) -> None:
        """Put pinned panels beside the pages again, without tabs."""
        if self._narrow:
            self._narrow = False
            for id in self._shown_pinned():
                self._take_tab(id)
                self.remove_page(self._pinned[id])
                self._put(id)

    def set_offered(self, id: str, offered: bool) -> None:
        """Show the tab of a panel, or hide it, unless it is in front."""
        self._offer(id, offered)
        self._fit()

    def _offer(self, id: str, offered: bool) -> None:
        index = self._ids().index(id)
        self._offered[id] = offered
        self.tabs.setTabVisible(index, offered or self.front == id)
        self.tabs.updateGeometry()  # a hidden bar doesn't report that it became wider

    def set_words(self, id: str, words: str) -> None:
        """Set the text of a panel's tab."""
        self.tabs.setTabText(self._ids().index(id), words)

    def seen(self) -> list[str]:
        """The panels whose tabs are visible, in order."""
        ids = enumerate(self._ids())
        return [id for index, id in ids if self.tabs.isTabVisible(index)]

    def _ids(self) -> list[str]:
        return [str(self.tabs.tabData(index)) for index in range(self.tabs.count())]

    def _fill(self) -> None:
        self._pages.setVisible(bool(self.front))
        self._divide()
        self.filled.emit()

    # -------------------------------------------------------------------------------- in front

    def show_tab(self, id: str) -> None:
        """Bring a panel's tab to the front, offered or not; does nothing for a panel without a tab."""
        if id not in self._ids():
            return
        index = self._ids().index(id)
        self.tabs.setTabVisible(index, True)
        self.tabs.setCurrentIndex(index)
        self._turn(index)

    def show_page(self, page: QWidget) -> None:
        """Show a widget that was added by `add_page`."""
        self._stack.setCurrentWidget(page)

    def _turn(self, index: int) -> None:
        if index >= 0:
            self.front = str(self.tabs.tabData(index))
            self._fill()
            self.turned.emit(self.front)

    def _ask(self, index: int, point: QPoint) -> None:
        self.menuAsked.emit(str(self.tabs.tabData(index)), point)

    def _ask_at(self, id: str, point: QPoint) -> None:
        self.menuAsked.emit(id, self._pinned[id].mapToGlobal(point))

    # ------------------------------------------------------------------------------- the sizes

    def set_low(self, low: bool) -> None:
        """Tell pinned panels whether there is little room, so that they show less."""
        if low != self._low:
            self._low = low
            for panel in self._pinned.values():
                self._tell_low(panel)

    def _tell_low(self, panel: QWidget) -> None:
        if isinstance(panel, LowPanel):
            panel.set_low(self._low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._across:
            self.set_low(self.height() < _LOW)
            self._fit()

    @property
    def across(self) -> bool:
        """Whether pinned panels stand beside the pages, not below them."""
        return self._across

    def set_across(self, across: bool) -> None:
        """Say whether the area lies across."""
        if across == self._across:
            return
        self._unfold()
        self._across = across
        self._split.setOrientation(_lying(across))
        for panel in (self._pages, *self._pinned.values()):
            panel.setMinimumSize(_LEAST if across else QSize(0, 0))
        self._fit()

    def set_pane(self, name: str, size: int) -> None:
        """Give a pane a size; the pages take the rest."""
        self._sizes[name] = size
        self._divide()

    def _pane(self, id: str) -> str:
        return f"{id}-below" if self._across else id

    def _divide(self) -> None:
        if self._narrow:
            return
        sizes = self._split.sizes()
        room = sum(sizes) or 740
        wanted = [self._wanted(id, room) for id in self._shown_pinned()]
        if sizes[1:] != wanted:
            self._split.setSizes([max(1, room - sum(wanted)), *wanted])

    def _wanted(self, id: str, room: int) -> int:
        """The size of a pinned panel: as set, or more while it is grown."""
        size, panel = self._sizes[self._pane(id)], self._pinned[id]
        if not self._across and isinstance(panel, GrowingPanel):
            if panel.wide_open:
                return max(size, room - _KEPT)
            return max(size, min(panel.needed, room // 2))
        return min(size, max(room // 2, room - _PAGES)) if self._across else size

    def _shown_pinned(self) -> list[str]:
        """The pinned panels shown without tabs, in order."""
        return sorted(self._pinned, key=_ORDER.index)

    def _moved(self) -> None:
        room = sum(self._split.sizes())
        for id, size in zip(self._shown_pinned(), self._split.sizes()[1:], strict=True):
            if size != self._wanted(id, room):
                self.divided.emit(self._pane(id), size)


def _lying(across: bool) -> Qt.Orientation:
    return Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical


def rule() -> QFrame:
    """A hairline between stacked widgets."""
    line = QFrame()
    line.setProperty("rule", True)
    line.setFixedHeight(1)
    return line
