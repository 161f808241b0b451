"""A cell of a desk's panel: pages that share one place, each behind its tab."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.ui.pages.arrangement import LEAST_PAGE, TABS, in_order
from viewer.ui.pages.page_tabs import PageTabs
from viewer.ui.pages.panels import PANELS
from viewer.ui.toolkit.focus import tab_through

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
