"""Writing the openings of many games, named from their moves, into their headers."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, counted, message
from viewer.document.document import Document
from viewer.document.edits import Edit, InRecord, Location
from viewer.document.plans import EditableRecords
from viewer.document.whole.sweep import (
    RecordChange,
    Runner,
    Scope,
    Sweep,
    scope_of,
    start_of,
    sweeping,
)
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games import game_of
from viewer.games.capabilities import opening_of
from viewer.games.openings import Opening
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders
from viewer.tree.record import Header, Record, with_header

_GAMES = "games"


def _with_opening(record: Record, format_: Format, opening: Opening) -> tuple[Header, ...]:
    """A record's headers with an opening, as far as its format has fields for it.

    Without fields for finer names they stand with the name. A code stays if the opening has none.
    """
    keys: dict[str, str] = {}
    for field in format_.fields_of(record.game):
        keys.setdefault(field.role, field.key)
    values = {"opening": opening.full_name}
    if opening.code:
        values["opening-code"] = opening.code
    if "variation" in keys:
        fine = "subvariation" in keys
        finer = (opening.variation, opening.subvariation)
        values["opening"] = opening.name
        values["variation"] = finer[0] if fine else ", ".join(name for name in finer if name)
        values["subvariation"] = opening.subvariation
    headers = record.headers
    for role, value in values.items():
        if role in keys:
            headers = with_header(headers, keys[role], value)
    return headers


def write_opening(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Write the opening of the main line; None if it has no name, or the headers say it already."""
    record = document.record_of(key)
    states = document.states(key)
    opening = opening_of(states.game, states.at_end())
    if opening is None:
        return None
    headers = _with_opening(record, FORMATS[document.format].load(), opening)
    if headers == record.headers:
        return None
    here = Location(key, node.id)
    return Edit((InRecord(key, SetHeaders(headers)),), message("Write the opening"), here, here)


def naming(document: EditableRecords, scope: Scope, here: Location) -> Iterator[JobStep[Sweep]]:
    """A job that plans writing the openings of records, of each its main line's; see `sweeping`."""
    format_ = FORMATS[document.format].load()

    def change(key: int, record: Record, top: Node) -> RecordChange:
        game = game_of(record.game)
        opening = opening_of(game, States(game, record).at_end())
        headers = record.headers if opening is None else _with_opening(record, format_, opening)
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


def write_openings(document: Document, records: str = "", run: Runner = run_inline) -> Message:
    """Write the openings of games, named from their moves, into their headers.

    `records`, `run`, result and errors as for `strip.strip`. What the format has no field for isn't written.
    """
    (sweep,) = run(naming(document, scope_of(document, records), start_of(document)))
    document.do(sweep.edit)
    return after_words(sweep) if sweep.edit else before_words(sweep)
