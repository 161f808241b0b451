"""The games of a CSA file, each read when it is requested."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.csa.lexer import DIVIDER, MARK, REST, SCRIPT, games
from viewer.formats.csa.reader import ParsedGame
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import canonical, fits
from viewer.formats.kit.collections import ListCollection
from viewer.formats.kit.expected import SHOGI
from viewer.formats.kit.japanese import BOM, CP932, UTF8
from viewer.formats.kit.judge import guess
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

_SAID = re.compile(rb"'(?:CSA )?encoding[=:][ \t]*([\w-]+)")


def variant_of_version(version: str) -> str:
    """The format with its version, as the status line shows it; version "" for a file that has none."""
    return f"CSA V{version}" if version else "CSA"


def codec_of(data: bytes, known: str, judged: Callable[[bytes], str] | None = None) -> str:
    """Detect the codec of a game by its bytes; `known` is the codec of its file, `judged` gives it.

    A file may join games from several sources. Bytes that are valid UTF-8 are read as that; otherwise the
    codec that the game names (V3.0) is used if its bytes are valid in it.
    """
    if data.isascii():
        return known
    said = _SAID.match(data)
    named = "" if said is None else canonical(said[1].decode())
    sure = (UTF8, named, known if known != CP932 else "")
    found = next((codec for codec in sure if codec and fits(data, codec)), None)
    return found or (judged or _judged_alone)(data)


def _judged_alone(data: bytes) -> str:
    return guess(data, "", SHOGI)


class CsaCollection(ListCollection):
    """The games of a source. Raises Unreadable if the file is empty, and OSError."""

    format = "csa"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits)
        self._headers: dict[int, tuple[Header, ...]] = {}
        data = source.read(0, limits.body_bytes)
        self._mark = BOM if data.startswith(BOM) else b""
        start = len(self._mark)
        body = data[start:]
        if not body.strip():
            raise Unreadable(message("There is nothing in the file."), "csa.empty")
        self._chosen = encoding is not None
        self._codec = encoding or (UTF8 if self._mark else codec_of(body, CP932, self._judge))
        self._spans = [Span(start + a, b - a) for a, b in games(body, 0)]
        self._read = len(data)
        self._tell_cut(len(data))
        self._lines: list[int] = []  # number of lines before each game
        lines = at = 0
        for span in self._spans:
            lines += _line_ends(data, at, span.start)
            self._lines.append(lines)
            at = span.start
        self._first: Record | None = None
        self._first = self.record(0)
        style = self._first.fact(SCRIPT)
        version = style.value[1] if style is not None and isinstance(style.value, tuple) else ""
        self.variant = variant_of_version(version)

    def _judge(self, data: bytes) -> str:
        return self._judged(data, SHOGI)

    def __len__(self) -> int:
        return len(self._spans)

    def _bounds(self, index: int) -> tuple[int, int]:
        """Start and end of a game, without the divider line before it."""
        return self._spans[index].start, self._spans[index].end

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, which is read for them if it hasn't been yet."""
        if index not in self._headers:
            self.record(index)
        return self._headers[index]

    def record(self, index: int) -> Record:
        """Read a game; the first one was read when the file was opened and is returned once from memory."""
        if not index and self._first is not None:
            first, self._first = self._first, None
            return first
        span = self._spans[index]
        data = self.source.read(span.start, span.length)
        sure = self._chosen or self._mark
        codec = self._codec if sure else codec_of(data, self._codec)
        reading = ParsedGame(data, codec, self._limits)
        record = reading.record
        more: list[Fact] = []
        if self._mark:
            more.append(Fact(MARK, None, self._mark))
        if index:
            before = self._spans[index - 1].end
            more.append(Fact(DIVIDER, None, self.source.read(before, span.start - before)))
        if index == len(self) - 1:
            more += self._rest(REST, self._read)
        record.facts += tuple(more)
        self._headers[index] = record.headers
        self._tell(index, self._in_file(index, reading.found))
        return record

    def _in_file(self, index: int, found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics of a game, with lines and offsets in the file."""
        for one in found:
            assert one.line is not None
            assert one.offset is not None
            yield one._replace(
                record=index,
                line=one.line + self._lines[index],
                offset=one.offset + self._spans[index].start,
            )


def _line_ends(data: bytes, start: int, end: int) -> int:
    return (
        data.count(b"\n", start, end)
        + data.count(b"\r", start, end)
        - data.count(b"\r\n", start, end)
    )
