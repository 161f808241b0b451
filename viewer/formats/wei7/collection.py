"""A wei7 file as a collection of one record."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.wei7.facts import FILE, REST
from viewer.formats.wei7.reader import ParsedFile
from viewer.formats.wei7.tape import parse
from viewer.formats.wei7.xml import is_xml, read_xml
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

VARIANT = "wei7 3.0"


class Wei7Collection(SingleCollection):
    """The record of a source. Raises Unreadable where there is none, OSError."""

    format = "wei7"

    def __init__(self, source: Source, limits: Limits) -> None:
        super().__init__(source, limits)
        data = source.read(0, limits.json_bytes)
        self.variant = VARIANT
        if source.size > len(data):
            data = _divided(data, limits)
        self._text = decode(data, UTF8)
        self._first: Record | None = self._parsed()
        self._headers = self._first.headers
        self._tell_cut(len(data))
        self._facts = (Fact(FILE, limits.nodes, data), *self._rest(REST, len(data)))

    def _parsed(self) -> Record:
        if is_xml(self._text):
            old = read_xml(self._text, self._limits)
            self._tell(0, old.found)
            self.variant = f"wei7 {old.version[:20]}".rstrip()
            return old.record
        reading = ParsedFile(self._text, self._limits)
        if reading.top < 0:
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "wei7.no-object")
        self._tell(0, reading.found)
        return reading.record

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers."""
        return self._headers

    def _read(self) -> Record:
        """The record, a new object at each call."""
        record, self._first = self._first or self._parsed(), None
        record.facts = self._facts
        return record


def _divided(data: bytes, limits: Limits) -> bytes:
    """The beginning of a file that is too long, up to a place where an edit can't hurt what follows."""
    text = decode(data, UTF8)
    if is_xml(text):
        return data
    tape, _ = parse(text, limits.diagnostics)
    return encode(text[: tape.resume()], UTF8)
