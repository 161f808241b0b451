"""A list of what couldn't be read, to look at and copy."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message


class ProblemList(QDialog):
    """Lines of text under a title.

    Attributes:
        lines: shows them.
    """

    def __init__(self, title: str, lines: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.lines = QPlainTextEdit("\n".join(lines))
        self.lines.setObjectName("lines")
        self.lines.setReadOnly(True)
        self.lines.setAccessibleName(title)
        buttons = QDialogButtonBox()
        close = buttons.addButton(tr(message("Close")), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.lines, 1)
        column.addWidget(buttons)
        close.setDefault(True)
        self.resize(640, 360)
