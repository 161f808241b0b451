"""The packed libraries of CCBridge before its version 2: a head of 20 bytes, then one zlib stream.

Unpacked, the library's own texts come first, then the games one after the other; numbers are little-endian,
texts in GB18030 behind their length. Worked out from real files, the last byte included. Texts that are
empty in all of them have no meaning here and are kept as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from viewer.base.limits import Limits
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.text import GB18030
from viewer.formats.ccbridge import PACKED_MAGIC
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import decode

START = 20  # of the stream
_LEVEL, _SIZE = 12, 16  # offsets of how it is packed, and of the number of bytes that it unpacks to
LEVELS = {1: 1, 3: 9}
"""The levels of zlib by their codes in the file."""

LIBRARY: Mapping[str, int] = {
    **{"Title": 0, "unknown 1": 0, "unknown 2": 0, "Author": 0, "AuthorMail": 0},
    **{"Created": 19, "Modified": 19, "games": 4, "Remarks": 0},
}
GAME: Mapping[str, int] = {
    **{"size": 4, "pieces": 32, "Type": 4, "Event": 0, "unknown 1": 4, "Title": 0},
    **{"unknown 2": 0, "unknown 3": 0, "Place": 0, "Date": 0, "Red": 0, "Black": 0, "Result": 4},
    **{"Annotator": 0, "unknown 4": 0, "Author": 0, "AuthorMail": 0, "comment": 0},
    **{"side": 1, "Created": 19, "Modified": 19, "nodes": 4},
}
"""The parts of a head in the file's order: their numbers of bytes, 0 for a text with its length before it."""

_FED = 1 << 12  # packed bytes that are unpacked at once
_LEAST = sum(size or 4 for size in GAME.values())  # bytes of a game


class Parts(NamedTuple):
    """The parts of a head.

    Attributes:
        raws: their bytes by name, of texts without the length; those that the data ends in are missing.
        ends: the offset in the data after each.
    """

    raws: dict[str, bytes]
    ends: dict[str, int]


def split(data: bytes, table: Mapping[str, int], at: int = 0) -> Parts:
    """The parts of a head that begins at an offset."""
    parts = Parts({}, {})
    for name, size in table.items():
        if not size:
            size = int.from_bytes(data[at : at + 4], "little")
            at += 4
        if at + size > len(data):
            break
        parts.raws[name] = data[at : at + size]
        at += size
        parts.ends[name] = at
    return parts


def joined(raws: Mapping[str, bytes], table: Mapping[str, int]) -> bytes:
    """The bytes of a head of these parts, which all have their sizes."""
    return b"".join(
        raws[name] if size else len(raws[name]).to_bytes(4, "little") + raws[name]
        for name, size in table.items()
    )


def text_of(raw: bytes) -> str:
    """The text of bytes; bytes that are none become escapes."""
    return decode(raw, GB18030)


class Unpacked(NamedTuple):
    """The bytes of a stream.

    Attributes:
        body: the unpacked bytes, up to the damage or the limit.
        end: the offset in the file behind the stream.
        problem: why it ends early, None if it doesn't.
        limited: whether that is a limit.
    """

    body: bytes
    end: int
    problem: Message | None = None
    limited: bool = False


def unpacked(data: bytes, most: int) -> Unpacked:
    """Unpack a stream as far as it can be read, to at most so many bytes.

    Near a damage it goes byte by byte, so that nothing before it is missed.
    """
    stream = zlib.decompressobj()
    out = bytearray()
    at, fed = START, _FED
    while at < len(data) and not stream.eof:
        before = stream.copy()
        try:
            out += stream.decompress(data[at : at + fed], most + 1 - len(out))
        except zlib.error as error:
            if fed > 1:
                stream, fed = before, 1
                continue
            problem = message("The packed file is damaged or cut: {why}.", why=str(error))
            return Unpacked(bytes(out), at, problem)
        if len(out) > most:
            words = message(
                "The packed file holds more than {count} bytes; the rest isn't read.",
                count=most,
            )
            return Unpacked(bytes(out[:most]), at, words, True)
        at = min(at + fed, len(data))
    if not stream.eof:
        problem = message("The packed file is damaged or cut: {why}.", why="it ends in the middle")
        return Unpacked(bytes(out), len(data), problem)
    return Unpacked(bytes(out), len(data) - len(stream.unused_data))


class Problem(NamedTuple):
    """A fault of a library."""

    code: str
    words: Message


class PackedLibrary:
    """The unpacked bytes of a source, and where each game is in them.

    Attributes:
        level: the code of how it is packed.
        stream: its bytes.
        behind: the number of bytes in the file after the stream.
        parts: of its head.
        games: the bytes of each game.
        tail: the bytes after the last game.
        problems: the faults found.
    """

    def __init__(self, source: Source, limits: Limits) -> None:
        """Unpack and split the file. Raises Unreadable, OSError."""
        data = source.read(0, limits.body_bytes)
        self.level = int.from_bytes(data[_LEVEL : _LEVEL + 4], "little")
        most = max(limits.dense_bytes, limits.unpacked_times * len(data))
        self.stream = unpacked(data, min(limits.body_bytes, most))
        self.behind = source.size - self.stream.end
        self.problems: list[Problem] = []
        body = self.stream.body
        self.parts = split(body, LIBRARY)
        if len(self.parts.raws) < len(LIBRARY):
            raise Unreadable(self._why_nothing(), "cbl.cut-head")
        self.games, self.tail = self._split(limits.records)
        self._judge(int.from_bytes(data[_SIZE : _SIZE + 4], "little"))
        if not self.games:
            raise Unreadable(self._why_nothing(), "cbl.no-game")

    @property
    def head(self) -> bytes:
        """The bytes before the first game."""
        return self.stream.body[: self.parts.ends["Remarks"]]

    @property
    def said(self) -> int:
        """The number of games that the head says."""
        return int.from_bytes(self.parts.raws["games"], "little")

    def _why_nothing(self) -> Message:
        return self.stream.problem or message("There is no game in the library.")

    def _split(self, most: int) -> tuple[list[bytes], bytes]:
        body, at = self.stream.body, len(self.head)
        games: list[bytes] = []
        while at < len(body) and len(games) < most:
            size = int.from_bytes(body[at : at + 4], "little")
            if size < _LEAST or (at + size > len(body) and len(body) - at < _LEAST):
                break
            games.append(body[at : at + size])
            at += size
        return games, body[at:]

    def _judge(self, size: int) -> None:
        stream, count = self.stream, len(self.games)
        if stream.problem is not None:
            self.problems.append(Problem("limit" if stream.limited else "packed", stream.problem))
        elif size != len(stream.body):
            words = message(
                "The library is said to unpack to {size} bytes; it unpacks to {count}.",
                size=size,
                count=len(stream.body),
            )
            self.problems.append(Problem("size", words))
        if count != self.said:
            words = message(
                "The library is said to hold {said} games; {count} were found.",
                said=self.said,
                count=count,
            )
            self.problems.append(Problem("count", words))
        if self.tail or (self.behind and stream.problem is None):
            words = counted(
                "One byte follows after the last game.",
                "{count} bytes follow after the last game.",
                len(self.tail) or self.behind,
            )
            self.problems.append(Problem("trailing-bytes", words))


def packed(body: bytes, level: int) -> bytes:
    """The file of unpacked bytes, without what follows the stream."""
    head = PACKED_MAGIC + level.to_bytes(4, "little") + len(body).to_bytes(4, "little")
    return head + zlib.compress(body, LEVELS.get(level, 9))
