"""Moves in the comments of a notation: a board beside the pointer, a preview for a click."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from viewer.tree.annotation import BEFORE, COMMENT
from viewer.ui.comment.live_moves import LiveMove, LiveMoves, MoveTip
from viewer.ui.notation.view import NotationView
from viewer.ui.session.record_session import RecordSession


class LiveNotation:
    """Has the moves in the comments of a notation show what they lead to.

    Attributes:
        tip: the board beside the pointer.
    """

    def __init__(self, session: RecordSession, view: NotationView) -> None:
        self._session, self._view = session, view
        self._moves = LiveMoves(session)
        self._at = -1, False, -1
        self.tip = MoveTip(session, view, self._under)

    def point_at(self, id: int, before: bool, place: int, point: QPoint) -> None:
        """The pointer is at a place of a node's comment (see `NotationView.commentPointed`)."""
        self._at = id, before, place
        if id < 0:
            self.tip.put_away()
        else:
            self.tip.point(point)

    def _under(self) -> LiveMove | None:
        found = self._find(*self._at)
        if found is not None:
            self._view.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        return found

    def _find(self, id: int, before: bool, place: int) -> LiveMove | None:
        node, sight = self._session.record.nodes.get(id), self._view.sight
        if node is None or sight is None or place < 0:
            return None
        said = sight.page.measures.said
        text = said.before(node) if before else said.comment(node)
        return self._moves.at(node, BEFORE if before else COMMENT, text, place)

    def preview(self, id: int, before: bool, place: int) -> bool:
        """Preview the move at a place of a comment; returns whether there is one."""
        found = self._find(id, before, place)
        if found is None:
            return False
        self.tip.put_away()
        self._moves.preview(found)
        return True
