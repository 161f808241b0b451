"""Collections whose records are found step by step, and read one by one when needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.source import Piece, Source, Span
from viewer.formats.kit.collections import FileCollection
from viewer.tree.facts import Fact

_SMALL = 1 << 16  # bytes around a record that are kept in memory; more are kept as a span


class SegmentIndex(ABC):
    """The offsets of the records of a source, as far as they are known.

    Bytes between records belong to the next record, those at the end of the source to the last.

    Attributes:
        starts, ends: the offsets of each record.
        done: whether no more can be found.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._at = 0  # records are known up to this offset
        self.starts = array("Q")
        self.ends = array("Q")
        self.done = False

    def __len__(self) -> int:
        """Number of records known completely: bytes after the last one may still belong to it."""
        return len(self.starts) if self.done else max(0, len(self.ends) - 1)

    @abstractmethod
    def _find_more(self) -> None:
        """Scan the next part of the source. Raises OSError."""

    def find_first(self) -> None:
        """Scan until one record is known, or there is none. Raises OSError."""
        while not self.done and not len(self):
            self._find_more()

    def find_all(self) -> Iterator[JobStep[int]]:
        """A job that finds the other records. Raises OSError."""
        while not self.done:
            self._find_more()
            yield JobStep(self._at, self._source.size, len(self))

    def span(self, index: int) -> Span:
        """The bytes of a record and of what precedes it since the previous one; the last one's to the end."""
        start = self.ends[index - 1] if index else 0
        last = self.done and index == len(self.starts) - 1
        return Span(start, (self._source.size if last else self.ends[index]) - start)


class SegmentCollection(FileCollection):
    """A collection of the records in an index."""

    def __init__(self, source: Source, limits: Limits, index: SegmentIndex) -> None:
        super().__init__(source, limits)
        self._index = index
        index.find_first()

    def __len__(self) -> int:
        return len(self._index)

    def indexing(self) -> Iterator[JobStep[int]]:
        """A job that finds the records not known yet."""
        return self._index.find_all()

    def span(self, index: int) -> Span:
        """The bytes of a record, and of what precedes it since the previous one."""
        return self._index.span(index)

    def unedited_run(self, index: int) -> int:
        """The number of known records from an index on, since all of them are unedited."""
        return len(self) - index


def facts_around(
    source: Source, span: Span, start: int, end: int, before: str, after: str
) -> Iterable[Fact]:
    """The bytes before and after a record within its span, as facts of these names."""
    for name, first, last in ((before, span.start, start), (after, end, span.end)):
        length = last - first
        if length > 0:
            piece: Piece = Span(first, length)
            yield Fact(name, None, source.read(first, length) if length <= _SMALL else piece)
