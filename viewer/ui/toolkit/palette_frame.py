"""An input line over a list of matches: the base of the palettes."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from viewer.base.catalogs import tr
from viewer.base.fields import Field
from viewer.base.folding import folded
from viewer.base.messages import Message
from viewer.base.pinyin import is_read
from viewer.ui.toolkit.focus import ENTER

_WIDTH = 520
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Characters of languages that put no spaces between words."""


def matches(needle: str, text: str) -> bool:
    """Whether each typed word begins a word of the text; Han characters and kana may stand within one.

    Chinese words are found by their pinyin too.
    """
    text = folded(text)
    words = text.split()
    return all(
        (_UNSPACED.search(part) and part in text)
        or any(word.startswith(part) for word in words)
        or is_read(text, part)
        for part in folded(needle).split()
    )


def rank_by(text: str, name: str) -> int:
    """How well a name fits a text: 0 called so, 1 begins so, 2 has its words, 3 found by other words."""
    called, typed = name.rstrip("…").lower(), text.strip().rstrip("…").lower()
    if called.startswith(typed):
        return 0 if called == typed else 1
    return 2 if matches(text, name) else 3


def words_of(*said: Message | None) -> str:
    """What a search looks for messages by: their words in the window's language, and in English."""
    there = [one for one in said if one is not None]
    return " ".join(dict.fromkeys([*map(tr, there), *map(str, there)]))


def words_of_field(field: Field) -> str:
    """What a search looks for a field by: its name, help and choices, and the words for it."""
    words = words_of(field.label, field.help, field.also, *field.choices.values())
    return words.replace("-", " ").replace("_", " ")


class PaletteFrame(QFrame):
    """The frame; subclasses add a list below the line.

    Up and Down step through the list, Enter carries out the selection, Escape closes and returns the focus
    to where it was; so does a click elsewhere.

    Attributes:
        line: the input line.
        column: the vertical layout.
    """

    def __init__(self, over: QWidget, hint: str, name: str) -> None:
        super().__init__(over)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._over = over
        self._before = QApplication.focusWidget()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(8, 8, 8, 8)
        self.column.setSpacing(6)
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(name)
        self.line.textChanged.connect(self.look_for)
        self.line.installEventFilter(self)
        self.column.addWidget(self.line)

    def look_for(self, text: str) -> None:
        """Show the matches; nothing where there is no list."""

    def step(self, step: int) -> None:
        """Go to the next entry of the list, or the one before."""

    def do(self, stay: bool) -> None:
        """Carry out the selection; with `stay` the frame stays open."""
        raise NotImplementedError

    @property
    def wide(self) -> int:
        """Its width in pixels, also before it is shown."""
        return min(_WIDTH, self._over.width() - 40)

    def open_over(self, text: str = "") -> None:
        """Show it at the top of the window, with an initial text."""
        self.setFixedWidth(self.wide)
        self.move((self._over.width() - self.wide) // 2, 44)
        self.line.setText(text)
        self.adjustSize()
        self.show()
        self.raise_()
        self.line.setFocus()

    def go_away(self) -> None:
        """Close, and return the focus."""
        self.line.removeEventFilter(self)
        before = self._before  # of a palette that this one took the place of, it has gone
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        self.close()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() < Qt.Key.Key_F1)  # what is typed is for the line
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            way = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if way:
                self.step(way)
                return True
            if event.key() in ENTER:
                self.do(bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.go_away()
                return True
        return super().eventFilter(watched, event)
