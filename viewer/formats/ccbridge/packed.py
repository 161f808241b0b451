"""The packed libraries of CCBridge before its version 2: a head of 20 bytes, then one zlib stream.

Unpacked, the library's own texts come first, then the games one after the other; numbers are little-endian,
texts in GB18030 behind their length. Worked out from real files, the last byte included. Texts that are
empty in all of them have no meaning here and are kept as they are.

A game is its head (`GAME_PARTS`), six bytes a node, and a line of text for each node. The nodes are in
pre-order, each with its ply: one that isn't above the ply before begins a variation.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.text import GB18030, has_escapes
from viewer.formats.ccbridge.layout import (
    GAME_PARTS,
    LIBRARY_PARTS,
    RESULT_KEY,
    SQUARES,
    TYPE_KEY,
    Parts,
    split,
)
from viewer.formats.ccbridge.reader import (
    ReadRecord,
    RecordDiagnostics,
    tell_codes,
    tell_end,
    tell_nodes,
    tell_side,
    with_bytes,
)
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import decode
from viewer.formats.kit.collections import FileCollection, RecentHeaders
from viewer.formats.kit.diagnostics import ERROR, WARNING
from viewer.formats.kit.xiangqi import (
    ABSENT,
    RESULTS,
    TYPES,
    action_of,
    black_moves,
    board_of,
    setup_of,
)
from viewer.tree.action import Action, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

START = 20  # of the stream
_LEVEL, _SIZE = 12, 16  # offsets of how it is packed, and of the number of bytes that it unpacks to

_FED = 1 << 12  # packed bytes that are unpacked at once
_LEAST = sum(size or 4 for size in GAME_PARTS.values())  # bytes of a game


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
        self.parts = split(body, LIBRARY_PARTS)
        if len(self.parts.raws) < len(LIBRARY_PARTS):
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


PACKED = "ccbridge.packed"
"""Fact of a record: the bytes of its game; value: ReadAs."""
VARIANT = "CBL, packed"
NODE = 6  # bytes of a node
CRLF = b"\r\n"
BREAK = "||"
"""A line break within a comment."""

CODES: Mapping[str, Mapping[int, str]] = MappingProxyType(
    {
        RESULT_KEY: {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "*"},
        TYPE_KEY: dict(enumerate(TYPES, 1)),
    }
)
"""What the codes of the result and of the kind of a game stand for."""
TIMES = ("Created", "Modified")
_UNTOLD = frozenset(("size", "pieces", "comment", "side", "nodes"))
KEYS = tuple(name for name in GAME_PARTS if name not in _UNTOLD and not name.startswith("unknown"))
"""The headers of a game, which are parts of its head."""
_SMALL = 1 << 16


class NodeBytes(NamedTuple):
    """What the file says of a node: its six bytes, and the bytes of its comment."""

    move: bytes
    comment: bytes


@dataclass(slots=True)
class PackedRecord(ReadRecord):
    """A game of a packed library.

    Attributes:
        parts: of its head.
        nodes: the bytes of each node but the root, by its id less one.
        rest: the bytes after the last line.
        jumps: nodes that are no ply after the one before, and below no earlier one.
    """

    parts: Parts = field(default_factory=lambda: Parts({}, {}))
    nodes: list[NodeBytes] = field(default_factory=list)
    rest: bytes = b""
    jumps: list[Node] = field(default_factory=list)


def read_record(data: bytes, limits: Limits) -> PackedRecord:
    """Read a game, up to the limits of nodes and of a comment's bytes."""
    parts = split(data, GAME_PARTS)
    raws = parts.raws
    root = Node(0, None)
    read = PackedRecord(Record("xiangqi", root), len(data), parts=parts)
    with GarbagePause(len(data) >= _SMALL):
        nodes = _read_tree(data, read, root, limits)
    places = raws.get("pieces", b"")
    squares = squares_of_places(places)
    read.unknown = sum(
        1 for byte, at in zip(places, squares, strict=False) if byte and at == ABSENT
    )
    board = board_of(squares)
    if "side" in raws:
        read.side = raws["side"][0]
        read.black = {1: False, 0: True}.get(read.side)
    first_moves = [node.action for node in root.children]
    root.action = setup_of(board, black_moves(board, first_moves, int(bool(read.black))))
    read.record = Record("xiangqi", root, headers_of(raws), None, (), dict(enumerate(nodes)))
    return read


def squares_of_places(places: bytes) -> list[int]:
    """The squares of the 32 pieces; ABSENT for a piece that isn't on the board."""
    found = [
        10 * (byte >> 4) - (byte & 15) if 1 <= byte >> 4 <= 9 and 1 <= byte & 15 <= 10 else ABSENT
        for byte in places
    ]
    return found + [ABSENT] * (32 - len(found))


def headers_of(raws: Mapping[str, bytes]) -> tuple[Header, ...]:
    """The headers of a game, by the parts of its head."""
    found = [Header(key, value_in(key, raws[key])) for key in KEYS if key in raws]
    return tuple(header for header in found if header.value)


def value_in(key: str, raw: bytes) -> str:
    """What the part of a header says; an unknown code as a number."""
    if key in CODES:
        code = int.from_bytes(raw, "little")
        return CODES[key].get(code, str(code))
    return text_of(raw).rstrip(" \0") if key in TIMES else text_of(raw)


def comment_in(raw: bytes) -> str:
    """The text of a comment."""
    return text_of(raw).replace(BREAK, "\n")


def depth_of(move: bytes, path: int) -> int:
    """The ply of a node after a path of so many nodes with the root; an impossible one is the next."""
    ply = int.from_bytes(move[:2], "little")
    return ply if 1 <= ply <= path else path


def _read_tree(data: bytes, read: PackedRecord, root: Node, limits: Limits) -> list[Node]:
    raws, nodes = read.parts.raws, [root]
    _comment(read, root, raws.get("comment", b""), limits)
    if "nodes" not in raws:
        read.cut = True
        return nodes
    at, said = read.parts.ends["nodes"], int.from_bytes(raws["nodes"], "little")
    size = int.from_bytes(raws["size"], "little")
    there = min(said, (len(data) - at) // NODE)
    read.cut = there < said or len(data) < size
    lines = data[at + NODE * said :].split(CRLF, there)
    read.rest = lines.pop() if len(lines) > there else b""
    if there > limits.nodes:
        there, read.limit = limits.nodes, "nodes"
        read.end = at + NODE * there
    lines += [b""] * (there - len(lines))
    squares = SQUARES[1]
    actions: dict[bytes, Action] = {}
    path: list[Node] = [root]
    fans: dict[Node, list[Node]] = {}
    for index in range(there):
        move = data[at : at + NODE]
        code = move[2:4]
        action = actions.get(code)
        if action is None:
            numbers = squares[code[0]], squares[code[1]]
            action = actions[code] = action_of(*numbers)
        depth = depth_of(move, len(path))
        parent = path[depth - 1]
        node = Node(index + 1, parent, action)
        if depth != int.from_bytes(move[:2], "little"):
            read.jumps.append(node)
        if type(action) is Written:
            read.strange.append((node, at))
        del path[depth:]
        path.append(node)
        nodes.append(node)
        fans.setdefault(parent, []).append(node)
        read.nodes.append(NodeBytes(move, lines[index]))
        _comment(read, node, lines[index], limits)
        at += NODE
    for node, children in fans.items():
        node.children = tuple(children)
    return nodes


def _comment(read: PackedRecord, node: Node, raw: bytes, limits: Limits) -> None:
    if not raw:
        return
    if len(raw) > limits.comment_bytes:
        read.limit = read.limit or "comment"
        return
    text = comment_in(raw)
    node.notes = {COMMENT: text}
    if has_escapes(text):
        read.spoilt.append((node, 0))


class PackedCollection(FileCollection):
    """The games of a packed library.

    Attributes:
        format: "cbl".
        source: the file.
        library: its unpacked bytes.
    """

    format = "cbl"
    variant = VARIANT

    def __init__(self, source: Source, limits: Limits) -> None:
        """Unpack the library. Raises Unreadable, OSError."""
        super().__init__(source, limits)
        self.library = PackedLibrary(source, limits)
        self._recent = RecentHeaders()
        for code, words in self.library.problems:
            severity = ERROR if code in ("limit", "packed") else WARNING
            self._found.append(Diagnostic(severity, f"cbl.{code}", words))

    def __len__(self) -> int:
        return len(self.library.games)

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, from its head only."""
        return self._recent.get(index, self._headers)

    def _headers(self, index: int) -> tuple[Header, ...]:
        return headers_of(split(self.library.games[index], GAME_PARTS).raws)

    def record(self, index: int) -> Record:
        """The record of a game, read now. Raises IndexError."""
        if index < 0:
            raise IndexError(index)
        data = self.library.games[index]
        read = read_record(data, self._limits)
        found = RecordDiagnostics(self.format, self._limits.diagnostics)
        tell_end(found, read, len(data), len(read.rest))
        headers = read.record.headers
        tell_codes(found, headers, (TYPE_KEY, TYPES), RESULTS)
        root = read.record.root.id
        if read.unknown:
            words = counted(
                "One piece of the start is on no square of the board; it is left out.",
                "{count} pieces of the start are on no square of the board; they are left out.",
                read.unknown,
            )
            found.add(WARNING, "unknown-place", words, root)
        tell_side(found, read)
        for header in headers:
            if has_escapes(header.value):
                words = message(
                    "{field} has bytes that are no text in {codec}.",
                    field=header.key,
                    codec=GB18030,
                )
                found.add(WARNING, "undecodable", words)
        tell_nodes(found, read, GB18030)
        for node in read.jumps:
            words = message("The move has an impossible ply; it follows the one before.")
            found.add(WARNING, "ply", words, node.id)
        self._tell(index, found.placed(index, None))
        return with_bytes(read, self.format, data, self._limits, PACKED)
