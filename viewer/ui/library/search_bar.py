"""The bar of a library: one line for everything, conditions as chips, the count at its end."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QSizePolicy, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.library.searches import Search
from viewer.paint.icons import icon, icon_pixmap
from viewer.ui.toolkit.announcing import announce
from viewer.ui.toolkit.kept_keys import ENTER, keeps
from viewer.ui.toolkit.plain import Label, literal, set_tip
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.widgets import FlowLayout

_LONGEST = 48  # characters of a chip
_TYPED = ("words", "moves", "position", "folder")  # conditions that may be longer than their chips
_LINE = 220  # px that the line is wide at least


class SearchLine(QLineEdit):
    """The line. What it doesn't need is told: keys that go to the completion, the chips, the list.

    Signals:
        stepped: through the completion: 1 or -1.
        entered: what was typed is to be taken.
        backed: Backspace where nothing is typed.
        left: Escape.
        focused: it has the focus, or lost it.
    """

    stepped = Signal(int)
    entered = Signal()
    backed = Signal()
    left = Signal()
    focused = Signal(bool)

    def event(self, event: QEvent) -> bool:
        kept = {Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Backspace, *ENTER}
        return keeps(event, kept, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in ENTER:
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.backed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)


class SearchBar(QFrame):
    """The bar.

    Signals:
        takenAway: a chip was taken away: its key.

    Attributes:
        line: where one types.
    """

    takenAway = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchBar")
        self._sign = Label()
        self._sign.setFixedSize(20, 20)
        self.line = SearchLine()
        self.line.setFrame(False)
        self.line.setMinimumWidth(_LINE)
        self.line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.line.setPlaceholderText(
            tr(message("Players, events, openings, words, moves, a position…"))
        )
        self.line.setAccessibleName(tr(message("Search the libraries")))
        self.line.focused.connect(self._show_focus)
        self._count = Label(look="muted")
        self._chips: dict[str, QPushButton] = {}
        field = QWidget()
        self._flow = FlowLayout(field, 8, fills=True)
        self._flow.addWidget(self.line)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 14, 6)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(field, 1)
        row.addWidget(self._count)
        self._show_signs()

    def _show_focus(self, on: bool) -> None:
        self.setProperty("focused", on)
        self.style().polish(self)

    def _show_signs(self) -> None:
        muted = theme_in_use()["muted"]
        self._sign.setPixmap(icon_pixmap("search", muted, 18, self.devicePixelRatioF()))
        for chip in self._chips.values():
            chip.setIcon(icon("close", theme_in_use()["ink"], 10))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_signs()

    def show_search(self, search: Search) -> None:
        """Show the conditions of a search as chips."""
        wanted = {one.key: one.words for one in search.conditions()}
        for key in [key for key in self._chips if key not in wanted]:
            chip = self._chips.pop(key)
            had = chip.hasFocus()
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
            if had:
                self.line.setFocus()
        for key, words in wanted.items():
            text = tr(words)
            chip = self._chips.get(key) or self._chip(key)
            short = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
            chip.setText(literal(short))
            whole = search.text(key) if key in _TYPED else text
            set_tip(chip, tr(message("Take away: {condition}", condition=whole)))
            chip.setAccessibleName(tr(message("Take away: {condition}", condition=text)))
        self._flow.removeWidget(self.line)
        self._flow.addWidget(self.line)

    def _chip(self, key: str) -> QPushButton:
        before = next(reversed(self._chips.values()), self.line)
        chip = self._chips[key] = QPushButton()
        chip.setProperty("condition", True)
        chip.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross behind the words
        chip.setIcon(icon("close", theme_in_use()["ink"], 10))
        chip.setIconSize(QSize(10, 10))
        chip.clicked.connect(partial(self.takenAway.emit, key))
        self._flow.addWidget(chip)
        QWidget.setTabOrder(before, chip)
        return chip

    @property
    def chips(self) -> list[str]:
        """The texts of the chips."""
        return [chip.text() for chip in self._chips.values()]

    @property
    def last(self) -> str:
        """The key of the last chip, "" without."""
        return next(reversed(self._chips), "")

    def chip(self, key: str) -> QPushButton:
        """The chip of a condition. Raises KeyError."""
        return self._chips[key]

    def say(self, words: Message | None) -> None:
        """Say how many were found, at the end of the bar."""
        said, text = self._count.text(), "" if words is None else tr(words)
        self._count.setText(text)
        if text != said and self.line.hasFocus():
            announce(self._count, text)

    @property
    def said(self) -> str:
        """What it says at its end."""
        return self._count.text()
