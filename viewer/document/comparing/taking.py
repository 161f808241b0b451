"""Operations that take selected differences over."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.document.comparing.difference import (
    ACTION,
    ADDED,
    BRANCH,
    LINE,
    REMOVED,
    START,
    Difference,
    bare_action,
    moves_into,
    woven,
)
from viewer.document.comparing.records import RecordComparison
from viewer.document.edits import RecordData
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Written
from viewer.tree.annotation import FACETS, NoteValue
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.serial import NodeData


class _Said(NamedTuple):
    """What to take over at a node beside its position."""

    actions: dict[int, Action | None]
    notes: dict[int, dict[str, NoteValue]]


def ops_for(comparison: RecordComparison, chosen: Iterable[Difference]) -> list[Op]:
    """Operations on mine that take these differences over from theirs.

    If a moved branch and its new parent depend on each other, both are taken.
    """
    wanted = list(chosen)
    if not wanted:
        return []
    ops: list[Op] = []
    headers = comparison.headers.taken([one for one in wanted if one.header])
    if headers != comparison.mine.record.headers:
        ops.append(SetHeaders(headers))
    target = _Target(comparison, wanted)
    return [*ops, *target.ops()]


class _Target:
    """The resulting tree. Nodes of mine have their ids, those only in theirs ~id.

    Attributes:
        above: the parent of each node.
        children: of each node that has any, in order.
    """

    def __init__(self, comparison: RecordComparison, chosen: list[Difference]) -> None:
        self._comparison = comparison
        self._mine, self._theirs = comparison.mine.record, comparison.theirs.record
        self._pairing = comparison.pairing
        self._come: set[int] = set()
        self._go: set[int] = set()
        self._moved: set[int] = set()
        self._said = _Said({}, {})
        for one in chosen:
            self._choose(one)
        self.above: dict[int, int] = {}
        self.children: dict[int, list[int]] = {}
        self._arrange()
        while stuck := self._stuck():
            self._moved |= stuck
            self._arrange()
        self._next_id = self._mine.next_id
        self._new_ids: dict[int, int] = {}

    def _choose(self, one: Difference) -> None:
        mine, theirs = one.node, one.other
        if one.facet in (BRANCH, LINE):
            if one.kind == ADDED:
                assert theirs is not None
                self._come.add(theirs)
            else:
                assert mine is not None
                (self._go if one.kind == REMOVED else self._moved).add(mine)
        elif one.facet in (ACTION, START) and mine is not None and theirs is not None:
            node = self._theirs.node(theirs)
            self._said.actions[mine] = bare_action(self._comparison.theirs, node)
        elif one.facet in FACETS and mine is not None:
            self._said.notes.setdefault(mine, {})[one.facet] = one.after  # type: ignore[assignment]  # a facet's own kind

    # ------------------------------------------------------------------------------- places

    def _arrange(self) -> None:
        comparison, pairing = self._comparison, self._pairing
        mine_below: dict[int, list[int]] = {}
        theirs_below: dict[int, list[int]] = {}
        self.above = {}
        for node in self._mine.walk():
            if node.parent is None or self._goes(node):
                continue
            above = self._above_here(node)
            other = pairing.second_of(node)
            if other is not None and (node.id in self._moved or node.id not in comparison.moved):
                there = self._above_there(other)
                if node.id in self._moved or there < 0:
                    above = there
            self.above[node.id] = above
            if node.id not in self._moved:
                mine_below.setdefault(above, []).append(node.id)
        for node in self._theirs.walk():
            own = pairing.first_of(node)
            if own is None:
                if comparison.second.part[node.id] not in self._come:
                    continue
                key = ~node.id
                self.above[key] = self._above_there(node)
            elif own.id in self._moved:
                key = own.id
            else:
                continue
            theirs_below.setdefault(self.above[key], []).append(key)
        self.children = dict(mine_below)
        for parent, keys in theirs_below.items():
            self.children[parent] = woven(
                mine_below.get(parent, ()), keys, self._place, self._anchored
            )

    def _goes(self, node: Node) -> bool:
        return self._comparison.first.part.get(node.id) in self._go

    def _above_here(self, node: Node) -> int:
        above = node.parent
        while above is not None and self._goes(above):
            above = above.parent
        assert above is not None  # the root stays
        return above.id

    def _above_there(self, other: Node) -> int:
        above = other.parent
        while above is not None:
            own = self._pairing.first_of(above)
            if own is not None:
                return own.id
            if self._comparison.second.part[above.id] in self._come:
                return ~above.id
            above = above.parent
        raise AssertionError("the roots are a pair")

    def _place(self, key: int) -> int:
        """The pre-order index of a node in theirs."""
        if key < 0:
            return self._comparison.second.rank[~key]
        other = self._pairing.second_of(self._mine.node(key))
        assert other is not None
        return self._comparison.second.rank[other.id]

    def _anchored(self, key: int) -> bool:
        comparison = self._comparison
        return (
            key not in comparison.first.part
            and key not in comparison.moved
            and key not in comparison.reordered
        )

    def _stuck(self) -> set[int]:
        """Moves that have to be taken too, since otherwise a node would be its own ancestor."""
        reached = 0
        seen: set[int] = set()
        stack = [self._mine.root.id]
        while stack:
            key = stack.pop()
            seen.add(key)
            reached += 1
            stack.extend(self.children.get(key, ()))
        if reached == len(self.above) + 1:
            return set()
        lost = self.above.keys() - seen
        return {key for key in lost if key in self._comparison.moved} - self._moved

    # ----------------------------------------------------------------------------- operations

    def ops(self) -> list[Op]:
        removes: list[Op] = []
        places: list[Op] = []
        says: list[Op] = []
        loose: list[int] = []
        stack = [self._mine.root]
        while stack:
            node = stack.pop()
            says += self._says(node)
            if node.id in self._said.actions:
                loose.append(node.id)
            wanted = self.children.get(node.id, [])
            own = {child.id: child for child in node.children}
            staying = {key for key in wanted if key in own}
            removes += [Remove(id) for id in own if id not in staying]
            kept = [key for key in wanted if key in staying]
            moves = moves_into([id for id in own if id in staying], kept)
            places += [Reorder(node.id, at, to) for at, to in moves]
            for index, key in enumerate(wanted):
                if key not in staying:
                    rows = self._rows(key)
                    places.append(Insert(node.id, index, rows))
                    loose.append(rows[0].id)
            stack.extend([own[key] for key in reversed(kept)])
        ops = [*removes, *places, *says]
        return [*ops, *self._respelled(ops, loose)]

    def _says(self, node: Node) -> list[Op]:
        ops: list[Op] = []
        if node.id in self._said.actions:
            ops.append(SetAction(node.id, self._said.actions[node.id]))
        for facet, value in self._said.notes.get(node.id, {}).items():
            ops.append(SetNote(node.id, facet, value))
        return ops

    def _rows(self, top: int) -> tuple[NodeData, ...]:
        rows: list[NodeData] = []
        stack = [(top, -1)]
        while stack:
            key, parent = stack.pop()
            here = len(rows)
            rows.append(self._row(key, parent))
            stack.extend([(child, here) for child in reversed(self.children.get(key, ()))])
        return tuple(rows)

    def _row(self, key: int, parent: int) -> NodeData:
        if key < 0:
            node = self._theirs.node(~key)
            id = self._next_id
            self._next_id += 1
            return NodeData(id, parent, bare_action(self._comparison.theirs, node), node.notes)
        node = self._mine.node(key)
        notes = dict(node.notes)
        for facet, value in self._said.notes.get(key, {}).items():
            notes[facet] = value
            if value == FACETS[facet].empty:
                del notes[facet]
        action = self._said.actions.get(key, node.action)
        return NodeData(key, parent, action, notes, node.facts)

    def _respelled(self, ops: list[Op], loose: list[int]) -> list[Op]:
        """Actions to respell, since the same text would mean another move in the new place."""
        mine = self._comparison.mine
        if not loose or not mine.written:
            return []
        copy = RecordData.of(self._mine).record()
        for op in ops:
            apply(copy, op)
        states = States(game_of(copy.game), copy)
        found: list[Op] = []
        seen: set[int] = set()
        for top in loose:
            for node in copy.node(top).walk():
                if node.id in seen or node.id not in self.above or node.id in self._said.actions:
                    continue
                if type(node.action) is not Written:
                    continue
                seen.add(node.id)
                own = self._mine.node(node.id)
                meant = mine.action(own)
                if type(meant) is not Move or states.at(node).action == meant:
                    continue
                other = self._pairing.second_of(own)
                if other is not None and other.action == own.action:
                    continue  # written so in theirs as well
                found.append(SetAction(node.id, meant))
                apply(copy, found[-1])
                states.cut([node])
        return found
