"""The games of an SGF file: found by their brackets, each read when needed."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.format import RecentHeaders, Unreadable
from viewer.formats.kit.charsets import MARK, UTF16_BE, UTF16_LE
from viewer.formats.kit.collections import FileCollection
from viewer.formats.kit.diagnostics import TextPositions, positioned
from viewer.formats.kit.switching import HZ
from viewer.formats.sgf.dialect import is_known, number_of, unknown
from viewer.formats.sgf.mixed import decoded, encode, marked_spans
from viewer.formats.sgf.probe import declared
from viewer.formats.sgf.reader import first_node, head_of, read_game
from viewer.formats.sgf.tokens import game_end, game_start
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

MARKED = "sgf.mark"
"""The mark at the beginning of a file (a BOM), on each of its records."""
REST = "sgf.rest"
"""The span of the file behind its last game that isn't read."""
_AT_ONCE = 1 << 16  # characters looked at before the first game is shown
_STEP = 1 << 20


class SgfCollection(FileCollection):
    """The games of a source. Raises Unreadable if there is none, OSError."""

    format = "sgf"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits)
        data = source.read(0, limits.body_bytes)
        self.codec, text, mixed = decoded(data, encoding)
        if encoding is None and not mixed:
            codec = self._judged(data, name=declared(data))
            if codec != self.codec:
                self.codec, text, _ = decoded(data, likely=codec)
        self._mark = MARK if text.startswith(MARK) else ""
        self._text = text[len(self._mark) :]
        self._whole = encode(text, self.codec) == data
        if not self._whole:
            # An odd last byte of UTF-16.
            self._keep_bytes(data, text)
        self._read = len(data)
        self._edges = array("Q", [0])  # where each known game ends in the text
        self._starts = array("Q")
        self._recent = RecentHeaders()
        self._stops = array("Q")
        self._bytes: array[int] | None = None
        ahead = len(encode(self._mark, self.codec))
        self._positions = TextPositions(
            self._text, self.codec, ahead, encode, marked_spans(self._text)
        )
        self._complete = False
        self._upcoming = game_start(self._text, 0)
        while not self._complete and (not self._starts or self._edges[-1] < _AT_ONCE):
            self._next()
        if not self._starts:
            raise Unreadable(message("There is no game tree in the file."), "sgf.empty")
        root = first_node(self._text, self._starts[0])
        if not any(is_known(number_of(first_node(self._text, at))) for at in self._starts):
            raise Unreadable(unknown(number_of(root)), "sgf.game")
        version = next((values[0].strip() for name, values in root if name == "FF"), "")
        self.variant = f"SGF FF[{version}]" if version.isdecimal() else "SGF"
        self._tell_cut(self._read)

    def _keep_bytes(self, data: bytes, text: str) -> None:
        """Keep the bytes at the end that aren't part of the text."""
        known = encode(text, self.codec)
        if not data.startswith(known):
            words = message("This text can't be decoded as {codec}.", codec=self.codec)
            raise Unreadable(words, "sgf.encoding")

    # ------------------------------------------------------------------------------- index

    def _next(self) -> None:
        text, start = self._text, self._upcoming
        if start < len(text):
            end = game_end(text, start)
            self._upcoming = game_start(text, end)
            self._starts.append(start)
            self._stops.append(end)
            # What is behind the last game belongs to it.
            self._edges.append(end if self._upcoming < len(text) else len(text))
        self._complete = self._upcoming >= len(text)

    def __len__(self) -> int:
        return len(self._starts)

    def indexing(self) -> Iterator[JobStep[int]]:
        """A job that finds the rest of the games."""
        while not self._complete:
            stop = self._edges[-1] + _STEP
            while not self._complete and self._edges[-1] < stop:
                self._next()
            self._bytes = None
            yield JobStep(self._edges[-1], len(self._text), len(self))

    def _segment(self, index: int) -> tuple[int, int]:
        return self._edges[index], self._edges[index + 1]

    # ------------------------------------------------------------------------------- bytes

    def span(self, index: int) -> Span | None:
        """The bytes of a game, with the text before it, without the file's byte order mark."""
        if not self._complete:
            return None
        if self._bytes is None:
            self._bytes = self._measured()
        start, end = self._bytes[index], self._bytes[index + 1]
        if index == len(self) - 1:
            end = self.source.size
        return Span(start, end - start)

    def _measured(self) -> array[int]:
        """The offsets in the file where each game begins, and where the last one ends."""
        total = len(encode(self._mark, self.codec))
        out = array("Q", [total])
        if self._text.isascii() and self.codec not in (UTF16_LE, UTF16_BE, HZ):
            out.extend([total + edge for edge in self._edges[1:]])
            return out
        for index in range(len(self)):
            start, end = self._segment(index)
            total += len(encode(self._text[start:end], self.codec))
            out.append(total)
        return out

    def unedited_run(self, index: int) -> int:
        """All games from that one on."""
        return len(self) - index if self._complete else 0

    # ------------------------------------------------------------------------------- games

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return self._recent.get(index, lambda index: head_of(self._text, self._starts[index]))

    def record(self, index: int) -> Record:
        """A game, read now."""
        start, end = self._segment(index)
        text = self._text[start:end]
        head = self._starts[index] - start
        stop = self._stops[index] - start
        record, found = read_game(text, head, stop, self.codec, self._limits)
        if self._mark:
            record.facts += (Fact(MARKED, None, encode(self._mark, self.codec)),)
        left = self._left_span()
        if left.length and end == len(self._text):
            record.facts += (Fact(REST, None, left),)
        self._tell(index, positioned(found, self._positions, start, index))
        return record

    def _left_span(self) -> Span:
        """The span of the bytes after the text."""
        if self._whole:  # all that was read is
            return Span(self._read, self.source.size - self._read)
        known = len(encode(self._mark + self._text, self.codec))
        return Span(known, self.source.size - known)
