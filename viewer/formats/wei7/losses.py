"""What wei7 can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.formats.wei7.reader import Reading
from viewer.games.go.setup import USUAL, read_setup, write_setup
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import FACETS, TITLE
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record


def losses_of(record: Record, text: str) -> tuple[Loss, ...]:
    """The losses of a record whose file is `text`."""
    read = Reading(text, DEFAULT).record
    found = lost(normal(record), normal(read))
    return tuple(Loss(one.kind, one.node, _words(one)) for one in found)


def normal(record: Record) -> Record:
    """A copy in which set-ups that say the same are the same, and the start is spelt out."""
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        copies[node.id] = Node(node.id, parent, _action(node), node.notes)
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple(copies[child.id] for child in node.children)
    return Record(record.game, copies[record.root.id], record.headers, nodes=copies)


def _action(node: Node) -> Action | None:
    action = node.action
    if node.parent is not None and type(action) is not Setup:
        return action
    placement = read_setup(action.text if action is not None else "")
    if node.parent is None:
        width = placement.width or USUAL
        placement = placement._replace(width=width, height=placement.height or width)
    return Setup(write_setup(placement))


def _words(one: Difference) -> Message:
    kind = one.kind
    if kind == "game":
        return message("wei7 holds go only.")
    if kind == "start":
        after = getattr(one.after, "text", "")
        return message("The start position is read from wei7 as {position}.", position=after)
    if kind.startswith("header:"):
        key = kind.removeprefix("header:")
        return message("wei7 has no place for the header {key} as it is.", key=key)
    if kind == TITLE:
        return message("In wei7 a title stands where a variation begins, on a node without a move.")
    if kind in FACETS:
        return message("wei7 has no place for {what} here.", what=FACETS[kind].words)
    text = getattr(one.before, "text", "")
    return message("wei7 has no place for {what} here.", what=text)
