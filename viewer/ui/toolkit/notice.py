"""Notices under the tabs, which stay until they are closed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.toolkit.announcing import announce
from viewer.ui.toolkit.plain import Label, literal

_PART = 3  # of the window's height, which the sentences don't go beyond

_CLOSE = message("Close")


class _Notice(QWidget):
    """One notice with its buttons."""

    closed = Signal()

    def __init__(
        self,
        sentence: str,
        about: str,
        actions: tuple[tuple[Message, Callable[[], object]], ...],
        close: Message,
    ) -> None:
        super().__init__()
        self.sentence, self.about = sentence, about
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 6, 10, 6)
        row.setSpacing(8)
        text = Label(sentence)
        text.setWordWrap(True)
        row.addWidget(text, 1)
        for name, act in (*actions, (close, _nothing)):
            button = QPushButton(literal(tr(name)))
            button.setProperty("chip", True)
            button.clicked.connect(self.closed)
            button.clicked.connect(act)
            row.addWidget(button)
        self.setAccessibleName(sentence)


class NoticeBar(QScrollArea):
    """The bar of notices under the tabs, each with buttons; they block nothing.

    Signals:
        closed: a notice was closed.
    """

    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self._told: list[_Notice] = []
        rows = QWidget()
        rows.setObjectName("notices")
        self._column = QVBoxLayout(rows)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setWidget(rows)
        self.hide()

    def tell(
        self,
        sentence: Message,
        *actions: tuple[Message, Callable[[], object]],
        about: str = "",
        close: Message = _CLOSE,
    ) -> None:
        """Show a notice with buttons (name, function).

        It replaces an equal notice and earlier ones about the same thing.
        """
        text = tr(sentence)
        for one in self._told[:]:
            if one.sentence == text or (about and one.about == about):
                self._remove(one)
        notice = _Notice(text, about, actions, close)
        notice.closed.connect(lambda: self._close(notice))
        self._told.append(notice)
        self._column.addWidget(notice)
        self._show()
        announce(self, text)

    @property
    def sentence(self) -> str:
        """The text of all notices, a line each; "" if there is none."""
        return "\n".join(one.sentence for one in self._told)

    def tells(self, about: str) -> bool:
        """Whether a notice about something is shown."""
        return any(one.about == about for one in self._told)

    def put_away(self, about: str = "") -> None:
        """Remove the notices about something, by default all."""
        gone = [one for one in self._told if not about or one.about == about]
        for one in gone:
            self._remove(one)
        if gone:
            self._show()

    def _close(self, notice: _Notice) -> None:
        self._remove(notice)
        self._show()
        self.closed.emit()

    def _remove(self, notice: _Notice) -> None:
        if notice in self._told:
            self._told.remove(notice)
            self._column.removeWidget(notice)
            notice.hide()
            notice.deleteLater()

    def _show(self) -> None:
        self.setAccessibleName(self.sentence)
        self.setVisible(bool(self._told))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the height to that of the notices, up to a part of the window."""
        high = self._column.totalHeightForWidth(self.viewport().width())
        if high < 0:
            high = self._column.totalSizeHint().height()
        self.setFixedHeight(min(high + 1, self.window().height() // _PART))


def _nothing() -> None:
    """The function of a button that only closes the notice."""


def about_disk(path: str | None) -> str:
    """The subject of notices about a file on disk: a later notice of a subject replaces earlier ones."""
    return f"disk {path}"


def about_codec(path: str | None) -> str:
    """The subject of notices about the codec of a file's text."""
    return f"codec {path}"
