"""The bar of tools beside the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.document.holding import holds_colours, no_mark
from viewer.document.plans import board as plans_board
from viewer.games.capabilities import Placing
from viewer.paint.painter import paint, painter_on
from viewer.scene.board import BoardLook, piece_shapes
from viewer.scene.glyphs import text_shapes
from viewer.scene.shapes import Disc, Polygon, Polyline, Rect, Shape
from viewer.scene.theme import Theme
from viewer.ui.board.tools import (
    COLOURS,
    ERASER,
    KEYS,
    LETTER,
    LINK,
    NUMBER,
    PLAY,
    STONE,
    TAKE,
    TERRITORY,
    TEXT,
    TURN,
    Tools,
    tools_of,
)
from viewer.ui.board.view import BoardView
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import set_tip
from viewer.ui.toolkit.style import theme_in_use

_SIDE = 30
_ICON = 20
_GAP, _AROUND = 8, 4
_ROW = 22  # pixels of height of a button in a row above the board
_COLUMNS, _MOST_COLUMNS = 1, 5
_COLOUR_NAMES = {
    "green": in_context("colour of a mark", "Green"),
    "red": in_context("colour of a mark", "Red"),
    "blue": in_context("colour of a mark", "Blue"),
    "yellow": in_context("colour of a mark", "Yellow"),
}
_LETTERS = {LETTER: "A", NUMBER: "1", TEXT: "ab"}


class ToolBar(QWidget):
    """Buttons for tools, colours and the side to move: in columns beside the board, or in a row above it.

    Signals:
        rebuilt: the buttons were made anew for another game.

    Attributes:
        buttons: by the id of the tool or the name of the colour.
    """

    rebuilt = Signal()

    def __init__(self, board: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._tools: Tools = board.tools
        self.buttons: dict[str, QToolButton] = {}
        self._grid = QGridLayout(self)
        self._grid.setSpacing(0)
        self._game = ""
        self._groups: list[list[QToolButton]] = []
        self._columns, self._in_row = _COLUMNS, False
        self.setAccessibleName(tr(message("Tools for the board")))
        self._build()
        self._tools.changed.connect(self._show_chosen)
        board.session.reloaded.connect(self._build)
        board.session.moved.connect(self._show_chosen)

    @property
    def _session(self) -> RecordSession:
        return self._board.session

    def _build(self) -> None:
        """Make the buttons for the game."""
        game = self._session.game
        if game.id == self._game:
            return
        self._game = game.id
        for button in self.buttons.values():
            self._grid.removeWidget(button)
            button.deleteLater()
        self.buttons, self._groups = {}, [[]]
        offered = tools_of(game)
        marks = [tool for tool in offered if tool.kind]
        for tool in (offered[0], *(tool for tool in offered if tool.id == ERASER), *marks):
            self._add(tool.id, tool.name, partial(self._choose, tool.id))
        self._groups.append([])
        for tool in offered:
            if tool.id in (TAKE, LINK) or tool.id.startswith(STONE):
                self._add(tool.id, tool.name, partial(self._choose, tool.id))
        if isinstance(game, Placing):
            name = message("Set up: the other side is to move")
            self._add(TURN, name, self._turn, False)
        self._groups.append([])
        for colour in COLOURS:
            self._add(colour, _COLOUR_NAMES[colour], partial(self._paint, colour))
        self._show_chosen()
        self._show_icons()
        self._arrange()
        self.rebuilt.emit()

    def put(self, side: QRect, above: QRect) -> None:
        """Stand in the place beside the board in as few columns as fit, or else above the board."""
        heights = ((count, self._height(count)) for count in range(_COLUMNS, _MOST_COLUMNS + 1))
        columns = next((count for count, high in heights if high <= side.height()), _MOST_COLUMNS)
        in_row = columns * _SIDE + 2 * _AROUND > side.width()
        if in_row != self._in_row or columns != self._columns:
            self._in_row, self._columns = in_row, columns
            self._arrange()
        size = self.sizeHint()
        left = (above.width() - size.width()) // 2 if in_row else side.right() - size.width() - 4
        top = above.height() - size.height() if in_row else (side.height() - size.height()) // 2
        self.setGeometry(QRect(QPoint(max(0, left), max(0, top)), size))

    def _height(self, columns: int) -> int:
        rows = sum(-(-len(group) // columns) for group in self._groups)
        return rows * _SIDE + len(self._groups) * _GAP + 2 * _AROUND

    def _arrange(self) -> None:
        """Lay the buttons out in rows, group by group, or all in one row."""
        row = 0
        margin = 0 if self._in_row else _AROUND
        self._grid.setContentsMargins(margin, margin, margin, margin)
        for old in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(old, 0)
        for group in filter(None, self._groups):
            if row and not self._in_row:
                self._grid.setRowMinimumHeight(row, _GAP)
                row += 1
            for number, button in enumerate(group):
                button.setFixedSize(_SIDE, _ROW if self._in_row else _SIDE)
                at = row + number // self._columns, number % self._columns
                self._grid.addWidget(button, *((0, row + number) if self._in_row else at))
            row += len(group) if self._in_row else -(-len(group) // self._columns)
        self.adjustSize()

    def _add(self, id: str, name: Message, act: Callable[[], object], holds: bool = True) -> None:
        button = QToolButton()
        button.setIconSize(QSize(_ICON, _ICON))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setCheckable(holds)
        button.setAccessibleName(tr(name))
        set_tip(button, f"{tr(name)} ({KEYS[id]})" if id in KEYS else tr(name))
        button.setProperty("tool", True)
        button.clicked.connect(lambda: act())
        self._groups[-1].append(button)
        self.buttons[id] = button

    def _choose(self, id: str) -> None:
        self._tools.choose(id)
        if self._tools.lack is not None:
            self._board.told.emit(self._tools.lack)
        self._board.setFocus()

    def _paint(self, colour: str) -> None:
        self._tools.paint(colour)
        self._show_chosen()
        self._board.setFocus()

    def _turn(self) -> None:
        self._session.do(plans_board.give_move, 1 - self._session.state.side)

    def _show_chosen(self) -> None:
        for id, button in self.buttons.items():
            if button.isCheckable():
                button.setChecked(id in (self._tools.tool, self._tools.ink))
        document = self._session.document
        coloured = holds_colours(document) and no_mark(document) is None
        for colour in COLOURS:
            self.buttons[colour].setVisible(coloured)

    # ---------------------------------------------------------------------------------- looks

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icons()

    def _show_icons(self) -> None:
        theme = theme_in_use()
        for id, button in self.buttons.items():
            button.setIcon(self._icon(id, theme))

    def _icon(self, id: str, theme: Theme) -> QIcon:
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(round(_ICON * ratio), round(_ICON * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with painter_on(pixmap) as painter:
            if id == PLAY:
                _pointer(painter, theme["ink"])
            else:
                shapes, unit = self._shapes(id, theme)
                paint(painter, shapes, unit)
        return QIcon(pixmap)

    def _shapes(self, id: str, theme: Theme) -> tuple[list[Shape], float]:
        """The shapes of a button's picture, and the pixels per board unit."""
        unit = float(_ICON)
        if id in COLOURS:
            return [Disc((0.5, 0.5), 0.32, theme[f"mark-{id}"])], unit
        if id in _LETTERS:
            size = 0.72 if len(_LETTERS[id]) > 1 else 0.95
            letters = text_shapes(_LETTERS[id], (0.5, 0.5), size, theme["ink"], face="label")
            return list(letters), unit
        game = self._session.game
        if id.startswith(STONE) and isinstance(game, Placing):
            wide = game.geometry.piece_radius * 2.3
            kind = game.stones[int(id[len(STONE) :])]
            look = BoardLook(game.geometry, theme)
            return piece_shapes(look, kind, (wide / 2, wide / 2)), unit / wide
        rim = theme["muted"]
        if id == TURN:
            first, second = (theme.sign(side.colour) for side in game.sides)
            left = Disc((0.36, 0.36), 0.24, first, rim, 0.05)
            return [left, Disc((0.64, 0.64), 0.24, second, rim, 0.05)], unit
        if id.startswith(TERRITORY):
            side = game.sides[int(id[len(TERRITORY) :])]
            return [Rect(0.28, 0.28, 0.44, 0.44, theme.sign(side.colour), rim, 0.06, 0.05)], unit
        shapes = _signs("cross" if id == TAKE else id, theme["ink"])
        if id == TAKE:
            shapes.insert(0, Disc((0.5, 0.5), 0.42, "", rim, 0.06))
        return shapes, unit


def _signs(id: str, ink: str) -> list[Shape]:
    width = 0.08
    if id == "triangle":
        points = ((0.5, 0.16), (0.84, 0.76), (0.16, 0.76))
        return [Polyline(points, ink, width, True, True)]
    if id == "square":
        return [Rect(0.22, 0.22, 0.56, 0.56, "", ink, width, 0.03)]
    if id == "circle":
        return [Disc((0.5, 0.5), 0.31, "", ink, width)]
    if id == "cross":
        ends = (((0.28, 0.28), (0.72, 0.72)), ((0.28, 0.72), (0.72, 0.28)))
        return [Polyline(one, ink, width, round=True) for one in ends]
    if id == "line":
        return [Polyline(((0.2, 0.8), (0.8, 0.2)), ink, width, round=True)]
    if id == "arrow":
        tip = Polygon(((0.88, 0.12), (0.8, 0.5), (0.5, 0.2)), ink)
        return [Polyline(((0.16, 0.84), (0.68, 0.32)), ink, width, round=True), tip]
    if id == LINK:
        pegs = ((0.24, 0.74), (0.76, 0.26))
        return [
            Polyline(pegs, ink, 1.6 * width, round=True),
            *(Disc(peg, 0.16, ink) for peg in pegs),
        ]
    if id == "selected":
        return [Rect(0.18, 0.18, 0.64, 0.64, ink, corner=0.12, opacity=0.4)]
    if id == ERASER:
        body = ((0.12, 0.62), (0.55, 0.19), (0.86, 0.5), (0.55, 0.81), (0.31, 0.81))
        return [
            Polyline(body, ink, width, True, True),
            Polyline(((0.33, 0.41), (0.64, 0.72)), ink, width, round=True),
        ]
    # Drawn back: a field that fades.
    return [
        Rect(0.18, 0.18, 0.32, 0.64, ink, opacity=0.75),
        Rect(0.5, 0.18, 0.32, 0.64, ink, opacity=0.25),
    ]


def _pointer(painter: QPainter, ink: str) -> None:
    """The shapes of a mouse pointer."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink))
    points = ((5, 2), (5, 16), (9, 12.4), (11.6, 18), (13.8, 17), (11.3, 11.5), (16, 11))
    painter.drawPolygon([QPointF(x, y) for x, y in points])
