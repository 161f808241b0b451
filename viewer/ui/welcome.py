"""What stands where no file is open: how to begin."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from viewer.base.messages import message
from viewer.base.resources import resource_path
from viewer.paint.icons import icon_pixmap
from viewer.ui.translate import tr
from viewer.ui.widgets import ElidedLabel

if TYPE_CHECKING:
    from viewer.ui.window import Window


class Welcome(QWidget):
    """The seal, three ways to begin, and the files opened last."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        seal = QLabel()
        seal.setPixmap(icon_pixmap("qipu", "", 72, window.devicePixelRatioF()))
        seal.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(seal)
        words = QLabel(tr(message("Open a game record, or drop one here.")))
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(words)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for name, act in (
            (message("Open…"), window.files.ask_open),
            (message("New record"), window.files.new),
            (message("Open a sample"), self._open_sample),
        ):
            button = QPushButton(tr(name))
            button.clicked.connect(lambda _=False, act=act: act())
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(4)
        column.addSpacing(12)
        column.addLayout(self._recent)
        column.addStretch(3)
        self._list_recent()

    def _open_sample(self) -> None:
        for path in sorted(resource_path("samples").iterdir()):
            self._window.files.open(str(path))

    def _list_recent(self) -> None:
        recent = [path for path in self._window.store.recent if os.path.exists(path)][:6]
        for path in recent:
            row = QHBoxLayout()
            row.addStretch(1)
            button = QPushButton(os.path.basename(path))
            button.setProperty("chip", True)
            button.setToolTip(path)
            button.clicked.connect(lambda _=False, path=path: self._window.files.open(path))
            folder = ElidedLabel()
            folder.setText(os.path.dirname(path))
            folder.setProperty("muted", True)
            folder.setMaximumWidth(360)
            row.addWidget(button)
            row.addWidget(folder)
            row.addStretch(1)
            self._recent.addLayout(row)
