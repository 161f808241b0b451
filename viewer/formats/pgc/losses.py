"""What a PGC file can't hold of a record: the difference to what is read back, told in words."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.formats.format import Loss
from viewer.formats.kit.losses import LossSentences, header_key, losses_between, text_of
from viewer.formats.pgc.encode import Coded, number_of, start_of
from viewer.formats.pgc.syntax import encode
from viewer.tree.action import Move
from viewer.tree.annotation import GLYPHS
from viewer.tree.diff import Difference
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("A PGC file holds chess only."),
    start=message("The start position can't be written as it is."),
    header=message("{key} can't be written as it is."),
    facet=message("PGC has no place for {what}."),
    action=message("{before} is the move {after} where it stands now."),
    branch=message("{move} is left out, with all behind it: PGC holds legal moves only."),
)


def losses_of(record: Record, coded: Coded, read: Record) -> tuple[Loss, ...]:
    """The losses of a record that is read back as `read`."""
    return losses_between(_resolved(record, coded), read, _SENTENCES, _special)


def _resolved(record: Record, coded: Coded) -> Record:
    """The record with the moves that its texts mean, and the start in the form it is read in.

    That a file says Nf3 and its record in PGC has g1f3 is no loss; that a number which meant nothing is
    that of a move now is told.
    """
    moves = coded.moves
    copy = record.mapped(
        lambda node: moves.get(node.id, node.action) if number_of(node) is None else node.action
    )
    if record.game == "chess":
        copy.root.action = start_of(record.setup)
    return copy


def _special(one: Difference) -> Message | None:
    if key := header_key(one):
        if encode(str(one.before)) is None or encode(key) is None:
            return message("{key} is left out: PGC holds up to 255 characters of Latin-1.", key=key)
    elif one.kind == GLYPHS:
        return message("PGC holds glyphs from 0 to 255 only.")
    elif one.kind == "action" and type(one.after) is not Move:
        return _SENTENCES.branch.given(move=text_of(one.before))
    return None
