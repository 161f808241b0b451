"""A text in which each part shows what it was understood as: moves, comments, headers, what wasn't."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.formats.prose.article import Stretch
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.plain import show_tip
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.text_marks import mark

SHOWN = 100_000
"""Characters of a text that are shown; Qt lays out a paragraph as a whole."""
_BREAKS = re.compile("[\0\r\u2028\u2029\ufdd0\ufdd1]")  # Qt would leave them out, or break lines
_STEPS = frozenset((*(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End), *ENTER))
_WAVE = QTextCharFormat.UnderlineStyle.WaveUnderline
_DOTS = QTextCharFormat.UnderlineStyle.DotLine
_DASHES = QTextCharFormat.UnderlineStyle.DashUnderline
_PLAIN = QTextCharFormat.UnderlineStyle.SingleUnderline
_NONE = QTextCharFormat.UnderlineStyle.NoUnderline


class Look:
    """How a kind of stretch is shown, and what the pointer says of it."""

    __slots__ = ("bold", "colour", "line", "words")

    def __init__(
        self,
        words: Message,
        colour: str,
        bold: bool = False,
        line: QTextCharFormat.UnderlineStyle = _NONE,
    ) -> None:
        self.words, self.colour, self.bold, self.line = words, colour, bold, line


_UNSURE = Look(
    message("Spelt like a move, but not understood as one: it stays among the words"),
    *("bad", False, _WAVE),
)
LOOKS = {
    "move": Look(message("A move"), "accent", True),
    "varied": Look(message("A move of a variation"), "accent", False, _PLAIN),
    "illegal": Look(
        message("A move that isn't possible here: it is kept as it is written"), "bad", True, _WAVE
    ),
    "unsure": _UNSURE,
    "words": Look(message("Words: a comment"), "good"),
    "comment": Look(message("A comment in brackets"), "good"),
    "diagram": Look(message("A diagram: the position here is marked"), "accent", False, _DASHES),
    "result": Look(message("The result"), "ink", True, _DOTS),
    "header": Look(message("Said of the game: a header"), "muted", False, _DOTS),
    "rest": Look(message("Not understood: it goes nowhere"), "bad", False, _WAVE),
}


class Offsets:
    """Offsets of a text in characters and in UTF-16 units, as Qt counts."""

    def __init__(self, text: str) -> None:
        self._wide = (
            [at for at, sign in enumerate(text) if sign > "\uffff"]
            if max(text, default="") > "\uffff"
            else []
        )
        self._units = [at + number for number, at in enumerate(self._wide)]

    def unit(self, at: int) -> int:
        """The unit of a character."""
        return at + bisect_left(self._wide, at)

    def character(self, unit: int) -> int:
        """The character of a unit."""
        return unit - bisect_left(self._units, unit)


class ToldText(QPlainTextEdit):
    """The text. It is read only, and keeps no keys but those that scroll it.

    Signals:
        pointed: a part that belongs to a move was clicked: the row of the move, -1 for what is ahead of all.
    """

    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptDrops(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("lines")
        self.setAccessibleName(tr(message("The text, with what was understood")))
        self.viewport().setMouseTracking(True)
        self._text = ""
        self._stretches: Sequence[Stretch] = ()
        self._starts: list[int] = []
        self._varied = frozenset[int]()
        self._offsets = Offsets("")
        self._current = -1

    def show_text(
        self, text: str, stretches: Sequence[Stretch], varied: frozenset[int] = frozenset()
    ) -> None:
        """Show the beginning of a text with what it was understood as; `varied`: rows of variations."""
        self._text = text[:SHOWN]
        self._stretches = [one for one in stretches if one.start < one.end <= SHOWN]
        self._starts = [one.start for one in self._stretches]
        self._varied = varied
        self._offsets = Offsets(self._text)
        self._fill()

    def _kind(self, one: Stretch) -> str:
        return "varied" if one.kind == "move" and one.row in self._varied else one.kind

    def _fill(self) -> None:
        theme = theme_in_use()
        formats = {kind: _format(look, QColor(theme[look.colour])) for kind, look in LOOKS.items()}
        plain = QTextCharFormat()
        plain.setForeground(QColor(theme["ink"]))
        shown = _BREAKS.sub(" ", self._text)
        self.clear()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        at = 0
        for one in self._stretches:
            if one.start < at:
                continue
            cursor.insertText(shown[at : one.start], plain)
            cursor.insertText(shown[one.start : one.end], formats[self._kind(one)])
            at = one.end
        cursor.insertText(shown[at:], plain)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._text:
            self._fill()

    # ---------------------------------------------------------------------- between both sides

    def show_row(self, row: int) -> None:
        """Bring the text of a move into view, and show where it is."""
        one = next(
            (s for s in self._stretches if s.row == row and s.kind in ("move", "illegal")), None
        )
        if one is None:
            self.setExtraSelections([])
            return
        start, end = self._offsets.unit(one.start), self._offsets.unit(one.end)
        cursor = self.textCursor()
        cursor.setPosition(start)
        self.setTextCursor(cursor)
        look, theme = QTextCharFormat(), theme_in_use()
        look.setBackground(QColor(theme["accent"]))
        look.setForeground(QColor(theme["on-accent"]))
        mark(self, [(start, end)], look)
        self.ensureCursorVisible()

    def stretch_at(self, point: QPoint) -> Stretch | None:
        """The stretch at a point of the viewport."""
        cursor = self.cursorForPosition(point)
        place = self.cursorRect(cursor)
        at = self._offsets.character(cursor.position())
        if point.x() < place.center().x():
            at -= 1  # the cursor is behind the character that the point is in
        number = bisect_right(self._starts, at) - 1
        found = self._stretches[number] if number >= 0 else None
        return found if found is not None and at < found.end else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        found = self.stretch_at(event.position().toPoint())
        chosen = self.textCursor().hasSelection()
        if event.button() == Qt.MouseButton.LeftButton and found is not None and not chosen:
            self.pointed.emit(found.row)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.stretch_at(event.pos())
            words = "" if found is None else tr(LOOKS[self._kind(found)].words)
            show_tip(event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Steps and Enter are the dialog's."""
        if event.key() in _STEPS and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _format(look: Look, colour: QColor) -> QTextCharFormat:
    made = QTextCharFormat()
    made.setForeground(colour)
    if look.bold:
        made.setFontWeight(QFont.Weight.Bold)
    made.setUnderlineStyle(look.line)
    made.setUnderlineColor(colour)
    return made
