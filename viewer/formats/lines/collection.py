"""The games of a text, each read when it is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.format import Unreadable, Whole
from viewer.formats.lines.notation import Notation, Parsed
from viewer.formats.shared.charsets import decode, guess
from viewer.formats.shared.places import Places
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

TEXT = "lines.text"
"""A record's text: the codec of its file, the id of its format, how many moves were read; its bytes."""


def record_of(parsed: Parsed) -> Record:
    """The record that a text means."""
    root = Node(0, None, parsed.start)
    nodes = {0: root}
    last = root
    for token in parsed.tokens:
        node = Node(len(nodes), last, token.action, token.notes or EMPTY)
        last.children = (node,)
        nodes[node.id] = last = node
    return Record(parsed.game, root, parsed.headers, None, nodes=nodes)


class LineCollection(Whole):
    """The games of a source. Raises Unreadable where there is none, OSError."""

    def __init__(self, source: Source, limits: Limits, notation: Notation) -> None:
        self.source: Source = source
        self.format = notation.id
        self.variant = notation.variant
        self._limits = limits
        self._notation = notation
        self._found: list[Diagnostic] = []
        self._told: set[int] = set()
        data = source.read(0, limits.body_bytes)
        self._codec = guess(data)
        self._text = decode(data, self._codec)
        self._spans = notation.spans(self._text)
        if not self._spans:
            raise Unreadable(message("There is no game in the text."), f"{notation.id}.empty")
        self._places = Places(self._text, self._codec)
        if source.size > len(data):
            words = message("The file is longer than what is read of it.")
            code = f"{notation.id}.too-long"
            self._found.append(Diagnostic(Severity.ERROR, code, words, None, None, len(data)))

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What was odd in the games looked at so far."""
        return self._found

    def __len__(self) -> int:
        return len(self._spans)

    def span(self, index: int) -> Span:
        """The bytes of a game, with the lines ahead of it in which there is none."""
        start = self._places.of(self._spans[index][0]).offset if index else 0
        last = index == len(self) - 1
        end = self.source.size if last else self._places.of(self._spans[index][1]).offset
        return Span(start, end - start)

    def untouched(self, index: int) -> int:
        """All from there on."""
        return len(self) - index

    def _parsed(self, index: int) -> Parsed:
        start, end = self._spans[index]
        return self._notation.parse(self._text[start:end], self._limits)

    def headers(self, index: int) -> tuple[Header, ...]:
        """What the head of a game says beside its size."""
        return self._parsed(index).headers

    def record(self, index: int) -> Record:
        """A game, read now."""
        parsed = self._parsed(index)
        if parsed.found and index not in self._told:
            self._told.add(index)
            start = self._spans[index][0]
            for one in parsed.found:
                place = self._places.of(start + one.at)
                code = f"{self.format}.{one.code}"
                self._found.append(
                    Diagnostic(one.severity, code, one.message, index, one.move, *place)
                )
        record = record_of(parsed)
        span = self.span(index)
        raw = span if span.length >= 1 << 16 else self.source.read(span.start, span.length)
        record.facts = (Fact(TEXT, (self._codec, self.format, len(parsed.tokens)), raw),)
        return record
