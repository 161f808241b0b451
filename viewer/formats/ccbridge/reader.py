"""A game of CCBridge as a collection of its own, and the games of a library."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.ccbridge.game import (
    Game,
    RecordDiagnostics,
    layout_of,
    read_game,
    read_headers,
    tell_game,
)
from viewer.formats.ccbridge.layout import (
    FIELDS,
    KIND_KEY,
    MAGIC,
    RESULT_KEY,
    SECOND,
    VERSION,
    Layout,
    read_code,
    read_text,
)
from viewer.formats.ccbridge.library import SLOT, Library, Place
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import FileCollection, RecentHeaders, SingleCollection
from viewer.formats.kit.diagnostics import ERROR, WARNING
from viewer.formats.kit.xiangqi import BOARD, USUAL
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

RECORD = "ccbridge.record"
"""Fact of a record: its bytes; value: ReadAs."""
REST = "ccbridge.rest"  # fact of a record: the bytes after it in the file


class CbrCollection(SingleCollection):
    """The record of a CBR file, read when needed.

    Attributes:
        format: "cbr".
        source: the file.
    """

    format = "cbr"

    def __init__(self, source: Source, limits: Limits) -> None:
        """Read the bytes and find their layout. Raises Unreadable, OSError."""
        super().__init__(source, limits)
        self._data = source.read(0, limits.body_bytes)
        self._layout = checked_layout(self._data)
        self._tell_cut(len(self._data))

    @property
    def variant(self) -> str:
        """The version of the file, such as "CBR 2"."""
        return variant_of(self._layout.version)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers, read from the head only."""
        if index:
            raise IndexError(index)
        return read_headers(self._data, self._layout)

    def _read(self) -> Record:
        game = read_game(self._data, self._layout, self._limits)
        found = RecordDiagnostics(self.format, self._limits.diagnostics)
        size = len(self._data)
        tell_game(found, game, size, size - game.end)
        self._tell(0, found.sorted())
        record = with_bytes(game, self.format, self._data, self._limits)
        record.facts += self._rest(REST, size)
        return record


class ReadAs(NamedTuple):
    """How a record was read: the format of its file, the limits of its nodes and of a comment's bytes."""

    format: str
    nodes: int
    comment_bytes: int


def read_as(record: Record, name: str = RECORD) -> ReadAs | None:
    """How a record was read, None for a record without a fact of this name."""
    fact = record.fact(name)
    return ReadAs(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


def with_bytes(game: Game, format: str, data: bytes, limits: Limits, name: str = RECORD) -> Record:
    """The record of a game, with its bytes as a fact of a name."""
    value = ReadAs(format, limits.nodes, limits.comment_bytes)
    game.record.facts = (Fact(name, value, data),)
    return game.record


def checked_layout(data: bytes) -> Layout:
    """The layout of a file that begins with these bytes. Raises Unreadable."""
    if not data.startswith(MAGIC):
        raise Unreadable(
            message("This is no CBR file: it doesn't begin with “CCBridge Record”."), "cbr.no-cbr"
        )
    layout = layout_of(data)
    if layout is None and len(data) > VERSION:
        raise Unreadable(
            message(
                "This is a CBR file of a version that isn't known: {version}.",
                version=data[VERSION],
            ),
            "cbr.unknown-version",
        )
    if layout is None or len(data) < layout.board + BOARD:
        raise Unreadable(
            message("The file ends after {count} bytes, before the position.", count=len(data)),
            "cbr.cut-head",
        )
    return layout


def variant_of(version: int) -> str:
    """The name of a version on the screen."""
    return f"CBR {version}"


# ---------------------------------------------------------------------------------------- a library

GAME = "ccbridge.game"
"""Fact of a record: the number of its game in the library; raw: b"" if the file has no record of it."""

_TITLE = "Title"
_BLOCK = 1 << 20


class CblCollection(FileCollection):
    """The games of a library: listed by its index, read when needed.

    Attributes:
        format: "cbl".
        source: the file.
        library: the file's index.
    """

    format = "cbl"
    variant = "CBL"

    def __init__(self, source: Source, limits: Limits) -> None:
        """Read the index. Raises Unreadable, OSError."""
        super().__init__(source, limits)
        self.library = Library(source, limits)
        if not self.library.places:
            raise Unreadable(message("There is no game in the library."), "cbl.no-game")
        self._recent = RecentHeaders()
        self._known = 0  # the number of the library's problems reported so far

    def __len__(self) -> int:
        return len(self.library.places)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of the library and of the records read so far."""
        for code, words, game, offset in self.library.problems[self._known :]:
            severity = ERROR if code == "no-record" else WARNING
            self._found.append(Diagnostic(severity, f"cbl.{code}", words, game, None, offset))
        self._known = len(self.library.problems)
        return self._found

    def span(self, index: int) -> Span | None:
        """The slots of a game, None if the file has no record of it."""
        place = self.library.find(index)
        if place.start < 0:
            return None
        return Span(place.start, min(place.slots * SLOT, self.source.size - place.start))

    def unedited_run(self, index: int) -> int:
        """1 for a game in the file, else 0: games aren't copied together, since the index is separate."""
        return int(self.span(index) is not None)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A column of the list: names are read from the index, others from one field of each game."""
        if key == _TITLE:
            return [place.name for place in self.library.places[start:stop]]
        return [_value(key, head) for head in self._heads(start, stop)]

    def _heads(self, start: int, stop: int) -> Iterator[bytes]:
        """The heads of games, b"" for a game without a record; neighbouring ones are read at once."""
        block, first = b"", 0
        for index in range(start, min(stop, len(self))):
            place = self.library.places[index]
            at = place.start - first
            if not 0 <= at <= len(block) - SECOND.tree:
                block, at, first = self.source.read(max(0, place.start), _BLOCK), 0, place.start
            head = block[at : at + SECOND.tree]
            found = self.library.find(index, head)
            if found.start != place.start:
                head = self.source.read(found.start, SECOND.tree) if found.start >= 0 else b""
            yield head if found.start >= 0 else b""

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, read from the head of its record only."""
        return self._recent.get(index, self._headers)

    def _headers(self, index: int) -> tuple[Header, ...]:
        place = self.library.find(index)
        data = self.source.read(place.start, SECOND.tree) if place.start >= 0 else b""
        layout = layout_of(data) if data.startswith(MAGIC) else None
        return read_headers(data, layout) if layout is not None else _named(place)

    def record(self, index: int) -> Record:
        """The record of a game, read now. Raises IndexError, OSError."""
        if index < 0:
            raise IndexError(index)
        place = self.library.find(index)
        span = self.span(index)
        data = self.source.read(span.start, span.length) if span is not None else b""
        layout = layout_of(data) if data.startswith(MAGIC) else None
        if layout is None:
            return self._without_record(index, place, data)
        return self._read(index, place, data, layout)

    def _read(self, index: int, place: Place, data: bytes, layout: Layout) -> Record:
        game = read_game(data, layout, self._limits)
        room = len(data)
        if game.cut and not game.limit:  # it may take more slots than the index gives
            data += self._behind(place.start + room)
            game = read_game(data, layout, self._limits)
        found = RecordDiagnostics(self.format, self._limits.diagnostics)
        if game.end > room:
            words = message("The game takes more slots than the index says.")
            found.add(WARNING, "slots", words, offset=room)
        tell_game(found, game, len(data), 0)
        self._tell(index, found.placed(index, place.start))
        record = with_bytes(game, self.format, data, self._limits)
        record.facts += (Fact(GAME, index, b"1"),)
        return record

    def _behind(self, start: int) -> bytes:
        """The bytes from an offset to the next game, up to the limit of bytes of a game."""
        end, most = start, start + self._limits.game_bytes
        while end < min(self.source.size, most):
            if self.source.read(end, len(MAGIC)) == MAGIC:
                break
            end += SLOT
        return self.source.read(start, end - start)

    def _without_record(self, index: int, place: Place, data: bytes) -> Record:
        """A game without moves, for an entry whose record is missing or of an unknown version."""
        if data:
            words = message("The record of the game is of a version that isn't known.")
            code = "cbl.unknown-version"
            self._tell(index, [Diagnostic(ERROR, code, words, index, None, place.start)])
        root = Node(0, None, USUAL)
        return Record("xiangqi", root, _named(place), None, (Fact(GAME, index, b""),))


def _value(key: str, head: bytes) -> str:
    """The value of a header, read from the head of a record; "" if it has none."""
    layout = layout_of(head) if head.startswith(MAGIC) else None
    if layout is None:
        return ""
    if key in (RESULT_KEY, KIND_KEY):
        return read_code(head, layout, key)
    field = FIELDS[layout.version].get(key)
    return "" if field is None else read_text(head, field.offset, field.size)


def _named(place: Place) -> tuple[Header, ...]:
    return (Header(_TITLE, place.name),) if place.name else ()
