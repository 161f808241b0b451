"""Keys that a view handles itself although they are shortcuts of the window, and the names of keys."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget

UP_AND_DOWN = frozenset(
    {
        Qt.Key.Key_Up,
        Qt.Key.Key_Down,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Space,
        Qt.Key.Key_Return,
        Qt.Key.Key_Enter,
    }
)
"""The keys by which one walks through a list; what goes left and right stays the window's."""
EVERY_WAY = UP_AND_DOWN | {Qt.Key.Key_Left, Qt.Key.Key_Right}
"""Those of a tree."""
UNUSABLE = frozenset(
    {
        *(Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta),
        *(Qt.Key.Key_AltGr, Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_unknown),
    }
)
"""Keys that no command can have: those that are held, or mean nothing."""
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


def key_name(key: str) -> str:
    """A key ("Ctrl+S") as Qt names it in menus: on a German keyboard Ctrl is Strg."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def readable_key(key: object) -> str:
    """A key as the settings write it; "" for what isn't a single key that a command can have."""
    sequence = QKeySequence(key) if isinstance(key, str) else QKeySequence()
    if sequence.count() != 1:
        return ""
    return sequence.toString(QKeySequence.SequenceFormat.PortableText)


def pressed_key(event: QKeyEvent) -> str:
    """The key that was pressed, as the settings write it; "" for Shift and the like alone."""
    key = Qt.Key(event.key())
    if key in UNUSABLE:
        return ""
    held = event.modifiers() & (_COMMANDS | Qt.KeyboardModifier.ShiftModifier)
    text = event.text()
    if text.isprintable() and text.strip() and not text.isalnum():
        held &= (
            ~Qt.KeyboardModifier.ShiftModifier
        )  # Shift is a part of the sign: "?", not "Shift+?"
    if key == Qt.Key.Key_Enter:
        key = Qt.Key.Key_Return
    return QKeySequence(QKeyCombination(held, key)).toString(
        QKeySequence.SequenceFormat.PortableText
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


def keeps_for_button(event: QEvent, focused: QWidget | None) -> bool:
    """Whether an event is a ShortcutOverride for Space while a button has the focus, which Space presses.

    For the `event` of a window in which Space is a command.
    """
    return isinstance(focused, (QAbstractButton, QComboBox)) and keeps(event, {Qt.Key.Key_Space})
