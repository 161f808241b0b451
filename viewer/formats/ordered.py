"""A collection in another order, or a part of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.spans import Span
from viewer.formats.format import Collection, value_of
from viewer.formats.forwarding import ForwardingCollection
from viewer.tree.record import Header, Record


class OrderedCollection(ForwardingCollection):
    """The records of a collection, all of them known, in a given order.

    Attributes:
        inner: the collection.
        order: the indices of the records.
    """

    def __init__(self, collection: Collection, order: Sequence[int]) -> None:
        self.inner = self._inner = collection
        self.order = order

    def __len__(self) -> int:
        return len(self.order)

    def indexing(self) -> Iterator[JobStep[int]]:
        """An empty job: all records are known."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """The bytes of the source that hold a record."""
        return self._inner.span(self.order[index])

    def unedited_run(self, index: int) -> int:
        """The number of consecutive records, from one on, that are unedited and consecutive in the source."""
        first, run = self.order[index], 0
        most = min(self._inner.unedited_run(first), len(self.order) - index)
        while run < most and self.order[index + run] == first + run:
            run += 1
        return run

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in a range of records."""
        return [value_of(self.headers(index), key) for index in range(start, stop)]

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._inner.headers(self.order[index])

    def record(self, index: int) -> Record:
        """A record."""
        return self._inner.record(self.order[index])
