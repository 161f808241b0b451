"""A CBR file as a collection of one record."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.ccbridge.findings import RecordDiagnostics, of_game
from viewer.formats.ccbridge.game import Game, layout_of, read_game, read_headers
from viewer.formats.ccbridge.layout import MAGIC, VERSION, Layout
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.shared.xiangqi import BOARD
from viewer.tree.facts import Fact
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
        of_game(found, game, size, size - game.end)
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
