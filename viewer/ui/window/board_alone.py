"""The full-screen board: of the window, only the board with its players is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.window.desk import Desk

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_FULL = Qt.WindowState.WindowFullScreen


class BoardAlone(QObject):
    """Shows the board alone, on the full screen; Esc brings the window back as it was."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._before = Qt.WindowState.WindowNoState
        self._desk: Desk | None = None

    @property
    def on(self) -> bool:
        """Whether the board is alone."""
        return self._desk is not None

    def toggle(self) -> None:
        """Show the board alone, or no longer."""
        if self.on:
            self.leave()
        elif self._window.desk is not None:
            self._enter(self._window.desk)

    def _enter(self, desk: Desk) -> None:
        widget = self._window
        self._before = widget.windowState()
        for part in self._window.frame:
            part.hide()
        self._take(desk)
        self._window.status.spoke.connect(self._say)
        widget.installEventFilter(self)
        widget.setWindowState(self._before | _FULL)
        desk.focus_board()
        self._say(tr(message("Esc leaves the full-screen board.")))

    def _take(self, desk: Desk) -> None:
        self._desk = desk
        desk.show_alone(True)
        caption = desk.stage.caption
        assert caption is not None
        caption.left.connect(self.leave)

    def leave(self) -> None:
        """Show the window as it was before."""
        desk, self._desk = self._desk, None
        if desk is None:
            return
        widget = self._window
        widget.removeEventFilter(self)
        self._window.status.spoke.disconnect(self._say)
        for part in self._window.frame:
            part.show()
        desk.show_alone(False)
        if not self._before & _FULL:
            widget.setWindowState(widget.windowState() & ~_FULL)
        desk.focus_board()

    def follow(self) -> None:
        """Another tab is shown: its board is alone; a tab without a board brings the window back."""
        desk = self._window.desk
        if not self.on or desk is self._desk:
            return
        if desk is None:
            self.leave()
            return
        assert self._desk is not None
        self._desk.show_alone(False)
        self._take(desk)

    def _say(self, text: str) -> None:
        caption = None if self._desk is None else self._desk.stage.caption
        if caption is not None:
            caption.say(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
        ):
            self.leave()  # nothing below it had a use for the key
            return True
        return super().eventFilter(watched, event)
