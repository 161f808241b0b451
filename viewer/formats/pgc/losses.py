"""What a PGC file can't hold of a record: the difference to what is read back, told in words."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.formats.pgc.encode import Coded, number_of, start_of
from viewer.formats.pgc.syntax import encode
from viewer.tree.action import Move
from viewer.tree.annotation import FACETS, GLYPHS
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record


def losses_of(record: Record, coded: Coded, read: Record) -> tuple[Loss, ...]:
    """The losses of a record that is read back as `read`."""
    found = lost(_resolved(record, coded), read)
    return tuple(Loss(one.kind, one.node, _words(one, record)) for one in found)


def _resolved(record: Record, coded: Coded) -> Record:
    """The record with the moves that its texts mean, and the start in the form it is read in.

    That a file says Nf3 and its record in PGC has g1f3 is no loss; that a number which meant nothing is
    that of a move now is told.
    """
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        action = node.action
        if number_of(node) is None:
            action = coded.moves.get(node.id, action)
        copies[node.id] = Node(node.id, parent, action, node.notes)
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple(copies[child.id] for child in node.children)
    root = copies[record.root.id]
    if record.game == "chess":
        root.action = start_of(record.setup)
    return Record(record.game, root, record.headers, nodes=copies)


def _words(one: Difference, record: Record) -> Message:
    kind = one.kind
    if kind == "game":
        return message("A PGC file holds chess only.")
    if kind == "start":
        return message("The start position can't be written as it is.")
    if kind.startswith("header:"):
        key = kind.removeprefix("header:")
        if encode(str(one.before)) is None or encode(key) is None:
            return message("{key} is left out: PGC holds up to 255 characters of Latin-1.", key=key)
        return message("{key} can't be written as it is.", key=key)
    if kind == GLYPHS:
        return message("PGC holds glyphs from 0 to 255 only.")
    if kind == "action" and type(one.after) is Move:
        return message(
            "{before} is the move {after} where it stands now.",
            before=getattr(one.before, "text", ""),
            after=one.after.text,
        )
    if kind in FACETS:
        return message("PGC has no place for {what}.", what=FACETS[kind].words)
    return message(
        "{move} is left out, with all behind it: PGC holds legal moves only.",
        move=getattr(one.before, "text", ""),
    )
