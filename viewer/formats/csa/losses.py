"""What CSA can't hold of a record: found by reading it back, told in words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource
from viewer.formats.csa.collection import CsaCollection
from viewer.formats.csa.content import CsaContent, content_of
from viewer.formats.format import Collection, Loss, Unreadable
from viewer.formats.kit.losses import LossSentences, header_key, losses_between
from viewer.formats.shared.japanese import encode
from viewer.games.shogi.sfen import diagram_of
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import COMMENT, ELAPSED
from viewer.tree.diff import Difference
from viewer.tree.node import Node
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("CSA holds shogi only."),
    start=message("The start position is read from CSA as {start}."),
    usual_start=message("The start position is read from CSA as the usual one."),
    header=message("CSA has no place for the header {key} as it is."),
    facet=message("CSA has no place for {what} here."),
    branch=message("{move} and what follows is left out: CSA holds one line of moves."),
    added=message("CSA holds moves and ends alone."),
)


def losses_of(
    collection: Collection, written: Mapping[int, CsaContent], data: bytes
) -> Iterator[Loss]:
    """The losses of the records that were written, by their indexes, in the file `data`."""
    read: CsaCollection | None = None
    with contextlib.suppress(Unreadable):  # a file of which nothing is left
        read = CsaCollection(BytesSource(data), UNLIMITED, None)
    for index, said in written.items():
        record = collection.record(index)
        there = Record("shogi", Node(0, None))
        if read is not None and index < len(read):
            there = read.record(index)
        special = partial(_special, there.encoding or "")
        normal = _normal(record, said), _normal(there, content_of(there))
        for loss in losses_between(*normal, _SENTENCES, special):
            yield loss._replace(record=index)


def _normal(record: Record, said: CsaContent) -> Record:
    """A copy in which things that say the same are the same."""
    actions: Mapping[int, Action] = {step.node.id: step.action for step in said.line}
    copy = record.mapped(lambda node: actions.get(node.id, node.action), said.headers)
    if diagram_of(record.setup).ply == 1:
        copy.root.action = Setup(said.start) if said.start else None
    return copy


def _special(codec: str, one: Difference) -> Message | None:
    if key := header_key(one):
        if _lacks(one, codec):
            return message("{key} has characters that {codec} lacks.", key=key, codec=codec)
    elif one.kind == COMMENT and _lacks(one, codec):
        return message("The comment has characters that {codec} lacks.", codec=codec)
    elif one.kind == ELAPSED and one.after:
        return message("CSA V2.2 has no fractions of seconds: the time is cut.")
    return None


def _lacks(one: Difference, codec: str) -> bool:
    before = str(one.before)
    return bool(one.after) and encode(before, codec) != before.encode(codec, "ignore")
