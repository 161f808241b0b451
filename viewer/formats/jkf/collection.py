"""A JKF file as a collection of one record."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.base.text import UTF8, decode
from viewer.formats.format import Unreadable, Whole
from viewer.formats.jkf.facts import FILE, REST
from viewer.formats.jkf.reader import Reading
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record


class JkfCollection(Whole):
    """The record of a source. Raises Unreadable where there is none, OSError."""

    format = "jkf"
    variant = "JKF"

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source: Source = source
        data = source.read(0, limits.json_bytes)
        self._reading = Reading(decode(data, UTF8), limits)
        top = self._reading.top
        if top is None or top.kind != "object":
            words = message("The file holds no object of JSON, so no record.")
            raise Unreadable(words, "jkf.no-object")
        self._found = self._reading.found
        facts = [Fact(FILE, limits.nodes, data)]
        if source.size > len(data):
            facts.append(Fact(REST, None, Span(len(data), source.size - len(data))))
            words = message("The file is longer than what is read of it.")
            self._found.append(
                Diagnostic(Severity.ERROR, "jkf.too-long", words, None, None, len(data))
            )
        self._facts = tuple(facts)
        self._limits = limits
        self._text = self._reading.text

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What was odd."""
        return self._found

    def __len__(self) -> int:
        return 1

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers."""
        return self._reading.record.headers

    def record(self, index: int) -> Record:
        """The record, a new object at each call but the first."""
        if index:
            raise IndexError(index)
        record = self._reading.record
        if record.facts:
            record = Reading(self._text, self._limits).record
        record.facts = self._facts
        return record
