"""Candidate moves as chips, to point at and to click."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFont
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.session.candidates import Candidates
from viewer.ui.toolkit.plain import Label, literal
from viewer.ui.toolkit.widgets import FlowLayout

_MOST = 12


class _Chip(QPushButton):
    """A chip that signals when the mouse or the keyboard focus enters or leaves it."""

    pointing = Signal(bool)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointing.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointing.emit(False)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.pointing.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointing.emit(False)


class CandidateChips(QWidget):
    """A row of chips that wraps. Chips are reused: making them would take longer than a step."""

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
        self._nothing = nothing
        self._ids: list[int] = []
        self._chips: list[_Chip] = []
        self._bare = False
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._row = FlowLayout()
        outer.addLayout(self._row)
        self._row.addWidget(self._label(tr(called)))
        self._rest = self._label("")
        self._row.addWidget(self._rest)

    def show_moves(self) -> None:
        """Show the moves from the current position; the one that `forward` takes is marked."""
        shown = [] if self._bare else self._moves.first(_MOST)
        count = len(self._moves)
        self._ids = [one.id for one in shown]
        self._have(len(shown))
        for chip, one in zip(self._chips, shown, strict=False):
            chip.setText(literal(one.text) or "…")
            if chip.property("chosen") != one.taken:
                chip.setProperty("chosen", one.taken)
                chip.style().unpolish(chip)
                chip.style().polish(chip)
        self._rest.setVisible(not count or (count > _MOST and not self._bare))
        if not count:
            self._rest.setText(tr(self._nothing()))
        elif count > _MOST:
            self._rest.setText(tr(message("and {count} more", count=count - _MOST)))

    def set_bare(self, bare: bool) -> None:
        """Hide the chips, because the moves are shown in another way, or show them again."""
        self._bare = bare

    def _have(self, count: int) -> None:
        """Show this many chips, creating missing ones."""
        if count > len(self._chips):
            self._row.removeWidget(self._rest)
            while len(self._chips) < count:
                self._add_chip()
            self._row.addWidget(self._rest)
        for index, chip in enumerate(self._chips):
            chip.setVisible(index < count)

    def _add_chip(self) -> None:
        place = len(self._chips)
        chip = _Chip()
        chip.setFont(QFont([*self.font().families(), "Qipu Notation"]))
        chip.setProperty("chip", True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self._moves.enter(self._ids[place]))
        chip.pointing.connect(lambda on: self._moves.point_at(self._ids[place] if on else None))
        self._row.addWidget(chip)
        self._chips.append(chip)

    def _label(self, text: str) -> Label:
        label = Label(text, look="muted")
        return label
