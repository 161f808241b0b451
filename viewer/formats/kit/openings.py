"""Carried headers, and the opening of a game as PGN tags and as EPD opcodes, converted one to the other.

Carried headers are those of an earlier record of the file that still hold for a record.

Source: sections 9.3 and 9.4 of the PGN standard, 16.2.5.12, .16 and .26.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


# -------------------------------------------------------------------------------- tags and opcodes

TAG_OF: Mapping[str, str] = {
    "eco": "ECO",
    "nic": "NIC",
    "v0": "Opening",
    "v1": "Variation",
    "v2": "SubVariation",
}
"""PGN's tags by EPD's opcodes."""

_OPCODE_OF = {tag: opcode for opcode, tag in TAG_OF.items()}


def with_tags(record: Record) -> Record:
    """The record with its opening as PGN tags, including values carried from earlier positions."""
    headers = carried_by(record)
    known = {header.key for header in record.headers}
    carried = [one for one in headers if one.key in TAG_OF and one.key not in known]
    return _renamed(_with(record, (*record.headers, *carried)) if carried else record, TAG_OF)


def with_opcodes(record: Record) -> Record:
    """The record with its opening as EPD opcodes."""
    return _renamed(record, _OPCODE_OF)


def _renamed(record: Record, names: Mapping[str, str]) -> Record:
    """The record with headers renamed, except repeated ones and those whose new name is taken."""
    keys = [header.key for header in record.headers]
    wanted = {key: name for key, name in names.items() if keys.count(key) == 1 and name not in keys}
    if not wanted:
        return record
    return _with(record, [Header(wanted.get(key, key), value) for key, value in record.headers])


def _with(record: Record, headers: Sequence[Header]) -> Record:
    headers = tuple(headers)
    return Record(record.game, record.root, headers, record.encoding, record.facts, record.nodes)
