"""The pairing of two trees: by action, then by likeness of what follows.

From the roots down children with equal actions are paired. What is left on both sides is paired
if the same follows (a move was inserted into or removed from a line, a variation was moved),
if lines have much in common, and if one action replaces another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from viewer.tree.likeness import common_items
from viewer.tree.node import Node
from viewer.tree.pairing import Meaning, Pairing, SameActions

_ROUNDS = 4
_LEAST = 2  # nodes of a variation that is found elsewhere, where nothing is said about them
_CHANGED = 2  # actions in a row that are others, with the same line behind them
_LOOKED = 40  # plies by which it is seen which variation is like which
_COMMON = 8  # variations that say the same at a ply, from where on that says nothing


def pair_trees(
    first: Node,
    second: Node,
    first_meaning: Meaning | None = None,
    second_meaning: Meaning | None = None,
    *,
    spelled_alike: bool = True,
) -> Pairing:
    """The pairing of two trees, given by their roots. Iterative; about linear in the number of nodes.

    `first_meaning` and `second_meaning` return the meaning of nodes if it isn't their actions. Unless
    `spelled_alike`, continuations are compared by meaning too, which consults the rules for all of them.
    """
    pairing = Pairing(first, second)
    matcher = _Matcher(pairing, first_meaning, second_meaning, spelled_alike)
    matcher.descend([(first, second)])
    for _ in range(_ROUNDS):
        if not matcher.look():
            break
    return pairing


class _Matcher(SameActions):
    def __init__(
        self,
        pairing: Pairing,
        first_meaning: Meaning | None,
        second_meaning: Meaning | None,
        spelled_alike: bool,
    ) -> None:
        super().__init__(pairing, first_meaning, second_meaning, spelled_alike)
        self._regions: tuple[list[Node], list[Node]] = ([pairing.first], [pairing.second])
        self._known_pairs = 0  # of which the regions are

    def look(self) -> bool:
        """Pair what is left by likeness; returns whether that found anything."""
        found = self._same_tails()
        found |= self._elsewhere()
        found |= self._like_lines()
        found |= self._in_place()
        return found

    def _left(self) -> tuple[list[Node], list[Node]]:
        """The unpaired children of pairs, in pre-order, of both trees."""
        pairing = self.pairing
        if len(pairing) != self._known_pairs:
            self._known_pairs = len(pairing)
            ours, theirs = self._regions
            self._regions = (_tops(ours, pairing.seconds), _tops(theirs, pairing.firsts))
        return self._regions

    def _same_tails(self) -> bool:
        """Pair equal lines after different actions, below the same pair."""
        ours, theirs = self._left()
        shared = self._shared_shapes(ours, theirs)
        if not shared:
            return False
        places: dict[Hashable, list[tuple[Node, int]]] = {}
        shapes, firsts = self.likeness[1].shapes, self.pairing.firsts
        for top in theirs:
            place = firsts[_above(top).id].id
            for node, depth in _with_depths(top, firsts):
                if shapes[node.id] in shared:
                    places.setdefault((place, shapes[node.id]), []).append((node, depth))
        return self._take(
            ours,
            lambda top, shape: (_above(top).id, shape),
            places,
            lambda node, depth, there: self.likeness[0].size(node) >= max(depth, there),
        )

    def _elsewhere(self) -> bool:
        """Pair moved variations, unchanged or with changes above their ends."""
        ours, theirs = self._left()
        shared = self._shared_shapes(ours, theirs)
        if not shared:
            return False
        anywhere: dict[Hashable, list[tuple[Node, int]]] = {}
        shapes = self.likeness[1].shapes
        for top in theirs:
            for node, depth in _with_depths(top, self.pairing.firsts):
                if shapes[node.id] in shared:
                    anywhere.setdefault(shapes[node.id], []).append((node, depth))
        return self._take(
            ours,
            lambda _, shape: shape,
            anywhere,
            lambda node, depth, there: (
                depth == there == 0 and (self.likeness[0].size(node) >= _LEAST or bool(node.notes))
            ),
        )

    def _shared_shapes(self, ours: list[Node], theirs: list[Node]) -> set[int]:
        """The shapes of branches below nodes that may occur on both sides."""
        for likeness, tops in zip(self.likeness, (ours, theirs), strict=True):
            for top in tops:
                likeness.shape(top)
        first, second = self.likeness
        return set(first.shapes.values()).intersection(second.shapes.values())

    def _take(
        self,
        tops: Iterable[Node],
        place: Callable[[Node, int], Hashable],
        waiting: dict[Hashable, list[tuple[Node, int]]],
        good: Callable[[Node, int, int], bool],
    ) -> bool:
        """Pair branches with equal shapes, if their surroundings confirm it."""
        found = False
        seconds, firsts, shapes = (
            self.pairing.seconds,
            self.pairing.firsts,
            self.likeness[0].shapes,
        )
        for nodes in waiting.values():
            nodes.reverse()  # the first of them is taken from the end
        barred: set[int] = set()
        for top in tops:
            stack = [(top, 0)]
            while stack:
                node, depth = stack.pop()
                if node.id in seconds:
                    continue
                there = waiting.get(place(top, shapes[node.id]))
                while there and there[-1][0].id in firsts:
                    there.pop()
                if not there:
                    stack.extend([(child, depth + 1) for child in node.children[::-1]])
                    continue
                other, below = there[-1]
                pairs = self._climb(node, other, barred)
                up = len(pairs) - 1
                if not good(pairs[-1][0], depth - up, below - up):
                    barred.update(a.id for a, _ in pairs)
                else:
                    found = True
                    for a, b in pairs:
                        self.pairing.pair(a, b)
                    self.descend(pairs)
        return found

    def _climb(self, first: Node, second: Node, barred: set[int]) -> list[tuple[Node, Node]]:
        """Pair two nodes and their ancestors, as far as those are unpaired and equal.

        Stops at `barred` nodes, from which it was tried before.
        """
        pairs = [(first, second)]
        first_key, second_key = self.keys
        second_of, first_of = self.pairing.second_of, self.pairing.first_of
        while True:
            a, b = _above(pairs[-1][0]), _above(pairs[-1][1])
            if second_of(a) is not None or first_of(b) is not None or a.id in barred:
                return pairs
            if first_key(a) != second_key(b):
                return pairs
            pairs.append((a, b))

    def _like_lines(self) -> bool:
        """Pair lines that share half of their actions in order: below the same pair, then anywhere."""
        found = False
        for ours, theirs in self._rests():
            for first, second in self._likest(ours, theirs):
                found |= self._align(first, second, 1)
        for first, second in self._likest(*self._left()):
            if self.keys[0](first) == self.keys[1](second):
                found |= self._align(first, second, _LEAST + 1)
        return found

    def _align(self, first: Node, second: Node, least: int) -> bool:
        """Pair the common actions of two lines, if there are enough."""
        left = [node for node in first.main_line() if self.pairing.second_of(node) is None]
        right = [node for node in second.main_line() if self.pairing.first_of(node) is None]
        first_key, second_key = self.keys
        common = common_items(
            [first_key(node) for node in left], [second_key(node) for node in right]
        )
        if len(common) < least or 2 * len(common) < min(len(left), len(right)):
            return False
        pairs = [(left[a], right[b]) for a, b in common]
        for a, b in pairs:
            self.pairing.pair(a, b)
        self.descend(pairs)
        return True

    def _rests(self) -> list[tuple[list[Node], list[Node]]]:
        """The unpaired children of each pair, if both sides have some."""
        ours, theirs = self._left()
        by_place: dict[int, tuple[list[Node], list[Node]]] = {}
        for top in ours:
            by_place.setdefault(_above(top).id, ([], []))[0].append(top)
        for top in theirs:
            place = self.pairing.first_of(_above(top))
            assert place is not None
            if place.id in by_place:
                by_place[place.id][1].append(top)
        return [rest for rest in by_place.values() if rest[1]]

    def _likest(self, ours: list[Node], theirs: list[Node]) -> Iterator[tuple[Node, Node]]:
        """Pair each variation with the one whose first plies are most alike."""
        if len(ours) == len(theirs) == 1:
            yield ours[0], theirs[0]
            return
        said: dict[Hashable, list[int]] = {}
        for index, node in enumerate(theirs):
            for key in self._first_plies(node, self.keys[1]):
                said.setdefault(key, []).append(index)
        taken: set[int] = set()
        for node in ours:
            counts: dict[int, int] = {}
            for key in self._first_plies(node, self.keys[0]):
                there = said.get(key, ())
                if len(there) <= _COMMON:
                    for index in there:
                        counts[index] = counts.get(index, 0) + 1
            free = [(count, -index) for index, count in counts.items() if index not in taken]
            if free:
                best = -max(free)[1]
                taken.add(best)
                yield node, theirs[best]

    def _first_plies(self, top: Node, key: Meaning) -> set[Hashable]:
        plies: set[Hashable] = set()
        for node in top.main_line():
            if len(plies) == _LOOKED:
                break
            plies.add(key(node))
        return plies

    def _in_place(self) -> bool:
        """Pair an action with its replacement: the same follows, or nothing does."""
        pairs: list[tuple[Node, Node]] = []
        second_of, first_of = self.pairing.second_of, self.pairing.first_of
        for first, second in self._below_others():
            way: list[tuple[Node, Node]] = []
            a, b = first.parent, second.parent
            while a is not None and b is not None and len(way) <= _CHANGED:
                if second_of(a) is not None or first_of(b) is not None:
                    break
                way.append((a, b))
                a, b = a.parent, b.parent
            if way and a is not None and b is not None and second_of(a) is b:
                for one in way:
                    self.pairing.pair(*one)
                pairs += way
        for ours, theirs in self._rests():
            if len(ours) == len(theirs) == 1:
                (a,), (b,) = ours, theirs
                if not a.children and not b.children and _index(a) == _index(b):
                    self.pairing.pair(a, b)
                    pairs.append((a, b))
        found = bool(pairs)
        self.descend(pairs)
        return found

    def _below_others(self) -> list[tuple[Node, Node]]:
        """Pairs whose parents are unpaired on both sides."""
        seconds, firsts = self.pairing.seconds, self.pairing.firsts
        found: list[tuple[Node, Node]] = []
        for node in _walk_once(self._left()[0]):
            other = seconds.get(node.id)
            if other is None or _above(node).id in seconds or _above(other).id in firsts:
                continue
            found.append((node, other))
        return found


def _index(node: Node) -> int:
    return _above(node).children.index(node)


def _above(node: Node) -> Node:
    assert node.parent is not None  # the roots are paired from the beginning
    return node.parent


def _walk_once(regions: list[Node]) -> Iterator[Node]:
    """The nodes of possibly nested branches, each once, in pre-order."""
    pending = {region.id for region in regions}
    for region in regions:
        if region.id in pending:
            for node in region.walk():
                pending.discard(node.id)
                yield node


def _tops(regions: list[Node], partners: Mapping[int, Node]) -> list[Node]:
    """The unpaired children of paired nodes in some branches, in pre-order."""
    return [
        node
        for node in _walk_once(regions)
        if node.id not in partners and node.parent is not None and node.parent.id in partners
    ]


def _with_depths(top: Node, partners: Mapping[int, Node]) -> Iterator[tuple[Node, int]]:
    """A node and its unpaired descendants in pre-order, with their depths."""
    stack = [(top, 0)]
    while stack:
        node, depth = stack.pop()
        if node.id not in partners:
            yield node, depth
            stack.extend([(child, depth + 1) for child in node.children[::-1]])
