"""A board with its overlay: move numbers, next moves, marks, a part of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QWidget

from viewer.games.geometry import Point
from viewer.scene.board import BoardLook
from viewer.scene.marks import marked_squares
from viewer.tree.annotation import MARKS, VIEW, NoteValue
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.overlay import Overlay
from viewer.ui.board.zoom import Zoom
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.scene.overlays import Number


class RecordBoard(BoardCanvas):
    """The board of a session with its overlay.

    Signals:
        lookChanged: what is shown of the board may have changed.
        told: a sentence for the status line and screen readers.

    Attributes:
        overlay: what is shown over the position.
        zoom: the stretch of a large board that is seen, where the record doesn't name one.
    """

    lookChanged = Signal()
    told = Signal(object)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.overlay = Overlay(session)
        self.zoom = Zoom()
        self._dressed = self._seen
        session.dressed.connect(self._look_again)

    def notes(self) -> dict[str, NoteValue]:
        """The annotations of the node as displayed."""
        over = self.overlay
        return {**self.session.shown.notes, MARKS: over.marks, VIEW: over.part}

    def part(self) -> tuple[str, ...]:
        return self.overlay.part or self.zoom.squares(self.whole_geometry)

    def zoom_by(self, steps: float, at: QPointF | None = None) -> bool:
        """Zoom in by some steps (out, if negative), around a point of the widget.

        Returns whether anything changed: only boards of more than 19 lines are zoomed.
        """
        if self.overlay.part:
            return False
        point = None if at is None else self._whole_point(at)
        return self._zoomed(self.zoom.change(self.whole_geometry, steps, point))

    def zoom_out(self) -> bool:
        """Show the whole board; returns whether anything changed."""
        return self._zoomed(self.zoom.reset())

    def drag_board(self, start: QPointF, end: QPointF) -> bool:
        """Move the board under the mouse from a point of the widget to another."""
        (x, y), (to_x, to_y) = self._whole_point(start), self._whole_point(end)
        return self._zoomed(self.zoom.scroll(self.whole_geometry, x - to_x, y - to_y))

    def show_square(self, square: str) -> bool:
        """Bring a square into sight; returns whether anything changed."""
        if self.overlay.part:
            return False
        return self._zoomed(self.zoom.show(self.whole_geometry, square))

    def _whole_point(self, point: QPointF) -> Point:
        """A point of the widget in units of the whole board, as the first side sees it."""
        shown, whole = self.geometry_, self.whole_geometry
        x, y = self.session.view.back(self.board_point(point), shown)
        square, (left, top) = next(iter(shown.squares.items()))
        return x - left + whole.squares[square][0], y - top + whole.squares[square][1]

    def _zoomed(self, changed: bool) -> bool:
        if changed:
            self.lookChanged.emit()
            self.update()
        return changed

    def numbers(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Number]:
        numbers = self.overlay.numbers(pieces)
        if not numbers:
            return []
        from viewer.scene.overlays import numbers_on  # deferred

        return numbers_on(look, numbers, pieces, marked_squares(self.overlay.marks))

    @property
    def _seen(self) -> tuple[object, ...]:
        """What the looks say of the position and the board's shape."""
        looks = self.session.looks
        return looks.numbers, looks.nexts, looks.whole, self.layout_id

    def _look_again(self) -> None:
        before, self._dressed = self._dressed, self._seen
        if self._dressed[:-1] != before[:-1]:
            self.overlay.begin_again()
        if self._dressed != before:
            self.lookChanged.emit()

    def number_from_here(self) -> None:
        """Number moves from the current node on; called again there, as the settings say."""
        over, here = self.overlay, self.session.node
        over.since = None if over.since is here else here
        over.forget()
        self.update()
