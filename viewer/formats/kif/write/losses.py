"""Losses of a written file, found by reading it back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource
from viewer.formats.format import Loss
from viewer.formats.kif import NAMES
from viewer.formats.kif.collection import KifCollection
from viewer.formats.kif.encoding import lacking
from viewer.formats.kif.facts import UNREAD
from viewer.formats.kif.write.plan import Plan
from viewer.formats.kit.losses import SOME_LEFT_OUT, LossSentences, header_key, text_of
from viewer.formats.kit.losses import losses_of as told
from viewer.games import game_of
from viewer.games.shogi.names import end_meaning
from viewer.games.shogi.position import position_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup, Terminal, Written
from viewer.tree.annotation import BOOKMARK, COMMENT, FACETS
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.record import Record

_SHOWN = 20  # characters


def losses_of(plan: Plan, data: bytes) -> list[Loss]:
    """The losses of a record, found by reading the written file."""
    read = read_back(plan, data)
    sentences = _sentences(NAMES[plan.dialect])
    return list(told(differences_of(plan, read), sentences, partial(_special, plan)))


def read_back(plan: Plan, data: bytes) -> Record:
    """The record read from the written file; in the codec chosen by the user, if one was."""
    origin = plan.origin
    by_hand = origin is not None and origin.by_hand and not plan.moved
    codec = plan.codec if by_hand else None
    return KifCollection(BytesSource(data), plan.dialect, UNLIMITED, codec).record(0)


def differences_of(plan: Plan, read: Record) -> Iterator[ItemDifference]:
    """The losses; a move and its name are equal, and so are two words for one end."""
    _resolve(read)
    for found in lost(_meant(plan), read):
        before, after = found.before, found.after
        if found.kind == "start" and _same_start(before, after):
            continue
        if found.kind == "branch" and before is None and plan.record.fact(UNREAD) is not None:
            continue  # nodes of the lines beyond a limit, which are copied
        if found.kind == "action":
            ends = type(before) is Terminal and type(after) is Terminal
            if ends and _mean_the_same(plan, found):
                continue
        yield found


def _meant(plan: Plan) -> Record:
    """The record, or a copy in which written moves are resolved."""
    record = plan.record
    if not plan.shogi or not any(type(node.action) is Written for node in record.nodes.values()):
        return record
    return record.mapped(plan.action)


def _mean_the_same(plan: Plan, ends: ItemDifference) -> bool:
    assert ends.node is not None
    mover = plan.mover(plan.record.node(ends.node))
    words = {end_meaning(text_of(end), mover) for end in (ends.before, ends.after)}
    return len(words) == 1


def _resolve(record: Record) -> None:
    """Resolve written moves, in place, in a record that isn't shared."""
    if not any(type(node.action) is Written for node in record.nodes.values()):
        return

    states = States(game_of("shogi"), record)
    for node in record.walk():
        if type(node.action) is Written:
            node.action = states.at(node).action


def _same_start(before: object, after: object) -> bool:
    starts = [one if isinstance(one, Setup) else None for one in (before, after)]
    return position_of(starts[0]).same(position_of(starts[1]))


# ------------------------------------------------------------------------------------- words


def _sentences(format: str) -> LossSentences:
    return LossSentences(
        game=message("A file of this kind holds shogi only."),
        start=message("The start position can't be written exactly as it is."),
        header=message("The header {key} can't be written exactly as it is."),
        facet=message("{format} has no place for {what}.", format=format),
        action=message("{move} can't be written in {format}.", format=format),
        branch=message("{move} can't be written in {format}.", format=format),
    )


def _special(plan: Plan, found: ItemDifference) -> Message | None:
    kind, key = found.kind, header_key(found)
    if key or kind in (COMMENT, BOOKMARK):
        what = message("the header {key}", key=key) if key else FACETS[kind].words
        missing = lacking(str(found.before), plan.codec)
        if missing:
            return message(
                "{format} in {codec} lacks characters of {what}: {missing}",
                format=NAMES[plan.dialect],
                codec=plan.codec,
                what=what,
                missing=missing[:_SHOWN],
            )
        return None if key else message("{what} can't be written exactly as they are.", what=what)
    if kind not in ("action", "branch"):
        return None
    text = text_of(found.before)
    if plan.dialect == "bod" and text:
        return message("A position alone is written; {move} is left out.", move=text)
    if text and type(found.before) in (Move, Written, Terminal):
        return None
    return SOME_LEFT_OUT
