"""A collection that was saved as something else than it was read as."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.format import Collection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class ReformattedCollection:
    """A collection whose document was saved in another format or version since it was read."""

    def __init__(self, inner: Collection, format: str, variant: str) -> None:
        self._inner: Collection = (
            inner._inner if isinstance(inner, ReformattedCollection) else inner
        )
        self.format = format
        self.variant = variant

    @property
    def source(self) -> Source | None:
        """Where spans of the file that was read come from."""
        return self._inner.source

    def indexing(self) -> Iterator[JobStep[int]]:
        """The job that finds the rest of the records of the file that was read."""
        return self._inner.indexing()

    def span(self, index: int) -> Span | None:
        """The bytes of a record, as long as it is the same format."""
        return self._inner.span(index) if self.format == self._inner.format else None

    def unedited_run(self, index: int) -> int:
        """How many records can be copied at once, as long as it is the same format."""
        return self._inner.unedited_run(index) if self.format == self._inner.format else 0

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records as read."""
        return self._inner.values(key, start, stop)

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader found odd."""
        return self._inner.diagnostics

    def __len__(self) -> int:
        return len(self._inner)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record as read."""
        return self._inner.headers(index)

    def record(self, index: int) -> Record:
        """A record as read."""
        return self._inner.record(index)
