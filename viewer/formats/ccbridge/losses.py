"""The losses of a record written as CBR, found by reading the written bytes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from viewer.base.messages import Message, message
from viewer.formats.ccbridge.layout import KIND_KEY, RESULT_KEY, TYPE_KEY, TextPlace
from viewer.formats.format import Loss
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    header_key,
    losses_of,
    sentences_of,
)
from viewer.formats.shared.xiangqi import USUAL_FEN
from viewer.tree.action import Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.record import Record

_SENTENCES = sentences_of(
    "CBR",
    game=message("CCBridge's files hold xiangqi only."),
    branch=message("{move} is left out: CBR has no place for this in the moves."),
    action=SOME_LEFT_OUT,
)


def losses(record: Record, read: Record, texts: Sequence[TextPlace]) -> tuple[Loss, ...]:
    """The losses from a record to the one that is read back; `texts` have limited room."""
    usual = read.setup == Setup(f"{USUAL_FEN} w")
    differences = [
        one
        for one in lost(record, read)
        if not (one.kind == "start" and one.before is None and usual)
    ]
    return losses_of(differences, _SENTENCES, partial(_special, texts))


def _special(texts: Sequence[TextPlace], one: ItemDifference) -> Message | None:
    if one.kind == COMMENT:
        return message("The comment can't be written exactly as it is.")
    key = header_key(one)
    if key in (RESULT_KEY, KIND_KEY, TYPE_KEY):
        return message(
            "{key} can't be {value} in CBR; {after} is written.",
            key=key,
            value=str(one.before),
            after=str(one.after),
        )
    place = next((place for place in texts if place.key == key), None)
    if place is None:
        return None
    return message(
        "{field} has room for {limit} characters in CBR; what is kept is {after}.",
        field=place.name,
        limit=place.room // 2,
        after=str(one.after),
    )
