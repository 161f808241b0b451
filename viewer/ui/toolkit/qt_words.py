"""Words of Qt's own that Qipu has better ones for in some languages: of its file dialog, of arrow keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QTranslator

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message

_WORDS: Final[Mapping[tuple[str, str], Message]] = {
    # Qt's Chinese has the size of a body here.
    ("QFileSystemModel", "Size"): in_context("of files", "Size"),
    # Elsewhere in the window they are folders.
    ("QFileDialog", "Directories"): message("Folders"),
    ("QFileDialog", "Directory:"): message("Folder:"),
    ("QFileDialog", "Parent Directory"): message("Folder above"),
    # Qt's Chinese for the right key is that of the mouse.
    ("QShortcut", "Left"): in_context("arrow key", "Left"),
    ("QShortcut", "Right"): in_context("arrow key", "Right"),
    ("QShortcut", "Up"): in_context("arrow key", "Up"),
    ("QShortcut", "Down"): in_context("arrow key", "Down"),
}
"""By Qt's context and English."""


class OwnWords(QTranslator):
    """Says them by Qipu's catalog; installed after Qt's translator, it is asked before it."""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:
        """None: Qt's translator is asked."""
        words = _WORDS.get((context, source))
        return None if words is None else tr(words)
