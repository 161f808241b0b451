"""What Qt does by itself in the active language: its own words, numbers, dates, Han characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.ui.toolkit.fonts import APOSTROPHE, FAMILY, QUOTES, han_families, narrow_quotes

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
UI_PIXELS = 13.5
"""Of the window's text."""
_NAME = "language"
"""Of the translator among the application's children."""


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


def show_language(application: QApplication) -> None:
    """Have Qt speak the active language, instead of any it spoke before.

    English and what the environment says without a catalog are left as Qt finds them.
    """
    for before in application.findChildren(QTranslator, _NAME):
        application.removeTranslator(before)
        before.setParent(None)
    language = catalogs.active()
    QLocale.setDefault(QLocale(language) if language else QLocale.system())
    if language:
        translator = QTranslator(application)
        translator.setObjectName(_NAME)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load(QLocale(language), "qtbase", "_", folder):
            application.installTranslator(translator)
        own = OwnWords(application)
        own.setObjectName(_NAME)
        application.installTranslator(own)
    application.setFont(font_of(language))


def show_text_size(application: QApplication, percent: int) -> None:
    """Have the application's text in a size, 100 for the usual one."""
    font = application.font()
    pixels = round(UI_PIXELS * percent / 100)
    if font.pixelSize() != pixels:
        font.setPixelSize(pixels)
        application.setFont(font)


def reading_font(font: QFont, family: str, percent: int) -> QFont:
    """The font of moves and comments: a family before the others, "" for none, and a size beside it."""
    found = QFont(font)
    if family:
        found.setFamilies([family, *font.families()])
    found.setPixelSize(round(font.pixelSize() * percent / 100))
    return found


def font_of(language: str) -> QFont:
    """The application's font, with the Han characters of a language; "" for those of the window's."""
    font = QApplication.font()
    language = language or catalogs.active()
    own = next(one for one in font.families() if one not in (QUOTES, APOSTROPHE))
    font.setFamilies([own, *han_families(language), FAMILY])
    font.setFamilies([*narrow_quotes(font, language), *font.families()])
    return font
