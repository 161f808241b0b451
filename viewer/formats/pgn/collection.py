"""The games of a PGN file: found by a job, read when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from viewer.base.arrays import load_numpy
from viewer.base.jobs import Step
from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.packed import known_size, problem_of
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.base.text import decode
from viewer.formats.format import Unreadable, value_of
from viewer.formats.pgn.bounds import Bounds
from viewer.formats.pgn.dialects import is_read, unread
from viewer.formats.pgn.game import codec_of, kind_at, read_game, read_headers
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.record import Header, Record

PLACE = "pgn.place"
REST = "pgn.rest"
_LARGE = 1 << 18
_HEADERS = 1 << 20
_LOOKED_FOR = 1 << 20  # bytes of a file that may hold another game's records only


class PgnCollection:
    """The games of a source. Raises Unreadable where none is of a game that is read yet, OSError.

    Those at the beginning are found by `split` alone, and so is all of a small file; in a larger one
    the job makes the index, which knows where the tags are as well. Each record has as facts where it
    stands in the file (PLACE) and, where it is longer than the limit of what is read, the span that
    was left out (REST).
    """

    format = "pgn"
    variant = "PGN"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        self.source: Source = source
        self._limits = limits
        self._encoding = encoding
        self._bounds = Bounds(source)
        self._job: Bounds | None = None
        self._keep: Callable[[], None] = _nothing
        self._found: list[Diagnostic] = []
        self._told: set[int] = set()
        while not (len(self._bounds) or self._bounds.complete):
            self._bounds.step()
        self._look_for_chess()
        if self._bounds.complete:
            self._end()

    def _look_for_chess(self) -> None:
        """Raise Unreadable where all games at the beginning are such as can't be read yet.

        A file of which only some are keeps the others, and shows of these what can be shown.
        """
        first, seen = "", 0
        while True:
            for index in range(seen, len(self._bounds)):
                span = self._bounds.span(index)
                kind = kind_at(self.source.read(span.start, min(span.length, _HEADERS)))
                if is_read(kind):
                    return
                first = first or kind
            seen = len(self._bounds)
            if self._bounds.complete or self._bounds.done >= _LOOKED_FOR:
                break
            self._bounds.step()
        if first:
            raise Unreadable(unread(first), "pgn.game")

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What was found odd in the games that were read."""
        return self._found

    def __len__(self) -> int:
        return len(self._bounds)

    def indexing(self) -> Iterator[Step[int]]:
        """The job that finds the rest of the games."""
        while not self._bounds.complete:
            if self._job is None:
                self._job = self._worker()
            self._job.step()
            if len(self._job) >= len(self._bounds):
                self._bounds = self._job
            if self._bounds.complete:
                self._end()
            yield Step(self._job.done, known_size(self.source), len(self))

    def _worker(self) -> Bounds:
        if not self.source.read(_LARGE, 1):
            return self._bounds
        load_numpy()
        from viewer.formats.pgn import sidefile
        from viewer.formats.pgn.index import Index

        index = sidefile.load(self.source)
        if index is None:
            index = Index(self.source)
            self._keep = partial(sidefile.save, index)
        return index

    def _end(self) -> None:
        """All games are known; what kept the source from being whole is told."""
        problem = problem_of(self.source)
        if problem is None:
            self._keep()
        else:
            where = self._bounds.done
            self._found.append(
                Diagnostic(Severity.ERROR, "file.packed", problem, None, None, where)
            )

    def span(self, index: int) -> Span | None:
        """The bytes of a game."""
        return self._bounds.span(index)

    def untouched(self, index: int) -> int:
        """All games of the file from one on are its bytes, one behind the other."""
        return max(0, len(self._bounds) - index)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A tag of a range of games."""
        return self._bounds.values(key, start, stop, self._text, partial(self._value, key))

    def _value(self, key: str, index: int) -> str:
        return value_of(self.headers(index), key)

    def _text(self, raw: bytes) -> str:
        return decode(raw, codec_of(raw, self._encoding))

    def headers(self, index: int) -> tuple[Header, ...]:
        """The tags of a game."""
        span = self._bounds.span(index)
        data = self.source.read(span.start, min(span.length, _HEADERS))
        return read_headers(data, self._encoding)

    def record(self, index: int) -> Record:
        """A game, read now."""
        span = self._bounds.span(index)
        most = self._limits.body_bytes
        data = self.source.read(span.start, min(span.length, most))
        record, found = read_game(data, span.start, self._limits, self._encoding)
        record.facts += (Fact(PLACE, None, span),)
        if span.length > most:
            rest = Span(span.start + most, span.length - most)
            record.facts += (Fact(REST, None, rest),)
            words = message(
                "The game goes on for {count} bytes, which aren't read.", count=rest.length
            )
            code = "pgn.game-too-long"
            found.append(Diagnostic(Severity.ERROR, code, words, None, None, rest.start))
        if found and index not in self._told:
            self._told.add(index)
            self._tell(index, span.start, found)
        return record

    def _tell(self, index: int, start: int, found: Sequence[Diagnostic]) -> None:
        """Put findings of a game where they are in the file."""
        lines = self._bounds.lines_before(start)
        before = self.source.read(max(0, start - 256), min(start, 256))
        column = len(before) - 1 - before.rfind(b"\n")
        for one in found:
            line, place = one.line, one.column
            if line == 1 and place is not None:
                place += column
            if line is not None:
                line += lines
            self._found.append(one._replace(record=index, line=line, column=place))


def _nothing() -> None:
    """What is kept of a small file."""
