"""The records of a file that has none yet: a new one, for somebody to begin with."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.forwarding import ForwardingCollection
from viewer.formats.fresh import new_record
from viewer.games import game_of
from viewer.tree.record import Header, Record


class StartedCollection(ForwardingCollection):
    """One new record of a file that has none; it isn't in the file before it is saved."""

    def __init__(self, inner: Collection) -> None:
        self._inner = inner

    def __len__(self) -> int:
        return 1

    def indexing(self) -> Iterator[JobStep[int]]:
        """An empty job: the record is known."""
        return iter(())

    def span(self, index: int) -> None:
        """None: the file doesn't have it."""

    def unedited_run(self, index: int) -> int:
        """None: the file doesn't have it."""
        return 0

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """The values of a header in a range of records."""
        values = {header.key: header.value for header in reversed(self.headers(0))}
        return [values.get(key, "")] * len(range(start, stop))

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of the record."""
        return self.record(index).headers

    def record(self, index: int) -> Record:
        """The record, made anew. Raises IndexError for any index but 0."""
        if index:
            raise IndexError(index)
        entry = FORMATS[self.format]
        return new_record(entry.load(), game_of(entry.games[0]))


def started(collection: Collection) -> Collection:
    """A collection for a document, which has a record in any case: the collection itself if it has one."""
    return collection if len(collection) else StartedCollection(collection)
