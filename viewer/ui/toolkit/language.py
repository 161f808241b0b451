"""What Qt does by itself in the active language: its words, numbers, dates; the fonts of text and moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QApplication

from viewer.base import catalogs
from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.base.resources import resource_bytes
from viewer.base.settings import Settings

FAMILY = "Qipu Notation"
FIGURES = "Qipu Figures"
# Named after the system's own family, so that Han characters have the shapes of a language and the
# right weight; left to itself the system may take those of another, or the bold face. Of each: the
# families of all systems, where {script} stands for the part of a name that says the language.
_HAN = ("Noto Sans CJK {script}", "Noto Sans {script}", "Source Han Sans {script}")
_OWN_HAN = {
    "SC": ("PingFang SC", "Microsoft YaHei UI", "WenQuanYi Micro Hei"),
    "TC": ("PingFang TC", "Microsoft JhengHei UI"),
    "JP": ("Hiragino Sans", "Yu Gothic UI"),
    "KR": ("Apple SD Gothic Neo", "Malgun Gothic"),
}
_SCRIPTS = {"zh_CN": "SC", "zh_TW": "TC", "ja": "JP", "ko": "KR"}
# A font for Chinese has quotation marks as wide as a character. Text in Chinese wants those, but for the
# apostrophe of names and English words; all other text has narrow ones. Two files of each: the weights.
QUOTES, APOSTROPHE = "Qipu Quotes", "Qipu Apostrophe"
_WIDE = 0.6  # of the height
_FILES = ("QipuNotation-Regular.otf", "QipuNotation-Bold.otf", "QipuFigures-Regular.otf")

# By ID and ID_LIKE of os-release: what brings a font for Chinese and Japanese.
_INSTALLS = {
    "debian": "apt install fonts-noto-cjk",
    "ubuntu": "apt install fonts-noto-cjk",
    "fedora": "dnf install google-noto-sans-cjk-fonts",
    "rhel": "dnf install google-noto-sans-cjk-fonts",
    "arch": "pacman -S noto-fonts-cjk",
    "opensuse": "zypper install noto-sans-cjk-fonts",
    "suse": "zypper install noto-sans-cjk-fonts",
    "alpine": "apk add font-noto-cjk",
}
_PAGE = "https://github.com/notofonts/noto-cjk"


def han_families(language: str) -> list[str]:
    """Families for Han characters, kana and Hangul: those of a language first, then of the others.

    `language`: as catalogs name them; Chinese shapes for languages that have none of their own.
    """
    first = _SCRIPTS.get(language, "SC")
    scripts = (first, *(one for one in _OWN_HAN if one != first))
    named = [(*(name.format(script=one) for name in _HAN), *_OWN_HAN[one]) for one in scripts]
    return [*(name for names in named for name in names), "Droid Sans Fallback"]


def narrow_quotes(font: QFont, language: str) -> list[str]:
    """The families that go before a font's own, so that quotation marks are as wide as a language has them.

    [] where the font has narrow ones by itself.
    """
    if not _has_wide_quotes(tuple(font.families())):
        return []
    family = APOSTROPHE if language.startswith("zh") else QUOTES
    _add_quotes(family)
    return [family]


@lru_cache(maxsize=64)
def _has_wide_quotes(families: tuple[str, ...]) -> bool:
    font = QFont(families)
    # Not beside a Han character: measuring one loads a font that has some.
    return QFontMetricsF(font).horizontalAdvance("’") > _WIDE * QFontInfo(font).pixelSize()


@cache
def _add_quotes(family: str) -> None:
    for weight in ("Regular", "Bold"):
        name = f"{family.replace(' ', '')}-{weight}.otf"
        QFontDatabase.addApplicationFontFromData(resource_bytes("fonts", name))


def can_write_han() -> bool:
    """Whether the system has a font for Chinese text; the bundled one has only what moves need."""
    families = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    return any(family not in (FAMILY, QUOTES, APOSTROPHE) for family in families)


def how_to_write_han() -> tuple[Message, str]:
    """A sentence that no font for Chinese is installed and how to install one; and the command alone."""
    import platform  # deferred: most systems have a font

    try:
        system = platform.freedesktop_os_release()
    except OSError:  # no Linux, or one that doesn't say which
        system = {}
    for kind in (system.get("ID", ""), *system.get("ID_LIKE", "").split()):
        command = _INSTALLS.get(kind.partition("-")[0])  # opensuse-leap, opensuse-tumbleweed
        if command is not None:
            return message(
                "No Chinese font is installed: names and comments show as boxes. This brings one: "
                "{command}",
                command=f"sudo {command}",
            ), f"sudo {command}"
    return message(
        "No Chinese font is installed: names and comments show as boxes. There is one at {page}",
        page=_PAGE,
    ), _PAGE


def tell_of_han(settings: Settings, tell: Callable[..., None]) -> None:
    """Say how to install a font for Chinese, unless there is one or the user dismissed this.

    `tell` takes the sentence and buttons as pairs of a name and a function.
    """
    if not settings["font-hint"] or can_write_han():
        return
    sentence, help = how_to_write_han()
    tell(
        sentence,
        (message("Copy"), partial(QGuiApplication.clipboard().setText, help)),
        (message("Don't say this again"), partial(settings.set, "font-hint", False)),
    )


@cache
def add_fonts() -> None:
    """Register the fonts with Qt, once. The board needs none; code that writes moves calls this."""
    for name in _FILES:
        QFontDatabase.addApplicationFontFromData(resource_bytes("fonts", name))
    # Chess figures are in a font of their own (another licence): where the first lacks them.
    QFont.insertSubstitution(FAMILY, FIGURES)


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
