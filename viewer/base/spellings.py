"""Which spellings of names are one person's: "Fischer, R", "Robert Fischer" and "FISCHER, Robert"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from viewer.base.person_names import PersonName, compatible, family_words, person, whole_key

_CROWD = 600  # names with a word in common, beyond which only whole names are compared

K = TypeVar("K", bound=Hashable)


class Joined(Generic[K]):
    """Disjoint sets (Tarjan's); each thing is alone until it is joined to another."""

    def __init__(self) -> None:
        self._above: dict[K, K] = {}

    def top(self, key: K) -> K:
        """What stands for the set of a thing."""
        above = self._above
        while above.setdefault(key, key) != key:
            above[key] = key = above[above[key]]
        return key

    def join(self, one: K, other: K) -> None:
        """Make one set of those of two things."""
        self._above[self.top(one)] = self.top(other)

    def sets(self, keys: Iterable[K]) -> list[list[K]]:
        """Things by their sets, in the order given."""
        found: dict[K, list[K]] = defaultdict(list)
        for key in keys:
            found[self.top(key)].append(key)
        return list(found.values())


def by_person(often: Mapping[str, int]) -> list[list[str]]:
    """Spellings by the person whose they may be, the most frequent one first; `often`: how many have each.

    "Fischer, R" belongs to "Fischer, Robert" only if no other Fischer's name begins with R. Nicknames are
    compared as a whole (`OwnNames`), and names of nobody stay alone.
    """
    known: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in often:
        known[whole_key(name) or (name, "")].append(name)

    def frequency(name: str) -> tuple[int, int, str]:
        return often[name], len(name), name

    keys = list(known)
    people = {key: person(max(known[key], key=frequency)) for key in keys}
    joined: Joined[tuple[str, ...]] = Joined()
    blocks: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for key in keys:
        if not people[key].east and len(key) > 1 and all(key):
            for family in family_words(people[key]):
                blocks[family].append(key)
    for block in blocks.values():
        if 1 < len(block) <= _CROWD:
            _join_alike(block, people, joined)
    groups = ([name for key in group for name in known[key]] for group in joined.sets(keys))
    return [sorted(group, key=frequency, reverse=True) for group in groups]


def _join_alike(
    block: Sequence[tuple[str, ...]],
    people: Mapping[tuple[str, ...], PersonName],
    joined: Joined[tuple[str, ...]],
) -> None:
    """Join each name to the fuller ones that it may stand for, unless these are different people."""
    for key in block:
        size = sum(map(len, key))
        fuller = [
            other
            for other in block
            if other != key
            and (sum(map(len, other)), other) > (size, key)
            and compatible(people[key], people[other])
        ]
        if all(
            compatible(people[one], people[other])
            for at, one in enumerate(fuller)
            for other in fuller[:at]
        ):
            for other in fuller:
                joined.join(key, other)
