"""The one message box, of plain text."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QMessageBox, QPushButton, QSizePolicy, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.toolkit.plain import literal


class MessageBox(QMessageBox):
    """A modal question or sentence with buttons."""

    def __init__(self, title: Message, text: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(tr(title))
        self.setInformativeText(tr(text))
        self.setTextFormat(Qt.TextFormat.PlainText)  # of both, now that both are there
        # Qt indents the text as if there were an icon; it stands above the buttons.
        grid = self.layout()
        assert isinstance(grid, QGridLayout)
        grid.setColumnStretch(1, 1)
        grid.setHorizontalSpacing(0)
        corner = grid.itemAtPosition(0, 0)
        indent = corner.spacerItem() if corner is not None else None
        if indent is not None:
            indent.changeSize(0, 0, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def add_answer(self, words: Message) -> QPushButton:
        """Add a button; `clickedButton` tells which was pressed."""
        return self.addButton(literal(tr(words)), QMessageBox.ButtonRole.ActionRole)
