"""The scrolled area of a graph: position, zoom, direction; the mouse over it: clicks, drags, previews."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMargins, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from viewer.games.capabilities import Placing
from viewer.scene.graph.dots import LEVELS, USUAL, LaneMetrics, fitting, zoom_of
from viewer.scene.graph.lanes import Spot
from viewer.tree.node import Node
from viewer.ui.graph.model import GraphModel
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.graph.peek import Peek

_AROUND = 1.5  # cells that are seen around the current node
_USUAL_TEXT = 16.0  # pixels a line, for which written cells are made
_STEP = 24


class GraphArea(QAbstractScrollArea):
    """The lanes of a session's record in a viewport.

    Attributes:
        model: lanes and what is folded.
        down: whether the graph grows downwards instead of to the right.
        level: zoom level.
        held: a node and its point in the viewport, kept when the lanes change.

    Signals:
        chosen: the user goes to a node, by its id.
        zoomed: the zoom level changed.
    """

    chosen = Signal(int)
    zoomed = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = GraphModel(session, self)
        self.down = False
        self.level = self.usual
        self.held: tuple[Node, QPointF] | None = None
        self._fit = False

    def resized(self) -> None:
        """The widget was resized."""

    @property
    def usual(self) -> int:
        """The level at first: stones alone say little of games that move pieces, which show the moves."""
        return USUAL if isinstance(self._session.game, Placing) else LEVELS - 1

    # ---------------------------------------------------------------------------------- places

    @property
    def sight(self) -> LaneMetrics:
        """Sizes and direction."""
        unit = self.fontMetrics().height() / _USUAL_TEXT
        full = LaneMetrics(zoom_of(self.level, self.down, unit), self.down)
        return full.squeezed(self.model.lanes.lanes, self._room)

    def point_of(self, spot: Spot) -> QPointF:
        """The middle of a node in the viewport."""
        x, y = self.sight.point(spot.column, spot.lane)
        return QPointF(x - self.horizontalScrollBar().value(), y - self.verticalScrollBar().value())

    def content(self, point: QPointF) -> tuple[float, float]:
        """A point of the viewport in coordinates of the whole graph."""
        bars = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        return point.x() + bars[0], point.y() + bars[1]

    def spot_at(self, point: QPointF) -> Spot | None:
        """The node at a point of the viewport."""
        return self.model.lanes.at(*self.sight.cell(*self.content(point)))

    def current(self) -> Spot | None:
        """The cell of the current node; None while it isn't laid out."""
        spot = self.model.way.spot(self.model.column)
        return spot if spot is not None and spot.node is self._session.node else None

    # ------------------------------------------------------------------------------- scrolling

    def bring(self) -> None:
        """Scroll as little as needed to show the current node with its surroundings.

        A node that was out of view is centred.
        """
        spot = self.current()
        if spot is None:
            return
        zoom, point = self.sight.zoom, self.point_of(spot)
        along, across = _AROUND * zoom.along, _AROUND * zoom.across
        room = QPointF(across, along) if self.down else QPointF(along, across)
        wide, high = self.viewport().width(), self.viewport().height()
        if not (-room.x() <= point.x() <= wide + room.x()) or not (
            -room.y() <= point.y() <= high + room.y()
        ):
            self.scroll_by(point.x() - wide / 2, point.y() - high / 2)
            return
        self.scroll_by(_shift(point.x(), wide, room.x()), _shift(point.y(), high, room.y()))
        bar = self.horizontalScrollBar() if self.down else self.verticalScrollBar()
        if above := round(bar.value() / zoom.across):  # whole lanes, so that none is cut
            bar.setValue(round(above * zoom.across + self.sight.margin - self.sight.hang))

    def scroll_by(self, dx: float, dy: float) -> None:
        """Scroll by pixels."""
        for bar, by in ((self.horizontalScrollBar(), dx), (self.verticalScrollBar(), dy)):
            bar.setValue(bar.value() + round(by))

    def hold(self) -> None:
        """Keep the current node at its point in the viewport when the lanes change.

        If it isn't shown yet, its parent.
        """
        node, lanes = self._session.node, self.model.lanes
        spot = lanes.spot(node)
        if spot is None and node.parent is not None:
            spot = lanes.spot(node.parent)
        self.held = (spot.node, self.point_of(spot)) if spot is not None else None

    def take_ranges(self) -> None:
        """Update the scroll ranges after the lanes changed."""
        self._set_ranges()
        held, self.held = self.held, None
        spot = self.model.lanes.spot(held[0]) if held is not None else None
        if spot is not None and held is not None:
            way = self.point_of(spot) - held[1]
            self.scroll_by(way.x(), way.y())
        if self._fit:
            self.fit()
        self.bring()
        self.viewport().update()

    def _set_ranges(self) -> None:
        lanes = self.model.lanes
        sizes = self.sight.size(lanes.columns, lanes.lanes)
        self._show_whole_lanes()
        bars = (self.horizontalScrollBar(), self.verticalScrollBar())
        sights = (self.viewport().width(), self.viewport().height())
        for bar, size, sight in zip(bars, sizes, sights, strict=True):
            bar.setRange(0, max(0, size - sight))
            bar.setPageStep(sight)
            bar.setSingleStep(_STEP)

    def _show_whole_lanes(self) -> None:
        """Leave free what would show only a part of a lane, if not all lanes fit."""
        free = self._room - self.sight.seen(self.model.lanes.lanes, self._room)
        margins = QMargins(0, 0, free, 0) if self.down else QMargins(0, 0, 0, free)
        if margins != self.viewportMargins():
            self.setViewportMargins(margins)

    @property
    def _room(self) -> int:
        """Pixels for lanes, with those that are left free."""
        free, size = self.viewportMargins(), self.viewport().size()
        return size.width() + free.right() if self.down else size.height() + free.bottom()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_ranges()
        if self._fit:
            self.fit()
        elif self.isVisible():
            self.bring()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_ranges()

    # ------------------------------------------------------------------------------------ zoom

    def set_down(self, down: bool) -> None:
        """Set whether the graph grows downwards or to the right."""
        if down != self.down:
            self.down = down
            self._resize()
            self.bring()

    def zoom(self, steps: int, at: QPointF | None = None) -> None:
        """Zoom by levels around a point of the viewport (None: the current node)."""
        self.set_level(self.level + steps, at)

    def set_level(self, level: int, at: QPointF | None = None) -> None:
        """Set the zoom level, around a point as `zoom` does."""
        self._fit = False
        level = min(max(level, 0), LEVELS - 1)
        if level == self.level:
            return
        spot = self.current()
        if at is None:
            self.bring()
            at = self.point_of(spot) if spot is not None else QPointF(0, 0)
        before, (x, y) = self.sight, self.content(at)
        self.level = level
        self._resize()
        after = self.sight
        old, new = _sizes(before), _sizes(after)
        x = (x - before.margin) / old[0] * new[0] + after.margin
        y = (y - before.margin) / old[1] * new[1] + after.margin
        self.horizontalScrollBar().setValue(round(x - at.x()))
        self.verticalScrollBar().setValue(round(y - at.y()))

    def fit(self) -> None:
        """Zoom out until the whole graph fits, as far as possible."""
        lanes, room = self.model.lanes, self.viewport().size()
        self.level = fitting(lanes.columns, lanes.lanes, room.width(), room.height(), self.down)
        self._fit = True
        self._resize()
        self.bring()

    def _resize(self) -> None:
        self._set_ranges()
        self.viewport().update()
        self.resized()
        self.zoomed.emit()


def _sizes(sight: LaneMetrics) -> tuple[float, float]:
    zoom = sight.zoom
    return (zoom.across, zoom.along) if sight.down else (zoom.along, zoom.across)


def _shift(place: float, size: int, around: float) -> float:
    """How far to scroll to show a place with a margin."""
    around = min(around, size / 2)
    if around <= place <= size - around:
        return 0.0
    return place - around if place < around else place - (size - around)


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
