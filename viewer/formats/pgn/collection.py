"""The games of a PGN file: found by a job, read when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from weakref import ReferenceType, ref

from viewer.base.arrays import load_numpy
from viewer.base.jobs import JobStep
from viewer.base.layers import known_size, problem_of
from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.patterns import late
from viewer.base.source import Source, Span
from viewer.base.text import decode
from viewer.formats.capabilities import PlainGame, PlainGames, ReadAnew
from viewer.formats.format import Unreadable
from viewer.formats.headers import value_of
from viewer.formats.kit.collections import FileCollection
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.judge import PartCodecs
from viewer.formats.kit.tags import unshown_facts
from viewer.formats.pgn import PSN, SPELLED_RESULTS
from viewer.formats.pgn.dialects import game_of, is_read, setup_of, tokens_of, unread
from viewer.formats.pgn.kinds import (
    ALONE,
    GameCodecs,
    Tag,
    expected_of,
    kind_of,
    read_tags,
    value_of_tag,
    well_formed,
)
from viewer.formats.pgn.reader import MovetextReader
from viewer.formats.pgn.said import KIND, SCRIPT, TAGS, TAIL, TextSettings, line_end_of, placed
from viewer.formats.pgn.split import Bounds
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

PLACE = "pgn.place"
REST = "pgn.rest"
BEFORE = 256
"""Bytes before a game in which the beginning of its line is looked for."""
_LARGE = 1 << 18
_HEADERS = 1 << 20
_PLAIN = 1 << 16  # bytes of a game that is read at once
_LOOKED_FOR = 1 << 20  # bytes of a file that may hold another game's records only


class PgnCollection(FileCollection, PlainGames, ReadAnew):
    """The games of a source. Raises Unreadable if none is of a game that is read yet, OSError.

    The first games are found by `split` alone, and so are all games of a small file; for a larger one,
    the job makes the index, which has the offsets of the tags as well. Each record has as facts where it
    is in the file (PLACE) and, if it is longer than the limit for reading, the span that
    wasn't read (REST). If the first game is longer than that, opening doesn't search for its end.

    Attributes:
        encoding: the codec that was chosen, None if none was.
    """

    format = "pgn"
    variant = "PGN"

    def __init__(
        self, source: Source, limits: Limits, encoding: str | None, parts: PartCodecs | None = None
    ) -> None:
        """`parts` are the codecs of the games that aren't UTF-8, if they are known."""
        super().__init__(source, limits)
        if source.name.lower().endswith(f".{PSN.lower()}"):
            self.variant = PSN
        self.encoding = encoding
        self._parts = parts
        self._bounds = Bounds(source, limits.records)
        self._job: Bounds | None = None
        self._keep: Callable[[], None] = _nothing
        self._open: Span | None = None  # of a first game whose end isn't known yet
        self._opened: list[ReferenceType[Record]] = []  # what was read of it
        while not (len(self._bounds) or self._bounds.complete):
            if self._bounds.done > limits.game_bytes:
                self._open = Span(0, self._bounds.done)
                break
            self._bounds.step()
        self._look_for_readable()
        if self._bounds.complete:
            self._end()

    @property
    def codecs(self) -> GameCodecs:
        """Those of its games. They aren't kept: a ring would keep the bytes as long as collecting pauses."""
        return GameCodecs(self.encoding, self.part_codecs)

    def _look_for_readable(self) -> None:
        """Raise Unreadable if none of the first games is of a kind that can be read yet.

        If only some can't be read, the file opens, and shows what it can of them.
        """
        first, seen = "", 0
        while True:
            for index in range(seen, len(self)):
                span = self.span(index)
                kind = kind_at(self.source.read(span.start, min(span.length, _HEADERS)))
                if is_read(kind):
                    self._expected = expected_of(kind)
                    return
                first = first or kind
            seen = len(self)
            if self._bounds.complete or self._bounds.done >= _LOOKED_FOR:
                break
            self._bounds.step()
        if first:
            raise Unreadable(unread(first), "pgn.game")

    def __len__(self) -> int:
        return len(self._bounds) or int(self._open is not None)

    def indexing(self) -> Iterator[JobStep[int]]:
        """A job that finds the rest of the games."""
        while not self._bounds.complete:
            if self._job is None:
                self._job = self._worker()
            self._job.step()
            if len(self._job) >= len(self._bounds):
                self._bounds = self._job
            if self._open is not None and len(self._bounds):
                self._close_first()
            if self._bounds.complete:
                self._end()
            yield JobStep(self._job.done, known_size(self.source), len(self))

    def _worker(self) -> Bounds:
        if not self.source.read(_LARGE, 1):
            return self._bounds
        load_numpy()
        from viewer.formats.pgn.index import Index, load_index, save_index  # deferred

        index = load_index(self.source)
        if index is None:
            index = Index(self.source, self._limits.records)
            self._keep = partial(save_index, index)
        return index

    def _close_first(self) -> None:
        """The end of the first game was found: record it in the game's facts."""
        self._open = None
        span = self._bounds.span(0)
        for reference in self._opened:
            record = reference()
            if record is not None:
                kept = tuple(fact for fact in record.facts if fact.name not in (PLACE, REST))
                record.facts = (*kept, *self._placed(span))
        self._opened = []

    def _end(self) -> None:
        """All games are known: report what keeps some from being shown."""
        problem, where = problem_of(self.source), self._bounds.done
        code = "file.packed"
        if problem is None and self._bounds.full:
            problem, where = _too_many(self._bounds.most), self._bounds.span(len(self) - 1).start
            code = "file.too-many-records"
        if problem is None:
            self._keep()
        else:
            self._found.append(Diagnostic(Severity.ERROR, code, problem, None, None, where))

    def span(self, index: int) -> Span:
        """The bytes of a game; of a first one whose end isn't known yet, those that are."""
        if self._open is not None and index == 0:
            return self._open
        return self._bounds.span(index)

    def unedited_run(self, index: int) -> int:
        """The number of games from one on: all are unedited and consecutive in the file."""
        return max(0, len(self) - index)

    def line_ends_before(self, index: int) -> int:
        """The number of line ends before a game. Raises OSError."""
        return self._bounds.lines_before(self.span(index).start)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A tag of a range of games."""
        return self._bounds.values(key, start, stop, self.codecs.text, partial(self._value, key))

    def _value(self, key: str, index: int) -> str:
        return value_of(self.headers(index), key)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The tags of a game."""
        return read_headers(self._head(index), self.codecs)

    def _head(self, index: int) -> bytes:
        """The beginning of a game, with all its tags."""
        span = self.span(index)
        return self.source.read(span.start, min(span.length, _HEADERS))

    def record(self, index: int) -> Record:
        """A game, read now."""
        span = self.span(index)
        most = self._limits.game_bytes
        data = self.source.read(span.start, min(span.length, most))
        record, found = read_game(data, span.start, self._limits, self.codecs)
        record.facts += self._placed(span)
        if self._open is not None and index == 0:
            self._opened.append(ref(record))
        if span.length > most:
            words = message(
                "Only {count} bytes of the game are read; the rest is kept.", count=most
            )
            code = "pgn.game-too-long"
            found.append(Diagnostic(Severity.ERROR, code, words, None, None, span.start + most))
        self._tell(index, self._in_file(index, span.start, found))
        return record

    def plain_game(self, index: int) -> PlainGame | None:
        """A game of chess without comments and variations, in UTF-8."""
        from viewer.formats.pgn.plain import read_plain  # deferred

        span = self.span(index)
        if self.encoding is not None or span.length > min(self._limits.game_bytes, _PLAIN):
            return None
        found = read_plain(self.source.read(span.start, span.length))
        return found if found is None or len(found.moves) < self._limits.nodes else None

    def plain_record(self, game: PlainGame) -> Record:
        """The record of a plain game whose moves are all legal."""
        from viewer.formats.pgn.plain import record_of  # deferred

        return record_of(game)

    def _placed(self, span: Span) -> tuple[Fact, ...]:
        """The facts of a game: its place, and the part that isn't read."""
        most = self._limits.game_bytes
        rest = Fact(REST, None, Span(span.start + most, span.length - most))
        return (Fact(PLACE, None, span), *([rest] if span.length > most else ()))

    def _in_file(self, index: int, start: int, found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        """The diagnostics of a game, with their positions in the file."""
        if not found:
            return
        lines = self._bounds.lines_before(start)
        before = self.source.read(max(0, start - BEFORE), min(start, BEFORE))
        column = len(before) - 1 - before.rfind(b"\n")
        for one in found:
            line, place = one.line, one.column
            if line == 1 and place is not None:
                place += column
            if line is not None:
                line += lines
            yield one._replace(record=index, line=line, column=place)


def _too_many(most: int) -> Message:
    return message(
        "No more than {count} games are told apart; the last has all that follows.", count=most
    )


def _nothing() -> None:
    """An empty index, for a small file."""


# --------------------------- Reading one game of a PGN file: the whole record, or its headers alone


# Beside tags: a comment, a line that is escaped, the rest of a line.
_BESIDE = late(rb"\{[^}]*+\}?|;[^\r\n]*+|(?<![^\r\n\xbf])%[^\r\n]*+|[^{;\r\n]++")
_BELOW = late(rb"[^\S\r\n]*+(?:[\r\n]|\Z)")


def kind_at(data: bytes) -> str:
    """The kind (see `kinds`) of the game whose bytes are, or begin with, `data`."""
    tags, start, _ = read_tags(data)
    return kind_of(data, tags, start)


def read_headers(data: bytes, codecs: GameCodecs = ALONE) -> tuple[Header, ...]:
    """The headers of the game whose bytes are, or begin with, `data`."""
    tags, start, _ = read_tags(data)
    return _headers(data, tags, codecs.of(data, lambda: kind_of(data, tags, start)))


def _headers(data: bytes, tags: list[Tag], codec: str) -> tuple[Header, ...]:
    def decoded(raw: bytes) -> str:
        return decode(raw, codec)

    return tuple(
        [
            Header(str(tag.name, "ascii"), value_of_tag(data, tag, decoded))
            for tag in well_formed(data, tags, decoded)
        ]
    )


def read_game(
    data: bytes, at: int, limits: Limits, codecs: GameCodecs = ALONE
) -> tuple[Record, list[Diagnostic]]:
    """The record of one game's bytes, and their diagnostics.

    `at` is the offset of `data` in the file; lines and columns are counted within `data`. Time and
    memory are linear in the bytes, whatever their content.
    """
    tags, start, odd = read_tags(data)
    kind = kind_of(data, tags, start)
    codec = codecs.of(data, lambda: kind)
    settings = TextSettings(codec, line_end_of(data), limits.comment_bytes)
    headers = _headers(data, tags, settings.codec)
    named = {header.key: header.value for header in reversed(headers)}
    game = game_of(kind)
    setup, words = setup_of(game, named)
    if not is_read(kind):  # its movetext is kept as it is, but for what is said ahead of the moves
        limits = limits._replace(nodes=1)
    tokens = tokens_of(game, codec)
    reading = MovetextReader(data, start, tokens, settings, Node(0, None, setup), limits)
    facts = (
        Fact(TAGS, _BELOW.match(data, start) is not None, data[:start]),
        Fact(SCRIPT, tuple(settings), b""),
        Fact(TAIL, reading.cut, data[reading.tail :]),
        *unshown_facts(
            decode(text, codec) for text in (*_beside_tags(data[:start], tags), *reading.outside)
        ),
    )
    record = Record(game, reading.root, headers, settings.codec, facts, reading.nodes)
    found = _tag_findings(well_formed(data, tags, settings.decoded), odd)
    if not is_read(kind):
        record.facts += (Fact(KIND, kind, b""),)
        told = message("{what} Its moves aren't shown.", what=unread(kind))
        found.insert(0, diagnostic_at(Severity.ERROR, "pgn.game", told, 0, 0))
        return record, placed(found[: limits.diagnostics], data, at)
    if words is not None:
        places = {tag.name.lower(): tag for tag in reversed(tags)}
        tag = places.get(b"fen") or places.get(b"setup")
        place = 0 if tag is None else tag.value_start if b"fen" in places else tag.start
        found.append(diagnostic_at(Severity.WARNING, "pgn.setup", words, place, 0))
    found += reading.findings.found
    found += _result_findings(named, reading)
    return record, placed(found[: limits.diagnostics], data, at)


def _beside_tags(head: bytes, tags: list[Tag]) -> Iterator[bytes]:
    """What stands ahead of tags and between them: comments, escaped lines, what is no tag."""
    edges = [0, *(edge for tag in tags for edge in (tag.start, tag.end)), len(head)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        for found in _BESIDE.finditer(head, start, end):
            yield found[0]


def _tag_findings(tags: list[Tag], odd: list[int]) -> list[Diagnostic]:
    found = [
        diagnostic_at(
            Severity.WARNING,
            "pgn.broken-tag",
            message("The tag {name} is broken; it is read as far as it can be.", name=name),
            tag.start,
            None,
        )
        for tag, name in ((tag, tag.name.decode("ascii")) for tag in tags)
        if not tag.whole
    ]
    seen: set[bytes] = set()
    for tag in tags:
        if tag.name in seen:
            words = message("The tag {name} is there twice.", name=tag.name.decode("ascii"))
            found.append(
                diagnostic_at(Severity.WARNING, "pgn.repeated-tag", words, tag.start, None)
            )
        seen.add(tag.name)
    found += [
        diagnostic_at(
            Severity.WARNING, "pgn.no-tag", message("This is no tag; it is kept."), place, None
        )
        for place in odd
    ]
    return found


def _result_findings(tags: Mapping[str, str], reading: MovetextReader) -> list[Diagnostic]:
    said = tags.get("Result", "")
    if not said or reading.cut:
        return []
    leaf = next(reversed(reading.nodes))
    if not reading.result:
        words = message("The moves don't end with a result.")
        return [diagnostic_at(Severity.INFO, "pgn.no-result", words, reading.tail, leaf)]
    marker = decode(reading.result, reading.settings.codec)
    if SPELLED_RESULTS.get(marker, marker) == SPELLED_RESULTS.get(said, said):
        return []
    words = message(
        "The moves end with {marker}, the Result tag says {tag}.", marker=marker, tag=said
    )
    return [diagnostic_at(Severity.WARNING, "pgn.result", words, reading.tail, leaf)]
