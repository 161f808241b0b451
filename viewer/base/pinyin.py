"""Names in Chinese characters found by their pinyin, whole (hurong) or by initials (hrh)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice, product

from viewer.base.folding import folded, has_han, is_pinyin
from viewer.base.resources import resource_text

_READINGS = 8  # ways of reading a name that are looked at
_NAME = 6  # characters of a name at most
_LONGEST = 24  # characters whose reading is looked at


@lru_cache(maxsize=1)
def _readings() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in resource_text("folding", "pinyin.txt").splitlines():
        syllable, characters = line.split(" ")
        for character in characters:
            found[character] = (*found.get(character, ()), syllable)
    return found


@lru_cache(maxsize=1 << 14)
def pinyin_of(text: str) -> frozenset[str]:
    """How a folded text is read, from each of its Chinese characters on: "hurong", "rong", and "hr", "r".

    Of characters that are read in several ways each counts, up to eight ways of a name.
    """
    known = _readings()
    found: set[str] = set()
    for run in _runs(text):
        said = [known[one] for one in run[:_LONGEST]]
        for way in islice(product(*said), _READINGS if len(said) <= _NAME else 1):
            for at in range(len(way)):
                found.add("".join(way[at:]))
                found.add("".join(syllable[0] for syllable in way[at:]))
    return frozenset(found)


def is_read(text: str, wanted: str) -> bool:
    """Whether the pinyin of a folded text, from one of its characters on, begins with another folded text."""
    if not is_pinyin(wanted) or not has_han(text):
        return False
    return any(one.startswith(wanted) for one in pinyin_of(text))


def said_in(text: str, wanted: str) -> bool:
    """Whether each word of a folded text stands in another one, or is its pinyin."""
    return all(word in text or is_read(text, word) for word in wanted.split())


def _runs(text: str) -> Iterable[str]:
    """The runs of characters with a reading."""
    known, run = _readings(), ""
    for character in text:
        if character in known:
            run += character
        elif run:
            yield run
            run = ""
    if run:
        yield run


class Readings:
    """Texts found by their pinyin: those that begin, at any of their characters, with what is typed."""

    def __init__(self, texts: Iterable[str]) -> None:
        """`texts` as they stand; those without Chinese characters are never found."""
        self._texts = [text for text in texts if has_han(text)]
        # One string is searched many times as quickly as many: a line feed before each way of reading, and
        # behind the ways of a text its number.
        parts: list[str] = []
        self._ends: list[int] = []
        size = 0
        for text in self._texts:
            part = "\n" + "\n".join(sorted(pinyin_of(folded(text)))) + "\n"
            parts.append(part)
            size += len(part)
            self._ends.append(size)
        self._whole = "".join(parts)

    def found(self, wanted: str) -> list[str]:
        """The texts that have a reading that begins with a folded text."""
        found: dict[str, None] = {}
        at = self._whole.find(f"\n{wanted}")
        while at >= 0:
            number = bisect_right(self._ends, at)
            found[self._texts[number]] = None
            at = self._whole.find(f"\n{wanted}", self._ends[number])
        return list(found)
