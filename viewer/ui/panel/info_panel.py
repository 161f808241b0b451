"""The side of the window beside the board: the record's title, with panels below it."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.ui.panel.panel_area import PanelArea, rule
from viewer.ui.panel.record_title import RecordTitle

_LOW = 330  # pixels of height


class InfoPanel(QWidget):
    """The title above an area of panels. In a low window, the title leaves room to the panels."""

    def __init__(self, title: RecordTitle, area: PanelArea, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._area = title, area
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(rule())
        column.addWidget(area, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._title.set_low(self.height() < _LOW)
        if not self._area.across:
            self._area.set_low(self.height() < _LOW)
