"""What of a document can still be saved where another program changed its file while it was open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.messages import message
from viewer.base.spans import Span
from viewer.document.records.records import Records
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
    indices = [] if not lost else list(_gone(document, records, lost))
    if not lost and not losses:
        return document, ()
    losses = [*_losses(indices), *losses]
    without = set(indices)
    kept = [index for index in range(len(document)) if index not in without]
    return OrderedCollection(document, kept), tuple(losses)


def _gone(document: Collection, records: Records, lost: Sequence[Span]) -> Iterator[int]:
    """Places of the records that can't be had any more; others are kept in memory where that is needed."""
    for index in range(len(document)):
        span = document.span(index)
        if span is not None and not any(
            one.start < span.end and span.start < one.end for one in lost
        ):
            continue
        try:
            records.touch(records.order[index])
        except OSError:
            yield index


def _losses(indices: Sequence[int]) -> Iterator[Loss]:
    """Each run of indices in a sentence."""
    start = 0
    for end in range(1, len(indices) + 1):
        if end < len(indices) and indices[end] == indices[end - 1] + 1:
            continue
        first, last = indices[start] + 1, indices[end - 1] + 1
        one = message(
            "Game {number} is gone: another program changed the file while it was open.",
            number=first,
        )
        several = message(
            "Games {first} to {last} are gone: another program changed the file while it was open.",
            first=first,
            last=last,
        )
        yield Loss(GONE, None, one if first == last else several, indices[start])
        start = end
