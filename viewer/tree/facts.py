"""Facts: what a reader took from a file, with the bytes it took it from.

The law of bytes: a writer emits a fact's raw bytes if and only if the value is still the one that
was read. So undo, and typing the old text again, bring the old bytes back by themselves. Things a
reader doesn't understand are facts too, with None for a value. Facts never change after reading;
a node that is copied elsewhere leaves them behind.
"""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.base.source import Piece


class Fact(NamedTuple):
    """One thing read.

    Attributes:
        name: which thing, in the words of the format's reader and writer.
        value: as understood, to be compared with what the record says now; None if not understood.
        raw: its bytes in the file, or the span of the source where they are many.
    """

    name: str
    value: object
    raw: Piece


Facts = tuple[Fact, ...]


def find_fact(facts: Facts, name: str) -> Fact | None:
    """The fact of a name, None if the reader made none."""
    for fact in facts:
        if fact.name == name:
            return fact
    return None


def raw_of(facts: Facts, name: str) -> bytes | None:
    """The bytes of the fact of a name, None if the reader made none, or kept the span of many."""
    fact = find_fact(facts, name)
    return fact.raw if fact is not None and isinstance(fact.raw, bytes) else None
