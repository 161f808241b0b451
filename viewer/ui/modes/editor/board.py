"""The board of the position editor: the draft that is set up, its board, and the tray of pieces."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.position import PositionSketch
from viewer.games.capabilities import Editable
from viewer.games.game import State
from viewer.paint.painter import painter_on
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.board import BoardLook
from viewer.scene.marks import cursor_shapes, selection_shapes
from viewer.scene.shapes import Shape
from viewer.tree.action import Setup
from viewer.ui.board.input import TOUCH
from viewer.ui.modes.draft_mode import TAKE, Draft, DraftBoard
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import set_tip
from viewer.ui.toolkit.style import theme_in_use

_DRAG = 6.0
"""Pixels before a press is a drag."""
_CORNER = 8.0
_ROOM = 0.03  # of a button's side, around the chosen one's rim
_PIECE = 0.78  # of a button's side; the rest shows whether it is chosen


class PositionDraft(Draft):
    """A sketch and the piece selected for placing.

    Attributes:
        sketch: the position.
        chosen: the kind of piece that a click places, "" for none.

    Signals:
        picked: the selected piece changed.
    """

    picked = Signal()

    def __init__(
        self, session: RecordSession, setup: Setup | None, parent: QObject | None = None
    ) -> None:
        super().__init__(session, parent)
        assert isinstance(session.game, Editable), session.game.id
        self.sketch = PositionSketch(session.game, setup)
        self.chosen = ""

    @property
    def game(self) -> Editable[State]:
        """The game."""
        return self.sketch.game

    @property
    def state(self) -> State:
        """The position as a start state."""
        return self.sketch.state

    shown_state = state

    def choose(self, kind: str) -> None:
        """Select a piece for placing; "" for none."""
        if kind != self.chosen:
            self.chosen = kind
            self.picked.emit()

    def done(self, changed: bool) -> bool:
        """Emit `changed` if a step changed the sketch; returns whether it did."""
        if changed:
            self.changed.emit()
        return changed

    def put(self, place: str, kind: str) -> bool:
        """Place a piece on a square; returns whether anything changed. Says why if it can't be placed."""
        if self.done(self.sketch.put(place, kind)):
            return True
        if self.sketch.pieces.get(place) != kind:
            self._refuse(place, kind)
        return False

    def stamp(self, place: str) -> None:
        """Place the selected piece on a square; if it stands there already, remove it."""
        kind = self.chosen
        if kind and not self.put(place, kind) and self.sketch.pieces.get(place) == kind:
            self.take(place)

    def take(self, place: str) -> bool:
        """Remove a piece; returns whether there was one."""
        return self.done(self.sketch.take(place))

    def move(self, start: str, end: str) -> bool:
        """Move a piece; returns whether it could be moved."""
        kind = self.sketch.pieces.get(start, "")
        if self.done(self.sketch.move(start, end)):
            return True
        if kind and start != end:
            self._refuse(end, kind)
        return False

    def _refuse(self, place: str, kind: str) -> None:
        piece = self.game.piece_name(kind)
        where = self.game.square_name(self.state, place)
        self.told.emit(message("{piece} can't be put there: {place}.", piece=piece, place=where))

    def words_of(self, place: str) -> Message:
        kind, count = self.sketch.pieces.get(place), self.sketch.counts.get(place, 1)
        name = self.game.square_name(self.state, place)
        if kind is None:
            return message("{place}, empty", place=name)
        piece = self.game.piece_name(kind)
        if count > 1:
            return message("{place}, {count} times {piece}", place=name, piece=piece, count=count)
        return message("{place}, {piece}", place=name, piece=piece)


class EditBoard(DraftBoard):
    """The board of a draft.

    With a piece selected a click places it, and a drag along the board places one on each square.
    Else a click takes a piece in the hand and another puts it down, and a drag moves it. The right
    button takes pieces away. Arrow keys, Enter and Delete do the same.

    Signals:
        lifted: the drag of a piece begins: (kind, origin square).
        carried: it is dragged: (point of the screen).
        dropped: the drag ends: (point of the screen).

    Attributes:
        held: the square whose piece is in hand, "" for none.
        dragged: the square whose piece is being dragged, "" for none.
    """

    lifted = Signal(str, str)
    carried = Signal(QPointF)
    dropped = Signal(QPointF)
    keys = (*TOUCH, *TAKE)

    def __init__(self, draft: PositionDraft, parent: QWidget | None = None) -> None:
        super().__init__(draft, message("Board: the position is being edited"), parent)
        self.draft = draft
        self.held = ""
        self.dragged = ""
        self._press: QPointF | None = None
        self._last = ""  # the place that was touched last while a button is down
        self._again = False  # the piece that is pressed was in the hand already
        self.setMouseTracking(True)
        draft.changed.connect(self._changed)
        draft.picked.connect(self.drop_hand)

    def held_squares(self) -> tuple[str, ...]:
        return (self.held,) if self.held else ()

    # ------------------------------------------------------------------------------- painting

    def hidden(self, pieces: Mapping[str, str]) -> str:
        return self.dragged

    def below(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        return selection_shapes(look, self.held) if self.held else []

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        return cursor_shapes(look, self.at) if self.at and self.hasFocus() else []

    def _changed(self) -> None:
        if self.held not in self.draft.sketch.pieces:
            self.held = ""
        self.update()

    def drop_hand(self) -> None:
        """Drop the piece in hand."""
        self.held = ""
        self.update()

    # ---------------------------------------------------------------------------------- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.square_at(event.position())
        self.at, self._last = "", place
        if event.button() == Qt.MouseButton.RightButton:
            self._press_right(place)
        elif event.button() == Qt.MouseButton.LeftButton:
            if self.draft.chosen:
                if place:
                    self.draft.stamp(place)
            else:
                self._press_left(place, event.position())
        self.update()

    def _press_right(self, place: str) -> None:
        if self.held:
            self.held = ""
        elif not self.draft.take(place):
            self.draft.choose("")

    def _press_left(self, place: str, point: QPointF) -> None:
        """Pick up a piece, or put down the one in hand."""
        self._again = bool(place) and place == self.held
        self._press = point if self._again else None
        if self._again:
            return
        held, self.held = self.held, ""
        if held:
            if place:
                self.draft.move(held, place)
        elif place in self.draft.sketch.pieces:
            self.held, self._press = place, point
        elif place:
            self.draft.told.emit(message("Choose a piece beside the board first, then click here."))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place, point = self.square_at(event.position()), event.position()
        if self.dragged:
            self.carried.emit(event.globalPosition())
        elif self._press is not None:
            if (point - self._press).manhattanLength() > _DRAG and self.held:
                self.dragged = self.held
                self.lifted.emit(self.draft.sketch.pieces[self.held], self.held)
                self.carried.emit(event.globalPosition())
                self.update()
        elif event.buttons() and place and place != self._last:
            self._last = place
            if event.buttons() & Qt.MouseButton.RightButton:
                self.draft.take(place)
            elif self.draft.chosen:
                self.draft.put(place, self.draft.chosen)
        elif not event.buttons():
            can = bool(place) and (self.draft.chosen or place in self.draft.sketch.pieces)
            hand = Qt.CursorShape.PointingHandCursor
            self.setCursor(hand if can else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._press = None
        if self.dragged:
            self.dropped.emit(event.globalPosition())
            self.dragged = self.held = ""
        elif self._again:
            self.held = ""  # a second click on the piece in the hand puts it back
        self._again = False
        self.update()

    # ------------------------------------------------------------------------------- keyboard

    def first_square(self) -> str:
        return self.held or super().first_square()

    def touch(self, key: Qt.Key) -> None:
        place = self.at
        if key in TAKE:
            self.draft.take(place)
        elif self.draft.chosen:
            self.draft.stamp(place)
        elif self.held:
            held, self.held = self.held, ""
            self.draft.move(held, place)
        elif place in self.draft.sketch.pieces:
            self.held = place

    def forget(self) -> bool:
        if self.draft.chosen:
            self.draft.choose("")
        elif self.held:
            self.drop_hand()
        else:
            return super().forget()
        return True


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
            far = (event.position() - self._press).manhattanLength() > _DRAG
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
