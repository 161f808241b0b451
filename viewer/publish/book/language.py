"""The language of a study's texts, and the families of fonts for it."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.catalogs import translator_of
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.scripts import Scripts, written_language
from viewer.publish.wording import Words


class Language(NamedTuple):
    """A language of books.

    Attributes:
        id: as in the choices.
        name: for people.
        code, region: as Typst (and BCP 47) has them.
        catalog: of its words; "" for English.
        families: families of serif fonts for it, the best first, beside that of Latin text.
    """

    id: str
    name: Message
    code: str
    region: str
    catalog: str
    families: tuple[str, ...]


_SIMPLIFIED = (
    *("Noto Serif CJK SC", "Source Han Serif SC", "Noto Serif SC", "Songti SC", "STSong"),
    *("SimSun", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"),
)
_TRADITIONAL = (
    *("Noto Serif CJK TC", "Source Han Serif TC", "Noto Serif TC", "Songti TC", "PMingLiU"),
    *("MingLiU", "Noto Sans CJK TC", "PingFang TC", "Microsoft JhengHei"),
)
_JAPANESE = (
    *("Noto Serif CJK JP", "Source Han Serif", "Noto Serif JP", "Hiragino Mincho ProN"),
    *("Yu Mincho", "YuMincho", "MS Mincho", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic"),
)
_KOREAN = (
    *("Noto Serif CJK KR", "Source Han Serif K", "Noto Serif KR", "AppleMyungjo", "Batang"),
    *("Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"),
)
LANGUAGES: dict[str, Language] = {
    language.id: language
    for language in (
        Language("en", message("English"), "en", "", "", _JAPANESE),
        Language("de", message("German"), "de", "", "de", _JAPANESE),
        Language("zh-Hans", message("Chinese, simplified"), "zh", "CN", "zh_CN", _SIMPLIFIED),
        Language("zh-Hant", message("Chinese, traditional"), "zh", "TW", "zh_TW", _TRADITIONAL),
        Language("ja", message("Japanese"), "ja", "JP", "ja", _JAPANESE),
        Language("ko", message("Korean"), "ko", "KR", "ko", _KOREAN),
    )
}
LATIN = ("Libertinus Serif",)
"""Comes with Typst."""
OWN = ("Qipu Notation",)
"""Comes with Qipu, and has every sign of moves, so that these print whatever fonts there are."""
FIGURES = "Qipu Figures"

_OF_CATALOGS = {language.catalog: language for language in LANGUAGES.values()}


def language_of(texts: Sequence[str], codec: str = "", usual: str = "") -> Language:
    """The language in which texts seem to be written, judged by their characters; English if unsure.

    `codec`, `usual`: as `written_language` has them.
    """
    found = Scripts.of(texts)
    east = found.kana + found.hangul + found.han
    if not east or 4 * east < found.letters:
        return LANGUAGES["en"]
    return _OF_CATALOGS[written_language(texts, codec, usual or "zh_CN")]


def language_of_catalog(catalog: str) -> Language:
    """The language of books whose words are in a catalog; English if there is none."""
    return _OF_CATALOGS.get(catalog, LANGUAGES["en"])


def words_in(language: Language, words: Words) -> Words:
    """Makes texts of messages in a book's language: a Chinese book says 图1, whatever the window speaks.

    `words`: those of the user, for a language without a catalog.
    """
    if not language.catalog:
        return str
    translator = translator_of(language.catalog)
    return words if translator is None else lambda message: message.text(translator)
