"""What wei7 can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.formats.kit.losses import LossSentences, losses_between
from viewer.formats.wei7.reader import ParsedFile
from viewer.games.go.setup import USUAL, read_setup, write_setup
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import TITLE
from viewer.tree.diff import Difference
from viewer.tree.node import Node
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("wei7 holds go only."),
    start=message("The start position is read from wei7 as {start}."),
    header=message("wei7 has no place for the header {key} as it is."),
    facet=message("wei7 has no place for {what} here."),
    action=message("wei7 has no place for {move} here."),
    branch=message("wei7 has no place for {move} here."),
)
_TITLE = message("In wei7 a title stands where a variation begins, on a node without a move.")


def losses_of(record: Record, text: str) -> tuple[Loss, ...]:
    """The losses of a record whose file is `text`."""
    read = ParsedFile(text, DEFAULT).record
    return losses_between(normal(record), normal(read), _SENTENCES, _special)


def normal(record: Record) -> Record:
    """A copy in which set-ups that say the same are the same, and the start is spelt out."""
    return record.mapped(_action)


def _action(node: Node) -> Action | None:
    action = node.action
    if node.parent is not None and type(action) is not Setup:
        return action
    placement = read_setup(action.text if action is not None else "")
    if node.parent is None:
        width = placement.width or USUAL
        placement = placement._replace(width=width, height=placement.height or width)
    return Setup(write_setup(placement))


def _special(one: Difference) -> Message | None:
    return _TITLE if one.kind == TITLE else None
