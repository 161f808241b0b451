"""A comment written on the page of notation, in place: a field over the room that the page leaves for it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.tree.annotation import BEFORE
from viewer.tree.node import Node
from viewer.ui.comment.field import CommentField
from viewer.ui.notation.view import NotationView
from viewer.ui.notation.visible_blocks import ScrollAnchor
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import tab_through
from viewer.ui.toolkit.later import later


class InPlaceField(QObject):
    """Keeps the field where the page has room for it, and the room as high as the field needs.

    It grows with the text to half of the page's height. When it closes, the page stands as it was before,
    unless it was scrolled or another move is current.

    Attributes:
        field: the field.
        open: whether somebody writes in it.
    """

    def __init__(self, session: RecordSession, view: NotationView) -> None:
        super().__init__(view)
        self._view = view
        self.field = CommentField(session, parent=view.viewport())
        tab_through(view, self.field)  # made last, it would be last in the tab order
        self.field.hide()
        self.open = False
        self._shown = -1  # the id of the node in what is shown
        self._before: ScrollAnchor | None = None  # what stood where before there was room
        self._node: Node | None = None  # that was current then
        self._placing = False
        view.settled.connect(self._place)
        view.scrolled.connect(self._stay)
        self.field.grown.connect(self._place)
        self.field.ended.connect(self._close_later)
        self.field.edit.textChanged.connect(self._follow)

    def write(self, shown: int, facet: str, place: int = -1) -> None:
        """Write a comment of the session's current node, which the page shows as the node of an id.

        `place` is where to begin in the text, -1 for its end.
        """
        field = self.field
        if self.open and (shown, facet) == (self._shown, field.facet):
            field.write(place)
            return
        self.close()
        view, sight = self._view, self._view.sight
        if sight is None:
            return
        field.show_comment(facet)
        self._shown, self.open = shown, True
        anchor = sight.hold(view.current)
        field.show()
        field.write(place)
        self._place()
        view.bring_room()
        self._before, self._node = anchor, view.current

    def close(self) -> None:
        """Take the field away. What was written is kept."""
        if not self.open:
            return
        self.open = False
        view, sight = self._view, self._view.sight
        self.field.leave()
        anchor = None
        if sight is not None:
            here = sight.hold(view.current)
            anchor = self._before or here if self._node is view.current else here
        view.set_room(-1, False, 0, anchor)
        self.field.hide()

    def _close_later(self) -> None:
        """Close once the click that took the focus has found what it was meant for."""
        later(self, self._close_left)

    def _close_left(self) -> None:
        if not self.field.writing:
            self.close()

    def _follow(self) -> None:
        """Bring what is typed back into view."""
        if self.open and self.field.edit.hasFocus():
            self._view.bring_room()

    def _stay(self) -> None:
        """The page was scrolled by hand: it stays there."""
        self._before = None

    def _place(self) -> None:
        """Make the room as high as the field needs, and lay the field over it."""
        view, field, sight = self._view, self.field, self._view.sight
        if not self.open or not field.writing or self._placing or sight is None:
            return
        self._placing = True
        try:
            font = sight.setter.text_face.font
            if field.edit.font() != font:
                field.edit.setFont(font)
            for _ in range(
                3
            ):  # the height depends on the width, which the room has once it is there
                before = field.size()
                most = max(view.viewport().height() // 2, field.minimumSizeHint().height())
                anchor = sight.hold_room() or sight.hold(view.current)
                view.set_room(self._shown, field.facet == BEFORE, min(field.needed, most), anchor)
                room = sight.room()
                if (
                    room is None
                ):  # scrolled away: it keeps the keys, and comes back with what is typed
                    field.move(field.x(), -field.height() - 1)
                    return
                field.setGeometry(room)
                if field.size() == before:
                    return
                layout = field.layout()
                assert layout is not None
                layout.activate()
        finally:
            self._placing = False
