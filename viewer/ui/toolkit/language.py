"""What Qt does by itself in the active language: its own words, numbers, dates, Han characters."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from viewer.base import catalogs
from viewer.ui.toolkit.fonts import APOSTROPHE, FAMILY, QUOTES, han_families, narrow_quotes
from viewer.ui.toolkit.qt_words import OwnWords

UI_PIXELS = 13.5
"""Of the window's text."""
_NAME = "language"
"""Of the translator among the application's children."""


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
