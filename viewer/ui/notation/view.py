"""The notation view: what mouse and keys do on the page, and room there for a field."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from viewer.scene.notation.mend import mend
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.tree.ops import Touched
from viewer.ui.notation.area import NotationArea
from viewer.ui.notation.visible_blocks import ScrollAnchor, move_tip
from viewer.ui.toolkit.plain import show_tip


class NotationView(NotationArea):
    """A record's notation, with the moves and comments of which one clicks.

    Attributes:
        writable: whether the mouse shows that a click on a comment edits it.

    Signals:
        nodeActivated: a node was clicked (its id).
        commentClicked: the text of a node's comment was clicked: (its id, whether it stands before the move,
            the place in it in UTF-16 units, -1 if that isn't known). `nodeActivated` comes first.
        contextRequested: a node's menu is requested: (its id, point on the screen).
    """

    nodeActivated = Signal(int)
    commentClicked = Signal(int, bool, int)
    contextRequested = Signal(int, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.writable = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    # ------------------------------------------------------------------------ room for a field

    def set_room(
        self, id: int, ahead: bool, height: int, anchor: ScrollAnchor | None = None
    ) -> None:
        """Leave room for a field in the place of a node's comment, or of the one ahead of its move.

        `id` is -1 for no room; `height` in pixels; what `anchor` tells stays where it is.
        """
        old, sight = self._said, self._sight
        if (id, ahead, height) == (old.written, old.ahead, self._room):
            return
        self._said, self._room = old._replace(written=id, ahead=ahead), height
        if sight is None:
            return
        sight.page.measures = sight.setter.measures = self._measures()
        sight.forget_room()
        if old != self._said:
            nodes = sight.page.record.nodes
            places = [
                place for place in ((old.written, old.ahead), (id, ahead)) if place[0] in nodes
            ]
            for one, _ in places:
                sight.forget(nodes[one])
            mend(sight.page, [Touched(BEFORE if first else COMMENT, one) for one, first in places])
        sight.restore(anchor)
        self._show()

    def bring_room(self) -> None:
        """Scroll as little as needed to show the room."""
        sight, current = self._sight, self._current
        if sight is not None:
            if sight.room() is None and current is not None:
                sight.bring(current)
            sight.bring_room()
            self._show()

    # ------------------------------------------------------------------------- mouse and keys

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip that explains the signs after a move."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            sight, text = self._sight, ""
            cell = sight.hit(QPointF(event.pos())) if sight is not None else None
            if sight is not None and cell is not None and cell.move:
                text = move_tip(sight.setter.states, cell.node)
            show_tip(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Activate the node whose move or comment was clicked."""
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        event.accept()
        sight = self._sight
        cell = sight.hit(event.position()) if sight is not None else None
        if sight is not None and cell is not None:
            place = sight.place_in(cell, event.position())
            self._clicked = True
            try:
                self.nodeActivated.emit(cell.node.id)
            finally:
                self._clicked = False
            if not cell.move:
                self.commentClicked.emit(cell.node.id, *place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Consume the release of a press that was handled here."""
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the move under the pointer."""
        cell = self._sight.hit(event.position()) if self._sight is not None else None
        self._hover(cell.node if cell is not None and cell.move else None)
        text = self.writable and cell is not None and not cell.move
        self.viewport().setCursor(
            Qt.CursorShape.IBeamCursor if text else Qt.CursorShape.ArrowCursor
        )

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight."""
        super().leaveEvent(event)
        self._hover(None)

    def _hover(self, node: Node | None) -> None:
        if node is self._hovered:
            return
        before, self._hovered = self._hovered, node
        self._paint_again(before, node)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the node under the pointer, or of the current one by keyboard."""
        sight, node = self._sight, self._current
        if sight is None:
            event.ignore()
        elif event.reason() != QContextMenuEvent.Reason.Keyboard:
            cell = sight.hit(QPointF(event.pos()))
            if cell is not None:
                self.contextRequested.emit(cell.node.id, event.globalPos())
            else:
                event.ignore()
        elif node is not None:
            rect = sight.rect_of(node)
            place = rect.bottomLeft() if rect is not None else QPoint(0, 0)
            self.contextRequested.emit(node.id, self.viewport().mapToGlobal(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window: arrows step through the record instead of scrolling."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Repaint the current cell, which shows the focus."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Repaint the current cell, which no longer shows the focus."""
        super().focusOutEvent(event)
        self.viewport().update()
