"""Snapshots of a document's records, for jobs that run while edits go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.document.records.records import Records
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class FrozenCollection:
    """A snapshot of a document's records, unaffected by later edits.

    Only records edited meanwhile are copied.
    """

    def __init__(self, records: Records) -> None:
        self._records = records.frozen()

    @property
    def format(self) -> str:
        """Id of the document's format."""
        return self._records.collection.format

    @property
    def variant(self) -> str:
        """The document's format with its version."""
        return self._records.collection.variant

    @property
    def source(self) -> Source:
        """Where spans come from."""
        return self._records.source

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader of the file found odd."""
        return self._records.collection.diagnostics

    def __len__(self) -> int:
        return len(self._records.order)

    def indexing(self) -> Iterator[JobStep[int]]:
        """Nothing more comes in."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """The bytes that a record is."""
        return self._records.span(index)

    def unedited_run(self, index: int) -> int:
        """How many records from one on are bytes of the source, one behind the other there."""
        return self._records.unedited_run(index)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records."""
        return self._records.values(key, start, stop)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._records.headers(self._records.order[index])

    def record(self, index: int) -> Record:
        """A record."""
        return self._records.get(self._records.order[index])
