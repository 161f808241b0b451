"""A JKF file as a collection of one record."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import UTF8, decode
from viewer.formats.format import Unreadable
from viewer.formats.jkf.facts import FILE, REST
from viewer.formats.jkf.reader import ParsedFile
from viewer.formats.kit.collections import SingleCollection
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record


class JkfCollection(SingleCollection):
    """The record of a source. Raises Unreadable where there is none, OSError."""

    format = "jkf"
    variant = "JKF"

    def __init__(self, source: Source, limits: Limits) -> None:
        super().__init__(source, limits)
        data = source.read(0, limits.json_bytes)
        self._text = decode(data, UTF8)
        reading = ParsedFile(self._text, limits)
        if reading.top is None or reading.top.kind != "object":
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "jkf.no-object")
        self._tell(0, reading.found)
        self._tell_cut(len(data))
        self._facts = (Fact(FILE, limits.nodes, data), *self._rest(REST, len(data)))
        self._first: Record | None = reading.record
        self._headers = reading.record.headers

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers."""
        return self._headers

    def _read(self) -> Record:
        """The record, a new object at each call."""
        record, self._first = self._first or ParsedFile(self._text, self._limits).record, None
        record.facts = self._facts
        return record
