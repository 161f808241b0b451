"""Names in Chinese characters found by their pinyin, whole (hurong) or by initials (hrh)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, product

from viewer.base.folding import folded, folds_of, has_han, is_pinyin
from viewer.base.resources import resource_text

_READINGS = 8  # ways of reading a name that are looked at
_NAME = 6  # characters of a name at most
_LONGEST = 24  # characters whose reading is looked at
_INITIALS = 3  # that are looked for in a running text: two stand in most


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


def read_in(text: str, wanted: str) -> tuple[int, int] | None:
    """Where the characters of a running text are first read as a folded text says: (begin, end), or None.

    Read whole, the last one perhaps in part (hurong, huro), or by three initials at least (hrh).
    """
    if not is_pinyin(wanted) or not has_han(text):
        return None
    known = _readings()
    said = [known.get(one, ()) for one in folds_of(text)]
    for at, ways in enumerate(said):
        if any(one[0] == wanted[0] for one in ways):
            end = _whole(said, at, wanted) or _by_initials(said, at, wanted)
            if end:
                return at, end
    return None


def _whole(said: Sequence[tuple[str, ...]], at: int, wanted: str) -> int:
    """Where a text ends that is read from a character on; 0 if something else is read there."""
    for one in said[at] if at < len(said) else ():
        if one.startswith(wanted):
            return at + 1
        end = _whole(said, at + 1, wanted[len(one) :]) if wanted.startswith(one) else 0
        if end:
            return end
    return 0


def _by_initials(said: Sequence[tuple[str, ...]], at: int, wanted: str) -> int:
    """The same by the first letter of each character."""
    some = said[at : at + len(wanted)]
    if not _INITIALS <= len(wanted) == len(some):
        return 0
    begins = all(
        any(one[0] == letter for one in ways) for ways, letter in zip(some, wanted, strict=True)
    )
    return at + len(wanted) if begins else 0


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
