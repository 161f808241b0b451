"""The graph of variations in a scrolling widget."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.document.edits import Change
from viewer.paint.painter import painter_on
from viewer.scene.graph.dots import Dot, dot_of
from viewer.tree.action import is_ply
from viewer.tree.node import Node
from viewer.ui.graph.area import GraphArea, Pointer
from viewer.ui.graph.pens import GraphPens, GraphScene
from viewer.ui.models.words import Wording
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER, keeps
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.style import theme_in_use

if TYPE_CHECKING:
    from viewer.ui.graph.peek import Peek

_FRAME = 0.006
_KEPT = 20_000


class MoverSign(NamedTuple):
    """The theme token of the side that moved, "" for none; whether the move breaks a rule; its number."""

    colour: str
    fault: bool
    number: str = ""


_UNKNOWN = MoverSign("", False)


class Sides(QObject):
    """Caches the MoverSign of nodes.

    Signals:
        found: missing values have been computed.
    """

    found = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._known: dict[int, MoverSign] = {}
        self._missing: list[Node] = []
        self._end = 0.0
        self._runner = JobRunner(self)
        self._runner.finished.connect(self.found)

    def forget(self) -> None:
        """Reset for another record."""
        self._runner.stop()
        self._known.clear()
        self._missing = []

    def begin(self) -> None:
        """Begin a frame, which has a time budget."""
        self._missing = []
        self._end = perf_counter() + _FRAME

    def end(self) -> None:
        """End a frame; missing values are computed between events."""
        if self._missing:
            self._runner.start(self._find(self._missing))

    def of(self, node: Node) -> MoverSign:
        """The MoverSign of a node; that of nobody if the frame's time is used up."""
        known = self._known.get(node.id)
        if known is not None:
            return known
        if perf_counter() > self._end:
            self._missing.append(node)
            return _UNKNOWN
        return self._look(node)

    def _look(self, node: Node) -> MoverSign:
        session = self._session
        if len(self._known) >= _KEPT:
            self._known.clear()
        state = session.states.at(node)
        before = state.previous
        colour = session.game.sides[before.side].colour if before is not None else ""
        fault = session.game.violation(state) is not None
        number = ""
        if is_ply(node.action):
            root = session.states.at(session.record.root)
            number = str(session.game.numbering(root).at(state.ply)[0])
        played = self._known[node.id] = MoverSign(colour, fault, number)
        return played

    def _find(self, nodes: list[Node]) -> Iterator[JobStep[None]]:
        for number, node in enumerate(nodes, 1):
            self._look(node)
            yield JobStep(number, len(nodes))


_NOTCH = 120


class GraphView(GraphArea):
    """The graph of a session's record. Only the visible part is painted; stepping computes no layout.

    Attributes:
        pointer: handles the mouse, with the preview of positions.

    Signals:
        contextRequested: a context menu is requested: (node id, global point).
    """

    contextRequested = Signal(int, QPoint)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.wording = Wording(session)
        self._sides = Sides(session, self)
        self._brush: GraphPens | None = None
        self._stale = True
        self._turned = 0
        self.pointer = Pointer(self, self._make_peek)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr(message("Graph of variations")))
        self.model.laid.connect(self._laid)
        self._sides.found.connect(self.viewport().update)
        session.moved.connect(self.follow)
        session.chosen.connect(self.follow)
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reloaded)
        session.restyled.connect(self._restyled)
        session.viewed.connect(self.pointer.forget)
        session.dressed.connect(self._dressed)
        session.rules.judged.connect(self.viewport().update)

    def _make_peek(self) -> Peek:
        from viewer.ui.graph.peek import Peek  # deferred

        return Peek(self._session, self.wording, self)

    def _dressed(self) -> None:
        self.set_down(self._session.looks.down)

    # --------------------------------------------------------------------------- what is here

    def dot(self, node: Node) -> Dot:
        """What a node shows."""
        played = self._sides.of(node)
        folded, verdicts = self.model.is_folded(node), self._session.rules.verdicts
        worth = ("", 0) if verdicts is None else verdicts.sign(node)
        return dot_of(node, played.colour, played.fault, folded, worth, played.number)

    def _words(self) -> str:
        node = self._session.node
        spoken = self.wording.spoken(node)
        ways = 0 if self._session.concealing else len(node.children)
        if self.model.is_folded(node):
            return tr(message("{move}, folded", move=spoken))
        if ways > 1:
            return tr(message("{move}, {count} ways to go on", move=spoken, count=ways))
        return spoken

    # -------------------------------------------------------------------------- what changed

    def follow(self) -> None:
        """The current node or line changed."""
        if not self.isVisible():
            return
        if self.model.anything_folded:
            self.hold()  # other branches may be shown now
        self.model.show_current()
        self.model.follow()
        if not self.model.busy:
            self.held = None
        told = self.pointer.follows
        self.pointer.put_away()
        self.bring()
        if told:
            self.preview()
        self.viewport().update()
        self.setAccessibleDescription(self._words())

    def preview(self) -> None:
        """Show number, move, comment and position of the current node beside it; hide them again."""
        spot = self.current()
        if self.pointer.follows or spot is None:
            self.pointer.put_away()
            return
        self.bring()
        point = self.viewport().mapToGlobal(self.point_of(spot).toPoint())
        self.pointer.peek.show_at(spot.node, point, follows=True)

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        if not touched:
            return
        self.wording.forget()
        self.pointer.forget()
        if any(one.facet in ("action", "children", "headers") for one in touched):
            self._sides.forget()
        if any(one.facet == "children" for one in touched):
            self._lay_out()
        self.viewport().update()

    def _reloaded(self) -> None:
        self.wording.forget()
        self.pointer.forget()
        self._sides.forget()
        self.held = None
        self.model.forget()
        self._stale = True
        if self.isVisible():
            self._open()

    def _restyled(self) -> None:
        self.wording.forget()
        self.pointer.forget()
        self.viewport().update()

    def _open(self) -> None:
        self._stale = False
        self.model.lay_out()
        self.setAccessibleDescription(self._words())

    def _lay_out(self) -> None:
        """Compute the layout after an edit, keeping the current node in place."""
        if not self.isVisible():
            self._stale = True
            self.model.stop()
            return
        self.hold()
        self.model.lay_out()

    def _laid(self) -> None:
        self.take_ranges()
        self.pointer.forget()

    def resized(self) -> None:
        self.pointer.scrolled()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.pointer.scrolled()
        self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._open()
        else:
            self.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pointer.leave()

    # -------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, ratio = theme_in_use(), self.devicePixelRatioF()
        if self._brush is None or not self._brush.fits(theme, ratio, self.font()):
            self._brush = GraphPens(theme, ratio, self.font())
            self.pointer.forget()
        scene = GraphScene(self.model.lanes, self.sight, self.model.way, self.dot, self._text)
        scene.column = self.model.column if self.current() is not None else -1
        scene.pointed = self.pointer.node
        scene.focus = self.hasFocus()
        x, y = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        box = QRectF(event.rect()).translated(x, y)
        with painter_on(self.viewport()) as painter:
            painter.fillRect(event.rect(), self.palette().base())
            painter.translate(-x, -y)
            self._sides.begin()
            cells = self.sight.cells(box.x(), box.y(), box.width(), box.height())
            self._brush.paint(painter, scene, cells)
            self._sides.end()

    def _text(self, node: Node) -> str:
        words = self.wording.of(node)
        return words.move if node.parent is None else f"{words.number} {words.move}".strip()

    # ----------------------------------------------------------------------------------- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None:
            # The first click may have shown what was folded, by going there.
            opened = self.pointer.was_folded and not self.model.is_folded(spot.node)
            if not opened:
                self.fold(spot.node)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointer.leave()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._turned += turn.y()  # touchpads turn by a few units at a time
            steps = int(self._turned / _NOTCH)
            self._turned -= steps * _NOTCH
            self.zoom(steps, event.position())
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            way = turn.y() or turn.x()
            QApplication.sendEvent(self.horizontalScrollBar(), _across(event, way))
        else:
            super().wheelEvent(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_keys = event.reason() == QContextMenuEvent.Reason.Keyboard
        spot = self.current() if by_keys else self.spot_at(QPointF(event.pos()))
        if spot is None:
            event.ignore()
            return
        self.pointer.put_away()
        place = self.point_of(spot).toPoint() if by_keys else event.pos()
        self.contextRequested.emit(spot.node.id, self.viewport().mapToGlobal(place))

    # ------------------------------------------------------------------------------------ keys

    def fold(self, node: Node) -> None:
        """Fold or unfold the branch below a node."""
        self.hold()
        self.model.fold(node)
        self.setAccessibleDescription(self._words())

    def event(self, event: QEvent) -> bool:
        return keeps(event, _KEYS) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, spot = event.key(), self.current()
        ahead, back, below, above = _DOWN if self.down else _RIGHT
        if key in ENTER and self._session.trial is not None:
            event.ignore()  # which puts in what is tried
        elif key in _FOLD and spot is not None:
            self.fold(spot.node)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1)
        elif key == Qt.Key.Key_Minus:
            self.zoom(-1)
        elif spot is None:
            event.ignore()
        elif key == ahead:
            self._go(self._session.cursor.next)
        elif key == back:
            self._go(spot.node.parent)
        elif key in (below, above):
            neighbour = self.model.lanes.neighbour(spot, 1 if key == below else -1)
            self._go(neighbour.node if neighbour is not None else None)
        else:
            event.ignore()

    def _go(self, node: Node | None) -> None:
        if node is not None:
            self.chosen.emit(node.id)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointer.put_away()
        self.viewport().update()


_RIGHT = (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Up)
_DOWN = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Left)
_FOLD = (Qt.Key.Key_Space, *ENTER)
_ZOOM = {Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Equal}
_KEYS = frozenset({*_RIGHT, *_FOLD, *_ZOOM})


def _across(event: QWheelEvent, way: int) -> QWheelEvent:
    """A wheel event turned into a horizontal one."""
    return QWheelEvent(
        event.position(),
        event.globalPosition(),
        event.pixelDelta(),
        QPoint(way, 0),
        event.buttons(),
        Qt.KeyboardModifier.NoModifier,
        event.phase(),
        event.inverted(),
    )
