"""What a format that holds one line of moves loses of a record of Hex or Twixt, told in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viewer.base.messages import Message, message
from viewer.formats.shared.twixt_effects import spelled
from viewer.tree.action import Setup
from viewer.tree.annotation import FACETS
from viewer.tree.diff import Difference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record


def differences_of(
    record: Record, read: Record, start: Callable[[Record], Setup]
) -> Iterator[Difference]:
    """What a record says that isn't said by what was read back; `start` spells a start out."""
    return lost(_normal(record, start), _normal(read, start))


def _normal(record: Record, start: Callable[[Record], Setup]) -> Record:
    """A copy in which moves and starts that are the same have the same text."""
    actions = spelled(record)
    copies: dict[int, Node] = {}
    for node in record.walk():
        parent = None if node.parent is None else copies[node.parent.id]
        copies[node.id] = Node(node.id, parent, actions.get(node.id, node.action), node.notes)
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple([copies[child.id] for child in node.children])
    root = copies[record.root.id]
    root.action = start(record)
    return Record(record.game, root, record.headers, nodes=copies)


def sentence(one: Difference, format: str) -> Message:
    """A difference as a loss of a format with this name."""
    kind = one.kind
    if kind == "game":
        return message("{format} can't say which game it is.", format=format)
    if kind == "start":
        after = getattr(one.after, "text", "")
        return message("The start is read from {format} as {start}.", format=format, start=after)
    if kind.startswith("header:"):
        key = kind.removeprefix("header:")
        return message("{format} has no place for the header {key}.", format=format, key=key)
    if kind in FACETS:
        words = FACETS[kind].words
        return message("{format} has no place for {what}.", format=format, what=words)
    text = getattr(one.before, "text", "")
    if kind == "action":
        now = getattr(one.after, "text", "")
        return message("{before} is written as {after}.", before=text, after=now or "…")
    return message(
        "{move} and what follows is left out: {format} holds one line of moves.",
        move=text,
        format=format,
    )
