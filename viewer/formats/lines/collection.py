"""The collection of a text with games, each read when its record is requested."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.moves import MoveLine
from viewer.formats.lines.notation import Notation, Parsed
from viewer.formats.shared.charsets import decode
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY
from viewer.tree.record import Header, Record

TEXT = "lines.text"
"""The fact with a record's bytes; value: codec of the file, id of the format, number of moves read."""


def record_of(parsed: Parsed) -> Record:
    """Make a record from a parsed text."""
    tree = MoveLine(parsed.start)
    for token in parsed.tokens:
        tree.add(token.action, token.notes or EMPTY)
    return Record(parsed.game, tree.root, parsed.headers, None, nodes=tree.nodes)


def text_of(record: Record) -> str:
    """The text that a record was read from, "" if it is long or the record is from elsewhere."""
    fact = record.fact(TEXT)
    if fact is None or not isinstance(fact.raw, bytes) or not isinstance(fact.value, tuple):
        return ""
    return decode(fact.raw, str(fact.value[0]))


class LineCollection(TextCollection):
    """The games of a source. Raises Unreadable if there are none, OSError."""

    def __init__(self, source: Source, limits: Limits, notation: Notation) -> None:
        self.format = notation.id
        self.variant = notation.variant
        super().__init__(source, limits, None)
        self._notation = notation
        self._spans = notation.spans(self._text)
        if not self._spans:
            raise Unreadable(message("There is no game in the text."), f"{notation.id}.empty")

    def __len__(self) -> int:
        return len(self._spans)

    def _segment(self, index: int) -> tuple[int, int]:
        return self._spans[index]

    def _parsed(self, index: int) -> Parsed:
        start, end = self._spans[index]
        return self._notation.parse(self._text[start:end], self._limits)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, without its size."""
        return self._parsed(index).headers

    def record(self, index: int) -> Record:
        """The record of a game, read on each call."""
        parsed = self._parsed(index)
        found = [one._replace(code=f"{self.format}.{one.code}") for one in parsed.found]
        self._tell_at(index, found)
        record = record_of(parsed)
        span = self.span(index)
        raw = span if span.length >= 1 << 16 else self.source.read(span.start, span.length)
        record.facts = (Fact(TEXT, (self._codec, self.format, len(parsed.tokens)), raw),)
        return record
