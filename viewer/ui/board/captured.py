"""How many stones a player has captured, beside the name, where players count them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.toolkit.plain import Label, set_tip

if TYPE_CHECKING:
    from viewer.ui.board.player_line import ColourDot


class Captured(QWidget):
    """How many stones a side has captured: one of the other side's, and the number.

    Attributes:
        dot: the stone.
    """

    def __init__(self, dot: ColourDot) -> None:
        super().__init__()
        self.dot = dot
        self._count = Label(look="muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(5)
        row.addWidget(dot)
        row.addWidget(self._count)
        self.hide()

    def show_count(self, side: Message, count: int | None) -> None:
        """Show the prisoners of a side; None where players don't count them."""
        text = "" if count is None else str(count)
        if count is None or text == self._count.text():
            self.setVisible(count is not None)
            return
        self._count.setText(text)
        words = tr(message("Stones that {side} has captured: {count}", side=side, count=count))
        set_tip(self, words)
        self.setAccessibleName(words)
        self.show()

    @property
    def text(self) -> str:
        """What is shown, "" where nothing is."""
        return self._count.text() if not self.isHidden() else ""
