"""The columns of the games list for any format, by the roles of headers."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import HeaderField
from viewer.ui.session.record_session import RecordSession

NUMBER = 0
"""The column of a record's place in the file."""
ROLES: tuple[tuple[str, Message], ...] = (
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
_FIRST = 20  # records that are looked at
UNSEARCHED = ("plies", "games")
"""Roles that a filter doesn't look at."""
RIGHT = ("number", "plies", "games")
"""Roles whose cells are aligned to the right."""

TELLING = ("result", "plies")
"""Roles that tell how a game goes on: hidden while the next moves are."""
HIDDEN = "?"
"""What stands for a value that is hidden."""


class Column(NamedTuple):
    """A column: its role, heading, and the key of its header ("" for the number)."""

    role: str
    title: Message
    key: str


def columns_of(session: RecordSession) -> tuple[Column, ...]:
    """The columns for a document, from the fields of its format; players are named after their sides.

    The title comes first if it is what tells the first records apart: libraries of studies name no players.
    """
    found = FORMATS[session.document.format].load().fields_of(session.record.game)
    fields = {field.role: field for field in found[::-1]}  # of several with one role the first
    columns = [Column("number", message("No."), "")]
    roles = list(ROLES)
    if _named_by_titles(session.document, fields):
        roles.sort(key=lambda one: one[0] != "title")
    for role, title in roles:
        if role in fields:
            if role.startswith("side"):
                title = session.game.sides[int(role[-1])].name
            columns.append(Column(role, title, fields[role].key))
    return tuple(columns)


def _named_by_titles(document: Document, fields: Mapping[str, HeaderField]) -> bool:
    """Whether more of the first records have a title than players."""
    if "title" not in fields:
        return False

    def count(role: str) -> int:
        if role not in fields:
            return 0
        return sum(map(bool, document.values(fields[role].key, 0, min(_FIRST, len(document)))))

    try:
        return count("title") > max(count("side0"), count("side1"))
    except OSError:
        return False
