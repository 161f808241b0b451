"""What PGN and the formats modelled on it have in common: the Seven Tag Roster, and text that isn't shown.

That is text of a file that isn't part of its record: the format's own writer keeps it, others report a loss.
It includes lines that PGN escapes by %, with that sign; PGC has records for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from viewer.base.messages import message
from viewer.formats.format import Loss
from viewer.tree.facts import Fact, Facts
from viewer.tree.record import Record

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
