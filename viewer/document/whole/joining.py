"""Joining records: the others become variations of the first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import ANYWHERE, Edit, Location
from viewer.document.edits.joiner import Joiner
from viewer.document.edits.ops import DocumentOp, RemoveRecord, RewriteRecord
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games.states import States
from viewer.tree.record import Record

_YEAR = re.compile("[0-9]{4}")


class Joining(NamedTuple):
    """A planned join.

    Attributes:
        edit: None if no record can be joined to the first.
        joined: how many records become variations.
        stay: indices of the records that are left alone, since their game or start differs.
    """

    edit: Edit | None
    joined: int
    stay: tuple[int, ...]


def joining(
    document: EditableRecords, keys: Sequence[int], here: Location
) -> Iterator[JobStep[Joining]]:
    """A job that plans joining records to the first of them, in the order of the document.

    Moves are paired by meaning; equal ones are merged. Annotations of both are kept: comments that
    differ are appended. Players, event and result of each game are noted where it leaves the
    others. Raises OSError.
    """
    format_ = FORMATS[document.format].load()
    indices = {key: index for index, key in enumerate(document.keys())}
    first, *others = sorted(keys, key=lambda key: indices[key])
    joiner = Joiner(document.record_of(first), "\u2029" if document.flowing else "\n")
    start = starting_position(document.states(first))
    gone: list[int] = []
    stay: list[int] = []
    for done, key in enumerate(others):
        record, states = document.record_of(key), document.states(key)
        if record.game == joiner.record.game and starting_position(states) == start:
            joiner.join(record, states, label_of(format_, record))
            gone.append(key)
        else:
            stay.append(indices[key])
        yield JobStep(done + 1, len(others))
    edit = None
    if gone:
        ops: list[DocumentOp] = [RewriteRecord(first, tuple(joiner.ops))]
        ops += [RemoveRecord(key) for key in gone]
        words = counted("Join a game", "Join {count} games", len(gone) + 1)
        after = here if here.record == first else Location(first, ANYWHERE)
        edit = Edit(tuple(ops), words, here, after)
    yield JobStep(len(others), len(others), Joining(edit, len(gone), tuple(stay)))


def starting_position(states: States) -> str:
    """The position that a record begins with, as text."""
    return states.game.setup_text(states.at(states.record.root))


def label_of(format_: Format, record: Record) -> str:
    """The comment that names a game: "Morphy – Anderssen, Paris 1858, 1-0"; "" if nothing is known."""

    def said(role: str) -> str:
        text = format_.by_role(role, record.headers, record.game).strip()
        return "" if text in ("?", "*", "-") else text

    players = " – ".join(name for name in (said("side0"), said("side1")) if name)
    year = _YEAR.search(said("date"))
    event = said("event")
    if year is not None and year[0] not in event:
        event = f"{event} {year[0]}".strip()
    return ", ".join(part for part in (players or said("title"), event, said("result")) if part)


def after_words(joining: Joining) -> Message:
    """The sentence after it was done."""
    if not joining.joined and not joining.stay:
        return message("There is only one game: nothing to join.")
    if not joining.joined:
        return message("None of these games can be joined: they begin otherwise.")
    done = counted(
        "Joined a game as a variation.", "Joined {count} games as variations.", joining.joined
    )
    if not joining.stay:
        return done
    left = counted(
        "One stays, since it begins otherwise: game {number}.",
        "{count} stay, since they begin otherwise; the first is game {number}.",
        len(joining.stay),
        number=joining.stay[0] + 1,
    )
    return message("{done} {left}", done=done, left=left)
