"""Records that came from another process, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.document.edits.ops import RecordData
from viewer.formats.format import EagerCollection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class SentCollection(EagerCollection):
    """Records as they were sent; each is made when it is asked for."""

    source = None
    diagnostics: Sequence[Diagnostic] = ()

    def __init__(self, format: str, variant: str, records: Sequence[RecordData]) -> None:
        self.format = format
        self.variant = variant
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._records[index].headers

    def record(self, index: int) -> Record:
        """A record."""
        return self._records[index].record()
