"""The games of a file of Little Golem: one, or the list of all games of a player."""

from __future__ import annotations

import re
from collections.abc import Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.format import Unreadable, Whole
from viewer.formats.littlegolem.reader import headers_of, read_game
from viewer.formats.shared.charsets import decode, guess
from viewer.formats.shared.places import Places
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Header, Record

_GAME = re.compile(r"\(\s{0,9};\s{0,9}(?=(?:FF|EV|PB|PW|SZ)\s{0,9}\[)")


class GolemCollection(Whole):
    """The games of a source. Raises Unreadable where there is none, OSError."""

    format = "lg-sgf"
    variant = "Little Golem"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        self.source: Source = source
        self._limits = limits
        self._found: list[Diagnostic] = []
        self._told: set[int] = set()
        data = source.read(0, limits.body_bytes)
        self._codec = encoding or guess(data)
        self._text = decode(data, self._codec)
        self._starts = [found.start() for found in _GAME.finditer(self._text)]
        if not self._starts:
            raise Unreadable(message("There is no game in the file."), "lg-sgf.empty")
        self._places = Places(self._text, self._codec)
        self._edges = [*self._starts, len(self._text)]
        if source.size > len(data):
            words = message("The file is longer than what is read of it.")
            self._found.append(
                Diagnostic(Severity.ERROR, "lg-sgf.too-long", words, None, None, len(data))
            )

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What was odd in the games looked at so far."""
        return self._found

    def __len__(self) -> int:
        return len(self._starts)

    def span(self, index: int) -> Span:
        """The bytes of a game, with what stands behind it; of the first with what is ahead."""
        start = self._places.of(self._edges[index]).offset if index else 0
        last = index == len(self) - 1
        end = self.source.size if last else self._places.of(self._edges[index + 1]).offset
        return Span(start, end - start)

    def untouched(self, index: int) -> int:
        """All from there on."""
        return len(self) - index

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return headers_of(self._segment(index))

    def _segment(self, index: int) -> str:
        return self._text[self._edges[index] : self._edges[index + 1]]

    def record(self, index: int) -> Record:
        """A game, read now."""
        record, found = read_game(self._segment(index), self._codec, self._limits)
        if found and index not in self._told:
            self._told.add(index)
            start = self._edges[index]
            for one in sorted(found, key=lambda one: one.at):
                place = self._places.of(start + one.at)
                self._found.append(
                    Diagnostic(one.severity, one.code, one.message, index, one.node, *place)
                )
        return record
