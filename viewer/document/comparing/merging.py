"""Three-way merging of records and collections.

A change on one side is taken, an equal change on both sides once. Different moves after the same node
become variations, those of mine first. Different changes of the same thing are a conflict: mine
stays, and the difference is listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.document.comparing.comparison import Comparison
from viewer.document.comparing.difference import (
    ACTION,
    ADDED,
    BRANCH,
    LINE,
    MOVED,
    RECORD,
    START,
    ComparedRecord,
    Difference,
    compared,
    headers_for,
)
from viewer.document.comparing.records import RecordComparison, paired
from viewer.document.comparing.same_records import SamePairs, rows_said
from viewer.formats.format import Collection
from viewer.tree.annotation import FACETS
from viewer.tree.likeness import in_order
from viewer.tree.node import Node
from viewer.tree.pairing import Pairing, extend_pairing
from viewer.tree.record import Record


class Merged:
    """The result of a merge: what to take over from theirs, and conflicts.

    Attributes:
        comparison: of mine and theirs.
        taken: differences changed only by theirs.
        conflicts: differences changed by both; mine stays.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.taken: list[Difference] = []
        self.conflicts: list[Difference] = []

    def add(self, one: Difference, decision: bool | None) -> None:
        """Record a decision: take a difference (True), leave it (False), or a conflict (None)."""
        if decision is None:
            self.conflicts.append(one)
        elif decision:
            self.taken.append(one)


def _decided(mine_changed: bool, theirs_changed: bool) -> bool | None:
    """Whether a difference is taken over; None for a conflict."""
    if not mine_changed:
        return True
    return None if theirs_changed else False


# ---------------------------------------------------------------------------------- one record


class RecordMerge:
    """A record in three versions: which side each difference comes from."""

    def __init__(
        self,
        base: ComparedRecord,
        mine: ComparedRecord,
        theirs: ComparedRecord,
        indices: tuple[int, int],
    ) -> None:
        ours, others = _Version(base, mine), _Version(base, theirs)
        for node in base.record.walk():
            if node.parent is not None and not node.children:
                _keep_both(node, ours, others)
        self._ours = RecordComparison(base, mine, pairing=ours.pairing)
        self._others = RecordComparison(base, theirs, pairing=others.pairing)
        self._first, self._second = self._ours.pairing, self._others.pairing
        self.comparison = RecordComparison(
            mine,
            theirs,
            indices,
            _through(self._first, self._second, mine, theirs),
            lambda node: self._first.first_of(node) is not None,
            lambda node: self._second.first_of(node) is not None,
        )
        self._base_headers = {entry.key: entry.value for entry in reversed(headers_for(base, mine))}
        self._changed = (_changed_nodes(self._ours), _changed_nodes(self._others))

    def decide(self, one: Difference) -> bool | None:
        """Whether a difference is taken over; None for a conflict."""
        if one.header:
            return self._header(one)
        if one.facet in (BRANCH, LINE):
            if one.kind == MOVED:
                return self._moved(one)
            return self._added(one) if one.kind == ADDED else self._removed(one)
        a, b = self._nodes(one)
        base = self._first.first_of(a)
        if base is None or self._second.first_of(b) is not base:
            base = None
        if one.facet in (ACTION, START):
            if base is None:
                return None
            return _decided(
                not self._ours.same_action(base, a), not self._others.same_action(base, b)
            )
        before = FACETS[one.facet].empty if base is None else base.note(one.facet)
        return _decided(one.before != before, one.after != before)

    def _nodes(self, one: Difference) -> tuple[Node, Node]:
        assert one.node is not None
        assert one.other is not None
        mine, theirs = self.comparison.mine.record, self.comparison.theirs.record
        return mine.node(one.node), theirs.node(one.other)

    def _header(self, one: Difference) -> bool | None:
        if one.kind == MOVED:
            return _decided(_headers_moved(self._ours), _headers_moved(self._others))
        base = self._base_headers.get(one.header)
        return _decided(one.before != base, one.after != base)

    def _added(self, one: Difference) -> bool | None:
        """Decide on something only theirs has: new there, or removed from mine."""
        assert one.other is not None
        top = self.comparison.theirs.record.node(one.other)
        parent = top.parent
        assert parent is not None
        if self._second.first_of(top) is None:
            # Where mine took out what it stands behind, it has no place.
            return True if self.comparison.pairing.first_of(parent) is not None else None
        part = self._part(one.other, theirs=True)
        return None if any(node.id in self._changed[1] for node in part) else False

    def _removed(self, one: Difference) -> bool | None:
        """Decide on something only mine has: new there, or removed from theirs."""
        assert one.node is not None
        top = self.comparison.mine.record.node(one.node)
        if self._first.first_of(top) is None:
            return False
        part = self._part(one.node, theirs=False)
        kept = any(
            node.id in self._changed[0]
            or any(self._first.first_of(child) is None for child in node.children)
            for node in part
        )
        return None if kept else True

    def _part(self, top: int, theirs: bool) -> list[Node]:
        half = self.comparison.second if theirs else self.comparison.first
        side = self.comparison.theirs if theirs else self.comparison.mine
        return [node for node in side.record.node(top).walk() if half.part.get(node.id) == top]

    def _moved(self, one: Difference) -> bool | None:
        a, _ = self._nodes(one)
        base = self._first.first_of(a)
        if base is None:
            return False  # new on both sides
        if a.id in self.comparison.moved:
            moved = [base.id in found.moved for found in (self._ours, self._others)]
            return _decided(*moved)
        here = self._ours.first.above[base.id]
        ours, others = (
            any(found.first.above[id] == here for id in found.reordered)
            for found in (self._ours, self._others)
        )
        return _decided(ours, others) if others else False


class _Version:
    """What one side made of the ends of lines; `pairing` is from the base to its record."""

    def __init__(self, base: ComparedRecord, side: ComparedRecord) -> None:
        self._base, self._side = base, side
        self.pairing = paired(base, side)

    def replaced(self, leaf: Node) -> bool:
        """Whether something else happens where a line of the base ended."""
        other = self.pairing.second_of(leaf)
        if other is not None:
            return not self._is_same(leaf, other)
        above = None if leaf.parent is None else self.pairing.second_of(leaf.parent)
        return above is not None and any(self._is_new(child) for child in above.children)

    def continued(self, leaf: Node) -> bool:
        """Whether new moves stand behind the last one of a line of the base."""
        other = self.pairing.second_of(leaf)
        if other is None or not other.children or not self._is_same(leaf, other):
            return False
        return all(self._is_new(child) for child in other.children)

    def _is_new(self, node: Node) -> bool:
        return self.pairing.first_of(node) is None

    def _is_same(self, leaf: Node, other: Node) -> bool:
        same = leaf.action == other.action
        return same or self._base.meaning(leaf) == self._side.meaning(other)


def _keep_both(leaf: Node, ours: _Version, others: _Version) -> None:
    """Make variations of what both made of the last move of a line, if one replaced it and the other went on.

    Otherwise the continuation of the old move would stand behind the new one.
    """
    for one, other in ((ours, others), (others, ours)):
        if one.replaced(leaf) and other.continued(leaf):
            one.pairing.separate(leaf)
            other.pairing.separate(leaf)
            return


def _through(
    first: Pairing, second: Pairing, mine: ComparedRecord, theirs: ComparedRecord
) -> Pairing:
    """The pairing of two trees by way of their common base, and of new nodes by action."""
    pairing = Pairing(first.second, second.second)
    for base, node in first.pairs():
        other = second.second_of(base)
        if other is not None and base.parent is not None:
            pairing.pair(node, other)
    extend_pairing(pairing, mine.meaning, theirs.meaning)
    return pairing


def _changed_nodes(found: RecordComparison) -> set[int]:
    """Ids of the nodes of the second record whose contents differ from the first."""
    return {
        one.other
        for one in found.differences
        if one.other is not None
        and one.node is not None
        and not one.header
        and one.facet not in (BRANCH, LINE)
    }


def _headers_moved(found: RecordComparison) -> bool:
    return any(one.kind == MOVED and one.header for one in found.differences)


# --------------------------------------------------------------------------------- collections


def merging(base: Collection, mine: Collection, theirs: Collection) -> Iterator[JobStep[Merged]]:
    """A job that merges fully indexed collections; its one result comes with the last step.

    Raises OSError.
    """
    ours, others = SamePairs(base, mine), SamePairs(base, theirs)
    for same in (ours, others):
        for _ in same.finding():
            yield JobStep(0, 0)
    ours_of, others_of = dict(ours.pairs), dict(others.pairs)
    records: dict[int, RecordMerge] = {}
    pairs: list[tuple[int, int]] = []
    for done, (index, place) in enumerate(ours.pairs):
        other = others_of.get(index)
        if other is None:
            continue
        pairs.append((place, other))
        if (index, other) not in others.equal:
            records[place] = RecordMerge(
                compared(base, index, mine.format),
                ComparedRecord(mine.record(place), mine.format),
                compared(theirs, other, mine.format),
                (place, other),
            )
        yield JobStep(done, len(ours.pairs))
    if not len(base) and len(mine) == len(theirs) == 1 and _same_start(mine, theirs):
        records[0] = _from_nothing(mine, theirs)
        pairs.append((0, 0))
    else:
        pairs += _new_in_both(mine, theirs, set(ours_of.values()), set(others_of.values()))
    found = {index: one.comparison for index, one in records.items() if one.comparison.differences}
    merged = Merged(Comparison(mine, theirs, pairs, found))
    of_records = _RecordDecisions(ours, others)
    for one in merged.comparison.differences:
        if one.facet == RECORD:
            merged.add(one, of_records.decide(one))
        else:
            assert one.mine is not None
            merged.add(one, records[one.mine].decide(one))
    yield JobStep(1, 1, merged)


class _RecordDecisions:
    """Decisions on added, removed and moved records."""

    def __init__(self, ours: SamePairs, others: SamePairs) -> None:
        self._equal = (
            {place for pair in ours.equal for place in pair[1:]},
            {place for pair in others.equal for place in pair[1:]},
        )
        self._known = ({place for _, place in ours.pairs}, {place for _, place in others.pairs})
        self._moved = (_out_of_order(ours), _out_of_order(others))

    def decide(self, one: Difference) -> bool | None:
        if one.kind == MOVED:
            return _decided(*self._moved) if self._moved[1] else False
        if one.kind == ADDED:
            if one.theirs not in self._known[1]:
                return True
            return False if one.theirs in self._equal[1] else None  # mine took it out
        if one.mine not in self._known[0]:
            return False
        return True if one.mine in self._equal[0] else None


def _out_of_order(same: SamePairs) -> bool:
    pairs = sorted(same.pairs)
    return len(in_order([place for _, place in pairs])) < len(pairs)


def _new_in_both(
    mine: Collection, theirs: Collection, known: set[int], others: set[int]
) -> Iterator[tuple[int, int]]:
    """The equal records that are new on both sides."""
    new: dict[object, list[int]] = {}
    for index in reversed(range(len(theirs))):
        if index not in others:
            new.setdefault(rows_said(theirs.record(index)), []).append(index)
    for index in range(len(mine)):
        if new and index not in known:
            same = new.get(rows_said(mine.record(index)))
            if same:
                yield index, same.pop()


def _same_start(mine: Collection, theirs: Collection) -> bool:
    first, second = mine.record(0), theirs.record(0)
    return first.game == second.game and first.setup == second.setup


def _from_nothing(mine: Collection, theirs: Collection) -> RecordMerge:
    """Two new records of one game, compared with an empty base."""
    record = mine.record(0)
    empty = Record(record.game, Node(0, None, record.root.action))
    return RecordMerge(
        ComparedRecord(empty, mine.format),
        ComparedRecord(record, mine.format),
        compared(theirs, 0, mine.format),
        (0, 0),
    )
