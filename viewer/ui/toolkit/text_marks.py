"""Marks over parts of a plain text: Qt has a name of its formatted texts for them."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit


def mark(edit: QPlainTextEdit, places: Iterable[tuple[int, int]], look: QTextCharFormat) -> None:
    """Show parts of a text, by their offsets in UTF-16 units, in a format, and no others."""
    marks: list[QTextEdit.ExtraSelection] = []
    for start, end in places:
        cursor = QTextCursor(edit.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        one = QTextEdit.ExtraSelection()
        one.cursor, one.format = cursor, look
        marks.append(one)
    edit.setExtraSelections(marks)
