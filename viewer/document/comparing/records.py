"""The comparison of two records: headers, start, and trees by the pairing of nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from viewer.document.comparing.difference import (
    ACTION,
    ADDED,
    BRANCH,
    CHANGED,
    HEADER,
    LINE,
    MOVED,
    REMOVED,
    START,
    ComparedRecord,
    Difference,
    bare_action,
    comparable,
    headers_for,
    same_start,
    woven,
)
from viewer.formats import FORMATS
from viewer.tree.annotation import BEFORE, COMMENT, FACETS
from viewer.tree.comment import shown
from viewer.tree.diff import says_alike
from viewer.tree.likeness import in_order
from viewer.tree.matching import pair_trees
from viewer.tree.node import Node
from viewer.tree.pairing import Pairing
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


Part = Callable[[Node], object]
"""Nodes without a partner are one difference with those above them of which this says the same."""


class Half:
    """One of two trees, indexed by the pairing.

    Attributes:
        rank: of each node in pre-order.
        above: id of the nearest node above that has a partner, of each node.
        part: of each node without a partner, the id of the topmost node added or removed with it.
    """

    def __init__(self, root: Node, partners: Mapping[int, Node], part: Part) -> None:
        self.rank: dict[int, int] = {}
        self.above: dict[int, int] = {}
        self.part: dict[int, int] = {}
        ranks, aboves, parts = self.rank, self.above, self.part
        for rank, node in enumerate(root.walk()):
            id = node.id
            ranks[id] = rank
            parent = node.parent
            if parent is None:
                continue
            known = parts.get(parent.id)
            aboves[id] = parent.id if known is None else aboves[parent.id]
            if id not in partners:
                whole = known is not None and part(node) == part(parent)
                parts[id] = known if known is not None and whole else id


class RecordComparison:
    """The differences between two records of a game, and the pairing of their nodes.

    Make a new one after an edit of either.

    Attributes:
        mine, theirs: the records.
        pairing: of their nodes.
        first, second: the two trees.
        moved: ids of nodes of mine that have another parent in theirs.
        reordered: ids of nodes whose index among their siblings changed.
        differences: in the order of mine, whole-record ones first.
    """

    def __init__(
        self,
        mine: ComparedRecord,
        theirs: ComparedRecord,
        indices: tuple[int, int] = (0, 0),
        pairing: Pairing | None = None,
        first_part: Part | None = None,
        second_part: Part | None = None,
    ) -> None:
        """`indices` are those of the records in their collections; `pairing` is computed if not given."""
        self.mine = mine
        self.theirs = theirs
        self.indices = indices
        self.pairing = pairing or paired(mine, theirs)
        self.first = Half(mine.record.root, self.pairing.seconds, first_part or _one)
        self.second = Half(theirs.record.root, self.pairing.firsts, second_part or _one)
        self.moved: set[int] = set()
        self.reordered: set[int] = set()
        self._find_moved()
        self.headers = HeaderComparison(mine, theirs)
        found = sorted(self._in_tree(), key=lambda entry: entry[0])
        self.differences = (
            *(self._placed(one) for one in self.headers.differences),
            *(self._placed(one) for _, one in found),
        )

    def place(self, one: Difference) -> int:
        """The id of mine's node of a difference; for something only theirs has, its parent's."""
        if one.header:
            return self.mine.record.root.id
        if one.node is not None:
            return one.node
        assert one.other is not None  # it is on one side at least
        above = self.pairing.first_of(self.theirs.record.node(self.second.above[one.other]))
        assert above is not None
        return above.id

    def _placed(self, one: Difference) -> Difference:
        return one._replace(mine=self.indices[0], theirs=self.indices[1])

    def same_action(self, mine: Node, theirs: Node) -> bool:
        """Whether both nodes of a pair have the same action."""
        if mine is self.mine.record.root:
            return same_start(self.mine, self.theirs)
        return mine.action == theirs.action or self.mine.meaning(mine) == self.theirs.meaning(
            theirs
        )

    def is_within_line(self, top: int, theirs: bool) -> bool:
        """Whether a node added (`theirs`) or removed is inside a line that continues after it."""
        return top in (self._going_on[1] if theirs else self._going_on[0])

    def _find_moved(self) -> None:
        groups: dict[int, list[tuple[Node, Node]]] = {}
        going_on: tuple[set[int], set[int]] = (set(), set())
        first, second, seconds = self.first, self.second, self.pairing.seconds
        for a, b in self.pairing.pairs():
            if a.parent is None or b.parent is None:
                continue
            here = first.above[a.id]
            alone = len(a.parent.children) == len(b.parent.children) == 1
            if alone and here == a.parent.id and seconds.get(a.parent.id) is b.parent:
                continue  # as nearly all are
            above = seconds[here]
            if above.id != second.above[b.id]:
                self.moved.add(a.id)
                continue
            groups.setdefault(here, []).append((a, b))
            if a.parent.id in first.part:
                going_on[0].add(first.part[a.parent.id])
            if b.parent.id in second.part:
                going_on[1].add(second.part[b.parent.id])
        self._going_on = going_on
        for pairs in groups.values():
            if len(pairs) > 1:
                kept = in_order([self.second.rank[b.id] for _, b in pairs])
                self.reordered.update(
                    a.id for index, (a, _) in enumerate(pairs) if index not in kept
                )

    def _in_tree(self) -> Iterator[tuple[tuple[int, int, int], Difference]]:
        """The differences within the trees."""
        for half, record in ((self.first, self.mine.record), (self.second, self.theirs.record)):
            theirs = half is self.second
            for id, top in half.part.items():
                if id == top:
                    node = record.node(id)
                    yield self._place(node, theirs), self._branch(node, theirs)
        for a, b in self.pairing.pairs():
            rank = (self.first.rank[a.id], 0, 0)
            if a.id in self.moved or a.id in self.reordered:
                index = (_index(a), _index(b))
                yield rank, Difference(MOVED, BRANCH, None, None, a.id, b.id, *index)
            if not self.same_action(a, b):
                start = a.parent is None
                yield (
                    rank,
                    Difference(
                        CHANGED,
                        START if start else ACTION,
                        None,
                        None,
                        a.id,
                        b.id,
                        a.action if start else self.mine.action(a),
                        b.action if start else self.theirs.action(b),
                    ),
                )
            if a.notes != b.notes:
                yield from ((rank, one) for one in self._annotations(a, b))

    def _annotations(self, a: Node, b: Node) -> Iterator[Difference]:
        for facet, known in FACETS.items():
            before, after = a.note(facet), b.note(facet)
            if says_alike(facet, before, after) or self._are_shown_alike(facet, before, after):
                continue
            kind = CHANGED
            if before == known.empty:
                kind = ADDED
            elif after == known.empty:
                kind = REMOVED
            yield Difference(kind, facet, None, None, a.id, b.id, before, after)

    def _are_shown_alike(self, facet: str, before: object, after: object) -> bool:
        """Whether comments of different formats are shown alike: each breaks lines in its own way."""
        if facet not in (COMMENT, BEFORE) or self.mine.format == self.theirs.format:
            return False
        flowing = FORMATS[self.mine.format].load().flowing
        return shown(str(before), flowing) == shown(str(after), flowing)

    def _place(self, node: Node, theirs: bool) -> tuple[int, int, int]:
        if not theirs:
            return self.first.rank[node.id], 0, 0
        one = Difference(ADDED, BRANCH, None, None, other=node.id)
        return self.first.rank[self.place(one)], 1, self.second.rank[node.id]

    def _branch(self, node: Node, theirs: bool) -> Difference:
        facet = LINE if self.is_within_line(node.id, theirs) else BRANCH
        if theirs:
            action = bare_action(self.theirs, node)
            return Difference(ADDED, facet, None, None, None, node.id, None, action)
        return Difference(REMOVED, facet, None, None, node.id, None, bare_action(self.mine, node))


def paired(mine: ComparedRecord, theirs: ComparedRecord) -> Pairing:
    """The pairing of two records' nodes; the rules are asked only if it matters how something is written."""
    first, second = mine.record.root, theirs.record.root
    if not (mine.written or theirs.written or (mine.ends and theirs.ends)):
        return pair_trees(first, second)
    alike = mine.written == theirs.written and mine.format == theirs.format
    return pair_trees(first, second, mine.meaning, theirs.meaning, spelled_alike=alike)


def _one(node: Node) -> object:
    return None


def _index(node: Node) -> int:
    return node.parent.children.index(node) if node.parent is not None else 0
