"""The board on the screen: played on and drawn on with mouse or keyboard."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.board.play_board import PlayBoard
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.board.input import BoardKeys, BoardMouse


class BoardView(PlayBoard):
    """The board of a session.

    Mouse: press a piece and a square, or drag it; the right button marks a square or opens its menu, and
    draws arrows; Shift with a click goes to the move that put a piece there.
    Keyboard: Enter starts the cursor on the squares, arrows move it, Enter takes and puts down, M
    marks and, on another square, draws an arrow; Escape ends. The wheel steps; with Ctrl it zooms a
    large board, which the middle button moves.

    Signals:
        stepped: the wheel was turned; the number of plies to step.
    """

    stepped = Signal(int)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @cached_property
    def _keys(self) -> BoardKeys:
        from viewer.ui.board.input import BoardKeys  # deferred

        return BoardKeys(self)

    @cached_property
    def _mouse(self) -> BoardMouse:
        from viewer.ui.board.input import BoardMouse  # deferred

        return BoardMouse(self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.asking:
            self.end_asking()
        elif not self._mouse.press(event):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._mouse.release(event):
            super().mouseReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._mouse.leave()

    def wheelEvent(self, event: QWheelEvent) -> None:
        steps = self._mouse.steps(event)
        if steps:
            self.stepped.emit(steps)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open a menu on the menu key: of the cursor's square, or of that of the last move."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            last = self.session.squares(self.session.shown)[-1:]
            square = self.cursor_place or "".join(last)
            self.menuAsked.emit(square, event.globalPos())

    # -------------------------------------------------------------------------------- keyboard

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if self._keys.wants(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def mark_with_keys(self) -> None:
        """Show the keyboard cursor, to draw marks."""
        self._keys.begin_marks()
