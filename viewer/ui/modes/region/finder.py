"""The mode in which a part of a position is drawn: its board on the left, its panel on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.library.failures import LibraryFailed
from viewer.library.regions import ANYTHING, EMPTY, PIECE
from viewer.scene.board import BoardLook, beside, hit
from viewer.scene.marks import cursor_shapes
from viewer.scene.parts import empty_shapes, part_shapes, side_shapes
from viewer.scene.shapes import Shape
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.keys import TOUCH, WAYS
from viewer.ui.modes.desk_mode import DeskMode
from viewer.ui.modes.region.draft import PartDraft
from viewer.ui.modes.region.panel import PartPanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.kept_keys import ENTER
from viewer.ui.toolkit.sizes import LEAST_STAGE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_TAKE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_REACH = 0.5**0.5  # units: from the centre of a square to the corner of its cell


class PartBoard(BoardCanvas):
    """The board. A drag draws a rectangle, a click one square, the right button takes squares out.

    Arrow keys move a cursor, with Shift they draw a rectangle from where it was; Enter draws, Delete takes
    squares out.

    Attributes:
        at: the square of the keyboard cursor, "" while it isn't shown.
        corner: where the rectangle began that is being drawn, "" for none.
    """

    def __init__(self, draft: PartDraft, parent: QWidget | None = None) -> None:
        super().__init__(draft, parent)  # type: ignore[arg-type]  # it has what is asked of a session
        self._draft = draft
        self.at = ""
        self.corner = ""
        self._other = ""  # the corner under the pointer
        self._taking = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 120)
        self.setAccessibleName(tr(message("Board: draw the part to look for")))
        self.setCursor(Qt.CursorShape.CrossCursor)
        draft.changed.connect(self.update)

    def words_at(self, square: str) -> Message:
        return self._draft.words_of(square)

    def cursor_square(self) -> str:
        return self.at

    # ------------------------------------------------------------------------------- painting

    def ghosts(self, look: BoardLook, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        return [
            (square, word)
            for square, word in self._draft.words.items()
            if word in self._draft.kinds and word not in self._sides and word != pieces.get(square)
        ]

    @property
    def _sides(self) -> dict[str, str]:
        """The colours of the sides."""
        return {side.id: side.colour for side in self._draft.game.sides[:2]}

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        shapes: list[Shape] = []
        for square, word in self._draft.words.items():
            shapes += part_shapes(look, square)
            if word == EMPTY:
                shapes += empty_shapes(look, square)
            elif word == PIECE:
                shapes += side_shapes(look, square, "")
            elif word in self._sides:
                shapes += side_shapes(look, square, look.theme.sign(self._sides[word]))
        if self.corner and self._other:
            colour = "mark-red" if self._taking else "board-accent"
            for square in self._draft.squares_between(self.corner, self._other):
                shapes += part_shapes(look, square, colour, 0.4)
        if self.at and self.hasFocus():
            shapes += cursor_shapes(look, self.at)
        return shapes

    # ---------------------------------------------------------------------------------- mouse

    def square_at(self, point: QPointF) -> str:
        """The nearest square, also of a point midway between four: rectangles are begun there."""
        return hit(self.geometry_, self._draft.view, *self.board_point(point), _REACH)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position())
        self.at = ""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton) and square:
            self._taking = event.button() == Qt.MouseButton.RightButton
            self.corner = self._other = square
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        square = self.square_at(event.position())
        if self.corner and square in self._draft.chart.squares and square:
            self._other = square
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.corner:
            corner, self.corner = self.corner, ""
            self._draft.draw(corner, self._other, ANYTHING if self._taking else None)
        self.update()

    # ------------------------------------------------------------------------------- keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control or key not in (*WAYS, *TOUCH, *_TAKE):
            super().keyPressEvent(event)
            return
        if not self.at:
            grid = self.geometry_.grid
            self.at = grid[len(grid) // 2][len(grid[0]) // 2]
        elif key in WAYS:
            before = self.at
            self.at = beside(self.geometry_, self._draft.view, self.at, *WAYS[key]) or self.at
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._taking = False
                self.corner, self._other = self.corner or before, self.at
            else:
                self.corner = ""
        elif key in _TAKE:
            self._draft.draw(self.corner or self.at, self.at, ANYTHING)
            self.corner = ""
        else:
            self._draft.draw(self.corner or self.at, self.at)
            self.corner = ""
        self._draft.told.emit(self._draft.words_of(self.at))
        self.setAccessibleDescription(tr(self._draft.words_of(self.at)))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


_MARGIN = 24
_OWN = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Delete),
    *(*ENTER, Qt.Key.Key_Space, Qt.Key.Key_Escape),
    Qt.Key.Key_Backspace,
)


class _Stage(QWidget):
    """The board, as large as fits."""

    def __init__(self, board: PartBoard) -> None:
        super().__init__()
        self._board = board
        board.setParent(self)
        self.setMinimumSize(LEAST_STAGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide, high = self.width() - 2 * _MARGIN, self.height() - 2 * _MARGIN
        self._board.setGeometry(QRect(_MARGIN, _MARGIN, wide, high))


class PartFinder(DeskMode):
    """The mode in which a part of the current position is drawn.

    Signals:
        finished: the mode is left; whether to search.

    Attributes:
        draft: what is drawn.
        panel: its panel.
    """

    name = message("Looking for a part of a position")

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(parent)
        self.draft = PartDraft(session, self)
        self.board: PartBoard = PartBoard(self.draft)
        self.panel = PartPanel(self.draft)
        self.panel.keep_focus()
        self.finished = self.panel.finished
        self.lay_out(_Stage(self.board), self.panel, self.panel.ends)
        self.setAccessibleName(tr(self.name))
        session.viewed.connect(self.board.update)
        session.reloaded.connect(self._gone)

    def _gone(self) -> None:
        """The record was replaced: leave the mode."""
        self.finished.emit(False)

    def wants(self, event: QKeyEvent) -> bool:
        shift = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        plain = event.modifiers() & ~shift == Qt.KeyboardModifier.NoModifier
        enter = event.key() in ENTER
        return (plain and event.key() in _OWN) or enter

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            if self.board.at or self.board.corner:
                self.board.at = self.board.corner = ""
                self.board.update()
            else:
                self.finished.emit(False)
        elif control and event.key() in ENTER:
            if self.panel.looking.isEnabled():
                self.finished.emit(True)
        else:
            super().keyPressEvent(event)


def find_part(window: Window) -> PartFinder | None:
    """Start drawing a part of the current position; None where positions can't be searched."""
    tab = window.libraries.tab
    if tab is not None and tab.found.current is not None:
        window.libraries.open_hit(tab.found.current)
    desk = window.desk
    if desk is None or desk.editing:
        window.say(message("Open a game first: the part is drawn on its board."))
        return None
    desk.session.flush()
    try:
        finder = PartFinder(desk.session)
    except LibraryFailed as error:
        window.say(error.reason)
        return None
    finder.finished.connect(lambda search: _finish(window, desk, finder, search))
    desk.show_editor(finder)
    window.focus_board()
    hint = message(
        "Drag over the {squares} that count; Ctrl+Enter searches, Escape leaves.",
        squares=desk.session.game.board_words.squares,
    )
    window.say(hint)
    return finder


def _finish(window: Window, desk: Desk, finder: PartFinder, wanted: bool) -> None:
    """Leave the mode, and search for what was drawn."""
    search = finder.draft.search if wanted else None
    desk.close_editor()
    window.say(NOTHING)
    if search is None:
        window.focus_board()
    else:
        window.libraries.search(search)
