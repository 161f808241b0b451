"""Marks and arrows drawn on a board, before they are an edit."""

from __future__ import annotations

from PySide6.QtCore import Qt

from viewer.document.document import Document
from viewer.document.holding import no_colour
from viewer.tree.annotation import Mark

_SHIFT = Qt.KeyboardModifier.ShiftModifier
# Alt is the habit of the web; many window managers keep Alt with a mouse button for themselves.
_OTHER = (
    Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.MetaModifier
)


def colour_of(modifiers: Qt.KeyboardModifier, document: Document) -> str:
    """Green; with Shift red; with Alt or Ctrl blue; with Shift and one of these yellow.

    Where the document's file has no place for colours it is green.
    """
    if no_colour(document) is not None:
        return "green"
    if modifiers & _OTHER:
        return "yellow" if modifiers & _SHIFT else "blue"
    return "red" if modifiers & _SHIFT else "green"


class Pencil:
    """A stroke from a place to another: an arrow, or where both are the same, a sign.

    Attributes:
        sign: kind of the mark that a stroke on one place is.
        start: where it began, "" while nothing is drawn.
        end: where it is now, "" beside the board.
        colour: of the mark.
    """

    def __init__(self, sign: str) -> None:
        self.sign = sign
        self.start = self.end = ""
        self.colour = "green"

    def begin(self, place: str, colour: str) -> None:
        """Put the pencil down."""
        self.start = self.end = place
        self.colour = colour

    def drop(self) -> None:
        """Draw nothing."""
        self.start = self.end = ""

    @property
    def mark(self) -> Mark | None:
        """What is drawn so far."""
        if not self.start or not self.end:
            return None
        if self.start == self.end:
            return Mark(self.sign, (self.start,), self.colour)
        return Mark("arrow", (self.start, self.end), self.colour)
