"""What of a document can still be saved where another program changed its file while it was open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.messages import message
from viewer.base.spans import Span
from viewer.document.records import Records
from viewer.formats.format import Collection, Loss
from viewer.formats.ordered import OrderedCollection

GONE = "gone"
"""The kind of a Loss that no format is to blame for."""


def remaining(document: Collection, records: Records) -> tuple[Collection, tuple[Loss, ...]]:
    """The document without the records whose bytes are gone, and which these are.

    Those that are in memory stay there and are written as they are shown. The document itself where
    nothing is gone.
    """
    losses: list[Loss] = []
    try:
        for _ in document.indexing():
            pass
    except OSError:
        words = message(
            "What stands behind game {number} is gone: another program changed the file "
            "before it was read.",
            number=len(document),
        )
        losses.append(Loss(GONE, None, words, len(document) - 1))
    lost = document.source.lost() if document.source is not None else ()
    places = [] if not lost else list(_gone(document, records, lost))
    if not lost and not losses:
        return document, ()
    losses = [*_losses(places), *losses]
    without = set(places)
    kept = [place for place in range(len(document)) if place not in without]
    return OrderedCollection(document, kept), tuple(losses)


def _gone(document: Collection, records: Records, lost: Sequence[Span]) -> Iterator[int]:
    """Places of the records that can't be had any more; others are kept in memory where that is needed."""
    for place in range(len(document)):
        span = document.span(place)
        if span is not None and not any(
            one.start < span.end and span.start < one.end for one in lost
        ):
            continue
        try:
            records.touch(records.order[place])
        except OSError:
            yield place


def _losses(places: Sequence[int]) -> Iterator[Loss]:
    """Each run of places in a sentence."""
    start = 0
    for end in range(1, len(places) + 1):
        if end < len(places) and places[end] == places[end - 1] + 1:
            continue
        first, last = places[start] + 1, places[end - 1] + 1
        one = message(
            "Game {number} is gone: another program changed the file while it was open.",
            number=first,
        )
        several = message(
            "Games {first} to {last} are gone: another program changed the file while it was open.",
            first=first,
            last=last,
        )
        yield Loss(GONE, None, one if first == last else several, places[start])
        start = end
