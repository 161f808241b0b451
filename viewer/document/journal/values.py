"""Checks that the values of a journal have the right types."""

from __future__ import annotations

from typing import Any

from viewer.document.edits.history import Location


def location(data: Any) -> Location:
    """The location in [record, node]. Raises TypeError or ValueError for anything else."""
    record, node = data
    return Location(whole(record), whole(node))


def text(value: object) -> str:
    """The value if it is a string. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def text_or_none(value: object) -> str | None:
    """The value if it is a string or None. Raises TypeError for anything else."""
    return None if value is None else text(value)


def whole(value: object) -> int:
    """The value if it is an integer of at most 64 bits and a sign. Raises TypeError for anything else."""
    if type(value) is not int or abs(value) >> 64:
        raise TypeError("no number")
    return value
