"""Text of a file that is no part of its record: its own writer keeps it, others tell that it is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from viewer.base.messages import message
from viewer.formats.format import Loss
from viewer.tree.facts import Fact, Facts
from viewer.tree.record import Record

UNSHOWN: Final = "unshown"  # of a record; value: the texts, in the order of the file
_SHOWN = 60  # characters


def unshown_facts(texts: Iterable[str]) -> Facts:
    """The fact of these texts, without those that are blank; none where nothing is left."""
    found = tuple(filter(None, (" ".join(text.split()) for text in texts)))
    return (Fact(UNSHOWN, found, b""),) if found else ()


def unshown_losses(record: Record) -> tuple[Loss, ...]:
    """What is lost of a record where its file's own text isn't kept."""
    fact = record.fact(UNSHOWN)
    texts = fact.value if fact is not None and isinstance(fact.value, tuple) else ()
    words = message("Text of the file that stands outside of the game is left out: {text}")
    return tuple(Loss("text", None, words.given(text=_short(text))) for text in texts)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
