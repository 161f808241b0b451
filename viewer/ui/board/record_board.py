"""A board with its overlay: move numbers, next moves, marks, a part of the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from viewer.scene.board import BoardLook
from viewer.scene.marks import marked_squares
from viewer.tree.annotation import MARKS, VIEW, NoteValue
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.overlay import Overlay
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.scene.numbers import Number


class RecordBoard(BoardCanvas):
    """The board of a session with its overlay.

    Signals:
        lookChanged: what is shown of the board may have changed.
        told: a sentence for the status line and screen readers.

    Attributes:
        overlay: what is shown over the position.
    """

    lookChanged = Signal()
    told = Signal(object)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.overlay = Overlay(session)

    def notes(self) -> dict[str, NoteValue]:
        """The annotations of the node as displayed."""
        over = self.overlay
        return {**self.session.node.notes, MARKS: over.marks, VIEW: over.part}

    def part(self) -> tuple[str, ...]:
        return self.overlay.part

    def numbers(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Number]:
        numbers = self.overlay.numbers(pieces)
        if not numbers:
            return []
        from viewer.scene.numbers import numbers_on  # deferred

        return numbers_on(look, numbers, pieces, marked_squares(self.overlay.marks))

    def set_overlay(self, numbering: str, nexts: str, whole: bool) -> None:
        over = self.overlay
        if (over.numbering, over.nexts, over.whole) != (numbering, nexts, whole):
            over.numbering, over.nexts, over.whole, over.since = numbering, nexts, whole, None
            over.forget()
            self.lookChanged.emit()
            self.update()

    def set_layout(self, id: str) -> None:
        if id != self.layout_id:
            super().set_layout(id)
            self.lookChanged.emit()

    def number_from_here(self) -> None:
        """Number moves from the current node on; called again there, as the settings say."""
        over, here = self.overlay, self.session.node
        over.since = None if over.since is here else here
        over.forget()
        self.update()
