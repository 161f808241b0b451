"""The bar of tools beside the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QGridLayout, QMenu, QToolButton, QWidget

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
from viewer.ui.toolkit.keymap import key_name
from viewer.ui.toolkit.plain import literal, set_tip
from viewer.ui.toolkit.style import theme_in_use

_SIDE = 30
_ICON = 20
_GAP, _AROUND = 8, 4
_ROW = 22  # pixels of height of a button in a row above the board
_MOST_COLUMNS = 5
_ICON_ONLY, _TEXT_ONLY = (
    Qt.ToolButtonStyle.ToolButtonIconOnly,
    Qt.ToolButtonStyle.ToolButtonTextOnly,
)
_COLOUR_NAMES = {
    "green": in_context("colour of a mark", "Green"),
    "red": in_context("colour of a mark", "Red"),
    "blue": in_context("colour of a mark", "Blue"),
    "yellow": in_context("colour of a mark", "Yellow"),
}
_LETTERS = {LETTER: "A", NUMBER: "1", TEXT: "ab"}


class ToolBar(QWidget):
    """Buttons for tools, colours and the side to move: in columns beside the board, or in a row above it.

    Those that there is no place for are in the menu of a last button.

    Signals:
        rebuilt: there are other buttons.

    Attributes:
        buttons: by the id of the tool or the name of the colour.
        more: the button whose menu has the others, hidden where all are seen.
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
        self._coloured = True
        self._arranged: tuple[object, ...] = ()
        self.setAccessibleName(tr(message("Tools for the board")))
        self.more = self._button(message("More tools for the board"))
        self.more.setText("…")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(menu)
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
        self._arranged = ()
        self._show_icons()
        self._show_chosen()
        self.rebuilt.emit()

    def put(self, beside: QRect, over: QRect, line: QRect) -> int:
        """Stand beside the board, over the player's line, or at its end.

        Returns how many pixels of the line it takes.
        """
        wanted = sum(map(len, self._offered()))
        across, down = (size - 2 * _AROUND for size in (beside.width(), beside.height()))
        for columns in range(1, min(_MOST_COLUMNS, across // _SIDE) + 1):
            if self._height(columns) <= beside.height():
                self._arrange(columns, wanted, spaced=True)
                break
        else:
            cells = max(0, across // _SIDE) * max(0, down // _SIDE)
            row = over.width() // _SIDE if over.height() >= _ROW else 0
            if max(row, cells) < 2:
                self._arrange(1, 1, _ROW)
                size = self.sizeHint()
                self.setGeometry(QRect(QPoint(line.right() + 1 - size.width(), line.top()), size))
                return size.width()
            if row >= min(wanted, cells):
                self._arrange(row, row, _ROW)
                size = self.sizeHint()
                left = over.left() + (over.width() - size.width()) // 2
                self.setGeometry(QRect(QPoint(left, over.bottom() + 1 - size.height()), size))
                return 0
            self._arrange(across // _SIDE, cells)
        size = self.sizeHint()
        top = beside.top() + (beside.height() - size.height()) // 2
        self.setGeometry(QRect(QPoint(beside.right() + 1 - size.width(), top), size))
        return 0

    def _offered(self) -> list[list[QToolButton]]:
        """The buttons in their groups, without colours that the file can't hold."""
        return [group for group in self._groups[: None if self._coloured else -1] if group]

    def _height(self, columns: int) -> int:
        groups = self._offered()
        rows = sum(-(-len(group) // columns) for group in groups)
        return rows * _SIDE + (len(groups) - 1) * _GAP + 2 * _AROUND

    def _arrange(
        self, columns: int, cells: int, high: int = _SIDE, *, spaced: bool = False
    ) -> None:
        """Lay out as many buttons as there are cells, group by group if `spaced`."""
        if (columns, cells, high, spaced) == self._arranged:
            return
        self._arranged = columns, cells, high, spaced
        margin = _AROUND if high == _SIDE else 0
        self._grid.setContentsMargins(margin, margin, margin, margin)
        for old in range(self._grid.rowCount()):
            self._grid.setRowMinimumHeight(old, 0)
        groups = self._offered()
        every = [button for group in groups for button in group]
        if len(every) > cells:
            groups = [[*every[: cells - 1], self.more]]
        elif not spaced:
            groups = [every]
        for button in (*self.buttons.values(), self.more):
            self._grid.removeWidget(button)
            button.hide()
        row = 0
        for group in groups:
            if row:
                self._grid.setRowMinimumHeight(row, _GAP)
                row += 1
            for number, button in enumerate(group):
                button.setFixedSize(_SIDE, high)
                self._grid.addWidget(button, row + number // columns, number % columns)
                button.show()
            row += -(-len(group) // columns)
        self._show_more()
        self.adjustSize()

    def _button(self, name: Message, key: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(_ICON, _ICON))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(tr(name))
        set_tip(button, f"{tr(name)} ({key_name(key)})" if key else tr(name))
        button.setProperty("tool", True)
        return button

    def _add(self, id: str, name: Message, act: Callable[[], object], holds: bool = True) -> None:
        button = self._button(name, KEYS.get(id, ""))
        button.setCheckable(holds)
        button.clicked.connect(lambda: act())
        self._groups[-1].append(button)
        self.buttons[id] = button

    def _fill_menu(self) -> None:
        """Offer the tools that aren't seen in the menu, by name."""
        menu = self.more.menu()
        menu.clear()
        for group in self._offered():
            menu.addSeparator()
            for button in filter(QWidget.isHidden, group):
                entry = menu.addAction(button.icon(), literal(button.accessibleName()))
                entry.setCheckable(button.isCheckable())
                entry.setChecked(button.isChecked())
                entry.triggered.connect(button.click)

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
        if coloured != self._coloured:
            self._coloured, self._arranged = coloured, ()
            self.rebuilt.emit()
        self._show_more()

    def _show_more(self) -> None:
        """Show the selected tool on the last button if it is one of those in its menu alone."""
        chosen = self.buttons.get(self._tools.tool)
        hidden = chosen is not None and chosen.isHidden()
        self.more.setIcon(chosen.icon() if chosen is not None and hidden else QIcon())
        self.more.setToolButtonStyle(_ICON_ONLY if hidden else _TEXT_ONLY)

    # ---------------------------------------------------------------------------------- looks

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icons()

    def _show_icons(self) -> None:
        theme = theme_in_use()
        for id, button in self.buttons.items():
            button.setIcon(self._icon(id, theme))
        self._show_more()

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
