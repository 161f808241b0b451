"""Parts of dialogs: their column, buttons, a list beside details; one that scrolls on a small screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.toolkit.plain import literal
from viewer.ui.toolkit.style import fitting


class ScrollDialog(QDialog):
    """A dialog as large as its content, at most as its screen.

    Attributes:
        area: the scroll area.
    """

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.area = QScrollArea()
        self.area.setObjectName("content")
        self.area.setAccessibleName(title)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.area)

    @property
    def room(self) -> QSize:
        """The largest size that it may have."""
        return fitting(QSize(16_384, 16_384), self.screen().availableSize())

    def show_content(self, content: QWidget) -> None:
        """Set the content; keys scroll it."""
        content.setObjectName("content")
        self.area.setWidget(content)
        size = content.sizeHint()
        if content.hasHeightForWidth():
            size.setHeight(content.heightForWidth(size.width()))
        if size.height() > self.room.height():
            size += QSize(self.area.verticalScrollBar().sizeHint().width(), 0)
        self.resize(size.boundedTo(self.room))
        self.area.setFocus()


def dialog_column(dialog: QDialog) -> QVBoxLayout:
    """The column in which a dialog with a list and buttons stands."""
    column = QVBoxLayout(dialog)
    column.setContentsMargins(16, 14, 16, 14)
    column.setSpacing(10)
    return column


def plain_button(words: Message, act: Callable[..., object]) -> QPushButton:
    """A button of a dialog that Enter doesn't press by itself."""
    button = QPushButton(literal(tr(words)))
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button


def button_row(*buttons: QWidget, end: QWidget | None = None) -> QHBoxLayout:
    """A row of buttons at the left; `end` stands at the right."""
    row = QHBoxLayout()
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    if end is not None:
        row.addWidget(end)
    return row


def list_beside(listed: QWidget, details: QWidget, *sizes: int) -> QSplitter:
    """A list with what is known of its selected row at the right, of some widths in pixels."""
    split = QSplitter(Qt.Orientation.Horizontal)
    split.setHandleWidth(1)
    split.setChildrenCollapsible(False)
    for part in (listed, details):
        split.addWidget(part)
    split.setSizes(sizes)
    return split
