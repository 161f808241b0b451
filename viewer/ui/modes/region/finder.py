"""The mode in which a part of a position is drawn: its board on the left, its panel on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, message
from viewer.library.failures import LibraryFailed
from viewer.library.regions import ANYTHING, EMPTY, PIECE
from viewer.scene.board import BoardLook, hit
from viewer.scene.marks import cursor_shapes
from viewer.scene.overlays import empty_shapes, part_shapes, side_shapes
from viewer.scene.shapes import Shape
from viewer.ui.board.input import TOUCH
from viewer.ui.modes.desk_mode import TAKE, DraftBoard, DraftMode
from viewer.ui.modes.region.panel import PartDraft, PartPanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.style import LEAST_STAGE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_REACH = 0.5**0.5  # units: from the centre of a square to the corner of its cell
_MARGIN = 24


class PartBoard(DraftBoard):
    """The board. A drag draws a rectangle, a click one square, the right button takes squares out.

    Arrow keys move a cursor, with Shift they draw a rectangle from where it was; Enter draws, Delete takes
    squares out.

    Attributes:
        corner: where the rectangle began that is being drawn, "" for none.
    """

    keys = (*TOUCH, *TAKE)
    _draft: PartDraft

    def __init__(self, draft: PartDraft, parent: QWidget | None = None) -> None:
        super().__init__(draft, message("Board: draw the part to look for"), parent)
        self.corner = ""
        self._other = ""  # the corner under the pointer
        self._taking = False
        self.setCursor(Qt.CursorShape.CrossCursor)
        draft.changed.connect(self.update)

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

    def step(self, key: Qt.Key, shift: bool) -> None:
        before = self.at
        super().step(key, shift)
        self.corner = (self.corner or before) if shift else ""
        if shift:
            self._taking, self._other = False, self.at

    def touch(self, key: Qt.Key) -> None:
        word = ANYTHING if key in TAKE else None
        self._draft.draw(self.corner or self.at, self.at, word)
        self.corner = ""

    def forget(self) -> bool:
        corner, self.corner = self.corner, ""
        return super().forget() or bool(corner)


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


class PartFinder(DraftMode):
    """The mode in which a part of the current position is drawn.

    Signals:
        finished: the mode is left; whether to search.

    Attributes:
        draft: what is drawn.
        panel: its panel.
    """

    name = message("Looking for a part of a position")
    board: PartBoard
    more_keys = TAKE
    ignored = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        """Raises LibraryFailed where positions can't be searched."""
        super().__init__(parent)
        self.draft = PartDraft(session, self)
        self.board = PartBoard(self.draft)
        self.panel = PartPanel(self.draft)
        self.panel.keep_focus()
        self.finished = self.panel.finished
        self.lay_out(_Stage(self.board), self.panel, self.panel.ends)
        self.setAccessibleName(tr(self.name))
        session.viewed.connect(self.board.update)
        session.reloaded.connect(self.leave)

    def leave(self) -> None:
        self.finished.emit(False)

    def use(self) -> None:
        if self.panel.looking.isEnabled():
            self.finished.emit(True)


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
        "Drag over the {squares} that count; Ctrl+Enter searches, Esc leaves.",
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
