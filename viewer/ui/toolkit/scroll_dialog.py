"""A read-only dialog that scrolls if the screen is too small for it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

from viewer.ui.toolkit.sizes import fitting


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
