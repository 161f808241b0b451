"""A field that records a key by its being pressed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.toolkit.key_names import pressed_key


class KeyInput(QLineEdit):
    """Takes every key that is pressed, those of commands too; Esc or a click elsewhere ends it.

    Signals:
        pressed: a key was pressed, as the settings write it.
        ended: no key will be.
    """

    pressed = Signal(str)
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        words = tr(message("Press the key…"))
        self.setPlaceholderText(words)
        self.setAccessibleName(words)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:  # Tab too, which isn't a keyPressEvent
                self._take(event)
                return True
        return super().event(event)

    def _take(self, event: QKeyEvent) -> None:
        key = pressed_key(event)
        event.accept()
        if key == "Esc":
            self.ended.emit()
        elif key:
            self.pressed.emit(key)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.ended.emit()
