"""What a game tree can't hold of a record: found by reading the written file, told in words."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource
from viewer.formats.format import Loss
from viewer.formats.gametree.reader import GameTreeCollection
from viewer.formats.gametree.starts import spelt
from viewer.formats.gametree.texts import detect
from viewer.tree.annotation import COMMENT, FACETS, MAIN, NoteValue
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.formats.gametree.writer import Draft


def of(draft: Draft, records: int) -> tuple[Loss, ...]:
    """The losses of a draft, which is the first of so many records."""
    found: list[Loss] = []
    if _is_suspect(draft):
        found = [
            Loss(one.kind, one.node, _words(draft, one))
            for one in lost(_normal(draft), _read_back(draft))
        ]
    words = message("A game-tree file holds one record.")
    found += [Loss("record", None, words, record) for record in range(1, records)]
    return tuple(found)


def _is_suspect(draft: Draft) -> bool:
    """Whether anything may be lost: what is cheap to know without reading all of the file."""
    record, codec = draft.record, draft.script.codec
    if draft.inexact or draft.codes.meant or record.game != draft.kind.game:
        return True
    return not codec.by_hand and detect(draft.texts).name != codec.name


def _read_back(draft: Draft) -> Record:
    codec = draft.script.codec
    limits = Limits(sys.maxsize, sys.maxsize, draft.script.longest or sys.maxsize, diagnostics=0)
    encoding = codec.name if codec.by_hand else None
    read = GameTreeCollection(BytesSource(draft.file()), limits, encoding).record(0)
    read.root.action = spelt(draft.kind, read.setup)
    return read


def _normal(draft: Draft) -> Record:
    """A copy with the start spelt out, and moves as they were meant."""
    record, meant = draft.record, draft.codes.meant
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        copies[node.id] = Node(node.id, parent, meant.get(node.id, node.action), _notes(node))
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple([copies[child.id] for child in node.children])
    root = copies[record.root.id]
    if record.game == draft.kind.game:
        root.action = spelt(draft.kind, record.setup)
    return Record(record.game, root, record.headers, nodes=copies)


def _notes(node: Node) -> Mapping[str, NoteValue]:
    """What is said at a node; that the first one is the main variation says nothing."""
    if MAIN in node.notes and (node.parent is None or node.parent.children[0] is node):
        return {facet: value for facet, value in node.notes.items() if facet != MAIN}
    return node.notes


def _words(draft: Draft, one: Difference) -> Message:
    kind, text = one.kind, getattr(one.before, "text", "")
    if kind == "game":
        return message("A game tree holds Hex or Twixt only.")
    if kind == "start":
        return message(
            "A game tree begins with an empty square board, here of {after} lines, and standard rules.",
            after=getattr(one.after, "text", ""),
        )
    if kind.startswith("header:"):
        key = kind.removeprefix("header:")
        return message("A game tree has no place for the header {key} as it is.", key=key)
    if kind == COMMENT:
        return message("The comment can't be written exactly as it is.")
    if kind in FACETS:
        return message("A game tree has no place for {what} here.", what=FACETS[kind].words)
    why = draft.body.left_out.get(one.node) if one.node is not None else None
    if why is not None:
        return message("{move} is left out: {why}", move=text, why=why)
    if kind == "action":
        after = getattr(one.after, "text", "")
        return message("{before} is written as {after}.", before=text or "…", after=after or "…")
    return message("The moves aren't all written as they are, since some are left out.")
