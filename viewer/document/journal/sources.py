"""Sources and collections of a recovered document whose file has changed or is gone."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.source import BytesGone, Source
from viewer.base.spans import Span
from viewer.formats.format import Collection, value_of
from viewer.formats.forwarding import ForwardingCollection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class LostSource:
    """A source whose bytes are gone."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def read(self, start: int, length: int) -> bytes:
        """Raises BytesGone."""
        raise BytesGone

    def lost(self) -> Sequence[Span]:
        """One span: the whole source."""
        return (Span(0, self.size),)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class LostCollection:
    """The records of a file that is gone: only their format and their number are known."""

    def __init__(self, format: str, variant: str, source: Source, count: int) -> None:
        self.format = format
        self.variant = variant
        self.source = source
        self.diagnostics: Sequence[Diagnostic] = ()
        self._count = count

    def __len__(self) -> int:
        return self._count

    def indexing(self) -> Iterator[JobStep[int]]:
        """No steps: no more records can be found."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """None: the bytes are gone."""
        return None

    def unedited_run(self, index: int) -> int:
        """0: no record can be copied."""
        return 0

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """Empty strings: the headers are unknown."""
        return [""] * (stop - start)

    def headers(self, index: int) -> tuple[Header, ...]:
        """(): the headers are unknown."""
        return ()

    def record(self, index: int) -> Record:
        """Raises BytesGone."""
        raise BytesGone


class ArrangedCollection(ForwardingCollection):
    """A saved file's collection with other indexes: the keys that its records had before the save.

    An index that none of its records has belongs to a record that isn't in the file any more.
    """

    def __init__(self, inner: Collection, keys: Sequence[int], count: int) -> None:
        """`keys`: the new indexes of the inner collection's records; those from `count` on are ignored."""
        self._inner = inner
        self._at = array("q", [-1]) * count
        for index, key in enumerate(keys):
            if 0 <= key < count:
                self._at[key] = index

    def __len__(self) -> int:
        return len(self._at)

    def has(self, index: int) -> bool:
        """Whether a record is in the file."""
        return self._at[index] >= 0

    def indexing(self) -> Iterator[JobStep[int]]:
        """No steps: all records are known."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """The span of a record; None if it isn't in the file any more."""
        at = self._at[index]
        return None if at < 0 else self._inner.span(at)

    def unedited_run(self, index: int) -> int:
        """The number of unedited records from an index on that follow each other in the file."""
        at = self._at[index]
        most = 0 if at < 0 else min(self._inner.unedited_run(at), len(self._at) - index)
        count = 0
        while count < most and self._at[index + count] == at + count:
            count += 1
        return count

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header for a range of records."""
        found: list[str] = []
        index = start
        while index < stop:
            at = self._at[index]
            end = index + 1
            while end < stop and self._at[end] == at + end - index >= 0:
                end += 1
            if at < 0:
                found.append(value_of(self.headers(index), key))
                end = index + 1
            else:
                found += self._inner.values(key, at, at + end - index)
            index = end
        return found

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a record; () if it isn't in the file any more."""
        at = self._at[index]
        return () if at < 0 else self._inner.headers(at)

    def record(self, index: int) -> Record:
        """A record. Raises BytesGone if it isn't in the file any more."""
        at = self._at[index]
        if at < 0:
            raise BytesGone
        return self._inner.record(at)
