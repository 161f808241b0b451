"""The desks of a window, one under each tab: added, turned to, closed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from viewer.document.document import Document
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.session.titles import file_title
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.memory import release, settle
from viewer.ui.toolkit.plain import literal, tip
from viewer.ui.window.desk import Desk
from viewer.ui.window.top_bar import TopBar


class DeskTabs(QObject):
    """The desks in the order of their tabs, and the start page shown while there are none.

    Attributes:
        stack: shows the desk that was turned to; to be put into a layout.

    Signals:
        turned: another desk is shown now, or none.
    """

    turned = Signal()

    def __init__(
        self, window: ControlledWorkbench, bar: TopBar, make_start: Callable[[], QWidget]
    ) -> None:
        """`make_start` creates the start page, on first use."""
        super().__init__(bar)
        self._window, self._bar, self._make_start = window, bar, make_start
        self._start: QWidget | None = None
        self.stack = QStackedWidget()
        bar.closeAsked.connect(self.close_desk)
        bar.tabs.currentChanged.connect(self._turned)
        bar.tabs.tabMoved.connect(window.workspace.move)

    @property
    def desk(self) -> Desk | None:
        """The desk that is shown."""
        desk = self.stack.currentWidget()
        return desk if isinstance(desk, Desk) else None

    @property
    def start(self) -> QWidget:
        """The start page; created on first use."""
        if self._start is None:
            self._start = self._make_start()
            self.stack.addWidget(self._start)
        return self._start

    def desks(self) -> list[Desk]:
        """All desks, in the order of their tabs."""
        tabs = self._bar.tabs
        return [tabs.tabData(index) for index in range(tabs.count())]

    def desk_of(self, document: Document) -> Desk | None:
        """The desk of a document, None where it has none."""
        return next((desk for desk in self.desks() if desk.session.document is document), None)

    def add(self, desk: Desk) -> None:
        """Add a desk in a tab of its own and show it."""
        self.stack.addWidget(desk)
        self._turned(self._bar.add_tab(desk))
        settle()

    # --------------------------------------------------------------------------------- turning

    def turn_to(self, desk: Desk) -> None:
        """Show a desk."""
        self._bar.tabs.setCurrentIndex(self.desks().index(desk))

    def step(self, step: int) -> None:
        """Turn to the next (or previous) tab."""
        tabs = self._bar.tabs
        if tabs.count():
            tabs.setCurrentIndex((tabs.currentIndex() + step) % tabs.count())

    def show_start(self) -> None:
        """Show the start page if no file is open."""
        if not self.desks():
            self._turned(-1)

    def _turned(self, index: int) -> None:
        self.stack.setCurrentWidget(self._bar.tabs.tabData(index) if index >= 0 else self.start)
        self.turned.emit()

    def show_names(self) -> None:
        """Update the names on the tabs, with a dot for unsaved changes."""
        for index, desk in enumerate(self.desks()):
            document = desk.session.document
            dot = "  •" if document.modified else ""
            self._bar.tabs.setTabText(index, literal(file_title(document)) + dot)
            self._bar.tabs.setTabToolTip(index, tip(document.path or ""))

    # --------------------------------------------------------------------------------- closing

    def _may_leave(self, desk: Desk) -> bool:
        """Whether a desk may go; asks where something isn't saved or finished."""
        desk.session.flush()
        self._window.end_tasks(desk.session.document)
        if not (desk.unfinished or desk.panels.unvalued or desk.session.document.at_stake):
            return True
        self.turn_to(desk)
        return self._window.files.may_leave(desk)

    def close_desk(self, desk: Desk) -> bool:
        """Close a tab, asking where something isn't saved; whether it is closed now."""
        if not self._may_leave(desk):
            return False
        index = self.desks().index(desk)
        desk.close_session()
        self._bar.tabs.removeTab(index)
        self.stack.removeWidget(desk)
        self._window.workspace.close(desk.session.document)
        desk.deleteLater()
        self.show_start()
        later(self, release)
        return True

    def leave_all(self) -> bool:
        """Close all sessions as the window closes, asking about unsaved changes; returns whether it may."""
        if not all(self._may_leave(desk) for desk in self.desks()):
            return False
        for desk in self.desks():
            desk.close_session()
        return True
