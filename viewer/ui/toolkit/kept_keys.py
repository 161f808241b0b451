"""Keys that a view with the focus keeps for itself although they are shortcuts of the window."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys that are called Enter, of which keypads have one of their own."""
UP_AND_DOWN = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Space,
        *ENTER,
    }
)
"""The keys by which one walks through a list; what goes left and right stays the window's."""
EVERY_WAY = UP_AND_DOWN | {Qt.Key.Key_Left, Qt.Key.Key_Right}
"""Those of a tree."""
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def keeps(event: QEvent, keys: Collection[Qt.Key], typed: bool = False) -> bool:
    """Whether an event is a ShortcutOverride for a key that the view handles.

    For a view's `event`; Qt then sends the key to the view. With `typed`, keys that write text are
    kept too. Keys with Ctrl, Alt or Meta always stay commands.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if event.modifiers() & _COMMANDS:
        return False
    if event.key() in keys or (typed and event.text().isprintable() and event.text() != ""):
        event.accept()
        return True
    return False


def presses_button(event: QKeyEvent, focused: QWidget | None) -> bool:
    """Press the button that has the focus, if the key is Enter: in a window Qt knows only Space for it.

    For the `keyPressEvent` of a window.
    """
    if event.key() not in ENTER or not isinstance(focused, QAbstractButton):
        return False
    focused.click()
    return True
