"""The editor's trays: all kinds of pieces of a side, to be selected or dragged."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.painter import painter_on
from viewer.paint.pixmaps import BoardPixmaps
from viewer.ui.modes.editor.board import DRAG, EditBoard
from viewer.ui.toolkit.plain import set_tip
from viewer.ui.toolkit.style import theme_in_use

_CORNER = 8.0
_ROOM = 0.03  # of a button's side, around the chosen one's rim
_PIECE = 0.78  # of a button's side; the rest shows whether it is chosen


class PieceButton(QAbstractButton):
    """The button of a kind of piece: a click selects it, a drag places it.

    Signals:
        lifted, carried, dropped: as for EditBoard.
    """

    lifted = Signal(str, str)
    carried = Signal(QPointF)
    dropped = Signal(QPointF)

    def __init__(self, kind: str, tray: Tray) -> None:
        super().__init__(tray)
        self.kind = kind
        self._tray = tray
        self._press: QPointF | None = None
        self._dragging = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        name = tr(tray.draft.game.piece_name(kind))
        self.setAccessibleName(name)
        set_tip(self, name)

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = theme_in_use()
            side = float(self.width())
            if self.isChecked() or self.hasFocus() or self.underMouse():
                inset = side * _ROOM
                box = QRectF(inset, inset, side - 2 * inset, self.height() - 2 * inset)
                painter.setPen(Qt.PenStyle.NoPen)
                if self.isChecked():
                    painter.setBrush(QColor(theme["board-accent"]))
                    painter.setOpacity(0.4)
                    painter.drawRoundedRect(box, 5, 5)
                    painter.setOpacity(1.0)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                wide = 2.0 if self.isChecked() else 1.0
                painter.setPen(QPen(QColor(theme["board-accent"]), wide))
                painter.drawRoundedRect(box, 5, 5)
            pixmaps = self._tray.pixmaps()
            unit = pixmaps.unit
            pixmaps.draw_piece(painter, self.kind, (side / 2 / unit, self.height() / 2 / unit))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = event.position()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is not None and not self._dragging:
            far = (event.position() - self._press).manhattanLength() > DRAG
            if far:
                self._dragging = True
                self.setDown(False)
                self.lifted.emit(self.kind, "")
        if self._dragging:
            self.carried.emit(event.globalPosition())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._dragging = self._dragging, False
        self._press = None
        if dragged:
            self.dropped.emit(event.globalPosition())
        else:
            super().mouseReleaseEvent(event)


class Tray(QWidget):
    """A row of one side's pieces on the board's wood.

    Attributes:
        draft: the position being edited.
        buttons: one per kind of piece.
    """

    def __init__(self, board: EditBoard, side: int, parent: QWidget | None = None) -> None:
        """It looks as `board` does."""
        super().__init__(parent)
        self._board, self.draft = board, board.draft
        self.buttons: list[PieceButton] = []
        self._pixmaps: BoardPixmaps | None = None
        self._cell = 40
        self.side = -1
        self.set_side(side)
        self.draft.picked.connect(self._show_chosen)
        board.session.dressed.connect(self.update)

    def set_side(self, side: int) -> None:
        """Show the pieces of a side."""
        if side == self.side:
            return
        self.side = side
        # The buttons stay: an editor listens to them, and one may have the focus.
        for number, kind in enumerate(self.draft.game.trays[side]):
            if number >= len(self.buttons):
                self._add(kind)
            else:
                button = self.buttons[number]
                button.kind = kind
                name = tr(self.draft.game.piece_name(kind))
                set_tip(button, name)
                button.setAccessibleName(name)
        words = message("Pieces of {side}", side=self.draft.game.sides[side].name)
        self.setAccessibleName(tr(words))
        self._show_chosen()

    def _add(self, kind: str) -> None:
        button = PieceButton(kind, self)
        # A click on the chosen one puts it back.
        button.clicked.connect(
            lambda: self.draft.choose("" if self.draft.chosen == button.kind else button.kind)
        )
        self.buttons.append(button)

    def _show_chosen(self) -> None:
        for button in self.buttons:
            button.setChecked(button.kind == self.draft.chosen)
            button.update()

    def pixmaps(self) -> BoardPixmaps:
        """The pieces in the size of this tray."""
        look, ratio = self._board.look, self.devicePixelRatioF()
        unit = self._cell * _PIECE / (2 * look.geometry.piece_radius)
        if self._pixmaps is None or not self._pixmaps.fits(look, unit, ratio):
            self._pixmaps = BoardPixmaps(look, unit, ratio)
        return self._pixmaps

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._board.theme["wood"]))
            painter.drawRoundedRect(QRectF(self.rect()), _CORNER, _CORNER)

    def resizeEvent(self, event: QResizeEvent) -> None:
        count = max(1, len(self.buttons))
        self._cell = max(8, min(self.height() - 2, (self.width() - 8) // count))
        left = (self.width() - count * self._cell) // 2
        top = (self.height() - self._cell) // 2
        for number, button in enumerate(self.buttons):
            button.setGeometry(left + number * self._cell, top, self._cell, self._cell)
