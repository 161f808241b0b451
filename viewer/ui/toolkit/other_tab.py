"""A tab of the window that shows no record."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from viewer.base.messages import NOTHING, Message
from viewer.document.kept_session import KeptTab


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
