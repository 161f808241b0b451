"""Find what a game tree can't hold of a record, by reading the written file again, and word it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource
from viewer.base.text import lacking
from viewer.formats.format import Loss
from viewer.formats.gametree.draft import Draft
from viewer.formats.gametree.reader import GameTreeCollection
from viewer.formats.gametree.starts import spelt
from viewer.formats.gametree.texts import detect
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    LossSentences,
    lacked,
    losses_between,
    text_of,
)
from viewer.formats.shared.judge import codec_of
from viewer.tree.annotation import COMMENT, MAIN, NoteValue
from viewer.tree.diff import ItemDifference
from viewer.tree.node import Node
from viewer.tree.record import Record

_SENTENCES = LossSentences(
    game=message("A game tree holds Hex or Twixt only."),
    start=message(
        "A game tree begins with an empty square board, here of {start} lines, and standard rules."
    ),
    header=message("A game tree has no place for the header {key} as it is."),
    facet=message("A game tree has no place for {what} here."),
    branch=SOME_LEFT_OUT,
)


def of(draft: Draft) -> tuple[Loss, ...]:
    """The losses of a file to be written."""
    if not _is_suspect(draft):
        return ()
    return losses_between(_normal(draft), _read_back(draft), _SENTENCES, partial(_special, draft))


def _is_suspect(draft: Draft) -> bool:
    """Whether anything may be lost: a quick test that saves reading the file again."""
    record, codec = draft.record, draft.settings.codec
    if any(lacking(node.comment, codec.name) for node in record.nodes.values() if node.comment):
        return True
    if draft.inexact or draft.codes.meant or record.game != draft.kind.game:
        return True
    return not codec.by_hand and detect(draft.texts, codec_of).name != codec.name


def _read_back(draft: Draft) -> Record:
    codec = draft.settings.codec
    limits = UNLIMITED._replace(comment_bytes=draft.settings.longest or sys.maxsize)
    encoding = codec.name if codec.by_hand else None
    read = GameTreeCollection(BytesSource(draft.file()), limits, encoding).record(0)
    read.root.action = spelt(draft.kind, read.setup)
    return read


def _normal(draft: Draft) -> Record:
    """A copy of the record with its start in full and its moves replaced by those written, for comparing."""
    record, meant = draft.record, draft.codes.meant
    copy = record.mapped(lambda node: meant.get(node.id, node.action), notes=_notes)
    if record.game == draft.kind.game:
        copy.root.action = spelt(draft.kind, record.setup)
    return copy


def _notes(node: Node) -> Mapping[str, NoteValue]:
    """The notes of a node, without the mark "main" on a first child or the root: it adds no information."""
    if MAIN in node.notes and (node.parent is None or node.parent.children[0] is node):
        return {facet: value for facet, value in node.notes.items() if facet != MAIN}
    return node.notes


def _special(draft: Draft, one: ItemDifference) -> Message | None:
    if words := lacked(one, draft.settings.codec.name):
        return words
    if one.kind == COMMENT:
        return message("The comment can't be written exactly as it is.")
    if one.kind not in ("action", "branch"):
        return None
    why = draft.body.left_out.get(one.node) if one.node is not None else None
    if why is not None:
        return message("{move} is left out: {why}", move=text_of(one.before), why=why)
    return None if one.kind == "action" else SOME_LEFT_OUT
