"""Values of a journal, each of the kind that it has to be."""

from __future__ import annotations

from typing import Any

from viewer.document.edits.history import Location


def location(data: Any) -> Location:
    """A location from its record and its node. Raises TypeError or ValueError."""
    record, node = data
    return Location(whole(record), whole(node))


def text(value: object) -> str:
    """A value that is a text. Raises TypeError."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def text_or_none(value: object) -> str | None:
    """A value that is a text or None. Raises TypeError."""
    return None if value is None else text(value)


def whole(value: object) -> int:
    """A value that is a whole number of 64 bits. Raises TypeError."""
    if type(value) is not int or abs(value) >> 64:
        raise TypeError("no number")
    return value
