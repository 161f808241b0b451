"""Disjoint sets of things that are joined two by two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

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
