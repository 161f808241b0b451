"""Two desks beside each other in one tab: two records, or one at two moments; the pairs of a window."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.document import Document
from viewer.ui.session.titles import window_title
from viewer.ui.toolkit.keymap import set_key_tip
from viewer.ui.toolkit.plain import ElidedLabel, literal
from viewer.ui.window.desk import Desk


class DeskPair(QSplitter):
    """The desk of a tab and a companion; one of them has the keys.

    Attributes:
        desk: the desk of the tab.
        companion: the one beside it.
        active: the one that has the keys.

    Signals:
        turned: the other desk has the keys now.
        closed: the companion's button was pressed.
    """

    turned = Signal()
    closed = Signal()

    def __init__(self, desk: Desk, companion: Desk, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setHandleWidth(3)
        self.setChildrenCollapsible(False)
        self.desk, self.companion, self.active = desk, companion, desk
        self._sides = {one: _Side(one) for one in (desk, companion)}
        for one, side in self._sides.items():
            self.addWidget(side)
            one.show()
            one.set_paired(True)
            one.alone.connect(self._show_alone)
            side.heading.installEventFilter(self)
        close = QToolButton()
        close.setText("✕")
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        words = tr(message("Close the second board"))
        close.setAccessibleName(words)
        set_key_tip(close, words, "beside")
        close.clicked.connect(self.closed)
        self._sides[companion].row.addWidget(close)
        self.setSizes([1000, 1000])
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_changed)
        self._mark()

    def enter(self, desk: Desk) -> None:
        """Give one of the desks the keys."""
        self._activate(desk)
        desk.focus_board()

    def _activate(self, desk: Desk) -> None:
        """Something of a desk has the keys."""
        if desk is not self.active:
            self.active = desk
            self._mark()
            self.turned.emit()

    def release(self) -> Desk:
        """Give up both desks, to be shown elsewhere or closed; returns the desk of the tab."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.disconnect(self._focus_changed)
        for one in (self.desk, self.companion):
            one.alone.disconnect(self._show_alone)
            one.set_paired(False)
            one.setParent(None)
        return self.desk

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        for desk in (self.desk, self.companion):
            if new is not None and desk.isAncestorOf(new):
                self._activate(desk)

    def _mark(self) -> None:
        for desk, side in self._sides.items():
            side.mark(desk is self.active)

    def _show_alone(self, alone: bool) -> None:
        """One of the boards stands alone: the other desk is hidden meanwhile."""
        for desk, side in self._sides.items():
            side.heading.setVisible(not alone)
            side.setVisible(not alone or desk is self.active)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            for desk, side in self._sides.items():
                if side.heading is watched:
                    self.enter(desk)
        return super().eventFilter(watched, event)


class DeskPairs(QObject):
    """The pairs in the tabs of a window, each by the desk of its tab.

    Signals:
        activated: the other desk of a pair has the keys now.
        rearranged: something stands beside the desk of a tab now, or no longer: the desk.
    """

    activated = Signal()
    rearranged = Signal(Desk)

    def __init__(self, stack: QStackedWidget, parent: QObject) -> None:
        """`stack` holds desks, and pairs in their places."""
        super().__init__(parent)
        self._stack = stack
        self._pairs: dict[Desk, DeskPair] = {}

    def of(self, desk: Desk) -> DeskPair | None:
        """The pair in the tab of a desk, None if it stands alone."""
        return self._pairs.get(desk)

    def companions(self) -> list[Desk]:
        """The desks that stand beside that of a tab."""
        return [pair.companion for pair in self._pairs.values()]

    def put(self, desk: Desk, companion: Desk) -> DeskPair:
        """Show a companion beside the desk of a tab, in place of the one that stands there."""
        self.part(desk)
        self._stack.removeWidget(desk)
        self._pairs[desk] = pair = DeskPair(desk, companion)
        self._stack.addWidget(pair)
        pair.turned.connect(self.activated)
        pair.closed.connect(partial(self.part, desk))
        self.rearranged.emit(desk)
        return pair

    def part(self, desk: Desk) -> None:
        """Close the companion of the desk of a tab, if it has one."""
        pair = self._pairs.pop(desk, None)
        if pair is None:
            return
        companion = pair.companion
        companion.close_session()
        pair.release()
        self._stack.removeWidget(pair)
        self._stack.addWidget(desk)
        for one in (pair, companion):
            one.hide()
            one.deleteLater()
        self.rearranged.emit(desk)

    def part_from(self, desk: Desk) -> None:
        """Close the companions of a desk and of its documents: its tab is being closed."""
        for other, pair in list(self._pairs.items()):
            if other is desk or pair.companion.session.document in desk.documents:
                self.part(other)

    def keep_to(self, shown: Collection[Document]) -> None:
        """Close companions of documents that aren't among those that tabs show."""
        for desk, pair in list(self._pairs.items()):
            if pair.companion.session.document not in shown:
                self.part(desk)


class _Side(QWidget):
    """A desk below its heading, which tells whether it has the keys.

    Attributes:
        heading: what stands above the desk.
        row: its layout.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.heading = QWidget()
        self.heading.setObjectName("companion")
        self.heading.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.heading.setFixedHeight(30)
        self.row = QHBoxLayout(self.heading)
        self.row.setContentsMargins(16, 0, 8, 0)
        self._title = ElidedLabel()
        self.row.addWidget(self._title, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.heading)
        whole.addWidget(desk, 1)
        session = desk.session
        for changed in (session.moved, session.reloaded, session.restyled, desk.titleChanged):
            changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        session = self._desk.session
        at_start = session.node.parent is None
        move = tr(message("start")) if at_start else session.words.numbered(session.node)
        self._title.setText(literal(f"{move}  ·  {window_title(session)}"))

    def mark(self, active: bool) -> None:
        """Show whether the desk has the keys."""
        self.heading.setProperty("active", active)
        self.heading.style().polish(self.heading)
        self._title.style().polish(self._title)
