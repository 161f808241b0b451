"""What a desk can be in beside reading and playing: a mode, shown in place of its board and side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from viewer.base.messages import Message
from viewer.scene.theme import Theme
from viewer.ui.toolkit.sizes import LEAST_SIDE

if TYPE_CHECKING:
    from viewer.ui.board.canvas import BoardCanvas


class DeskMode(QWidget):
    """A mode of the desk: a board where the board was, a panel where the side was.

    The record stands still meanwhile: commands that read or change it wait.

    Attributes:
        name: of the mode, for the status line.
        silent: whether nothing may be told of the record but what the mode tells.
        board: its board.
        splitter: between its board and its panel.
    """

    name: Message
    silent = False
    board: BoardCanvas

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)

    @property
    def unfinished(self) -> bool:
        """Whether something would be lost if the desk were closed now."""
        return False

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""

    def show_look(self) -> None:
        """Coordinates or pieces are others: what is drawn beside the board follows it."""

    def lay_out(self, stage: QWidget, panel: QWidget, ends: QWidget) -> None:
        """Put the board's stage on the left, the panel on the right, the ways out below it."""
        frame = QFrame()
        frame.setObjectName("side")
        frame.setMinimumSize(LEAST_SIDE)
        scroll = QScrollArea()
        scroll.setObjectName("editor")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(panel)
        scroll.viewport().setAutoFillBackground(False)
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(1, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(scroll, 1)
        inner.addWidget(ends)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(stage)
        self.splitter.addWidget(frame)
        self.splitter.setStretchFactor(0, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
