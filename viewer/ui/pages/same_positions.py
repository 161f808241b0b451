"""Where else in the record the position stands, as chips that lead there."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import Label, literal, set_tip

_MOST = 6  # chips; more places are counted


class SamePositions(QWidget):
    """The other moves of a record that lead to a position; a click goes there."""

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: list[Node] = []
        self._row = FlowLayout(self)
        self._words = Label(tr(message("Also after")))
        self._words.setProperty("muted", True)
        self._row.addWidget(self._words)
        self._more = Label()
        self._more.setProperty("muted", True)
        self.chips: list[QPushButton] = []

    def show_nodes(self, nodes: list[Node]) -> None:
        """Show these places."""
        texts = [self._session.words.numbered(node) for node in nodes[:_MOST]]
        if nodes == self._shown and texts == [chip.property("move") for chip in self.chips]:
            return
        self._shown = nodes
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self._row.removeWidget(self._more)
        self.chips = [self._chip(node, text) for node, text in zip(nodes, texts, strict=False)]
        over = len(nodes) - len(self.chips)
        self._more.setText(tr(message("and {count} more", count=over)) if over > 0 else "")
        self._more.setVisible(over > 0)
        self._row.addWidget(self._more)
        self.updateGeometry()

    def _chip(self, node: Node, text: str) -> QPushButton:
        chip = QPushButton(literal(text))
        chip.setFont(QFont([*self.font().families(), "Qipu Notation"]))
        chip.setProperty("chip", True)
        chip.setProperty("move", text)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        words = tr(message("The same position after {move}", move=text))
        chip.setAccessibleName(words)
        set_tip(chip, words)
        chip.clicked.connect(partial(self._session.go_to, node.id))
        self._row.addWidget(chip)
        return chip
