"""Marks and arrows while they are being drawn."""

from __future__ import annotations

from PySide6.QtCore import Qt

from viewer.document.document import Document
from viewer.tree.annotation import Mark
from viewer.ui.session.record_session import RecordSession

_SHIFT = Qt.KeyboardModifier.ShiftModifier
# Alt is the habit of the web; many window managers keep Alt with a mouse button for themselves.
_OTHER = (
    Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.MetaModifier
)


def colour_of(modifiers: Qt.KeyboardModifier, document: Document) -> str:
    """The colour of a mark: green; with Shift red; with Alt or Ctrl blue; with Shift and one of these yellow.

    Always green if the document's format holds no colours.
    """
    from viewer.document.holding import holds_colours  # deferred

    if not holds_colours(document):
        return "green"
    if modifiers & _OTHER:
        return "yellow" if modifiers & _SHIFT else "blue"
    return "red" if modifiers & _SHIFT else "green"


class Pencil:
    """A stroke from square to square: an arrow, or a sign if both are the same.

    Attributes:
        sign: kind of the mark that a stroke on a single square makes.
        start: the square where it began, "" while nothing is drawn.
        end: the square where it is now, "" outside the board.
        colour: of the mark.
    """

    def __init__(self) -> None:
        self.sign = self.start = self.end = ""
        self.colour = "green"

    def begin(self, place: str, modifiers: Qt.KeyboardModifier, session: RecordSession) -> None:
        """Begin a stroke with some keys held."""
        from viewer.document.holding import sign_held  # deferred

        self.sign = sign_held(session.document, session.game)
        self.start = self.end = place
        self.colour = colour_of(modifiers, session.document)

    def drop(self) -> None:
        """Cancel the stroke."""
        self.start = self.end = ""

    @property
    def mark(self) -> Mark | None:
        """The mark drawn so far."""
        if not self.start or not self.end:
            return None
        if self.start == self.end:
            return Mark(self.sign, (self.start,), self.colour)
        return Mark("arrow", (self.start, self.end), self.colour)
