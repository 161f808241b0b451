"""The mouse on the board: touching and dragging pieces, drawing, stepping with the wheel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent

from viewer.base.messages import NOTHING, Message
from viewer.games.capabilities import Placing
from viewer.ui.board.pencil import colour_of
from viewer.ui.board.play_board import PlayBoard

_DRAG = 6.0  # px before a press is a drag
_LONG = 600  # ms after which a press is a long one


class BoardMouse:
    """Handles mouse events of a board."""

    def __init__(self, board: PlayBoard) -> None:
        self._board = board
        self._press: QPointF | None = None
        self._held_before = False  # the piece that is pressed was in the hand already
        self._told: Message | None = None
        self._wheel = 0
        self._stone = ""  # the square on which one is put if the button is let go there
        self._long: QTimer | None = None
        self._pressed = ""  # the square that is pressed, as long as it may become a long press
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
        self._stone = ""
        board.pencil.drop()
        if board.brush is not None and board.brush.press(event):
            return True
        square = board.square_at(event.position())
        self._press = event.position()
        board.drag = None
        if not square:
            board.drop_hand()
            return True
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and board.go_to_origin(square):
            self._press = None
            return True
        self._held_before = board.hand[-1:] == (square,)
        self._wait_long(square)
        if isinstance(board.session.game, Placing):
            self._stone = square
        elif not self._held_before:
            board.touch(square)
        return True

    def _wait_long(self, square: str) -> None:
        """Open the menu of a square if the button stays pressed there."""
        if self._long is None:
            self._long = QTimer(self._board, singleShot=True, interval=_LONG)
            self._long.timeout.connect(self._pressed_long)
        self._pressed = square
        self._long.start()

    def _pressed_long(self) -> None:
        board, square = self._board, self._pressed
        if self._press is not None and square:
            at, self._press, self._stone = self._press, None, ""
            board.drop_hand()
            board.menuAsked.emit(square, board.mapToGlobal(at.toPoint()))

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
        if far:
            self._pressed = ""
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
                self._release_right(event)
            return True
        left = event.button() == Qt.MouseButton.LeftButton
        if left and board.brush is not None and board.brush.release():
            return True
        if not left or self._press is None:
            return False
        dragged, board.drag = board.drag is not None, None
        self._press, self._pressed = None, ""
        square = board.square_at(event.position())
        if self._stone and self._stone == square:
            board.touch(square)
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

    def _release_right(self, event: QMouseEvent) -> None:
        """Draw an arrow or a mark, or open the menu of the square."""
        board = self._board
        square = board.square_at(event.position())
        tool = board.brush is not None and board.brush.tools.active
        clicked = square == board.pencil.start
        if clicked and not tool and not board.right_marks(board.session.game):
            board.pencil.drop()
            board.update()
            board.menuAsked.emit(square, event.globalPosition().toPoint())
        else:
            board.draw(square, board.careful and not tool)

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
