"""One folding for every search: what people take for the same letters is the same.

Simplified, traditional and Japanese characters (残 殘), full and half width, hiragana and katakana,
upper and lower case, accents, Cyrillic and Greek letters and Latin ones: all become one. Chinese
names are found by their pinyin too (`viewer.base.pinyin`). `packaging/make_folding.py` makes the tables.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from viewer.base.resources import resource_text

_FOLDER = "folding"
_VOICED = "\u3099\u309a"  # the marks of が and ぱ, which aren't accents
_KATAKANA = range(0x30A1, 0x30F7)
_TO_HIRAGANA = 0x60
_HANGUL = range(0xAC00, 0xD7A4)
_HAN = range(0x4E00, 0xA000)


class _Folds(dict[int, str]):
    """What each character becomes, worked out when it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._han = dict(zip(*resource_text(_FOLDER, "han.txt").splitlines(), strict=True))
        self._letters = {
            letter: ascii
            for line in resource_text(_FOLDER, "latin.txt").splitlines()
            for ascii, letters in (line.split(" "),)
            for letter in letters
        }

    def __missing__(self, point: int) -> str:
        found = self[point] = self._fold(chr(point))
        return found

    def _fold(self, character: str) -> str:
        if ord(character) in _HANGUL:
            return character
        apart = unicodedata.normalize("NFKD", character).casefold()
        return "".join(self._plain(one) for one in unicodedata.normalize("NFKD", apart))

    def _plain(self, character: str) -> str:
        if ord(character) in _KATAKANA:
            return chr(ord(character) - _TO_HIRAGANA)
        if unicodedata.combining(character):
            return character if character in _VOICED else ""
        plain = self._letters.get(character)
        return self._han.get(character, character) if plain is None else plain


@lru_cache(maxsize=1)
def _folds() -> _Folds:
    return _Folds()


def letters(text: str) -> str:
    """A text for comparing, with the blanks and controls that it has."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text).translate(_folds())
    return text.casefold()


def folded(text: str) -> str:
    """A text for comparing, with single blanks between words and none around."""
    return " ".join(letters(text).split())


def folds_of(text: str) -> list[str]:
    """What each character of a text becomes by itself."""
    folds = _folds()
    return [folds[ord(one)] for one in text]


def found_in(text: str, wanted: str) -> tuple[int, int] | None:
    """Where a text has another one first: (begin, end) in the text as it stands; None if nowhere.

    `wanted` is of `letters`, and not empty.
    """
    if text.isascii():
        at = text.casefold().find(wanted)
        return None if at < 0 else (at, at + len(wanted))
    if wanted not in letters(text):
        return None
    parts = folds_of(text)
    whole = "".join(parts)
    begins = [at for at, part in enumerate(parts) for _ in part]
    at = whole.find(wanted)
    if at < 0:
        return None
    end = begins[at + len(wanted) - 1] + 1
    while end < len(text) and not parts[end]:
        end += 1  # the accents of the last letter
    return begins[at], end


def is_pinyin(text: str) -> bool:
    """Whether a folded text may be the pinyin of something: two Latin letters at least, and nothing else."""
    return len(text) > 1 and text.isascii() and text.isalpha()


def has_han(text: str) -> bool:
    """Whether a text has a Chinese character."""
    return not text.isascii() and any(ord(one) in _HAN for one in text)
