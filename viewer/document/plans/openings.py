"""Edits that write the opening of a game, named from its moves, into its headers."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.document.edits.editable import EditableRecords
from viewer.document.edits.history import Edit, Location
from viewer.document.edits.ops import InRecord
from viewer.formats import FORMATS
from viewer.formats.format import Format
from viewer.games.capabilities import opening_of
from viewer.games.openings import Opening
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders
from viewer.tree.record import Header, Record, with_header


def with_opening(record: Record, format_: Format, opening: Opening) -> tuple[Header, ...]:
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


def write(document: EditableRecords, key: int, node: Node) -> Edit | None:
    """Write the opening of the main line; None if it has no name, or the headers say it already."""
    record = document.record_of(key)
    states = document.states(key)
    opening = opening_of(states.game, states.at_end())
    if opening is None:
        return None
    headers = with_opening(record, FORMATS[document.format].load(), opening)
    if headers == record.headers:
        return None
    here = Location(key, node.id)
    return Edit((InRecord(key, SetHeaders(headers)),), message("Write the opening"), here, here)
