"""The switch above the variations: outline or graph."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.toolkit.keymap import set_key_tip

KINDS: dict[str, tuple[Message, Message, str]] = {
    "tree": (message("Outline"), message("Variations as rows that open and close"), "outline"),
    "graph": (message("Graph"), message("Variations as lanes"), "graph"),
}


class TreeSwitch(QWidget):
    """Two chips; the current display is checked. More can be added to the right.

    Where not all have room, those that were added first are left out: each is a command as well.

    Signals:
        asked: the other display is requested, a key of KINDS.
    """

    asked = Signal(str)

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(17, 6, 10, 2)
        self.row.setSpacing(6)
        group = QButtonGroup(self)
        for id, (name, tip, command) in KINDS.items():
            chip = self._chip(name, tip, command)
            chip.setCheckable(True)
            chip.setChecked(id == kind)
            group.addButton(chip)
            chip.clicked.connect(lambda _=False, id=id: self._ask(id))
        self.row.addStretch(1)
        self._kind = kind
        self._group = group
        self._added: list[QPushButton] = []

    def chip(self, name: Message, tip: Message, command: str) -> QPushButton:
        """Add a chip with a tooltip, which has the key of a command."""
        chip = self._chip(name, tip, command)
        self._added.append(chip)
        return chip

    def _chip(self, name: Message, tip: Message, command: str) -> QPushButton:
        chip = QPushButton(tr(name))
        chip.setProperty("chip", True)
        set_key_tip(chip, tr(tip), command)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.row.addWidget(chip)
        return chip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        margins = self.row.contentsMargins()
        room = self.width() - margins.left() - margins.right() + self.row.spacing()
        wide: dict[QAbstractButton, int] = {
            chip: chip.sizeHint().width() + self.row.spacing()
            for chip in (*self._group.buttons(), *self._added)
        }
        needed = sum(wide.values())
        for chip in self._added:
            chip.setVisible(needed <= room)
            needed -= 0 if needed <= room else wide[chip]

    def _ask(self, id: str) -> None:
        if id != self._kind:
            self._group.buttons()[list(KINDS).index(self._kind)].setChecked(True)
            self.asked.emit(id)
