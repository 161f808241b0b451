"""A collection in memory."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.source import Source
from viewer.formats.format import EagerCollection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


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
