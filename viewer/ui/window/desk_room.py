"""The room of a desk: the board, and the panel beside or below it, which takes what the board leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from viewer.ui.board.stage import Stage
from viewer.ui.toolkit.style import LEAST_SIDE, LEAST_STAGE, NARROW, SIDE

if TYPE_CHECKING:
    from viewer.ui.modes.desk_mode import DeskMode

_HIGH = 460  # pixels of height that a board above its panel needs
_LEAST = QSize(LEAST_STAGE.width() + LEAST_SIDE.width(), 440)
"""What a board with its panel needs beside another: across, or else below the board."""


class DeskRoom(QWidget):
    """The board, as large as the room allows, and the frame of the panel.

    Attributes:
        side: the frame of the panel.
        splitter: divides board and panel.
        across: whether the panel stands beside the board, not below it.
        first: whether the board stands on the left, or on top.

    Signals:
        divided: the user resized the panel: (pixels of its width).
        arranged: board and panel stand elsewhere now.
    """

    divided = Signal(int)
    arranged = Signal()

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage = stage
        self._place, self._wide = "left", 0
        self._alone = self._paired = self._cramped = False
        self.across = self.first = True
        self.side = QWidget()
        self.side.setObjectName("side")
        self.side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.side.setMinimumSize(LEAST_SIDE)
        self.splitter = QSplitter()
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.splitterMoved.connect(self._moved)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
        self._arrange()

    def set_place(self, place: str, wide: int) -> None:
        """Put the board "left", "right" or "above"; the panel is some pixels wide, 0: as the board leaves."""
        self._place, self._wide = place, wide
        self.fit()
        self.divide()

    def fit(self) -> None:
        """Put the panel beside the board or below it, by the room that there is."""
        across = self._place != "above" or self.height() < _HIGH
        cramped = False
        if self._paired and across and self.width() < _LEAST.width():
            across = False
            cramped = self.height() < _LEAST.height()
        if cramped != self._cramped:
            self._cramped = cramped
            self._show()
        first = self._place != "right" or not across
        if (across, first) != (self.across, self.first):
            self.across, self.first = across, first
            focused = self.focusWidget()
            self._arrange()
            if focused is not None:  # which lost the keys with its place
                focused.setFocus()
            self.arranged.emit()

    def _arrange(self) -> None:
        """Put board and frame into the splitter."""
        across = Qt.Orientation.Horizontal if self.across else Qt.Orientation.Vertical
        self.splitter.setOrientation(across)
        parts = (self._stage, self.side)
        for index, part in enumerate(parts if self.first else parts[::-1]):
            self.splitter.insertWidget(index, part)
            self.splitter.setStretchFactor(index, int(part is self._stage))
        self._stage.show()
        self._show()

    def show_alone(self, alone: bool) -> None:
        """Show the board without its panel, or with it again."""
        self._alone = alone
        self._show()

    def set_paired(self, paired: bool) -> None:
        """Say whether there is another room beside it: it may be narrower then than all parts need."""
        self._paired = paired
        # A size of its own goes before what its layout asks for.
        self.setMinimumSize(LEAST_STAGE if paired else QSize(0, 0))
        self.fit()

    def _show(self) -> None:
        self.side.setVisible(not (self._alone or self._cramped))
        self.divide()

    @property
    def has_room(self) -> bool:
        """Whether the board can stand where it was put."""
        return self._place != "above" or not self.across

    def _moved(self) -> None:
        if self.across:
            self.divided.emit(self.splitter.sizes()[int(self.first)])

    def divide(self) -> None:
        """Give the board what it fills, and the panel the rest, or the width that the user gave it."""
        if self.across:
            self._divide(self.splitter)
            return
        whole = self.height()
        size = max(LEAST_SIDE.height(), whole - self._stage.height_for(self.width()), whole // 3)
        if self.splitter.sizes()[1] != size:
            self.splitter.setSizes([max(1, whole - size), size])

    def divide_mode(self, mode: DeskMode) -> None:
        """Divide a mode like the room."""
        mode.stand(self._place != "right")
        self._divide(mode.splitter)

    def mode_divided(self, splitter: QSplitter) -> None:
        """The user divides a mode: the room is divided so too."""
        self.divided.emit(splitter.sizes()[int(self._place != "right")])

    def _divide(self, splitter: QSplitter) -> None:
        # Of the room: the sizes of a splitter follow later where it isn't visible yet.
        whole = self.width()
        size = self._wide or max(SIDE, whole - self._stage.width_for(self.height()))
        if whole < NARROW:
            size = min(size, max(LEAST_SIDE.width(), whole // 2))
        first = self._place != "right"
        if splitter.sizes()[int(first)] != size:
            sizes = [max(1, whole - size), size]
            splitter.setSizes(sizes if first else sizes[::-1])
