"""The keyboard on the board: a cursor on its squares, for playing and drawing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.scene.board import beside
from viewer.ui.board.pencil import colour_of
from viewer.ui.board.play_board import PlayBoard
from viewer.ui.board.words import place_words
from viewer.ui.toolkit.kept_keys import ENTER

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
        board.pencil.begin(board.cursor_place, colour_of(modifiers, board.session.document))
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
        square = beside(board.geometry_, board.session.view, board.cursor_place, down, right)
        if not square:  # the board may go on where it isn't seen
            whole = board.whole_geometry
            beyond = beside(whole, board.session.view, board.cursor_place, down, right)
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
