"""The losses of a record in an XQF file, found by reading the written file."""

from __future__ import annotations

from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, counted, message
from viewer.base.source import BytesSource
from viewer.base.text import lacking
from viewer.formats.format import Loss
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    header_key,
    lacking_words,
    losses_of,
    sentences_of,
    text_of,
)
from viewer.formats.shared.xiangqi import USUAL_FEN, read_setup
from viewer.formats.xqf.comments import decode_comment
from viewer.formats.xqf.draft import Draft
from viewer.formats.xqf.fields import FIELDS, RESULT_KEY, TYPE_KEY
from viewer.formats.xqf.reader import XqfCollection, read_headers, whole_head
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.record import Record

_FIELDS = {field.key: field for field in FIELDS}

_SENTENCES = sentences_of(
    "XQF",
    game=message("An XQF file holds xiangqi only."),
    branch=SOME_LEFT_OUT,
)


def of(draft: Draft) -> tuple[Loss, ...]:
    """The losses of a draft."""
    if not _is_suspect(draft):
        return ()
    read = _read_back(draft)
    differences = [
        one
        for one in lost(draft.record, read)
        if not (one.kind == "start" and one.before is None and _is_usual(read))
    ]
    return losses_of(differences, _SENTENCES, partial(_special, draft))


def _is_usual(read: Record) -> bool:
    """Whether a record has the usual start as an explicit set-up, which other records omit."""
    return read.setup == Setup(f"{USUAL_FEN} w")


def _is_suspect(draft: Draft) -> bool:
    """Whether anything may be lost: quick checks, without reading the whole file."""
    record, rest = draft.record, draft.rest
    if record.game != "xiangqi" or draft.arrangement.left_out:
        return True
    values = {entry.key: entry.value for entry in reversed(record.headers) if entry.value}
    if values != dict(read_headers(whole_head(draft.head), draft.codecs)):
        return True
    if draft.start() != record.root.action:
        return True
    for node, *_ in draft.arrangement.entries:
        notes = node.notes
        if notes and (len(notes) > 1 or COMMENT not in notes):
            return True
    if rest is not None and rest.open and draft.arrangement.entries[-1][0].comment:
        return True
    codec, strip = draft.codecs.comments, draft.codecs.comment_pads
    nodes = record.nodes
    written = draft.comments
    if any(
        decode_comment(raw, codec, strip)[0] != nodes[id].comment for id, raw in written.items()
    ):
        return True
    return any(node.notes and node.id not in written for node, *_ in draft.arrangement.entries)


def _read_back(draft: Draft) -> Record:
    encoding = draft.codecs.comments if draft.by_hand else None
    return XqfCollection(BytesSource(draft.file()), UNLIMITED, encoding).record(0)


# ------------------------------------------------------------------------------------- words


def _special(draft: Draft, one: ItemDifference) -> Message | None:
    if one.kind == "start" and draft.extra_pieces:
        return counted(
            "A piece of the start position is more than the 32 of a set.",
            "{count} pieces of the start position are more than the 32 of a set.",
            draft.extra_pieces,
        )
    if one.kind == "start" and _is_side_alone(draft):
        return message(
            "XQF 1.0 can't say that Black moves first if there are no moves; XQF 1.8 can."
        )
    if one.kind == COMMENT:
        return _comment_words(draft, str(one.before))
    if one.kind.startswith("header:"):
        return _header_words(draft, header_key(one), one)
    why = draft.arrangement.left_out.get(one.node) if one.node is not None else None
    if why is not None and one.kind in ("action", "branch"):
        return message("{move} is left out: {why}", move=text_of(one.before), why=why)
    return None


def _is_side_alone(draft: Draft) -> bool:
    """Whether only the side to move is lost of the start position: Black, in XQF 1.0 without moves."""
    setup = draft.record.setup
    wanted = read_setup(setup.text) if setup is not None else None
    if wanted is None or not wanted.black or not draft.keys.plain:
        return False
    no_moves = len(draft.arrangement.entries) == 1
    return no_moves and draft.start() == wanted._replace(black=False).setup()


def _comment_words(draft: Draft, text: str) -> Message:
    missing = lacking(text, draft.codecs.comments)
    if missing:
        return lacking_words(message("The comment"), missing, draft.codecs.comments)
    return message("The comment can't be written exactly as it is.")


def _header_words(draft: Draft, key: str, difference: ItemDifference) -> Message | None:
    field = _FIELDS.get(key)
    if field is None:
        return None
    before, after = str(difference.before), str(difference.after)
    if key in (RESULT_KEY, TYPE_KEY):
        return message(
            "{field} can't be {value} in XQF; {after} is written.",
            field=field.name,
            value=before,
            after=after,
        )
    missing = lacking(before, draft.codecs.fields)
    if missing:
        return lacking_words(field.name, missing, draft.codecs.fields)
    return message(
        "{field} has room for {limit} bytes; what is kept is {after}.",
        field=field.name,
        limit=field.limit,
        after=after,
    )
