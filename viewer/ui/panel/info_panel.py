"""The side of the window beside the board: the record's title, with its pages below it."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.ui.panel.page_cell import rule
from viewer.ui.panel.page_stack import PageStack
from viewer.ui.panel.record_title import RecordTitle

_LOW = 330  # pixels of height


class InfoPanel(QWidget):
    """The title above the pages. In a low window, the title leaves them room."""

    def __init__(self, title: RecordTitle, pages: PageStack, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(rule())
        column.addWidget(pages, 1)

    def add_foot(self, foot: QWidget) -> None:
        """Have a line below the pages."""
        self._column.addWidget(rule())
        self._column.addWidget(foot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._title.set_low(self.height() < _LOW)
