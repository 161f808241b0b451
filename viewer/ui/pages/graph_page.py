"""The graph page: the variations as lanes, with controls for the display."""

from __future__ import annotations

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.scene.graph.dots import LEVELS
from viewer.ui.graph.view import GraphView
from viewer.ui.pages.tree_switch import TreeSwitch
from viewer.ui.session.record_session import RecordSession

_ONLY, _ALL = message("Only this line"), message("Show all")
_ONLY_TIP = message("Fold all other variations, or show them again")


class GraphPage(QWidget):
    """The graph of a session's record; the current node is kept in view.

    Signals:
        kindAsked: the other display is requested (a key of `tree_switch.KINDS`).
    """

    kindAsked = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.view = GraphView(session)
        self.setAccessibleName(tr(message("Graph of variations")))
        switch = TreeSwitch("graph")
        switch.asked.connect(self.kindAsked)
        self._others = switch.chip(_ONLY, _ONLY_TIP, "graph-fold-others")
        self._others.clicked.connect(self.fold_others)
        self._smaller = switch.chip(
            message("−"), message("Smaller, also with Ctrl and the wheel"), "graph-smaller"
        )
        self._smaller.setAccessibleName(tr(message("Smaller")))
        self._larger = switch.chip(
            message("+"), message("Larger, also with Ctrl and the wheel"), "graph-larger"
        )
        self._larger.setAccessibleName(tr(message("Larger")))
        self._smaller.clicked.connect(lambda: self.view.zoom(-1))
        self._larger.clicked.connect(lambda: self.view.zoom(1))
        column = QVBoxLayout(self)
        # The line at the left of the side stays in sight.
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(switch)
        column.addWidget(self.view, 1)
        self.view.chosen.connect(session.go_to)
        self.view.zoomed.connect(self._show_size)
        self.view.model.laid.connect(self._show_folds)

    @property
    def contextRequested(self) -> SignalInstance:
        """A context menu is requested: (node id, global point)."""
        return self.view.contextRequested

    def fold(self) -> None:
        """Fold or unfold the branch below the current node."""
        self.view.fold(self._session.node)

    def fold_others(self) -> None:
        """Fold all but the current line, or unfold everything if anything is folded."""
        model = self.view.model
        self.view.hold()
        if model.anything_folded:
            model.unfold()
        else:
            model.fold_others()
        self._show_folds()

    def usual(self) -> None:
        """Reset the zoom."""
        self.view.set_level(self.view.usual)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_folds()

    def _show_folds(self) -> None:
        self._others.setText(tr(_ALL if self.view.model.anything_folded else _ONLY))

    def _show_size(self) -> None:
        self._smaller.setEnabled(self.view.level > 0)
        self._larger.setEnabled(self.view.level < LEVELS - 1)
