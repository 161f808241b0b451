"""Where the keys and a screen reader are: keys that a view keeps, the order of Tab, what is announced."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QTabBar, QToolButton, QWidget

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


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say a text that a widget shows or means; "" and without one nothing happens."""
    if not text:
        return
    from PySide6.QtGui import (  # deferred: costly, and not for the start
        QAccessible,
        QAccessibleAnnouncementEvent,
    )

    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


def tab_through(*boxes: QWidget) -> None:
    """Make Tab go through the focusable widgets of some boxes, one box after the other, then on as before.

    Tab follows the order in which widgets came to their window, which isn't always that of reading. Within
    a box it is the order in which widgets came to it. Qt's own functions for the next and previous widget
    aren't asked: what they return, PySide takes for gone with the widget that was asked.
    """
    inside = [
        one
        for box in boxes
        for one in (box, *box.findChildren(QWidget))
        # The lists of combo boxes are windows of their own.
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.window() is box.window()
    ]
    for before, after in pairwise(inside):
        QWidget.setTabOrder(before, after)


def leave_arrows_to_mouse(tabs: QTabBar) -> None:
    """Take the arrows that scroll tabs out of the tab order: arrow keys go through the tabs."""
    for arrow in tabs.findChildren(QToolButton):
        arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)
