"""Keys as text: as the settings write them, as the keyboard names them, and of an event."""

from __future__ import annotations

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_UNUSABLE = frozenset(
    {
        *(Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta),
        *(Qt.Key.Key_AltGr, Qt.Key.Key_CapsLock, Qt.Key.Key_NumLock, Qt.Key.Key_unknown),
    }
)
"""Keys that no command can have: those that are held, or mean nothing."""
_HELD = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
    | Qt.KeyboardModifier.ShiftModifier
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
    if key in _UNUSABLE:
        return ""
    held = event.modifiers() & _HELD
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
