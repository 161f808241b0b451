"""Collections that wrap another one: in another order or codec, or only what a format can hold of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.base.source import Source, Span
from viewer.formats import FORMATS
from viewer.formats.capabilities import ReadAnew
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection
from viewer.formats.headers import value_of
from viewer.games import GAMES
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


class ForwardingCollection:
    """Forwards all of `Collection` to another collection; subclasses override what they change."""

    _inner: Collection

    @property
    def format(self) -> str:
        """Id of the format."""
        return self._inner.format

    @property
    def variant(self) -> str:
        """The format with its version, for people."""
        return self._inner.variant

    @property
    def source(self) -> Source | None:
        """The source of spans."""
        return self._inner.source

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """The reader's diagnostics, by the indices of the records in the file."""
        return self._inner.diagnostics

    def __len__(self) -> int:
        return len(self._inner)

    def indexing(self) -> Iterator[JobStep[int]]:
        """A job that finds the records not known yet."""
        return self._inner.indexing()

    def span(self, index: int) -> Span | None:
        """The bytes of the source that hold a record."""
        return self._inner.span(index)

    def unedited_run(self, index: int) -> int:
        """The number of consecutive records, from one on, that are unedited and consecutive in the source."""
        return self._inner.unedited_run(index)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in a range of records."""
        return self._inner.values(key, start, stop)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._inner.headers(index)

    def record(self, index: int) -> Record:
        """A record."""
        return self._inner.record(index)


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


class RecodedCollection(ForwardingCollection):
    """A collection whose records are in another codec than the one in which they were read."""

    def __init__(self, inner: Collection, codec: str) -> None:
        self._inner = inner
        self._codec = codec

    def record(self, index: int) -> Record:
        """A record, which names the codec of the file."""
        record = self._inner.record(index)
        record.encoding = self._codec
        return record


def reads_anew(collection: Collection) -> bool:
    """Whether a collection, or the one that it forwards to, reads a record anew for each who asks."""
    while isinstance(collection, ForwardingCollection) and not isinstance(collection, ReadAnew):
        collection = collection._inner
    return isinstance(collection, ReadAnew)


def unheld(entry: FormatEntry, game: str) -> Refused:
    """The refusal of a game that a format can't hold."""
    words = message("{format} can't hold {game}.", format=entry.name, game=GAMES[game].name)
    return Refused(words)


def held(collection: Collection, entry: FormatEntry) -> Collection:
    """A collection of which only records that a format can hold are read: itself if that holds all games."""
    if set(FORMATS[collection.format].games) <= set(entry.games):
        return collection
    return HeldCollection(collection, entry)


class HeldCollection(ForwardingCollection):
    """A collection of which only records that a format can hold are read. Others raise Refused.

    Attributes:
        inner: the collection.
        entry: the format.
    """

    def __init__(self, collection: Collection, entry: FormatEntry) -> None:
        self.inner = self._inner = collection
        self.entry = entry

    def record(self, index: int) -> Record:
        """A record."""
        record = self._inner.record(index)
        if record.game not in self.entry.games:
            raise unheld(self.entry, record.game)
        return record
