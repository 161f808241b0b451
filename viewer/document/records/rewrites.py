"""Operations on records that nobody holds: kept, and done whenever the record is made.

So 100,000 games can be edited at once: of most of them nothing is in memory but which operations they are.
The record with which a file that has none is opened is made so too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.document.edits.ops import RecordData
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.forwarding import ForwardingCollection
from viewer.formats.fresh import new_record
from viewer.games import game_of
from viewer.tree.ops import Op, OpError, SetHeaders, apply
from viewer.tree.record import Header, Record


class Rewrite(NamedTuple):
    """What rewrote a record.

    `base` is the record before it where somebody had edited that, None where it is as it was made.
    """

    base: RecordData | None
    ops: tuple[Op, ...]


class Rewrites:
    """What rewrote records, by their keys; of each in the order in which it was done."""

    def __init__(self) -> None:
        self._of: dict[int, tuple[Rewrite, ...]] = {}

    def __contains__(self, key: int) -> bool:
        return key in self._of

    def __iter__(self) -> Iterator[int]:
        return iter(self._of)

    def copy(self) -> Rewrites:
        """The same, to stay as it is."""
        copy = Rewrites()
        copy._of = dict(self._of)
        return copy

    def push(self, key: int, rewrite: Rewrite) -> None:
        """A record was rewritten."""
        self._of[key] = (*self._of.get(key, ()), rewrite)

    def pop(self, key: int) -> Rewrite:
        """Take back what rewrote a record last. Raises OpError."""
        try:
            *rest, last = self._of.pop(key)
        except KeyError:
            raise OpError(f"nothing rewrote record {key}") from None
        if rest:
            self._of[key] = tuple(rest)
        return last

    def made(self, key: int, read: Callable[[], Record]) -> Record:
        """A record as it was rewritten; `read` gives it as it was before all of that."""
        rewrites = self._of[key]
        based = next((at for at in range(len(rewrites), 0, -1) if rewrites[at - 1].base), 1)
        base = rewrites[based - 1].base
        record = read().copy() if base is None else base.record()
        for rewrite in rewrites[based - 1 :]:
            for op in rewrite.ops:
                apply(record, op)
        return record

    @staticmethod
    def after(record: Record, ops: Sequence[Op]) -> Record:
        """A record as operations rewrite it; itself stays as it is."""
        copy = record.copy()
        for op in ops:
            apply(copy, op)
        return copy

    def headers(self, key: int) -> tuple[Header, ...] | None:
        """The headers of a rewritten record, None where they are those from before."""
        for base, ops in reversed(self._of[key]):
            for op in reversed(ops):
                if isinstance(op, SetHeaders):
                    return op.headers
            if base is not None:
                return base.headers
        return None


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
