"""The comparison of two records' headers, and taking differences over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from viewer.document.comparing.difference import (
    ADDED,
    CHANGED,
    HEADER,
    MOVED,
    REMOVED,
    Difference,
)
from viewer.document.comparing.meaning import ComparedRecord, comparable, headers_for
from viewer.document.comparing.weaving import woven
from viewer.tree.likeness import in_order
from viewer.tree.record import Header


class HeaderComparison:
    """Two records' headers, paired by key; repeated keys in order.

    Attributes:
        differences: in the order of mine, then those that only theirs has.
    """

    def __init__(self, mine: ComparedRecord, theirs: ComparedRecord) -> None:
        self._mine = mine.record.headers
        self._theirs = headers_for(theirs, mine)
        self._known = comparable(mine, theirs)
        there = {entry: index for index, entry in enumerate(_entries(self._theirs))}
        self._place = {
            index: there.pop(entry)
            for index, entry in enumerate(_entries(self._mine))
            if entry in there
        }
        self._new = sorted(there.values())
        shared = list(self._place)
        if mine.format == theirs.format:
            kept = in_order(list(self._place.values()))
            self._fixed = {shared[index] for index in kept}
            self._moved = self._place.keys() - self._fixed
        else:  # each in the order of its format
            self._fixed, self._moved = set(), set()
        self.differences = tuple(self._find())

    def _find(self) -> Iterator[Difference]:
        for index, (key, before) in enumerate(self._mine):
            facet, place = HEADER + key, self._place.get(index)
            if place is None:
                if index in self._known:
                    yield Difference(REMOVED, facet, None, None, index, None, before)
                continue
            after = self._theirs[place].value
            if after != before:
                yield Difference(CHANGED, facet, None, None, index, place, before, after)
            if index in self._moved:
                yield Difference(MOVED, facet, None, None, index, place, index, place)
        for place in self._new:
            key, after = self._theirs[place]
            yield Difference(ADDED, HEADER + key, None, None, None, place, None, after)

    def taken(self, chosen: Iterable[Difference]) -> tuple[Header, ...]:
        """The headers of mine with differences taken over from theirs."""
        by_kind: dict[str, set[int]] = {ADDED: set(), REMOVED: set(), MOVED: set(), CHANGED: set()}
        for one in chosen:
            index = one.other if one.kind == ADDED else one.node
            assert index is not None  # of headers always one is there
            by_kind[one.kind].add(index)
        gone = by_kind[REMOVED] | by_kind[MOVED]
        # Mine by their indices, those that stand as in theirs by the places there, below 0.
        stay = [index for index in range(len(self._mine)) if index not in gone]
        back = {self._place[index]: index for index in by_kind[MOVED]}
        come = [~place for place in sorted([*back, *by_kind[ADDED]])]
        order = woven(
            stay,
            come,
            lambda item: self._place[item] if item >= 0 else ~item,
            self._fixed.__contains__,
        )
        result: list[Header] = []
        for item in order:
            index = item if item >= 0 else back.get(~item)
            if index is None:
                result.append(self._theirs[~item])
            else:
                header = self._mine[index]
                if index in by_kind[CHANGED]:
                    header = header._replace(value=self._theirs[self._place[index]].value)
                result.append(header)
        return tuple(result)


def _entries(headers: Sequence[Header]) -> Iterator[tuple[str, int]]:
    """The keys of headers, each with the number of earlier headers of the same key."""
    counts: Counter[str] = Counter()
    for key, _ in headers:
        yield key, counts[key]
        counts[key] += 1
