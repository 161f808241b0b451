"""A wei7 file as a collection of one record."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.base.text import UTF8, decode, encode
from viewer.formats.format import Unreadable, Whole
from viewer.formats.wei7.facts import FILE, REST
from viewer.formats.wei7.reader import Reading
from viewer.formats.wei7.tape import parse
from viewer.formats.wei7.xml import is_xml, read_xml
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

VARIANT = "wei7 3.0"


class Wei7Collection(Whole):
    """The record of a source. Raises Unreadable where there is none, OSError."""

    format = "wei7"

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source: Source = source
        self._limits = limits
        data = source.read(0, limits.json_bytes)
        self.variant = VARIANT
        self._data = data
        self._found: list[Diagnostic] = []
        if source.size > len(data):
            self._data = data = _divided(data, limits)
        self._first: Record | None = self._read(first=True)
        self._headers = self._first.headers
        facts = [Fact(FILE, limits.nodes, data)]
        if source.size > len(data):
            facts.append(Fact(REST, None, Span(len(data), source.size - len(data))))
            words = message("The file is longer than what is read of it.")
            self._found.append(
                Diagnostic(Severity.ERROR, "wei7.too-long", words, None, None, len(data))
            )
        self._facts = tuple(facts)

    def _read(self, first: bool) -> Record:
        text = decode(self._data, UTF8)
        if is_xml(text):
            old = read_xml(text, self._limits)
            if first:
                self._found = old.found
                self.variant = f"wei7 {old.version[:20]}".rstrip()
            return old.record
        reading = Reading(text, self._limits)
        if reading.top < 0:
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "wei7.no-object")
        if first:
            self._found = reading.found
        return reading.record

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What was odd."""
        return self._found

    def __len__(self) -> int:
        return 1

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers."""
        return self._headers

    def record(self, index: int) -> Record:
        """The record, a new object at each call."""
        if index:
            raise IndexError(index)
        record, self._first = self._first or self._read(first=False), None
        record.facts = self._facts
        return record


def _divided(data: bytes, limits: Limits) -> bytes:
    """The beginning of a file that is too long, up to a place where an edit can't hurt what follows."""
    text = decode(data, UTF8)
    if is_xml(text):
        return data
    tape, _ = parse(text, limits.diagnostics)
    return encode(text[: tape.resume()], UTF8)
