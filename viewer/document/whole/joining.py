"""Joining records: the others become variations of the first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import ANYWHERE, Edit, Location
from viewer.document.edits.ops import DocumentOp, RecordData, RemoveRecord, RewriteRecord
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Written
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS, MARKS, NoteValue
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, SetNote, apply
from viewer.tree.record import Record, rows_of
from viewer.tree.serial import NodeData

_TEXTS = frozenset((COMMENT, BEFORE))
_SETS = frozenset((GLYPHS, MARKS))
_YEAR = re.compile("[0-9]{4}")


class Joining(NamedTuple):
    """A planned join.

    Attributes:
        edit: None if no record can be joined to the first.
        joined: how many records become variations.
        stay: indices of the records that are left alone, since their game or start differs.
    """

    edit: Edit | None
    joined: int
    stay: tuple[int, ...]


def joining(
    document: EditableRecords, keys: Sequence[int], here: Location
) -> Iterator[JobStep[Joining]]:
    """A job that plans joining records to the first of them, in the order of the document.

    Moves are paired by meaning; equal ones are merged. Annotations of both are kept: comments that
    differ are appended. Players, event and result of each game are noted where it leaves the
    others. Raises OSError.
    """
    format_ = FORMATS[document.format].load()
    indices = {key: index for index, key in enumerate(document.keys())}
    first, *others = sorted(keys, key=lambda key: indices[key])
    joiner = Joiner(document.record_of(first), "\u2029" if document.flowing else "\n")
    start = starting_position(document.states(first))
    gone: list[int] = []
    stay: list[int] = []
    for done, key in enumerate(others):
        record, states = document.record_of(key), document.states(key)
        if record.game == joiner.record.game and starting_position(states) == start:
            joiner.join(record, states, label_of(format_, record))
            gone.append(key)
        else:
            stay.append(indices[key])
        yield JobStep(done + 1, len(others))
    edit = None
    if gone:
        ops: list[DocumentOp] = [RewriteRecord(first, tuple(joiner.ops))]
        ops += [RemoveRecord(key) for key in gone]
        words = counted("Join a game", "Join {count} games", len(gone) + 1)
        after = here if here.record == first else Location(first, ANYWHERE)
        edit = Edit(tuple(ops), words, here, after)
    yield JobStep(len(others), len(others), Joining(edit, len(gone), tuple(stay)))


def starting_position(states: States) -> str:
    """The position that a record begins with, as text."""
    return states.game.setup_text(states.at(states.record.root))


def label_of(format_: Format, record: Record) -> str:
    """The comment that names a game: "Morphy – Anderssen, Paris 1858, 1-0"; "" if nothing is known."""

    def said(role: str) -> str:
        text = format_.by_role(role, record.headers, record.game).strip()
        return "" if text in ("?", "*", "-") else text

    players = " – ".join(name for name in (said("side0"), said("side1")) if name)
    year = _YEAR.search(said("date"))
    event = said("event")
    if year is not None and year[0] not in event:
        event = f"{event} {year[0]}".strip()
    return ", ".join(part for part in (players or said("title"), event, said("result")) if part)


class Joiner:
    """A copy of the record that others are joined to, and the operations that join them.

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
        stack: list[tuple[Node, Node, bool]] = [(self.record.root, other.root, True)]
        while stack:
            mine, theirs, main = stack.pop()
            self._take_notes(mine, theirs.notes)
            if main and not theirs.children and label:
                self._take_notes(mine, {COMMENT: label})
            pairs: list[tuple[Node, Node, bool]] = []
            for number, child in enumerate(theirs.children):
                on_main = main and number == 0
                same = self._same(mine, child, states)
                if same is None:
                    self._add(mine, child, label if on_main else "")
                else:
                    pairs.append((same, child, on_main))
            stack.extend(reversed(pairs))

    def _do(self, op: Op) -> None:
        apply(self.record, op)
        self.ops.append(op)

    def _take_notes(self, mine: Node, notes: Mapping[str, NoteValue]) -> None:
        for facet, value in notes.items():
            now = mine.notes.get(facet)
            if now is None:
                new = value
            elif facet in _TEXTS:
                new = self._both(str(now), str(value))
            elif facet in _SETS and isinstance(now, tuple) and isinstance(value, tuple):
                new = (*now, *(one for one in value if one not in now))
            else:
                continue
            if new != now:
                self._do(SetNote(mine.id, facet, new))

    def _both(self, one: str, other: str) -> str:
        """Two comments as one text, without repetition."""
        if not one or not other or other in one.split(self.division):
            return one or other
        return f"{one}{self.division}{other}"

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

    def _add(self, mine: Node, child: Node, label: str) -> None:
        first = self.record.next_id
        rows = [
            NodeData(first + number, row.parent, row.action, row.notes)
            for number, row in enumerate(rows_of(child))
        ]
        if label:
            notes = dict(rows[0].notes)
            notes[COMMENT] = self._both(label, str(notes.get(COMMENT, "")))
            rows[0] = rows[0]._replace(notes=notes)
        self._do(Insert(mine.id, len(mine.children), tuple(rows)))
        self._children.setdefault(mine.id, {}).setdefault(child.action, mine.children[-1])


def after_words(joining: Joining) -> Message:
    """The sentence after it was done."""
    if not joining.joined and not joining.stay:
        return message("There is only one game: nothing to join.")
    if not joining.joined:
        return message("None of these games can be joined: they begin otherwise.")
    done = counted(
        "Joined a game as a variation.", "Joined {count} games as variations.", joining.joined
    )
    if not joining.stay:
        return done
    left = counted(
        "One stays, since it begins otherwise: game {number}.",
        "{count} stay, since they begin otherwise; the first is game {number}.",
        len(joining.stay),
        number=joining.stay[0] + 1,
    )
    return message("{done} {left}", done=done, left=left)
