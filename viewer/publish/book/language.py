"""The language of a study's texts, and the families of fonts for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from viewer.base.messages import Message, message


class Language(NamedTuple):
    """A language of books.

    Attributes:
        id: as in the choices.
        name: for people.
        code, region: as Typst (and BCP 47) has them.
        families: families of serif fonts for it, the best first, beside that of Latin text.
    """

    id: str
    name: Message
    code: str
    region: str
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
LANGUAGES: dict[str, Language] = {
    language.id: language
    for language in (
        Language("en", message("English"), "en", "", _JAPANESE),
        Language("zh-Hans", message("Chinese, simplified"), "zh", "CN", _SIMPLIFIED),
        Language("zh-Hant", message("Chinese, traditional"), "zh", "TW", _TRADITIONAL),
        Language("ja", message("Japanese"), "ja", "JP", _JAPANESE),
    )
}
LATIN = ("Libertinus Serif",)
"""Comes with Typst."""
OWN = ("Qipu Notation",)
"""Comes with Qipu, and has every sign of moves, so that these print whatever fonts there are."""
FIGURES = "Qipu Figures"

_KANA = re.compile("[\u3041-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_LETTER = re.compile("[A-Za-z\u00c0-\u024f\u0400-\u04ff]")
# Frequent characters that only one of the two forms of Chinese writes so.
_ONLY_SIMPLIFIED = frozenset("马车帅将炮对红进双这个们来时为说还过后会发见长门问间实战开关胜负")
_ONLY_TRADITIONAL = frozenset("馬車帥將砲對紅進雙這個們來時為說還過後會發見長門問間實戰開關勝負")


def language_of(texts: Iterable[str]) -> Language:
    """The language in which texts seem to be written, judged by their characters; English if unsure."""
    kana = han = letters = 0
    simplified = traditional = 0
    for text in texts:
        if text.isascii():
            letters += len(text)
            continue
        kana += len(_KANA.findall(text))
        han += len(_HAN.findall(text))
        letters += len(_LETTER.findall(text))
        simplified += sum(one in _SIMPLE for one in text)
        traditional += sum(one in _FULL for one in text)
    if 4 * (kana + han) < letters:
        return LANGUAGES["en"]
    if 20 * kana > han and kana:
        return LANGUAGES["ja"]
    if not han:
        return LANGUAGES["en"]
    return LANGUAGES["zh-Hant" if traditional > simplified else "zh-Hans"]


_SIMPLE = _ONLY_SIMPLIFIED - _ONLY_TRADITIONAL
_FULL = _ONLY_TRADITIONAL - _ONLY_SIMPLIFIED
