"""What a recovered document reads from where its file isn't what it was."""

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
    """A source that is gone."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size

    def read(self, start: int, length: int) -> bytes:
        """Raises BytesGone."""
        raise BytesGone

    def lost(self) -> Sequence[Span]:
        """All of it."""
        return (Span(0, self.size),)

    def close(self) -> None:
        """Nothing is held."""


class LostCollection:
    """The records of a file that is gone: how many there were, and in what format."""

    def __init__(self, format: str, variant: str, source: Source, count: int) -> None:
        self.format = format
        self.variant = variant
        self.source = source
        self.diagnostics: Sequence[Diagnostic] = ()
        self._count = count

    def __len__(self) -> int:
        return self._count

    def indexing(self) -> Iterator[JobStep[int]]:
        """Nothing can be found."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """None is left."""
        return None

    def unedited_run(self, index: int) -> int:
        """None can be copied."""
        return 0

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """Nothing is known of them."""
        return [""] * (stop - start)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Nothing is known of it."""
        return ()

    def record(self, index: int) -> Record:
        """Raises BytesGone."""
        raise BytesGone


class ArrangedCollection(ForwardingCollection):
    """A collection whose records have other numbers: those that a document knew them by before it was saved.

    A number that none of them has is that of a record which isn't in the file any more.
    """

    def __init__(self, inner: Collection, keys: Sequence[int], count: int) -> None:
        """`keys`: numbers of the inner collection's records, those from `count` on are others'."""
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
        """All are known."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """The bytes of a record; None where it isn't in the file any more."""
        at = self._at[index]
        return None if at < 0 else self._inner.span(at)

    def unedited_run(self, index: int) -> int:
        """How many records from one on stand one behind the other in the file."""
        at = self._at[index]
        most = 0 if at < 0 else min(self._inner.unedited_run(at), len(self._at) - index)
        count = 0
        while count < most and self._at[index + count] == at + count:
            count += 1
        return count

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records."""
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
        """The headers of a record; () where it isn't in the file any more."""
        at = self._at[index]
        return () if at < 0 else self._inner.headers(at)

    def record(self, index: int) -> Record:
        """A record. Raises BytesGone where it isn't in the file any more."""
        at = self._at[index]
        if at < 0:
            raise BytesGone
        return self._inner.record(at)
