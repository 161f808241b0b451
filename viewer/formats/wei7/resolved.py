"""A record with the moves that its texts mean, for files that hold moves only."""

from __future__ import annotations

from viewer.formats.kit.resolved import ResolvedActions
from viewer.tree.action import Written
from viewer.tree.node import Node
from viewer.tree.record import Record


def resolved(record: Record) -> Record:
    """The record itself, or where a file of another format wrote moves in its own notation, a copy.

    The rules are asked only for these. Ids stay.
    """
    if not any(_is_foreign(node) for node in record.walk()):
        return record
    actions = ResolvedActions(record, lambda node: not _is_foreign(node))
    return record.mapped(actions.at)


def _is_foreign(node: Node) -> bool:
    return type(node.action) is Written and not node.action.text.startswith("{")
