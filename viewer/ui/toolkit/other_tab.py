"""Tabs of the window that show no record: another kind of tab, and a file that hasn't been read yet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.document.kept_session import KeptTab
from viewer.ui.toolkit.plain import Label


class OtherTab(QWidget):
    """What stands under a tab in place of a desk: a library.

    Signals:
        renamed: its name or what the status line says of it is another.
        commandAsked: a command is to be run: its id.
    """

    renamed = Signal()
    commandAsked = Signal(str)

    @property
    def name(self) -> str:
        """What the tab says."""
        raise NotImplementedError

    @property
    def words(self) -> Message:
        """What the status line says of it."""
        return NOTHING

    def kept(self) -> KeptTab | None:
        """What is kept of it for the next start, None for nothing."""
        return None

    def take_focus(self) -> None:
        """Give the keys to what is most used in it."""
        self.setFocus()

    def close_up(self) -> None:
        """The tab is being closed: end what it does."""


class UnreadTab(QWidget):
    """Empty until its file can't be read: then it says why, with a way to try again or close the tab.

    Attributes:
        tab: what is known of it.
    """

    def __init__(self, tab: KeptTab) -> None:
        super().__init__()
        self.tab = tab
        self._words: Label | None = None

    def say(self, why: Message, *actions: tuple[Message, Callable[[], object]]) -> None:
        """Say why there is nothing here, with buttons (name, function)."""
        if self._words is not None:
            self._words.setText(tr(why))
            return
        self._words = words = Label(tr(why))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(True)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.addStretch(1)
        column.addWidget(words)
        column.addLayout(row)
        column.addStretch(1)
        row.addStretch(1)
        for name, act in actions:
            button = QPushButton(tr(name))
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch(1)
        self.setAccessibleName(tr(why))


def cannot_be_found(name: str) -> Message:
    """The sentence for a document without a file whose journal isn't there any more."""
    return message("{name} was never saved, and nothing was kept of it.", name=name)
