"""A record with the moves that its texts mean, for files that hold moves only."""

from __future__ import annotations

from viewer.tree.action import Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record


def resolved(record: Record) -> Record:
    """The record itself, or where a file of another format wrote moves in its own notation, a copy.

    The rules are asked only for these. Ids stay.
    """
    if not any(_is_foreign(node) for node in record.walk()):
        return record
    from viewer.games import game_of
    from viewer.games.states import States

    states = States(game_of(record.game), record)
    copies: dict[int, Node] = {}
    for node in record.walk():
        action = node.action
        if _is_foreign(node):
            meant = states.at(node).action
            action = meant if type(meant) is Move else action
        parent = None if node.parent is None else copies[node.parent.id]
        copies[node.id] = Node(node.id, parent, action, node.notes, node.facts)
    for node in record.walk():
        if node.children:
            copies[node.id].children = tuple(copies[child.id] for child in node.children)
    root = copies[record.root.id]
    return Record(record.game, root, record.headers, record.encoding, record.facts, copies)


def _is_foreign(node: Node) -> bool:
    return type(node.action) is Written and not node.action.text.startswith("{")
