"""What CSA can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource
from viewer.formats.csa.collection import CsaCollection
from viewer.formats.csa.draft import Draft, draft
from viewer.formats.format import Collection, Loss, Unreadable
from viewer.formats.shared.japanese import encode
from viewer.games.shogi.sfen import diagram_of
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import COMMENT, ELAPSED, FACETS
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record

_NO_LIMITS = Limits(sys.maxsize, sys.maxsize, sys.maxsize, diagnostics=0)


def losses_of(collection: Collection, written: Mapping[int, Draft], data: bytes) -> Iterator[Loss]:
    """The losses of the records that were written, by their place, in the file `data`."""
    read: CsaCollection | None = None
    with contextlib.suppress(Unreadable):  # a file of which nothing is left
        read = CsaCollection(BytesSource(data), _NO_LIMITS, None)
    for place, said in written.items():
        record = collection.record(place)
        there = Record("shogi", Node(0, None))
        if read is not None and place < len(read):
            there = read.record(place)
        codec = there.encoding or ""
        for one in lost(_normal(record, said), _normal(there, draft(there))):
            yield Loss(one.kind, one.node, _words(one, codec), place)


def _normal(record: Record, said: Draft) -> Record:
    """A copy in which things that say the same are the same."""
    actions: Mapping[int, Action] = {step.node.id: step.action for step in said.line}
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        action = actions.get(node.id, node.action)
        copies[node.id] = Node(node.id, parent, action, node.notes)
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple(copies[child.id] for child in node.children)
    root = copies[record.root.id]
    if diagram_of(record.setup).ply == 1:
        root.action = Setup(said.start) if said.start else None
    return Record(record.game, root, said.headers, nodes=copies)


def _words(one: Difference, codec: str) -> Message:
    kind = one.kind
    if kind == "game":
        return message("CSA holds shogi only.")
    if kind == "start":
        after = getattr(one.after, "text", "")
        if after:
            return message("The start position is read from CSA as {sfen}.", sfen=after)
        return message("The start position is read from CSA as the usual one.")
    if kind.startswith("header:"):
        key = kind.removeprefix("header:")
        if _lacks(one, codec):
            return message("{key} has characters that {codec} lacks.", key=key, codec=codec)
        return message("CSA has no place for the header {key} as it is.", key=key)
    if kind == COMMENT and _lacks(one, codec):
        return message("The comment has characters that {codec} lacks.", codec=codec)
    if kind == ELAPSED and one.after:
        return message("CSA V2.2 has no fractions of seconds: the time is cut.")
    if kind in FACETS:
        return message("CSA has no place for {what} here.", what=FACETS[kind].words)
    text = getattr(one.before, "text", "")
    if kind == "action":
        now = getattr(one.after, "text", "")
        return message("{before} is written as {after}.", before=text, after=now)
    if one.before is None:
        return message("CSA holds moves and ends alone.")
    parts = message("{move} and what follows is left out: CSA holds one line of moves.", move=text)
    return parts


def _lacks(one: Difference, codec: str) -> bool:
    before = str(one.before)
    return bool(one.after) and encode(before, codec) != before.encode(codec, "ignore")
