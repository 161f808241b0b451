"""Modes of a desk beside reading and playing, shown in place of board and info panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.toolkit.kept_keys import ENTER
from viewer.ui.toolkit.sizes import LEAST_SIDE
from viewer.ui.toolkit.widgets import scrolled, tab_through

if TYPE_CHECKING:
    from viewer.ui.board.canvas import BoardCanvas


class DeskMode(QWidget):
    """A mode of the desk: a board in place of the main board, a panel in place of the info panel.

    The record isn't edited meanwhile: commands that read or change it are unavailable.

    Signals:
        mistaken: an answer was wrong.

    Attributes:
        name: of the mode, for the status line.
        silent: whether nothing of the record may be revealed but by the mode.
        board: its board.
        splitter: between its board and its panel.
    """

    mistaken = Signal()

    name: Message
    silent = False
    board: BoardCanvas

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)

    @property
    def unfinished(self) -> bool:
        """Whether something would be lost if the desk were closed now."""
        return False

    def end(self) -> None:
        """Stop what runs: the mode is left, or the desk is closed."""

    def wants(self, event: QKeyEvent) -> bool:
        """Whether the mode handles a key although it is a command's shortcut."""
        return bool(self.action_of(event))

    def action_of(self, event: QKeyEvent) -> str:
        """The action of a key, which `do` carries out; "" for none."""
        return ""

    def do(self, what: str) -> None:
        """Carry out the action of a button or key."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if self.wants(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        what = self.action_of(event)
        if what:
            self.do(what)
        else:
            super().keyPressEvent(event)

    def take_enter(self, board: QWidget) -> None:
        """Take Enter, where it is an action of the mode, before its board does."""
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            what = self.action_of(event) if event.key() in ENTER else ""
            if what:
                self.do(what)
                return True
        return super().eventFilter(watched, event)

    def stand(self, first: bool) -> None:
        """Put the board on the left, or on the right."""
        left, right = self.splitter.widget(0), self.splitter.widget(1)
        assert left is not None
        assert right is not None
        if (left.objectName() == "side") is first:
            self.splitter.insertWidget(0, right)

    def replace_stage(self, old: QWidget, new: QWidget) -> None:
        """Show the stage of another board in place of the one that is shown."""
        self.splitter.replaceWidget(self.splitter.indexOf(old), new)
        new.show()
        old.hide()
        tab_through(self.board, self._side)

    def lay_out(self, stage: QWidget, panel: QWidget, ends: QWidget) -> None:
        """Lay out the board's stage and, beside it, the panel with the leave buttons below."""
        frame = self._side = QFrame()
        frame.setObjectName("side")
        frame.setMinimumSize(LEAST_SIDE)
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(1, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(scrolled(panel, tr(self.name)), 1)
        inner.addWidget(ends)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(stage)
        self.splitter.addWidget(frame)
        self.splitter.setStretchFactor(0, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
        tab_through(self.board, frame)
