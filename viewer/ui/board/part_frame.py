"""The frame around a part of the board: it shows what an explorer asks about, and is drawn and dragged."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from viewer.games.charts import Chart
from viewer.paint.painter import painter_on
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.session.part_choice import PartChoice, Stretch

_HANDLE: Final = 9  # px
_REACH: Final = 9  # px from the middle of a handle
_TINT: Final = 0.07
_LEFT = Qt.MouseButton.LeftButton


class PartFrame(QWidget):
    """The frame. It lies over a board and lets all pass, but drags of its handles, and while a part is drawn.

    Attributes:
        drawing: whether the next drag on the board draws a part.

    Signals:
        drawn: a part was drawn, or drawing was given up.
    """

    drawn = Signal()

    def __init__(self, board: BoardCanvas, choice: PartChoice) -> None:
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._board, self._choice = board, choice
        self.drawing = False
        self._wanted = False
        self._drag: Stretch | None = None  # while it is dragged
        self._from = (0, 0)  # the cell that stays where it is
        board.installEventFilter(self)
        choice.changed.connect(self.look)
        board.session.viewed.connect(self.look)
        board.session.moved.connect(self.look)
        board.session.reloaded.connect(self.look)
        board.session.dressed.connect(self.look)
        self.setGeometry(board.rect())
        self.hide()

    def set_wanted(self, on: bool) -> None:
        """Show the frame while there is a part, or don't."""
        self._wanted = on
        if not on:
            self.draw(False)
        self.look()

    def look(self) -> None:
        """Show the part as it is now."""
        self.setVisible(self._wanted and (self.drawing or self._choice.stretch is not None))
        self.raise_()
        self.update()

    def draw(self, on: bool) -> None:
        """Have the next drag draw a part."""
        if on != self.drawing:
            self.drawing, self._drag = on, None
            if on:
                self._board.setCursor(Qt.CursorShape.CrossCursor)
            else:
                self._board.unsetCursor()
                self.drawn.emit()
            self.look()

    # ------------------------------------------------------------------------------ the grid

    def _grid(self) -> _Grid | None:
        """How columns and rows of the chart lie in the widget; None where too little of the board is seen."""
        chart, look = self._choice.chart, self._board.look
        seen: dict[tuple[int, int], QPointF] = {}
        for cell, square in enumerate(chart.squares):
            if square in look.geometry.squares:
                row, column = divmod(cell, chart.columns)
                seen[column, row] = self._board.centre_of(square)
        for (column, row), here in seen.items():
            right, below = seen.get((column + 1, row)), seen.get((column, row + 1))
            if right is not None and below is not None:
                across, down = right - here, below - here
                return _Grid(here - across * column - down * row, across, down)
        return None

    def _corners(self, grid: _Grid, stretch: Stretch) -> list[QPointF]:
        left, right, top, bottom = stretch
        edges = (left - 0.5, right + 0.5, top - 0.5, bottom + 0.5)
        return [grid.point(edges[x], edges[y]) for x, y in ((0, 2), (1, 2), (1, 3), (0, 3))]

    # ------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        stretch = self._drag or (None if self.drawing else self._choice.stretch)
        grid = self._grid() if stretch is not None else None
        if stretch is None or grid is None:
            return
        theme = self._board.theme
        accent = QColor(theme["board-accent"])
        corners = self._corners(grid, stretch)
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            tint = QColor(theme["board-accent"])
            tint.setAlphaF(_TINT)
            painter.setBrush(tint)
            pen = QPen(accent, 2.0, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPolygon(QPolygonF(corners))
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(QColor(theme["wood"]))
            for corner in corners:
                half = _HANDLE / 2
                painter.drawRect(QRectF(corner.x() - half, corner.y() - half, _HANDLE, _HANDLE))

    # ---------------------------------------------------------------------------------- mouse

    def eventFilter(self, board: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.Resize:
            self.setGeometry(self._board.rect())
        elif not self.isVisible():
            return False
        elif isinstance(event, QKeyEvent):
            if self.drawing and event.key() == Qt.Key.Key_Escape:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self.draw(False)
                return True
        elif isinstance(event, QMouseEvent):
            return self._mouse(kind, event)
        return False

    def _mouse(self, kind: QEvent.Type, event: QMouseEvent) -> bool:
        if kind == QEvent.Type.MouseButtonPress and event.button() == _LEFT:
            return self._press(event.position())
        if self._drag is None:
            return self.drawing
        if kind == QEvent.Type.MouseMove:
            self._move(event.position())
        elif kind == QEvent.Type.MouseButtonRelease and event.button() == _LEFT:
            stretch, self._drag = self._drag, None
            if self.drawing:
                self.draw(False)
            self._choice.take_stretch(stretch)
        return True

    def _press(self, point: QPointF) -> bool:
        grid, stretch = self._grid(), self._choice.stretch
        if grid is None:
            return False
        if self.drawing:
            self._from = grid.cell(point, self._choice.chart)
            self._move(point)
            return True
        if stretch is None:
            return False
        left, right, top, bottom = stretch
        opposite = (right, bottom), (left, bottom), (left, top), (right, top)
        for corner, other in zip(self._corners(grid, stretch), opposite, strict=True):
            if (corner - point).manhattanLength() <= 2 * _REACH:
                self._from, self._drag = other, stretch
                return True
        return False

    def _move(self, point: QPointF) -> None:
        grid = self._grid()
        if grid is not None:
            (x, y), (column, row) = self._from, grid.cell(point, self._choice.chart)
            self._drag = min(x, column), max(x, column), min(y, row), max(y, row)
            self.update()


class _Grid:
    """Where columns and rows lie: the first cell, and the steps to the next column and row."""

    def __init__(self, origin: QPointF, across: QPointF, down: QPointF) -> None:
        self._origin, self._across, self._down = origin, across, down

    def point(self, column: float, row: float) -> QPointF:
        """A place among the cells as a point of the widget."""
        return self._origin + self._across * column + self._down * row

    def cell(self, point: QPointF, chart: Chart) -> tuple[int, int]:
        """Column and row of the cell nearest to a point."""
        (a, b), (c, d) = ((one.x(), one.y()) for one in (self._across, self._down))
        x, y = (point - self._origin).x(), (point - self._origin).y()
        area = a * d - b * c
        column, row = round((x * d - y * c) / area), round((a * y - b * x) / area)
        return min(max(column, 0), chart.columns - 1), min(max(row, 0), chart.rows - 1)
