"""The columns of the games list for any format, by the roles of headers."""

from __future__ import annotations

from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.formats import FORMATS
from viewer.ui.session.record_session import RecordSession

NUMBER = 0
"""The column of a record's place in the file."""
_ROLES: tuple[tuple[str, Message], ...] = (
    ("side0", message("First player")),
    ("side1", message("Second player")),
    ("result", message("Result")),
    ("date", message("Date")),
    ("event", message("Event")),
    ("round", message("Round")),
    ("opening-code", message("Code")),
    ("opening", message("Opening")),
    ("title", message("Title")),
    ("plies", message("Plies")),
)
UNSEARCHED = ("plies",)
"""Roles that a filter doesn't look at."""


class Column(NamedTuple):
    """A column: its role, heading, and the key of its header ("" for the number)."""

    role: str
    title: Message
    key: str


def columns_of(session: RecordSession) -> tuple[Column, ...]:
    """The columns for a document, from the fields of its format; players are named after their sides."""
    found = FORMATS[session.document.format].load().fields_of(session.record.game)
    fields = {field.role: field for field in found[::-1]}  # of several with one role the first
    columns = [Column("number", message("No."), "")]
    for role, title in _ROLES:
        if role in fields:
            if role.startswith("side"):
                title = session.game.sides[int(role[-1])].name
            columns.append(Column(role, title, fields[role].key))
    return tuple(columns)
