"""The language in which texts are written, judged by their characters and codec.

It decides the shapes of Han characters. Languages are named as catalogs are: zh_CN and zh_TW (simplified and
traditional characters), ja, ko.
"""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.base.patterns import late

_KANA = late("[\u3041-\u30ff]")
_HANGUL = late("[\uac00-\ud7a3\u3131-\u318e]")
_HAN = late("[\u4e00-\u9fff]")
_LETTER = late("[A-Za-z\u00c0-\u024f\u0400-\u04ff]")
# Frequent characters that only one of the two forms of Chinese writes so.
_SIMPLIFIED = "马车帅将炮对红进双这个们来时为说还过后会发见长门问间实战开关胜负"
_TRADITIONAL = "馬車帥將砲對紅進雙這個們來時為說還過後會發見長門問間實戰開關勝負"
_ONLY_SIMPLIFIED = late(f"[{''.join(set(_SIMPLIFIED) - set(_TRADITIONAL))}]")
_ONLY_TRADITIONAL = late(f"[{''.join(set(_TRADITIONAL) - set(_SIMPLIFIED))}]")

# Codecs that only one language is written in; Chinese of both forms is written in GB18030.
_OF_CODECS = {
    **dict.fromkeys(("cp932", "shift_jis", "shift_jis_2004", "euc_jp", "iso2022_jp"), "ja"),
    **dict.fromkeys(("big5", "big5hkscs", "cp950"), "zh_TW"),
    **dict.fromkeys(("cp949", "euc_kr"), "ko"),
}


class Scripts(NamedTuple):
    """How many characters texts have of each script.

    Attributes:
        letters: Latin, Greek, Cyrillic.
        han: all Han characters; `simplified` and `traditional` are those that only one form of Chinese has.
    """

    letters: int = 0
    kana: int = 0
    hangul: int = 0
    han: int = 0
    simplified: int = 0
    traditional: int = 0

    @classmethod
    def of(cls, texts: Iterable[str]) -> Scripts:
        """Those of texts."""
        whole = "\n".join(texts)
        if whole.isascii():
            return cls(letters=len(whole))
        patterns = (_LETTER, _KANA, _HANGUL, _HAN, _ONLY_SIMPLIFIED, _ONLY_TRADITIONAL)
        return cls(*(len(pattern.findall(whole)) for pattern in patterns))

    @property
    def language(self) -> str:
        """The language, as far as the scripts tell; "" if they don't."""
        if self.kana * 20 > self.han and self.kana:
            return "ja"
        if self.hangul * 4 > self.han and self.hangul:
            return "ko"
        if self.simplified == self.traditional:
            return ""
        return "zh_CN" if self.simplified > self.traditional else "zh_TW"


def written_language(texts: Iterable[str], codec: str, usual: str) -> str:
    """The language of texts: by their scripts, their codec, or else the one that is usual for them.

    Japanese is told by its kana; names without any are Japanese where that is usual, unless they have
    characters that only Chinese simplifies.

    Args:
        texts: of a record, or a part of them.
        codec: of the file; "" if unknown.
        usual: the language if nothing tells; "" for none.
    """
    by_codec = _OF_CODECS.get(codec.lower().replace("-", "_"), "")
    if by_codec in ("ja", "ko"):
        return by_codec
    found = Scripts.of(texts)
    if usual == "ja" and found.language == "zh_TW" and not by_codec:
        return usual
    return found.language or by_codec or usual
