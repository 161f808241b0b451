"""Planning one edit of many records as a job: operations for each, and counts of what changes.

Nothing is changed here, and nothing is kept of a record but its operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import Edit, Location, RewriteRecord
from viewer.document.plans import EditableRecords
from viewer.document.record_set import NumberedSet
from viewer.tree.node import Node
from viewer.tree.ops import ClearNotes, Op
from viewer.tree.record import Record


class Scope(NamedTuple):
    """The part of a document to edit.

    Attributes:
        keys: of records, in the order of the document.
        node: for a single record, the id of a node that is meant with all below; None for all of it.
    """

    keys: Sequence[int]
    node: int | None = None

    def top(self, record: Record) -> Node:
        """The topmost node in a record."""
        return record.root if self.node is None else record.nodes.get(self.node, record.root)


class RecordChange(NamedTuple):
    """The operations for one record, and how many things of each kind they change."""

    ops: tuple[Op, ...]
    counts: Mapping[str, int]


Runner = Callable[[Iterator[JobStep[Any]]], Iterable[Any]]
"""Runs a job and gives its results."""

Changer = Callable[[int, Record, Node], RecordChange]
"""What becomes of the record of a key, at a node and below."""


class Sweep(NamedTuple):
    """A planned edit.

    Attributes:
        edit: None if nothing changes.
        counts: how many things of each kind change.
        records: in how many records.
    """

    edit: Edit | None
    counts: Mapping[str, int]
    records: int

    def within(self, what: Message) -> Message:
        """In words: "412 comments in 38 games"; of one game only what it is."""
        if self.records == 1:
            return what
        games = counted("{count} game", "{count} games", self.records)
        return message("{what} in {games}", what=what, games=games)


def sweeping(
    document: EditableRecords, scope: Scope, change: Changer, words: Message, here: Location
) -> Iterator[JobStep[Sweep]]:
    """A job that plans an edit; its one result comes with the last step. Raises OSError.

    `here` is the cursor's location, which is kept, or else the nearest remaining one.
    """
    ops: list[RewriteRecord] = []
    same: dict[tuple[Op, ...], tuple[Op, ...]] = {}  # most records ask for what others ask for
    counts: Counter[str] = Counter()
    total = len(scope.keys)
    for done, key in enumerate(scope.keys):
        record = document.record_of(key)
        inside, found = change(key, record, scope.top(record))
        if inside:
            if len(inside) == 1 and isinstance(inside[0], ClearNotes):
                inside = same.setdefault(inside, inside)
            ops.append(RewriteRecord(key, inside))
            counts.update(found)
        yield JobStep(done + 1, total)
    edit = Edit(tuple(ops), words, here, here) if ops else None
    yield JobStep(total, total, Sweep(edit, counts, len(ops)))


def scope_of(document: Document, records: str) -> Scope:
    """All of the records of these numbers, from 1 ("2,5-7,12-"), "" for all. Raises NoSuchRecords."""
    keys = document.keys()
    return Scope([keys[index] for index in NumberedSet(document, records).indexes])


def start_of(document: Document) -> Location:
    """The start of a document's first record."""
    key = document.keys()[0]
    return Location(key, document.record_of(key).root.id)
