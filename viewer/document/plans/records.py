"""Edits of whole records: insert, duplicate, delete, move, paste. Nothing here changes anything.

As in `plans`, each function takes the document and the current key and node, and
returns an Edit for `Document.do`, None if there is nothing to do. A document never becomes empty:
if all records are removed, a new one is added.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from viewer.base.messages import Message, counted, message
from viewer.document.edits import (
    ANYWHERE,
    AnyRecord,
    DocumentOp,
    Edit,
    InsertRecord,
    Location,
    MoveRecord,
    RecordData,
    RemoveRecord,
)
from viewer.document.plans import EditableRecords
from viewer.formats import FORMATS
from viewer.formats.fresh import USUAL, Beginning, new_record
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.node import Node


def new(
    document: EditableRecords, key: int, node: Node, beginning: Beginning | Setup | None = None
) -> Edit:
    """Insert a new record after this one: of the same game, from a start or as asked for."""
    known = beginning if isinstance(beginning, Beginning) else Beginning(beginning)
    return insert(document, key, node, [_fresh(document, key, known)], message("Insert a game"))


def _fresh(document: EditableRecords, key: int, beginning: Beginning = USUAL) -> RecordData:
    like = document.record_of(key)
    format_ = FORMATS[document.format].load()
    return RecordData.of(new_record(format_, game_of(like.game), beginning, like.encoding))


def duplicate(document: EditableRecords, key: int, node: Node) -> Edit:
    """Insert a copy of the record after it; the cursor goes to the same node there."""
    data = RecordData.of(document.record_of(key))
    edit = insert(document, key, node, [data], message("Duplicate a game"))
    return edit._replace(after=edit.after._replace(node=node.id))


def insert(
    document: EditableRecords,
    key: int,
    node: Node,
    records: Sequence[AnyRecord],
    words: Message | None = None,
) -> Edit:
    """Insert records after this one; the cursor goes to the start of the first."""
    here, first = document.index_of(key), document.new_key()
    ops = tuple(
        InsertRecord(here + 1 + number, first + number, data) for number, data in enumerate(records)
    )
    words = words or message("Paste games")
    before = Location(key, node.id)
    return Edit(ops, words, before, Location(first, ANYWHERE) if ops else before)


def replace(document: EditableRecords, key: int, node: Node, records: Sequence[AnyRecord]) -> Edit:
    """Put records in the place of this one; the cursor goes to the start of the first."""
    edit = insert(document, key, node, records)
    words = message("Replace a game")
    return edit._replace(ops=(*edit.ops, RemoveRecord(key)), words=words)


def remove(
    document: EditableRecords, key: int, node: Node, keys: Collection[int] | None = None
) -> Edit | None:
    """Remove this record, or those of some keys.

    If the current one is removed, the cursor goes to the next that stays, else the previous.
    """
    gone = {key} if keys is None else set(keys)
    if not gone:
        return None
    order = document.keys()
    ops: list[DocumentOp] = []
    after = Location(key, node.id)
    if len(gone) >= len(order) and gone.issuperset(order):
        fresh = document.new_key()
        ops.append(InsertRecord(len(order), fresh, _fresh(document, key)))
        after = Location(fresh, ANYWHERE)
    elif key in gone:
        here = document.index_of(key)
        ways = chain(range(here + 1, len(order)), range(here - 1, -1, -1))
        after = Location(next(order[way] for way in ways if order[way] not in gone), ANYWHERE)
    # The last first: those behind each have to make room.
    ops += [RemoveRecord(each) for each in sorted(gone, reverse=True)]
    words = counted("Delete a game", "Delete {count} games", len(gone))
    return Edit(tuple(ops), words, Location(key, node.id), after)


def move(
    document: EditableRecords, key: int, node: Node, to: int, moved: int | None = None
) -> Edit | None:
    """Move this record, or the one of a key, to another index."""
    which = key if moved is None else moved
    to = min(max(to, 0), len(document) - 1)
    if document.index_of(which) == to:
        return None
    here = Location(key, node.id)
    return Edit((MoveRecord(which, to),), message("Move a game"), here, here)


def move_by(
    document: EditableRecords, key: int, node: Node, step: int, keys: Collection[int] | None = None
) -> Edit | None:
    """Move this record, or those of some keys, one place down (-1: up); those at the end stay.

    Of several adjacent ones, it is the neighbour that moves past them.
    """
    wanted = {key} if keys is None else set(keys)
    order = document.keys()
    indices = [index for index, each in enumerate(order) if each in wanted]
    ops: list[DocumentOp] = []
    first = 0
    for last, index in enumerate(indices):
        if last + 1 < len(indices) and indices[last + 1] == index + 1:
            continue
        neighbour, to = indices[first] - 1, index
        if step > 0:
            neighbour, to = index + 1, indices[first]
        if 0 <= neighbour < len(order):
            ops.append(MoveRecord(order[neighbour], to))
        first = last + 1
    if not ops:
        return None
    here = Location(key, node.id)
    words = counted("Move a game", "Move {count} games", len(indices))
    return Edit(tuple(ops), words, here, here)
