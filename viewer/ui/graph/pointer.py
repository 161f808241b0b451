"""The mouse over the graph: a click goes to a node, a drag pans, hovering shows a preview."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication

from viewer.tree.node import Node
from viewer.ui.graph.area import GraphArea

if TYPE_CHECKING:
    from viewer.ui.graph.peek import Peek

_WAIT = 280  # ms before the first position is shown
_WAIT_MORE = 60  # ms before the next one, while one is shown
_BUTTONS = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)


class Pointer:
    """Handles mouse events of a graph.

    Attributes:
        node: the node under the mouse.
        was_folded: whether its branch was folded at the last press.
    """

    def __init__(self, view: GraphArea, make_peek: Callable[[], Peek]) -> None:
        self._view = view
        self.node: Node | None = None
        self.was_folded = False
        self._make_peek = make_peek
        self._peek: Peek | None = None
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._panning = False
        self._wait = QTimer(view)
        self._wait.setSingleShot(True)
        self._wait.timeout.connect(self._show)

    @property
    def peek(self) -> Peek:
        """The preview, made when it is first asked for."""
        if self._peek is None:
            self._peek = self._make_peek()
            self._view.destroyed.connect(self._peek.deleteLater)  # it is a child of the window then
        return self._peek

    @property
    def follows(self) -> bool:
        """Whether a preview goes along with the current node."""
        return self._peek is not None and self._peek.follows

    def put_away(self) -> None:
        """Hide the preview."""
        if self._peek is not None:
            self._peek.put_away()

    def press(self, event: QMouseEvent) -> None:
        """Handle a button press: a click or drag begins."""
        self._rest()
        if event.button() not in _BUTTONS:
            event.ignore()
            return
        self._pressed = self._last = event.position()
        node = self._node_at(event.position())
        self.was_folded = node is not None and self._view.model.is_folded(node)
        self._panning = event.button() == Qt.MouseButton.MiddleButton

    def move(self, event: QMouseEvent) -> None:
        """Handle a mouse move: hover or drag."""
        at = event.position()
        if self._pressed is None:
            self._point_at(self._node_at(at))
            return
        if not self._panning:
            far = (at - self._pressed).manhattanLength()
            self._panning = far >= QApplication.startDragDistance()
        if self._panning:
            self._view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            way, self._last = self._last - at, at
            self._view.scroll_by(way.x(), way.y())

    def release(self, event: QMouseEvent) -> None:
        """Handle a button release: without a drag, go to the node there."""
        if self._pressed is None:
            event.ignore()
            return
        node, clicked = self._node_at(event.position()), not self._panning
        self._pressed, self._panning = None, False
        self._view.viewport().unsetCursor()
        if clicked and node is not None and event.button() == Qt.MouseButton.LeftButton:
            self._view.chosen.emit(node.id)

    def leave(self) -> None:
        """The mouse has left the graph."""
        self._rest()
        self._set(None)

    def scrolled(self) -> None:
        """The graph was scrolled under the mouse."""
        if not self._panning:
            self.leave()

    def forget(self) -> None:
        """Reset for another record."""
        self._wait.stop()
        if self._peek is not None:
            self._peek.forget()
        self._set(None)

    def _rest(self) -> None:
        self._wait.stop()
        self.put_away()

    def _node_at(self, point: QPointF) -> Node | None:
        spot = self._view.spot_at(point)
        return spot.node if spot is not None else None

    def _point_at(self, node: Node | None) -> None:
        if node is self.node:
            return
        shown = self._peek is not None and self._peek.node is not None
        self._set(node)
        if node is None:
            self._rest()
        else:
            self._wait.start(_WAIT_MORE if shown else _WAIT)

    def _set(self, node: Node | None) -> None:
        if node is not self.node:
            self.node = node
            self._view.viewport().update()

    def _show(self) -> None:
        if self.node is not None and self._view.isVisible():
            self.peek.show_at(self.node, QPoint(QCursor.pos()))
