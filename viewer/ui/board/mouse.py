"""The mouse on the board: touching and dragging pieces, drawing, stepping with the wheel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from viewer.base.messages import NOTHING, Message
from viewer.games.capabilities import Placing
from viewer.ui.board.pencil import colour_of
from viewer.ui.board.play_board import PlayBoard

_DRAG = 6.0  # px before a press is a drag


class BoardMouse:
    """Handles mouse events of a board."""

    def __init__(self, board: PlayBoard) -> None:
        self._board = board
        self._press: QPointF | None = None
        self._held_before = False  # the piece that is pressed was in the hand already
        self._told: Message | None = None
        self._wheel = 0
        self._scrolled: QPointF | None = None  # where the middle button has taken the board

    def press(self, event: QMouseEvent) -> bool:
        """Handle a button press; returns whether it was handled."""
        board = self._board
        if event.button() == Qt.MouseButton.RightButton:
            self._press_right(event)
            return True
        if event.button() == Qt.MouseButton.MiddleButton:
            self._scrolled = event.position()
            return True
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        board.cursor_place = ""
        board.pencil.drop()
        if board.brush is not None and board.brush.press(event):
            return True
        square = board.square_at(event.position())
        self._press = event.position()
        board.drag = None
        if square:
            self._held_before = board.hand[-1:] == (square,)
            if not self._held_before:
                board.touch(square)
        else:
            board.drop_hand()
        return True

    def _press_right(self, event: QMouseEvent) -> None:
        """Begin to draw a mark, or drop the piece in hand."""
        board = self._board
        if board.hand or self._press is not None:
            self._press = None
            board.drop_hand()
        elif square := board.square_at(event.position()):
            board.cursor_place = ""
            board.pencil.begin(square, colour_of(event.modifiers(), board.session.document))
            board.update()

    def move(self, event: QMouseEvent) -> None:
        """Handle a mouse move."""
        board = self._board
        if self._scrolled is not None:
            if board.drag_board(self._scrolled, event.position()):
                self._scrolled = event.position()
            return
        square = board.square_at(event.position())
        if square != board.coming.square:
            board.coming.square = square
            if isinstance(board.session.game, Placing):
                board.update()
            self._foretell(board.foretold(square))
        if board.brush is not None and board.brush.move(event):
            return
        if board.pencil.start and event.buttons() & Qt.MouseButton.RightButton:
            if square != board.pencil.end:
                board.pencil.end = square
                board.update()
            return
        if self._press is None:
            can = bool(square) and board.takes(square)
            shape = Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor
            board.setCursor(shape)
            return
        far = (event.position() - self._press).manhattanLength() > _DRAG
        if board.hand and (far or board.drag is not None):
            board.drag = event.position()
            board.update()

    def _foretell(self, words: Message | None) -> None:
        """Announce what a move under the mouse would do."""
        if words != self._told:
            self._told = words
            self._board.told.emit(words or NOTHING)

    def leave(self) -> None:
        """The mouse has left the board."""
        if self._board.coming.square:
            self._board.coming.square = ""
            self._board.update()

    def release(self, event: QMouseEvent) -> bool:
        """Handle a button release; returns whether it was handled."""
        board = self._board
        if event.button() == Qt.MouseButton.MiddleButton:
            self._scrolled = None
            return True
        if event.button() == Qt.MouseButton.RightButton:
            if board.pencil.start:
                board.draw(board.square_at(event.position()))
            return True
        left = event.button() == Qt.MouseButton.LeftButton
        if left and board.brush is not None and board.brush.release():
            return True
        if not left or self._press is None:
            return False
        dragged, board.drag = board.drag is not None, None
        self._press = None
        square = board.square_at(event.position())
        if dragged and board.hand:
            if square in board.targets():
                board.glide.skip()
                board.touch(square)
            elif square != board.hand[-1]:
                board.drop_hand()
        elif square and self._held_before:
            board.touch(square)  # a second click on the piece in the hand puts it back
        board.update()
        return True

    def steps(self, event: QWheelEvent) -> int:
        """The plies to step for a turn of the wheel, times ten with Shift; 0 with Ctrl, which zooms."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turned = event.angleDelta().y() / 120
            event.setAccepted(self._board.zoom_by(turned, event.position()))
            return 0
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / 120)
        self._wheel -= steps * 120
        event.accept()
        return -steps * (10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
