"""The board for screen readers: a table whose cells are the squares with their pieces.

PySide6 has no QAccessibleTableInterface (6.11), so the cells are plain children in reading order;
their names say the square. Qt doesn't own objects made by Python, so the interfaces are kept here.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleInterface, QColor
from PySide6.QtWidgets import QAccessibleWidget, QApplication
from shiboken6 import isValid

from viewer.base.catalogs import tr
from viewer.games.geometry import Geometry
from viewer.ui.board.canvas import BoardCanvas

_KEPT: list[BoardAccess] = []
"""Interfaces of boards, until Qt has deleted them."""


class AccessibleSquare(QAccessibleInterface):
    """One square of the board."""

    def __init__(self, board: BoardAccess, view: BoardCanvas, place: str, index: int) -> None:
        super().__init__()
        self._board = board
        self._view = view
        self.name = place
        self._index = index

    def isValid(self) -> bool:
        return True

    def object(self) -> Any:
        return None

    def window(self) -> Any:
        return self._board.window()

    def parent(self) -> QAccessibleInterface:
        return self._board

    def child(self, index: int) -> Any:
        return None

    def childAt(self, x: int, y: int) -> Any:
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self._view.cursor_square() == self.name
        state.selected = self.name in self._view.held_squares()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return tr(self._view.words_at(self.name))
        return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Does nothing: a square can't be renamed."""

    def rect(self) -> QRect:
        unit = self._view.unit()
        centre = self._view.centre_of(self.name)
        box = QRectF(centre.x() - unit / 2, centre.y() - unit / 2, unit, unit).toRect()
        return QRect(self._view.mapToGlobal(box.topLeft()), box.size())

    def foregroundColor(self) -> QColor:
        return QColor()

    def backgroundColor(self) -> QColor:
        return QColor()


class BoardAccess(QAccessibleWidget):
    """The board itself; its description is the position in words."""

    def __init__(self, view: BoardCanvas) -> None:
        super().__init__(view, QAccessible.Role.Table)
        self._view = view
        self._made: list[AccessibleSquare] = []
        self._made_for: Geometry | None = None

    @property
    def _places(self) -> list[AccessibleSquare]:
        """The cells of the current board; boards differ in size."""
        view, geometry = self._view, self._view.geometry_
        if geometry is not self._made_for:
            self.forget_squares()
            places = [place for row in geometry.grid for place in row if place]
            self._made = [AccessibleSquare(self, view, place, i) for i, place in enumerate(places)]
            self._made_for = geometry
        return self._made

    def forget_squares(self) -> None:
        """Have Qt forget the squares that it was told of: it asks what it remembers, and they go."""
        for square in self._made:
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(square))
        self._made, self._made_for = [], None

    def childCount(self) -> int:
        return len(self._places)

    def child(self, index: int) -> Any:
        return self._places[index] if 0 <= index < len(self._places) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, place in enumerate(self._places) if place is child), -1)

    def childAt(self, x: int, y: int) -> Any:
        for place in self._places:
            if place.rect().contains(x, y):
                return place
        return None

    def focusChild(self) -> Any:
        cursor = self._view.cursor_square()
        for place in self._places:
            if cursor and place.name == cursor:
                return place
        return None


def _make(name: str, object: QObject | None) -> QAccessibleInterface | None:
    """A new interface each time: Qt asks again when PySide has changed the class, and deletes each it got."""
    if not isinstance(object, BoardCanvas):
        return None
    made = BoardAccess(object)
    _KEPT.append(made)
    object.destroyed.connect(made.forget_squares)
    _KEPT[:] = [one for one in _KEPT if isValid(one)]
    return made


@cache
def install() -> None:
    """Register the accessibility interfaces of boards with Qt, once.

    A screen reader that runs already has asked for the boards that stand: Qt forgets what it told of them.
    """
    QAccessible.installFactory(_make)
    for widget in QApplication.allWidgets() if QAccessible.isActive() else ():
        if isinstance(widget, BoardCanvas):
            plain = QAccessible.queryAccessibleInterface(widget)
            if plain.role() != QAccessible.Role.Table:
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(plain))
