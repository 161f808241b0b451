"""Candidate moves beside the board: as chips in one line, or as rows with numbers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.pages.candidate_rows import CandidateRows
from viewer.ui.panel.candidate_chips import CandidateChips
from viewer.ui.session.candidates import Candidates
from viewer.ui.toolkit.plain import set_tip

CHIPS, ROWS = "chips", "rows"
"""The values of the setting "candidates"."""


class CandidatePanel(QWidget):
    """The candidates of one source, with a button that switches between chips and rows.

    Attributes:
        line: of the chips and the button; others may be put before them.

    Signals:
        viewAsked: the user asks for chips or rows: CHIPS or ROWS.
        left: the user pressed Escape in the rows.
    """

    viewAsked = Signal(str)
    left = Signal()

    def __init__(
        self,
        moves: Candidates,
        called: Message,
        nothing: Callable[[], Message],
        parent: QWidget | None = None,
    ) -> None:
        """`nothing` says why there are none."""
        super().__init__(parent)
        self._moves = moves
        self.chips = CandidateChips(moves, called, nothing)
        self.rows: CandidateRows | None = None  # created on first use
        self.switch = QPushButton(tr(message("Rows")))
        self.switch.setProperty("chip", True)
        self.switch.setCheckable(True)
        self.switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.switch, tr(message("Show the next moves as rows with numbers")))
        self.switch.clicked.connect(lambda on: self.viewAsked.emit(ROWS if on else CHIPS))
        self.line = QHBoxLayout()
        self.line.setSpacing(6)
        self.line.addStretch(1)
        self.line.addWidget(self.chips)
        self.line.addWidget(self.switch)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addLayout(self.line)

    def set_view(self, view: str) -> None:
        """Show the candidates as CHIPS or as ROWS."""
        as_rows = view == ROWS
        self.switch.setChecked(as_rows)
        if as_rows and self.rows is None:
            self.rows = CandidateRows(self._moves)
            self.rows.left.connect(self.left)
            self._column.addWidget(self.rows)
            QWidget.setTabOrder(self.switch, self.rows)
        if self.rows is not None:
            self.rows.setVisible(as_rows)
        self.chips.set_bare(as_rows)
        self.show_moves()

    def show_moves(self) -> None:
        """Show the candidates for the current position."""
        self.chips.show_moves()
        if self.rows is not None and not self.rows.isHidden():
            self.rows.show_moves()
