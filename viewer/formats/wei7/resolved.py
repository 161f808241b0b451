"""A record with the moves that its texts mean, for files that hold moves only."""

from __future__ import annotations

from viewer.tree.action import Action, Move, Written
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

    def action(node: Node) -> Action | None:
        meant = states.at(node).action if _is_foreign(node) else None
        return meant if type(meant) is Move else node.action

    return record.mapped(action)


def _is_foreign(node: Node) -> bool:
    return type(node.action) is Written and not node.action.text.startswith("{")
