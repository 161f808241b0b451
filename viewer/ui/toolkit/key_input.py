"""A field that records a key by its being pressed; which keys no command can have, what others do."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.toolkit.keymap import pressed_key


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


_ARROWS = ("Left", "Right", "Up", "Down")
_USES: tuple[tuple[frozenset[str], Message], ...] = (
    (
        frozenset((*_ARROWS, "Space", "M")),
        message("On the board it belongs to the cursor while that is shown."),
    ),
    (
        frozenset((*_ARROWS, "Home", "End", "PgUp", "PgDown", "Space")),
        message("In lists and trees with the focus it goes from row to row."),
    ),
    (frozenset("+-="), message("In the graph of variations it changes the size.")),
    (
        frozenset(
            f"{held}{key}" for held in ("", "Ctrl+") for key in ("Backspace", "Del", "Home", "End")
        )
        | {f"Ctrl+{key}" for key in ("A", "C", "V", "X", "Y", "Z", "Left", "Right", "Shift+Z")},
        message("In text fields it edits the text."),
    ),
    (frozenset(("Ctrl+Return",)), message("In forms and modes it finishes.")),
    (
        frozenset(("H", "P", "S", "R", "Shift+D", "Shift+R", "Backspace", "Left", "Home", "End")),
        message("In problems, in guessing and in a game against an engine it may act otherwise."),
    ),
)
_TYPED = message("In text fields it is typed.")
FIXED = {
    "Esc": message("Esc always leaves."),
    "Tab": message("Tab always goes to the next field."),
    "Shift+Tab": message("Shift+Tab always goes to the field before."),
    "Backtab": message("Shift+Tab always goes to the field before."),
    "Shift+Backtab": message("Shift+Tab always goes to the field before."),
    "Return": message("Enter always carries out what has the focus."),
    "F10": message("F10 always opens the menu."),
}
"""Keys that no command can have, each with the reason."""


def uses_of(keys: Iterable[str]) -> list[tuple[Message, list[str]]]:
    """What is done with keys where they don't carry out their command: sentences with the keys."""
    keys = list(keys)
    uses = [(words, [key for key in keys if key in among]) for among, words in _USES]
    uses.append((_TYPED, [key for key in keys if len(key.removeprefix("Shift+")) == 1]))
    return [(words, found) for words, found in uses if found]
