"""What the tab of libraries shows while there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.toolkit.plain import Label

NO_LIBRARY = message(
    "There is no library yet. A library finds games among all your records, by player, word and position: "
    "make one from a folder."
)
_WIDTH = 440  # px


class NoLibrary(QWidget):
    """What a library is good for, and the button that makes the first.

    Attributes:
        words: what it says.
        button: makes a library.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Label(tr(NO_LIBRARY), wraps=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton(tr(message("New library…")))
        middle = QWidget()
        middle.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addStretch(2)
        column.addWidget(self.words)  # without an alignment, which would ask for too little height
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(middle, 100)
        row.addStretch(1)
