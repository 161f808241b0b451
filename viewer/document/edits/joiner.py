"""Records and lines are brought together: equal moves become one, and what is said of both is kept."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.document.edits.ops import RecordData
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Written
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS, MARKS, NoteValue
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, SetNote, apply
from viewer.tree.record import Record, rows_of
from viewer.tree.serial import NodeData

_TEXTS = frozenset((COMMENT, BEFORE))
_SETS = frozenset((GLYPHS, MARKS))


class Joiner:
    """A copy of a record, and the operations that bring others, or lines of its own, together in it.

    Attributes:
        record: the copy.
        ops: in order.
        division: between two comments.
    """

    def __init__(self, record: Record, division: str) -> None:
        """`division` separates two comments."""
        self.record = RecordData.of(record).record()
        self.ops: list[Op] = []
        self._states = States(game_of(record.game), self.record)
        self.division = division
        self._children: dict[int, dict[Action | None, Node]] = {}

    def join(self, other: Record, states: States, label: str) -> None:
        """Join a record; `label` becomes a comment where its main line leaves the existing tree."""
        self._unite(self.record.root, other.root, states, label)

    def unite(self, mine: Node, theirs: Node) -> dict[int, int]:
        """Bring everything of another node of the copy to one with the same meaning, and take the other out.

        Returns the ids that the nodes of the other have now.
        """
        placed = self._unite(mine, theirs, self._states, "")
        self.do(Remove(theirs.id))
        return placed

    def _unite(self, top: Node, other: Node, states: States, label: str) -> dict[int, int]:
        placed: dict[int, int] = {}
        stack: list[tuple[Node, Node, bool]] = [(top, other, True)]
        while stack:
            mine, theirs, main = stack.pop()
            placed[theirs.id] = mine.id
            self._take_notes(mine, theirs.notes)
            if main and not theirs.children and label:
                self._take_notes(mine, {COMMENT: label})
            pairs: list[tuple[Node, Node, bool]] = []
            for number, child in enumerate(theirs.children):
                on_main = main and number == 0
                same = self._same(mine, child, states)
                if same is None:
                    placed.update(self._add(mine, child, label if on_main else ""))
                else:
                    pairs.append((same, child, on_main))
            stack.extend(reversed(pairs))
        return placed

    def do(self, op: Op) -> None:
        """Do an operation in the copy."""
        apply(self.record, op)
        self.ops.append(op)

    def _take_notes(self, mine: Node, notes: Mapping[str, NoteValue]) -> None:
        for facet, value in notes.items():
            now = mine.notes.get(facet)
            if now is None:
                new = value
            elif facet in _TEXTS:
                new = both_texts(str(now), str(value), self.division)
            elif facet in _SETS and isinstance(now, tuple) and isinstance(value, tuple):
                new = (*now, *(one for one in value if one not in now))
            else:
                continue
            if new != now:
                self.do(SetNote(mine.id, facet, new))

    def _same(self, mine: Node, child: Node, states: States) -> Node | None:
        """The child with the same meaning as a child of another record; None if there is none."""
        known = self._children.get(mine.id)
        if known is None:
            known = self._children[mine.id] = {one.action: one for one in reversed(mine.children)}
        found = known.get(child.action)
        if found is not None or child.action is None:
            return found if child.action is not None else None
        if type(child.action) is Written or any(type(one) is Written for one in known):
            meant = states.at(child).action
            for one in mine.children:
                if self._states.at(one).action == meant:
                    known[child.action] = one
                    return one
        return None

    def _add(self, mine: Node, child: Node, label: str) -> dict[int, int]:
        first = self.record.next_id
        rows = [
            NodeData(first + number, row.parent, row.action, row.notes)
            for number, row in enumerate(rows_of(child))
        ]
        if label:
            notes = dict(rows[0].notes)
            notes[COMMENT] = both_texts(label, str(notes.get(COMMENT, "")), self.division)
            rows[0] = rows[0]._replace(notes=notes)
        self.do(Insert(mine.id, len(mine.children), tuple(rows)))
        self._children.setdefault(mine.id, {}).setdefault(child.action, mine.children[-1])
        return {node.id: row.id for node, row in zip(child.walk(), rows, strict=True)}


def both_texts(one: str, other: str, division: str) -> str:
    """Two comments as one text, without repetition."""
    if not one or not other or other in one.split(division):
        return one or other
    return f"{one}{division}{other}"
