"""Carried headers: those of an earlier record of the file that still hold for a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viewer.tree.facts import Fact, Facts
from viewer.tree.record import Header, Record

CARRIED: Final = "carried"  # a fact of a record; value: (key, text) of each header


def carried_facts(headers: Sequence[Header]) -> Facts:
    """The facts for carried headers: one, or none if there are no headers."""
    return (Fact(CARRIED, tuple((key, text) for key, text in headers), b""),) if headers else ()


def carried_by(record: Record) -> tuple[Header, ...]:
    """The headers that are carried to a record."""
    fact = record.fact(CARRIED)
    found = fact.value if fact is not None and isinstance(fact.value, tuple) else ()
    return tuple(Header(key, text) for key, text in found)
