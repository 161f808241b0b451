"""A board's keys and mouse: the cursor, touches, what is dragged and drawn."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.games.capabilities import Placing
from viewer.scene.board import neighbour
from viewer.ui.board.hand import colour_of
from viewer.ui.board.play_board import PlayBoard
from viewer.ui.board.words import place_words
from viewer.ui.toolkit.focus import ENTER

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
TOUCH = (*ENTER, Qt.Key.Key_Space)
"""Keys that act on the square of the cursor."""
WAYS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
"""Rows and columns that an arrow key moves the cursor by."""


class BoardKeys:
    """Handles keys of a board: they move the cursor and act on its square."""

    def __init__(self, board: PlayBoard) -> None:
        self._board = board

    @property
    def _tool(self) -> bool:
        """Whether a tool is selected."""
        brush = self._board.brush
        return brush is not None and brush.tools.active

    def wants(self, event: QKeyEvent) -> bool:
        """Whether the board handles a key although it is a command's shortcut."""
        board, key, modifiers = self._board, event.key(), event.modifiers()
        if key == Qt.Key.Key_Escape:
            session, begun = board.session, board.cursor_place or board.pencil.start or self._tool
            return bool(begun or session.trial is not None or session.mending is not None)
        if not board.cursor_place:
            return False
        if key == Qt.Key.Key_M:
            return not modifiers & Qt.KeyboardModifier.ControlModifier
        return key in (*WAYS, Qt.Key.Key_Space) and modifiers in _PLAIN

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; returns whether it was handled."""
        board, key = self._board, Qt.Key(event.key())
        lost = bool(board.cursor_place) and board.cursor_place not in board.geometry_.squares
        if lost and (key in TOUCH or key in WAYS or key == Qt.Key.Key_M):
            self._start()  # the board is another, or another part of it
        elif key in ENTER and not board.cursor_place and board.session.trial is not None:
            board.session.trial.put_in()
        elif key in TOUCH:
            self._touch()
        elif board.cursor_place and key in WAYS:
            self._move(*WAYS[key])
        elif board.cursor_place and key == Qt.Key.Key_M:
            self._draw(event.modifiers())
        else:
            return key == Qt.Key.Key_Escape and self._leave()
        return True

    def begin_marks(self) -> None:
        """Show the cursor, and say how marks are drawn with it."""
        board = self._board
        board.setFocus()
        if not board.cursor_place:
            self._start()
            board.told.emit(
                message("Arrow keys choose a place, M marks it; Shift red, Alt blue, both yellow.")
            )

    def _touch(self) -> None:
        board = self._board
        if not board.cursor_place:
            self._start()
            return
        board.touch(board.cursor_place)
        if not board.asking:
            self._tell()

    def _leave(self) -> bool:
        """Cancel what was begun last; returns whether there was anything."""
        board = self._board
        if board.pencil.start:
            board.pencil.drop()
        elif board.brush is not None and board.brush.leave():
            pass
        elif board.hand:
            board.drop_hand()
        elif board.session.end_trial():
            pass
        elif board.cursor_place:
            board.cursor_place = ""
            board.told.emit(message("Arrow keys step through the moves again."))
        elif board.session.mending is not None:
            board.session.mending.end()
        else:
            return False
        board.update()
        return True

    def _draw(self, modifiers: Qt.KeyboardModifier) -> None:
        """First M begins, second M ends: on the same square a mark, on another one an arrow."""
        board = self._board
        if self._tool:
            board.touch(board.cursor_place)
            return
        if board.pencil.start:
            board.pencil.colour = colour_of(modifiers, board.session.document)
            board.draw(board.cursor_place)
            return
        board.drop_hand()
        board.pencil.begin(board.cursor_place, modifiers, board.session)
        square = board.session.game.square_name(board.session.shown_state, board.cursor_place)
        board.told.emit(
            message("M again marks {square}; an arrow leads to where M is pressed.", square=square)
        )
        board.update()

    def _start(self) -> None:
        board = self._board
        squares = board.session.squares(board.session.shown)
        known = [square for square in squares if square in board.geometry_.squares]
        grid = board.geometry_.grid
        board.cursor_place = known[-1] if known else grid[len(grid) // 2][len(grid[0]) // 2]
        self._tell()
        board.update()

    def _move(self, down: int, right: int) -> None:
        """Move the cursor as seen in the current view, over existing squares."""
        board = self._board
        square = neighbour(board.geometry_, board.session.view, board.cursor_place, down, right)
        if not square:  # the board may go on where it isn't seen
            whole = board.whole_geometry
            beyond = neighbour(whole, board.session.view, board.cursor_place, down, right)
            square = beyond if beyond and board.show_square(beyond) else ""
        if square:
            board.cursor_place = square
            if board.pencil.start:
                board.pencil.end = square
            if board.brush is not None:
                board.brush.tools.go_on(square)
            self._tell()
            board.update()

    def _tell(self) -> None:
        board = self._board
        words = place_words(board.session, board.cursor_place)
        if board.hand:
            taken = board.session.game.square_name(board.session.shown_state, board.hand[0])
            words = message("{square}; {taken} in the hand", square=words, taken=taken)
        coming = board.foretold(board.cursor_place)
        if coming is not None:
            words = message("{square}. {coming}", square=words, coming=coming)
        board.told.emit(words)
        board.setAccessibleDescription(tr(words))


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
            board.pencil.begin(square, event.modifiers(), board.session)
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
