"""What JKF can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.formats.jkf.draft import Draft, draft
from viewer.formats.jkf.reader import Reading
from viewer.games.shogi.sfen import diagram_of, setup_of
from viewer.tree.annotation import FACETS
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record


def losses_of(record: Record, said: Draft, text: str) -> tuple[Loss, ...]:
    """The losses of a record whose file is `text`."""
    read = Reading(text, DEFAULT).record
    found = lost(_normal(record, said), _normal(read, draft(read)))
    return tuple(Loss(one.kind, one.node, _words(one)) for one in found)


def _normal(record: Record, said: Draft) -> Record:
    """A copy in which things that say the same are the same."""
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        step = said.steps.get(node.id)
        action = node.action if step is None else step.action
        copies[node.id] = Node(node.id, parent, action, node.notes)
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple(copies[child.id] for child in node.children)
    root = copies[record.root.id]
    root.action = setup_of(diagram_of(record.setup))
    return Record(record.game, root, said.headers, nodes=copies)


def _words(one: Difference) -> Message:
    kind = one.kind
    if kind == "game":
        return message("JKF holds shogi only.")
    if kind == "start":
        after = getattr(one.after, "text", "")
        if after:
            return message("The start position is read from JKF as {sfen}.", sfen=after)
        return message("The start position is read from JKF as the usual one.")
    if kind.startswith("header:"):
        key = kind.removeprefix("header:")
        return message("JKF has no place for the header {key} as it is.", key=key)
    if kind in FACETS:
        return message("JKF has no place for {what} here.", what=FACETS[kind].words)
    text = getattr(one.before, "text", "")
    return message("JKF has no place for {what}; it holds moves and ends.", what=text)
