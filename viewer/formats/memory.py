"""Collections whose records are all known from the start, and one in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.source import Source, Span
from viewer.formats.format import Collection
from viewer.formats.headers import value_of
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class EagerCollection:
    """The parts of `Collection` for one whose records are all known from the start."""

    def indexing(self) -> Iterator[JobStep[int]]:
        """An empty job: all records are known."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """None: no record is copied as a whole."""
        return None

    def unedited_run(self, index: int) -> int:
        """None: no record is copied as a whole."""
        return 0

    def values(self: Collection, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in a range of records."""
        return [value_of(self.headers(index), key) for index in range(start, stop)]


class MemoryCollection(EagerCollection):
    """Records in memory, to be written in a format; `source` is the source of the spans in their facts."""

    def __init__(
        self,
        format: str,
        records: Sequence[Record],
        variant: str = "",
        source: Source | None = None,
    ) -> None:
        self.format = format
        self.variant = variant
        self.source = source
        self.diagnostics: Sequence[Diagnostic] = ()
        self._records = list(records)

    def __len__(self) -> int:
        return len(self._records)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._records[index].headers

    def record(self, index: int) -> Record:
        """A record."""
        return self._records[index]
