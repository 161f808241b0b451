"""The line that filters a list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from viewer.ui.toolkit.kept_keys import ENTER, keeps

_DOWN = (Qt.Key.Key_Down, Qt.Key.Key_PageDown, *ENTER)


class Filter(QLineEdit):
    """The input line of the filter. Down and Enter go to the list, Escape to the board.

    Signals:
        passed: the focus goes to the list.
        left: the user goes back to the board.
    """

    passed = Signal()
    left = Signal()

    def event(self, event: QEvent) -> bool:
        return keeps(event, {Qt.Key.Key_Escape, *_DOWN}, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _DOWN:
            self.passed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
