"""JSON files of one record: the text is kept, and written again with the edits patched in.

Reading the same bytes gives the same ids, so a writer reads them again, and patches the text at each
difference from the record.
"""

from __future__ import annotations

from abc import abstractmethod

from viewer.base.limits import DEFAULT, Limits
from viewer.base.named import NamedTuple
from viewer.base.source import Piece, Source
from viewer.base.text import UTF8, decode
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.law import pieces_of
from viewer.tree.diff import differences
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

# Names of a record's facts, after the format's name:
_FILE = "{}.file"  # raw: the bytes that were read; value: the limits of reading, a tuple of numbers
_REST = "{}.rest"  # raw: the span of the bytes that weren't read


class JsonCollection(SingleCollection):
    """The record of a source. Raises Unreadable if there is none, OSError."""

    def __init__(self, source: Source, limits: Limits) -> None:
        super().__init__(source, limits)
        data = self._readable(source.read(0, limits.json_bytes))
        self._text = decode(data, UTF8)
        self._first: Record | None = self._parsed()
        self._headers = self._first.headers
        self._tell_cut(len(data))
        file = Fact(_FILE.format(self.format), tuple(limits), data)
        self._facts = (file, *self._rest(_REST.format(self.format), len(data)))

    def _readable(self, data: bytes) -> bytes:
        """The bytes from the beginning of the file that are read."""
        return data

    @abstractmethod
    def _parsed(self) -> Record:
        """The parsed record, a new object at each call."""

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of the record."""
        return self._headers

    def _read(self) -> Record:
        """The record, a new object at each call."""
        record, self._first = self._first or self._parsed(), None
        record.facts = self._facts
        return record


class KeptFile(NamedTuple):
    """The file that a record was read from.

    Attributes:
        text: the part that was read.
        limits: the limits under which it was read.
        raw: the bytes of the text.
        rest: the part that wasn't read.
    """

    text: str
    limits: Limits
    raw: bytes
    rest: tuple[Piece, ...]


def kept_file(record: Record, format: str) -> KeptFile | None:
    """The file of a format that a record was read from, None for a record of another origin."""
    fact = record.fact(_FILE.format(format))
    if fact is None or not isinstance(fact.raw, bytes):
        return None
    limits = DEFAULT
    # The journal of another version may have other limits.
    if isinstance(fact.value, tuple | list) and len(fact.value) == len(DEFAULT):
        limits = Limits._make(fact.value)
    rest = pieces_of(record, _REST.format(format))
    return KeptFile(decode(fact.raw, UTF8), limits, fact.raw, rest)


def is_same(read: Record, record: Record) -> bool:
    """Whether a record is unchanged since it was read, ids included."""
    if [node.id for node in read.walk()] != [node.id for node in record.walk()]:
        return False
    return next(differences(read, record), None) is None
