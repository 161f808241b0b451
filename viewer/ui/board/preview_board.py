"""A board that only shows: the position of a record that isn't on the desk."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize

from viewer.scene.board import BoardLook
from viewer.scene.candidates import NO_ADVICE, Advice, advice_shapes
from viewer.scene.marks import last_move_shapes, last_piece_shapes, mark_shapes
from viewer.scene.picture import last_squares
from viewer.scene.shapes import Shape
from viewer.ui.board.canvas import BoardCanvas

_SIDE = 300  # px


class PreviewBoard(BoardCanvas):
    """The position of a session, with its last move.

    Attributes:
        advice: a move that the user points at beside it.
    """

    advice: Advice = NO_ADVICE

    def below(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        return list(
            last_move_shapes(look, last_squares(self.session.game, self.session.shown_state))
        )

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        last = last_squares(self.session.game, self.session.shown_state)
        marks = self.session.marks
        shapes = [*last_piece_shapes(look, last, pieces, marks), *mark_shapes(look, marks, pieces)]
        return shapes + advice_shapes(look, self.advice, pieces)

    def sizeHint(self) -> QSize:
        return QSize(_SIDE, _SIDE)
