"""The room of a desk: board, panels beside it, panels below it, divided by a layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from viewer.ui.panel.desk_layouts import ONE_BELOW_THE_OTHER, USUAL, DeskLayout, Division
from viewer.ui.toolkit.sizes import LEAST_BELOW, LEAST_SIDE, LEAST_STAGE, NARROW

if TYPE_CHECKING:
    from viewer.ui.workbench.mode import DeskMode

_LEAST = QSize(LEAST_STAGE.width() + LEAST_SIDE.width(), 440)
"""What a board with panels needs beside another: across, or else below the board."""
_ACROSS = {True: Qt.Orientation.Horizontal, False: Qt.Orientation.Vertical}


class DeskRoom(QWidget):
    """The board and two frames for panels, divided by two splitters, one in the other.

    Attributes:
        side: the frame of the panels beside the board.
        foot: the frame of those below it; it is hidden while there are none.
        outer: divides board and panels.
        inner: in `outer`; divides what `foot` shares a side with from `foot`.
        division: how it is divided now.
        panes: the sizes of its panes, in pixels.

    Signals:
        divided: the user resized a pane: (its name in `sizes.USUAL_PANES`, pixels).
        arranged: board and frames stand elsewhere now.
    """

    divided = Signal(str, int)
    arranged = Signal()

    def __init__(self, stage: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stage = stage
        self._layout = USUAL
        self._filled = self._alone = self._paired = self._cramped = False
        self.panes: Mapping[str, int] = USUAL.panes
        self.side = _frame("side", LEAST_SIDE)
        # With more it would keep the window high.
        self.foot = _frame("below", QSize(LEAST_BELOW.width(), 1))
        self.outer, self.inner = _splitter(), _splitter()
        self.outer.splitterMoved.connect(self._outer_moved)
        self.inner.splitterMoved.connect(self._inner_moved)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.outer)
        self.division = Division()
        self._arrange()

    def set_layout(self, layout: DeskLayout) -> None:
        """Lay out board and panels."""
        self._layout = layout
        self.fit()

    def fit(self) -> None:
        """Divide the room as the layout divides one of its size."""
        division = self._layout.division_in(self.width(), self.height())
        cramped = False
        if self._paired and division.across and self.width() < _LEAST.width():
            division = ONE_BELOW_THE_OTHER
            cramped = self.height() < _LEAST.height()
        if cramped != self._cramped:
            self._cramped = cramped
            self._show()
        if division != self.division:
            self.division = division
            focused = self.focusWidget()
            self._arrange()
            if focused is not None:  # which lost the keys with its place
                focused.setFocus()
            self.arranged.emit()

    def _arrange(self) -> None:
        """Put board and frames into the splitters."""
        division = self.division
        self.outer.setOrientation(_ACROSS[division.across])
        self.inner.setOrientation(_ACROSS[division.inner_across])
        inner = (self._stage if division.with_board else self.side, self.foot)
        outer = (self.inner, self.side) if division.with_board else (self._stage, self.inner)
        for splitter, parts in (
            (self.inner, inner),
            (self.outer, outer if division.first else outer[::-1]),
        ):
            for index, part in enumerate(parts):
                splitter.insertWidget(index, part)
                splitter.setStretchFactor(index, int(part in (self._stage, outer[0], inner[0])))
        self._stage.show()
        self._show()

    @property
    def _panels_at(self) -> int:
        """The index in `outer` of what stands beside the board."""
        return 1 if self.division.first else 0

    @property
    def panels_across(self) -> tuple[bool, bool]:
        """Whether the panels in `side` and those in `foot` lie across, wider than high."""
        division = self.division
        return not division.across, division.with_board

    @property
    def has_foot(self) -> bool:
        """Whether there is room for panels below the board."""
        if self.division.with_board:
            return self.height() >= LEAST_STAGE.height() + LEAST_BELOW.height()
        return self.division is not ONE_BELOW_THE_OTHER

    def show_foot(self, filled: bool) -> None:
        """Show the frame of the panels below the board, or hide it."""
        if filled != self._filled:
            self._filled = filled
            self._show()

    def show_alone(self, alone: bool) -> None:
        """Show the board without panels, or with them again."""
        self._alone = alone
        self._show()

    def set_paired(self, paired: bool) -> None:
        """Say whether there is another room beside it: it may be narrower then than all parts need."""
        self._paired = paired
        # A size of its own goes before what its layout asks for.
        self.setMinimumSize(LEAST_STAGE if paired else QSize(0, 0))
        self.fit()

    def _show(self) -> None:
        """Show what is to be seen."""
        panels = not (self._alone or self._cramped)
        self.side.setVisible(panels)
        self.foot.setVisible(self._filled and panels)
        self.inner.setVisible(self.division.with_board or panels)
        self.divide()

    @property
    def has_room(self) -> bool:
        """Whether it is large enough for its layout."""
        return not self._forced and (self.has_foot or not self._layout.areas)

    @property
    def _forced(self) -> bool:
        """Whether it is divided otherwise than the layout wants, since there is no room for that."""
        return self.division is not self._layout.division

    def _outer_moved(self) -> None:
        if self.division.across == self._layout.division.across:
            self.divided.emit("side", self.outer.sizes()[self._panels_at])

    def _inner_moved(self) -> None:
        if not self._forced:
            self.divided.emit("below", self.inner.sizes()[1])

    def set_panes(self, panes: Mapping[str, int]) -> None:
        """Set the sizes of the panes."""
        self.panes = panes
        self.divide()

    def divide(self) -> None:
        """Give what stands beside and below the board its size; the board gets the rest."""
        division, size = self.division, self.panes["side"]
        whole = self.width() if division.across else self.height()
        if division.across and not division.with_board:
            size = min(size, whole // 2)  # all panels stand there: it may be set wide
        if division is ONE_BELOW_THE_OTHER:
            size = whole * 2 // 5
        self._divide(self.outer, whole, size)
        inner = self.inner.sizes()
        whole, size = sum(inner) or 740, self.panes["below"]
        if self._forced and not division.with_board:
            size = min(size, whole // 3)
        if inner[1] != size:
            self.inner.setSizes([max(1, whole - size), size])

    def divide_mode(self, mode: DeskMode) -> None:
        """Divide a mode like the room; where panels stand otherwise than beside the board, as usual."""
        mode.stand(self.division.first)
        beside = self.division.across and self.division.with_board
        panes = self.panes if beside else USUAL.panes
        self._divide(mode.splitter, self.width(), panes["side"])

    def mode_divided(self, splitter: QSplitter) -> None:
        """The user divides a mode: the room is divided so too if its panels stand there."""
        if self.division.across and self.division.with_board:
            self.divided.emit("side", splitter.sizes()[self._panels_at])

    def _divide(self, splitter: QSplitter, whole: int, size: int) -> None:
        # `whole` is the room's: the sizes of a splitter follow later where it isn't visible yet.
        if splitter.orientation() is Qt.Orientation.Horizontal and whole < NARROW:
            size = min(size, max(LEAST_SIDE.width(), whole // 2))
        if splitter.sizes()[self._panels_at] != size:
            sizes = [max(1, whole - size), size]
            splitter.setSizes(sizes if self.division.first else sizes[::-1])


def _splitter() -> QSplitter:
    splitter = QSplitter()
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter


def _frame(name: str, least: QSize) -> QWidget:
    """A frame for panels, of a name in the style sheet."""
    frame = QWidget()
    frame.setObjectName(name)
    frame.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    frame.setMinimumSize(least)
    return frame
