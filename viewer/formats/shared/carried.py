"""Headers that hold for a record though another one of its file has them: values that go on until changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from viewer.tree.facts import Fact, Facts
from viewer.tree.record import Header, Record

CARRIED: Final = "carried"  # of a record; value: (key, text) of each header


def carried_facts(headers: Sequence[Header]) -> Facts:
    """The fact of these headers; none without any."""
    return (Fact(CARRIED, tuple((key, text) for key, text in headers), b""),) if headers else ()


def carried_by(record: Record) -> tuple[Header, ...]:
    """The headers that hold for a record and aren't its own."""
    fact = record.fact(CARRIED)
    found = fact.value if fact is not None and isinstance(fact.value, tuple) else ()
    return tuple(Header(key, text) for key, text in found)
