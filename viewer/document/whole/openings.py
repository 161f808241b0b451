"""Writing the openings of many games, named from their moves, into their headers."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Location
from viewer.document.plans.openings import with_opening
from viewer.document.whole.sweep import RecordChange, Scope, Sweep, sweeping
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.capabilities import opening_of
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders
from viewer.tree.record import Record

_GAMES = "games"


def naming(document: EditableRecords, scope: Scope, here: Location) -> Iterator[JobStep[Sweep]]:
    """A job that plans writing the openings of records, of each its main line's; see `sweeping`."""
    format_ = FORMATS[document.format].load()

    def change(key: int, record: Record, top: Node) -> RecordChange:
        game = game_of(record.game)
        opening = opening_of(game, States(game, record).at_end())
        headers = record.headers if opening is None else with_opening(record, format_, opening)
        if headers == record.headers:
            return RecordChange((), {})
        return RecordChange((SetHeaders(headers),), {_GAMES: 1})

    return sweeping(document, scope, change, message("Write the openings"), here)


def before_words(sweep: Sweep) -> Message:
    """The sentence before it is done."""
    if sweep.edit is None:
        return message("No game has a named opening that isn't written in it already.")
    return counted(
        "The opening of one game will be written.",
        "The openings of {count} games will be written.",
        sweep.records,
    )


def after_words(sweep: Sweep) -> Message:
    """The sentence after it was done."""
    return counted(
        "Wrote the opening of one game.",
        "Wrote the openings of {count} games.",
        sweep.records,
    )
