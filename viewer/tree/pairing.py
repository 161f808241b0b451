"""Pairing the nodes of two trees, from the roots down by equal actions.

`tree.matching` pairs the rest by likeness; `tree.diff` pairs by index instead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from viewer.tree.likeness import BranchHashes
from viewer.tree.node import Node

Meaning = Callable[[Node], Hashable]
"""What is the same for two nodes where the same happens; asked only where actions are written otherwise."""


class Pairing:
    """Pairs of nodes of two trees; the roots are a pair.

    Attributes:
        first, second: the roots.
        seconds: nodes of the second tree by the ids of their partners in the first.
        firsts: the other way round.
    """

    def __init__(self, first: Node, second: Node) -> None:
        self.first = first
        self.second = second
        self.seconds: dict[int, Node] = {}
        self.firsts: dict[int, Node] = {}
        self.pair(first, second)

    def pair(self, first: Node, second: Node) -> None:
        """Add a pair; neither node may be in another pair."""
        self.seconds[first.id] = second
        self.firsts[second.id] = first

    def separate(self, first: Node) -> None:
        """Undo the pair of a node of the first tree, if there is one."""
        second = self.seconds.pop(first.id, None)
        if second is not None:
            del self.firsts[second.id]

    def __len__(self) -> int:
        return len(self.seconds)

    def second_of(self, first: Node) -> Node | None:
        """The partner in the second tree of a node of the first, None if it has none."""
        return self.seconds.get(first.id)

    def first_of(self, second: Node) -> Node | None:
        """The partner in the first tree of a node of the second, None if it has none."""
        return self.firsts.get(second.id)

    def pairs(self) -> Iterator[tuple[Node, Node]]:
        """All pairs, the first tree's nodes in pre-order."""
        for node in self.first.walk():
            second = self.seconds.get(node.id)
            if second is not None:
                yield node, second


class SameActions:
    """Pairs children of pairs that have equal actions, recursively downwards.

    Attributes:
        pairing: the pairing to extend.
        keys: functions of both sides that are equal for nodes with equal actions.
        likeness: branch hashes of both sides, by those keys.
    """

    def __init__(
        self,
        pairing: Pairing,
        first_meaning: Meaning | None,
        second_meaning: Meaning | None,
        spelled_alike: bool,
    ) -> None:
        self.pairing = pairing
        self._meanings = None
        if first_meaning is not None and second_meaning is not None:
            self._meanings = (first_meaning, second_meaning)
        keys = self._meanings if self._meanings and not spelled_alike else (_action, _action)
        self.likeness = (BranchHashes(keys[0]), BranchHashes(keys[1]))
        self.keys = keys

    def descend(self, pairs: list[tuple[Node, Node]]) -> None:
        """Pair the children of pairs downwards, as far as actions are equal."""
        while pairs:
            first, second = pairs.pop()
            if first.children and second.children:
                pairs.extend(self._pair_children(first, second))

    def _pair_children(self, first: Node, second: Node) -> list[tuple[Node, Node]]:
        ours, theirs = first.children, second.children
        second_of, first_of = self.pairing.second_of, self.pairing.first_of
        if len(ours) == len(theirs) == 1:
            (a,), (b,) = ours, theirs
            if a.action == b.action and second_of(a) is None and first_of(b) is None:
                self.pairing.pair(a, b)
                return [(a, b)]
        left = [node for node in ours if second_of(node) is None]
        right = [node for node in theirs if first_of(node) is None]
        found = self._same(left, right, _action, _action)
        if self._meanings is not None:
            left = [node for node in left if second_of(node) is None]
            right = [node for node in right if first_of(node) is None]
            found += self._same(left, right, *self._meanings)
        return found

    def _same(
        self, ours: list[Node], theirs: list[Node], first_key: Meaning, second_key: Meaning
    ) -> list[tuple[Node, Node]]:
        if not ours or not theirs:
            return []
        groups: dict[Hashable, tuple[list[Node], list[Node]]] = {}
        for node in ours:
            groups.setdefault(first_key(node), ([], []))[0].append(node)
        for node in theirs:
            known = groups.get(second_key(node))
            if known is not None:
                known[1].append(node)
        found: list[tuple[Node, Node]] = []
        for left, right in groups.values():
            if len(left) == len(right) == 1:
                found.append((left[0], right[0]))
            elif right:
                found += self._equal(left, right)
        for a, b in found:
            self.pairing.pair(a, b)
        return found

    def _equal(self, left: list[Node], right: list[Node]) -> list[tuple[Node, Node]]:
        """Pair siblings with equal actions, preferring equal annotations and continuations."""
        found: list[tuple[Node, Node]] = []
        ours, theirs = self.likeness
        for first_key, second_key in (
            (ours.whole, theirs.whole),
            (ours.shape, theirs.shape),
            (ours.said, theirs.said),
            (ours.next, theirs.next),
            (_nothing, _nothing),
        ):
            waiting: dict[Hashable, list[Node]] = {}
            for node in reversed(right):
                waiting.setdefault(second_key(node), []).append(node)
            rest: list[Node] = []
            for node in left:
                same = waiting.get(first_key(node))
                if same:
                    found.append((node, same.pop()))
                else:
                    rest.append(node)
            taken = {id(b) for _, b in found}
            left, right = rest, [node for node in right if id(node) not in taken]
            if not left or not right:
                break
        return found


def extend_pairing(
    pairing: Pairing, first_meaning: Meaning | None = None, second_meaning: Meaning | None = None
) -> None:
    """Extend a pairing downwards by equal actions only."""
    matcher = SameActions(pairing, first_meaning, second_meaning, True)
    matcher.descend(list(pairing.pairs()))


def _action(node: Node) -> Hashable:
    return node.action


def _nothing(node: Node) -> Hashable:
    return None
