"""A page of moves that the board shows too, while the page is shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.layouts import scrolled


class AdvisingPage(QWidget):
    """A page of moves for the current position, which the board shows as well while the page is shown.

    Signals:
        advised: the moves to show on the board changed.
        left: the user pressed Escape in the rows.
    """

    advised = Signal()
    left = Signal()

    def __init__(
        self, session: RecordSession, name: Message, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName(tr(name))
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(14, 8, 14, 8)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(inside, self.accessibleName()))
        for signal in (session.moved, session.tried, session.changed):
            signal.connect(self._look)

    def _look(self, *_: object) -> None:
        """Ask about the current position while the page is shown, else about none."""
        raise NotImplementedError

    def _leave(self) -> None:
        if not self._session.end_trial():
            self.left.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()
        self.advised.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look()
        self.advised.emit()
