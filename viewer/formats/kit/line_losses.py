"""Losses of formats that hold one line of moves of Hex or Twixt."""

from __future__ import annotations

from collections.abc import Callable

from viewer.base.messages import message
from viewer.formats.format import Loss
from viewer.formats.kit.losses import LossSentences, losses_between
from viewer.formats.shared.twixt_effects import spelled
from viewer.tree.action import Setup
from viewer.tree.record import Record


def line_losses(
    record: Record, read: Record, start: Callable[[Record], Setup], format: str
) -> tuple[Loss, ...]:
    """The losses from a record to the one that was read back; `start` spells a start out.

    `format` is the format's name for people.
    """
    sentences = LossSentences(
        game=message("{format} can't say which game it is.", format=format),
        start=message("The start is read from {format} as {start}.", format=format),
        header=message("{format} has no place for the header {key}.", format=format),
        facet=message("{format} has no place for {what}.", format=format),
        branch=message(
            "{move} and what follows is left out: {format} holds one line of moves.", format=format
        ),
    )
    return losses_between(_normal(record, start), _normal(read, start), sentences)


def _normal(record: Record, start: Callable[[Record], Setup]) -> Record:
    """A copy in which equal moves and starts have the same text."""
    actions = spelled(record)
    copy = record.mapped(lambda node: actions.get(node.id, node.action))
    copy.root.action = start(record)
    return copy
