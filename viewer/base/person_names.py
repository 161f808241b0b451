"""Names of people, compared however they are written; those of the person at this program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from viewer.base.folding import folded
from viewer.base.named import NamedTuple
from viewer.base.resources import resource_text

_BLANKS = re.compile(r"[\s.\-‐‑_/·・,]+")
_BEFORE = re.compile(r"^[(\[【〔].*?[)\]】〕]")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]+")
_BRACKETS = re.compile(r"[(\[（【〔].*?[)\]）】〕]")
_EAST = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_BETWEEN = re.compile(r"[\s.\-‐‑_/·・]+")
_DROPPED = str.maketrans({"'": None, "’": None, "`": None, "ß": "ss"})
_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
_SPELT = (("ae", "a"), ("oe", "o"), ("ue", "u"))  # ä, ö, ü written as two letters


class PersonName(NamedTuple):
    """A name taken apart.

    Attributes:
        words: in alphabetical order, folded; of Chinese, Japanese and Korean names all of it as one word.
        families: the words that may be the family name.
        east: whether it is in Chinese characters, kana or hangul.
    """

    words: tuple[str, ...]
    families: frozenset[str]
    east: bool


@lru_cache(maxsize=1 << 16)
def person(name: str) -> PersonName:
    """A name taken apart, whatever the order of its parts, case, accents and punctuation."""
    text = _BRACKETS.sub(" ", folded(name))
    if _EAST.search(text):
        whole = name_alone(_BETWEEN.sub("", text).replace(",", ""))
        return PersonName((whole,), frozenset((whole,)), True)
    text = text.translate(_DROPPED).translate(_LETTERS)
    family, comma, rest = text.partition(",")
    words = [word for word in _BETWEEN.split(text.replace(",", " ")) if word]
    if comma and rest.strip():
        families = [word for word in _BETWEEN.split(family) if word][-1:]
    else:
        families = [word for word in (words[:1] + words[-1:]) if len(word) > 1]
    return PersonName(tuple(sorted(words)), frozenset(families), False)


def family_words(one: PersonName) -> tuple[str, ...]:
    """The words that may be the family name, however they are spelt: names of one person share one.

    Only those with the same words, but another family name, may have none in common, and names of nobody.
    """
    return tuple({word if one.east else _spelt(word) for word in one.families})


def key_of(name: str) -> tuple[str, ...]:
    """What is equal for spellings that differ in order, case, accents, characters and punctuation only."""
    one = person(name)
    return one.words if one.east else tuple(sorted(_spelt(word) for word in one.words))


def _spelt(word: str) -> str:
    for pair, letter in _SPELT:
        word = word.replace(pair, letter)
    return word


def compatible(first: PersonName, second: PersonName) -> bool:
    """Whether both may be one person: initials and further names may be missing, no word contradicts."""
    if first.words == second.words:
        return True
    if first.east or second.east:
        return False
    if not any(_spelt(one) == _spelt(other) for one in first.families for other in second.families):
        return False
    ones, others = [_spelt(word) for word in first.words], [_spelt(word) for word in second.words]
    for word in list(ones):
        if len(word) > 1 and word in others:
            ones.remove(word)
            others.remove(word)
    return _explained(ones, others) or _explained(others, ones)


def _explained(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each word stands for another one: "r" for "robert", "rob" too."""
    left = list(others)
    for word in some:
        whole = next((one for one in left if one.startswith(word) or word.startswith(one)), None)
        if whole is None:
            return False
        left.remove(whole)
    return True


@lru_cache(maxsize=1 << 16)
def related(first: str, second: str) -> bool:
    """Whether two names can be meant for the same person in two records of one game.

    Less is asked than by `compatible`: a family name in common is enough ("Fischer, Robert",
    "Bobby Fischer"), and a name that isn't known is anybody's.
    """
    one, other = person(first), person(second)
    if not any(one.words) or not any(other.words) or "?" in (*one.words, *other.words):
        return True
    if compatible(one, other):
        return True
    if one.east or other.east:
        return False
    return any(len(word) > 2 for word in one.families & other.families)


@lru_cache(maxsize=1 << 14)
def name_alone(name: str) -> str:
    """A folded name in Chinese characters without the team before it, and without blanks.

    上海队 胡荣华 is 胡荣华; what is left must be a name. Other names are as they are.
    """
    whole = _BLANKS.sub("", _BEFORE.sub("", name))
    if not _HAN.fullmatch(whole):
        return name
    team, surnames = _teams()
    found = team.match(whole)
    rest = "" if found is None else whole[found.end() :]
    return rest if len(rest) in (2, 3) and rest[0] in surnames else whole


def name_written(name: str, alone: str) -> str:
    """The end of a name that folds to the name alone, as it is written; all of it if none does."""
    ends = (name[at:].strip() for at in range(len(name)))
    return next((one for one in ends if folded(one) == alone), name)


@lru_cache(maxsize=1)
def _teams() -> tuple[re.Pattern[str], str]:
    """What a team's name looks like: a province, city or club, "队" or not; and the surnames of China."""
    places, surnames = resource_text("folding", "teams.txt").splitlines()
    known = "|".join(sorted(places.split(), key=len, reverse=True))
    return re.compile(f"(?:{known})(?:省|市)?(?:代表)?(?:一|二)?队?"), surnames


_ID = re.compile(r"[_0-9]")
_SEPARATORS = re.compile(r"[\n;；]")


def one_line(names: str) -> str:
    """Names of a setting's text, apart by semicolons."""
    return "; ".join(OwnNames(names).names)


class OwnNames:
    """The names of the person at this program, in all spellings in which their games have them.

    Attributes:
        names: as they were given, without blanks around them.
    """

    def __init__(self, text: str = "") -> None:
        """Of a setting's text: names apart by lines or semicolons."""
        self.names = tuple(name for part in _SEPARATORS.split(text) if (name := part.strip()))
        self._folded = frozenset(map(_without_brackets, self.names))
        self._people = tuple(person(name) for name in self.names if not _is_id(name))
        self._known: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self.names)

    @property
    def chief(self) -> str:
        """The one that stands for all: the first, "" if there is none."""
        return self.names[0] if self.names else ""

    def has(self, written: str) -> bool:
        """Whether a name as a record has it is one of these.

        A nickname, an id of a server or a name of one word is that name only: folded, without a rank or
        a rating in brackets; or the family name of "Fischer, R". Of other names some may be missing:
        "Fischer, R" is "Robert James Fischer".
        """
        known = self._known.get(written)
        if known is None:
            known = self._known[written] = self._has(written)
        return known

    def sides(self, players: Sequence[str]) -> list[int]:
        """The sides, 0 or 1, whose players have one of these names."""
        return [side for side, name in enumerate(players) if self.has(name)]

    def _has(self, written: str) -> bool:
        name = _without_brackets(written)
        if not name or not self.names:
            return False
        if name in self._folded:
            return True
        if _is_id(written):
            return False
        family, comma, _ = name.partition(",")
        if comma and family.strip() in self._folded:
            return True
        one = person(written)
        return any(compatible(one, other) for other in self._people)


def whole_key(name: str) -> tuple[str, ...]:
    """As `key_of`, but of nicknames and ids the folded name; () for nobody's."""
    if _is_id(name):
        alone = _without_brackets(name)
        return (alone,) if alone.strip("?-*.") else ()
    return key_of(name)


def _without_brackets(name: str) -> str:
    return " ".join(_BRACKETS.sub(" ", folded(name)).split())


def _is_id(name: str) -> bool:
    """Whether a name is compared as a whole: of one word, or with a digit or an underscore."""
    text = _without_brackets(name)
    if _EAST.search(text):
        return False
    return _ID.search(text) is not None or len(_BETWEEN.split(text.replace(",", " ").strip())) < 2


def nearest_names(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Those of the known names that are most like one that was typed, by the whole or by the family name."""
    from difflib import get_close_matches  # deferred: only where somebody mistyped

    spelt: dict[str, str] = {}
    for one in known:
        for text in (" ".join(key_of(one)), *family_words(person(one))):
            spelt.setdefault(text, one)
    found: dict[str, None] = {}
    for text in (" ".join(key_of(name)), *family_words(person(name))):
        for near in get_close_matches(text, spelt, count):
            found.setdefault(spelt[near])
    return list(found)[:count]
