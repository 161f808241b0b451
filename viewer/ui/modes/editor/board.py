"""The editor's board: placing, moving and removing pieces by mouse or keyboard."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from viewer.base.messages import message
from viewer.scene.board import BoardLook
from viewer.scene.marks import cursor_shapes, selection_shapes
from viewer.scene.shapes import Shape
from viewer.ui.board.keys import TOUCH
from viewer.ui.modes.drafts import TAKE, DraftBoard
from viewer.ui.modes.editor.draft import PositionDraft

DRAG = 6.0
"""Pixels before a press is a drag."""


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
            if (point - self._press).manhattanLength() > DRAG and self.held:
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
