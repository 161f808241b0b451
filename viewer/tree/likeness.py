"""Hashes of branches, and common subsequences: the basis of `tree.pairing`."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Sequence

from viewer.tree.node import Node

_EDITS = 100  # between two sequences, beyond which they are taken to be others


class BranchHashes:
    """Hashes that are equal for like branches, computed once per node.

    What they pair is compared action by action afterwards.

    Attributes:
        shapes: cached, by the ids of nodes.
    """

    def __init__(self, key: Callable[[Node], Hashable]) -> None:
        """`key` returns equal values for nodes with equal actions."""
        self._key = key
        self.shapes: dict[int, int] = {}
        self._wholes: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def shape(self, node: Node) -> int:
        """The hash of the actions of a branch, children in any order."""
        known = self.shapes.get(node.id)
        if known is None:
            sizes, shapes, key = self._sizes, self.shapes, self._key
            for one in _unknown(node, shapes):
                children = one.children
                if len(children) == 1:
                    (child,) = children
                    shapes[one.id] = hash((key(one), shapes[child.id]))
                    sizes[one.id] = 1 + sizes[child.id]
                else:
                    below = sorted([shapes[child.id] for child in children])
                    shapes[one.id] = hash((key(one), *below))
                    sizes[one.id] = 1 + sum([sizes[child.id] for child in children])
            known = shapes[node.id]
        return known

    def size(self, node: Node) -> int:
        """The number of nodes of a branch whose shape has been computed."""
        return self._sizes[node.id]

    def whole(self, node: Node) -> int:
        """The hash of the actions and annotations of a branch, with the order of children."""
        known = self._wholes.get(node.id)
        if known is None:
            for one in _unknown(node, self._wholes):
                below = [self._wholes[child.id] for child in one.children]
                said = tuple(sorted(one.notes.items())) if one.notes else ()
                self._wholes[one.id] = hash((self._key(one), said, *below))
            known = self._wholes[node.id]
        return known

    def said(self, node: Node) -> Hashable:
        """The hash of a node's annotations and its first child's action."""
        return tuple(sorted(node.notes.items())), self.next(node)

    def next(self, node: Node) -> Hashable:
        """The hash of a node's first child's action."""
        return self._key(node.children[0]) if node.children else None


def _unknown(top: Node, known: dict[int, int]) -> list[Node]:
    """A node and its descendants without a cached hash, children before their parents."""
    nodes: list[Node] = []
    stack = [top]
    while stack:
        node = stack.pop()
        nodes.append(node)
        stack.extend([child for child in node.children if child.id not in known])
    nodes.reverse()
    return nodes


def in_order(places: Sequence[int]) -> set[int]:
    """The indices of a longest increasing subsequence.

    The other items have been moved. O(n log n).
    """
    ends: list[int] = []  # the least place at which a run of each length ends
    last: list[int] = []  # the index of that
    before: list[int] = []
    for index, place in enumerate(places):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(index)
        else:
            ends[length], last[length] = place, index
    kept: set[int] = set()
    index = last[-1] if last else -1
    while index >= 0:
        kept.add(index)
        index = before[index]
    return kept


def common_items(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[tuple[int, int]]:
    """The indices of a long common subsequence, in order.

    Items unique on both sides are paired first, as in patience diff; between two such pairs it is a
    longest one, or none where there are too many edits.
    """
    numbers: dict[Hashable, int] = {}
    ours = [numbers.setdefault(item, len(numbers)) for item in first]
    theirs = [numbers.setdefault(item, len(numbers)) for item in second]
    found: list[tuple[int, int]] = []
    start, other = 0, 0
    for end, other_end in [*_single(ours, theirs), (len(ours), len(theirs))]:
        part = _between(ours[start:end], theirs[other:other_end])
        found += [(start + a, other + b) for a, b in part]
        if end < len(ours):
            found.append((end, other_end))
        start, other = end + 1, other_end + 1
    return found


def _single(ours: Sequence[int], theirs: Sequence[int]) -> list[tuple[int, int]]:
    """The indices of items unique on both sides, as far as they are in the same order."""
    counts = (Counter(ours), Counter(theirs))
    places = {item: index for index, item in enumerate(theirs)}
    shared = [
        (index, places[item])
        for index, item in enumerate(ours)
        if counts[0][item] == counts[1][item] == 1
    ]
    kept = in_order([place for _, place in shared])
    return [pair for index, pair in enumerate(shared) if index in kept]


def _between(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    start = 0
    most = min(len(first), len(second))
    while start < most and first[start] == second[start]:
        start += 1
    end = 0
    while end < most - start and first[-1 - end] == second[-1 - end]:
        end += 1
    middle = _longest(first[start : len(first) - end], second[start : len(second) - end])
    return [
        *((index, index) for index in range(start)),
        *((start + a, start + b) for a, b in middle),
        *((len(first) - back, len(second) - back) for back in range(end, 0, -1)),
    ]


def _longest(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    """The indices of a longest common subsequence; [] where there are too many edits between the two.

    Time goes with the length and the number of edits. Source: E. Myers, "An O(ND) Difference Algorithm
    and Its Variations", 1986.
    """
    if not first or not second:
        return []
    long, wide = len(first), len(second)
    reached = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(min(long + wide, _EDITS) + 1):
        trace.append(dict(reached))
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (
                diagonal != edits and reached[diagonal - 1] < reached[diagonal + 1]
            )
            x = reached[diagonal + 1] if down else reached[diagonal - 1] + 1
            y = x - diagonal
            while x < long and y < wide and first[x] == second[y]:
                x, y = x + 1, y + 1
            reached[diagonal] = x
            if x >= long and y >= wide:
                return _traced(trace, long, wide)
    return []


def _traced(trace: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    """The common items of the path found, traced from its end."""
    found: list[tuple[int, int]] = []
    for edits in range(len(trace) - 1, -1, -1):
        reached = trace[edits]
        diagonal = x - y
        down = diagonal == -edits or (
            diagonal != edits and reached[diagonal - 1] < reached[diagonal + 1]
        )
        before = diagonal + 1 if down else diagonal - 1
        start_x = reached[before] if edits else 0
        start_y = start_x - before if edits else 0
        while x > start_x and y > start_y and x > 0 and y > 0:
            found.append((x - 1, y - 1))
            x, y = x - 1, y - 1
        if edits:
            x, y = start_x, start_y
    found.reverse()
    return found
