"""Where the games that were found are to be copied."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, counted, message
from viewer.ui.toolkit.sheet import SheetDialog

CHOSEN, ALL = "chosen", "all"
FILE, FOLDER, CLIPBOARD, TAB, EXPORT, DOCUMENT = (
    "file",
    "folder",
    "clipboard",
    "tab",
    "export",
    "document",
)


def _fields(chosen: int, total: int, into: Message | None) -> Iterator[Field]:
    which = {
        CHOSEN: counted("The {count} chosen game", "The {count} chosen games", chosen),
        ALL: counted("The {count} game found", "All {count} games found", total),
    }
    if chosen == total or not chosen:
        del which[CHOSEN]
    yield Field("which", message("Games"), CHOICE, next(iter(which)) if chosen > 1 else ALL, which)
    where = {
        FILE: message("A new file"),
        FOLDER: message("A file for each, in a folder"),
        CLIPBOARD: message("The clipboard"),
        TAB: message("A new tab, as a file that isn't saved yet"),
        EXPORT: message("A book, a page, pictures or a text"),
    }
    if into is not None:
        where[DOCUMENT] = into
    yield Field("where", message("Copy to"), CHOICE, FILE, where)


class CopyHitsDialog(SheetDialog):
    """Asks which games are copied where.

    Signals:
        asked: which (CHOSEN, ALL), where (FILE, …).
    """

    asked = Signal(str, str)

    def __init__(
        self, chosen: int, total: int, into: Message | None, parent: QWidget | None = None
    ) -> None:
        """`into`: the words for the open file that can take them, None without."""
        fields = tuple(_fields(chosen, total, into))
        super().__init__(message("Copy games found"), message("Copy"), fields, parent)

    def take(self, values: Values) -> None:
        self.asked.emit(str(values["which"]), str(values["where"]))
