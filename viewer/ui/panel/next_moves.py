"""The moves that go on from the current node, as chips to click."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.messages import message
from viewer.ui.session.study import Study
from viewer.ui.toolkit.plain import Label, literal
from viewer.ui.toolkit.translate import tr
from viewer.ui.toolkit.widgets import FlowLayout

_MOST = 12


class NextMoves(QWidget):
    """A row of chips that wraps. Chips stay from step to step: making them costs more than a step."""

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._ids: list[int] = []
        self._chips: list[QPushButton] = []
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        self._row = FlowLayout()
        outer.addLayout(self._row)
        self._row.addWidget(self._label(tr(message("Next:"))))
        self._rest = self._label("")
        self._row.addWidget(self._rest)

    def show_next(self) -> None:
        """Show the moves after the current node, the one that would be taken marked."""
        study = self._study
        children = study.node.children
        shown = children[:_MOST]
        self._ids = [child.id for child in shown]
        self._have(len(shown))
        for chip, child in zip(self._chips, shown, strict=False):
            chip.setText(literal(study.text_of(child)) or "…")
            chosen = child is study.cursor.next
            if chip.property("chosen") != chosen:
                chip.setProperty("chosen", chosen)
                chip.style().unpolish(chip)
                chip.style().polish(chip)
        self._rest.setVisible(not children or len(children) > _MOST)
        if not children:
            self._rest.setText(tr(message("end of the line")))
        elif len(children) > _MOST:
            self._rest.setText(tr(message("and {count} more", count=len(children) - _MOST)))

    def _have(self, count: int) -> None:
        """Show this many chips."""
        if count > len(self._chips):
            self._row.removeWidget(self._rest)
            while len(self._chips) < count:
                self._add_chip()
            self._row.addWidget(self._rest)
        for place, chip in enumerate(self._chips):
            chip.setVisible(place < count)

    def _add_chip(self) -> None:
        place = len(self._chips)
        chip = QPushButton()
        chip.setFont(QFont([*self.font().families(), "Qipu Notation"]))
        chip.setProperty("chip", True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self._study.go_to(self._ids[place]))
        self._row.addWidget(chip)
        self._chips.append(chip)

    def _label(self, text: str) -> Label:
        label = Label(text)
        label.setProperty("muted", True)
        return label
