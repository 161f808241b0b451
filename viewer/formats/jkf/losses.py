"""What JKF can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.formats.format import Loss
from viewer.formats.jkf.content import JkfContent, content_of
from viewer.formats.jkf.reader import ParsedFile
from viewer.formats.kit.losses import LossSentences, losses_between
from viewer.games.shogi.sfen import diagram_of, setup_of
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("JKF holds shogi only."),
    start=message("The start position is read from JKF as {start}."),
    usual_start=message("The start position is read from JKF as the usual one."),
    header=message("JKF has no place for the header {key} as it is."),
    facet=message("JKF has no place for {what} here."),
    action=message("JKF has no place for {move}; it holds moves and ends."),
    branch=message("JKF has no place for {move}; it holds moves and ends."),
)


def losses_of(record: Record, said: JkfContent, text: str) -> tuple[Loss, ...]:
    """The losses of a record whose file is `text`."""
    read = ParsedFile(text, DEFAULT).record
    return losses_between(_normal(record, said), _normal(read, content_of(read)), _SENTENCES)


def _normal(record: Record, said: JkfContent) -> Record:
    """A copy in which things that say the same are the same."""
    actions = {id: step.action for id, step in said.steps.items()}
    copy = record.mapped(lambda node: actions.get(node.id, node.action), said.headers)
    copy.root.action = setup_of(diagram_of(record.setup))
    return copy
