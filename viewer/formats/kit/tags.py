"""What PGN and the formats modelled on it have in common: the roster, openings, text that isn't shown.

That is text of a file that isn't part of its record: the format's own writer keeps it, others report a
loss. It includes lines that PGN escapes by %, with that sign; PGC has records for them.

Carried headers are those of an earlier record of the file that still hold for a record. An
opening is PGN tags or EPD opcodes, converted one to the other.
Source: sections 9.3 and 9.4 of the PGN standard, 16.2.5.12, .16 and .26.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from viewer.base.messages import message
from viewer.formats.format import Loss
from viewer.tree.facts import Fact, Facts
from viewer.tree.record import Header, Record

ROSTER: Mapping[str, str] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}
"""The Seven Tag Roster (PGN standard, 8.1.1) in its order, with the values for "unknown"."""


# ----------------------------------------------------------------------------------- unshown text

UNSHOWN: Final = "unshown"  # of a record; value: the texts, in the order of the file
ESCAPE: Final = "%"
_SHOWN = 60  # characters
_AROUND = "\r\n\ufeff"


def unshown_facts(texts: Iterable[str]) -> Facts:
    """A fact with these texts, blank ones left out; () if all of them are blank."""
    found = tuple(text.strip(_AROUND) for text in texts if text.strip(_AROUND).strip())
    return (Fact(UNSHOWN, found, b""),) if found else ()


def unshown_texts(record: Record) -> tuple[str, ...]:
    """The texts of the file outside of a record, in the file's order."""
    fact = record.fact(UNSHOWN)
    return fact.value if fact is not None and isinstance(fact.value, tuple) else ()


def unshown_losses(record: Record, kept: Collection[str] = ()) -> tuple[Loss, ...]:
    """The losses of texts outside of a record, except those in `kept`."""
    words = message("Text of the file that stands outside of the game is left out: {text}")
    return tuple(
        Loss("text", None, words.given(text=_short(text)))
        for text in unshown_texts(record)
        if text not in kept
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


# --------------------------------------------------------------------------------- carried headers

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
    made = Record(
        record.game, record.root, tuple(headers), record.encoding, record.facts, record.nodes
    )
    made.line = record.line
    return made
