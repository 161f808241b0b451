"""Games of a file that are read by themselves, told of as in the whole file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import BytesSource, Source, Span
from viewer.formats.capabilities import PlainGame, PlainGames, ReadAnew, Stretch
from viewer.formats.format import Collection, Unreadable
from viewer.formats.forwarding import ForwardingCollection
from viewer.formats.kit.charsets import is_utf8
from viewer.formats.kit.judge import PartCodecs
from viewer.formats.pgn.collection import BEFORE, PgnCollection
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record


def stretch_of(collection: Collection, indexes: range) -> Stretch:
    """Consecutive games of a PgnCollection. Raises OSError."""
    assert isinstance(collection, PgnCollection)
    first, last = collection.span(indexes[0]), collection.span(indexes[-1])
    source = collection.source
    before = source.read(max(0, first.start - BEFORE), min(first.start, BEFORE))
    data = source.read(first.start, last.end - first.start)
    return Stretch(
        source.name,
        data,
        indexes[0],
        len(collection),
        first.start,
        collection.line_ends_before(indexes[0]),
        len(before) - 1 - before.rfind(b"\n"),
        source.size,
        collection.encoding,
        None if is_utf8(data) else collection.part_codecs(data),
    )


class PgnStretch(ForwardingCollection, PlainGames, ReadAnew):
    """The games of a stretch, by the indexes, offsets and lines that they have in the file.

    Raises Unreadable if they aren't as many as they were.
    """

    def __init__(self, stretch: Stretch, limits: Limits, expected: int) -> None:
        self._stretch = stretch
        self._told: list[Diagnostic] = []
        self._source = _Within(stretch)
        own = BytesSource(stretch.data, stretch.name)
        self._games = self._inner = SomeGames(
            own,
            limits,
            stretch.encoding,
            None if stretch.parts is None else PartCodecs(*stretch.parts),
        )
        for _ in self._inner.indexing():
            pass
        if len(self._inner) != expected:
            words = message("The file changed while it was read.")
            raise Unreadable(words, "file.changed")

    @property
    def source(self) -> Source:
        """The file, of which only the stretch can be read."""
        return self._source

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """The reader's diagnostics, with their places in the file."""
        found = self._inner.diagnostics
        self._told += map(self._in_file, found[len(self._told) :])
        return self._told

    def _in_file(self, one: Diagnostic) -> Diagnostic:
        at, line, column = self._stretch, one.line, one.column
        if line is not None:
            if line == 1 and column is not None:
                column += at.column
            line += at.lines
        record = None if one.record is None else one.record + at.first
        offset = None if one.offset is None else one.offset + at.start
        return one._replace(record=record, line=line, column=column, offset=offset)

    def __len__(self) -> int:
        return self._stretch.records

    def indexing(self) -> Iterator[JobStep[int]]:
        """An empty job: all records are known."""
        return iter(())

    def span(self, index: int) -> Span:
        """The bytes of a game in the file."""
        span = self._games.span(index - self._stretch.first)
        return span._replace(start=span.start + self._stretch.start)

    def line_ends_before(self, index: int) -> int:
        """The number of line ends before a game."""
        return self._stretch.lines + self._games.line_ends_before(index - self._stretch.first)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The tags of a game."""
        return self._games.headers(index - self._stretch.first)

    def plain_game(self, index: int) -> PlainGame | None:
        """A game of chess without comments and variations."""
        return self._games.plain_game(index - self._stretch.first)

    def plain_record(self, game: PlainGame) -> Record:
        """The record of a plain game whose moves are all legal."""
        return self._games.plain_record(game)

    def record(self, index: int) -> Record:
        """A game."""
        return self._games.record(index - self._stretch.first)


class SomeGames(PgnCollection):
    """Games of which any may be of a kind that can't be read: the file has others."""

    def _look_for_readable(self) -> None:
        return


class _Within:
    """A file of which a stretch can be read."""

    def __init__(self, stretch: Stretch) -> None:
        self.name = stretch.name
        self.size = stretch.size
        self._stretch = stretch

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span of the stretch."""
        at = start - self._stretch.start
        return self._stretch.data[max(0, at) : max(0, at + length)]

    def lost(self) -> Sequence[Span]:
        """None."""
        return ()

    def close(self) -> None:
        """Nothing is held."""
