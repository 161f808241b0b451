"""CBR records and CBL libraries made byte by byte from the description of the formats, without Qipu's writer.

The gaps between fields are filled with noise, as CCBridge leaves them.
"""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

START = bytes.fromhex(
    "212223242524232221 000000000000000000 002600000000002600 270027002700270027"
    "000000000000000000 000000000000000000 170017001700170017 001600000000001600"
    "000000000000000000 111213141514131211"
)
TITLE = {1: 52, 2: 180}
RED = {1: 948, 2: 1076}
RESULT = {1: 1820, 2: 2076}
SIDE = {1: 1856, 2: 2112}
BOARD = {1: 1864, 2: 2120}
TREE = {1: 1958, 2: 2214}
_TEXTS = (
    *(180, 308, 564, 628, 692, 756, 820, 852, 884, 948, 1012, 1076, 1140, 1204, 1268, 1300, 1364),
    *(1428, 1492, 1524, 1588, 1652, 1716, 1780, 1844),
)
TEXTS = {1: (*(at - 128 for at in _TEXTS), 1788, 1824), 2: (*_TEXTS, 1908, 1972, 2044, 2080)}
SLOT = 4096
INDEX = 66624
ENTRY = 276


@dataclass
class Spot:
    """A move between two squares (x, y from Red's left and back rank), its comment's bytes if it has one."""

    source: str = "a0"
    target: str = "a0"
    comment: bytes | None = None
    below: list[Spot] = field(default_factory=list)


def line(*moves: str, comment: str = "") -> Spot:
    """A root, with a comment or none, and one line below."""
    root = above = Spot(comment=said(comment) if comment else None)
    for move in moves:
        spot = Spot(move[:2], move[2:])
        above.below.append(spot)
        above = spot
    return root


def said(text: str) -> bytes:
    return text.encode("utf-16-le")


def square(name: str, version: int) -> int:
    x, row = "abcdefghi".index(name[0]), 9 - int(name[1])
    return x << 4 | row if version == 1 else row * 9 + x


def tree_of(root: Spot, version: int = 2, noise: random.Random | None = None) -> bytes:
    out = bytearray()
    stack = [(root, False)]
    while stack:
        spot, sibling = stack.pop()
        flags = (not spot.below) | 2 * sibling | 4 * (spot.comment is not None)
        reserved = 0
        if noise is not None:
            flags |= noise.choice((0, 0, 8, 0x80))
            reserved = noise.choice((0, 0, 7))
        out += bytes((flags, reserved, square(spot.source, version), square(spot.target, version)))
        if spot.comment is not None:
            out += len(spot.comment).to_bytes(4, "little") + spot.comment
        last = len(spot.below) - 1
        stack += [(child, i < last) for i, child in reversed(list(enumerate(spot.below)))]
    return bytes(out)


def head_of(
    version: int = 2, title: str = "", noise: random.Random | None = None, red: str = ""
) -> bytearray:
    """A head whose texts are empty but for these; noise in all its gaps."""
    head = bytearray(TREE[version])
    if noise is not None:
        head[36:] = noise.randbytes(len(head) - 36)
    head[:16] = b"CCBridge Record\0"
    head[19] = version
    head[20:36] = (noise or random.Random(title)).randbytes(16)
    for at in TEXTS[version]:
        head[at : at + 2] = b"\0\0"
    put(head, TITLE[version], title)
    put(head, RED[version], red)
    head[RESULT[version]] = 0
    head[RESULT[version] - 36] = 1
    head[SIDE[version]] = 1
    head[BOARD[version] : BOARD[version] + 90] = START
    head[-4:] = b"\xff" * 4
    return head


def put(head: bytearray, at: int, text: str) -> None:
    raw = said(text) + b"\0\0"
    head[at : at + len(raw)] = raw


def build(
    root: Spot,
    version: int = 2,
    title: str = "",
    noise: random.Random | None = None,
    red: str = "",
) -> bytes:
    """A CBR file."""
    return bytes(head_of(version, title, noise, red)) + tree_of(root, version, noise)


def guid_text(guid: bytes) -> str:
    a, b, c = struct.unpack("<IHH", guid[:8])
    tail = guid[8:].hex().upper()
    return f"{{{a:08X}-{b:04X}-{c:04X}-{tail[:4]}-{tail[4:]}}}"


def entry_of(record: bytes, order: int, title: str, slots: int = 0) -> bytes:
    """A line of the index."""
    count = slots or -(-len(record) // SLOT)
    entry = bytearray(ENTRY)
    struct.pack_into("<5I", entry, 0, 7, order, count, len(record), 0)
    put(entry, 20, guid_text(record[20:36]))
    put(entry, 100, title)
    return bytes(entry)


def library(
    games: Sequence[tuple[str, bytes]], room: int = 128, noise: random.Random | None = None
) -> bytes:
    """A CBL file of named records, with noise behind each within its slots."""
    head = bytearray(INDEX)
    head[:16] = b"CCBridgeLibrary\0"
    head[16] = 3
    head[20:36] = bytes(range(16))
    struct.pack_into("<III", head, 52, 0x7FFFFFFF, 0, room)
    put(head, 64, "谱")
    put(head, 1088, "说明")
    index = bytearray(room * ENTRY)
    body = bytearray()
    for order, (title, record) in enumerate(games):
        index[order * ENTRY : (order + 1) * ENTRY] = entry_of(record, order, title)
        gap = -len(record) % SLOT
        body += record + (noise.randbytes(gap) if noise is not None else bytes(gap))
    return bytes(head + index + body)


# ------------------------------------------------------------------------------ files in Qipu


class Edited(MemoryCollection):
    """A collection of records that were edited since they were read."""

    def __init__(self, read: Collection, *records: Record) -> None:
        super().__init__(read.format, records, read.variant, read.source)


def load(file: bytes, name: str = "game.cbr") -> Collection:
    return load_source(BytesSource(file, name))


def joined(output: Output, collection: Collection) -> bytes:
    return b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)


def written(
    collection: Collection, format: str = "cbr", **options: str
) -> tuple[tuple[Loss, ...], bytes]:
    """The losses and the file that Qipu writes."""
    output = FORMATS[format].load().write(collection, options or None)
    return output.losses, joined(output, collection)


def saved(record: Record, read: Collection | None = None, **options: str) -> bytes:
    """The CBR file of a record as it stands now."""
    collection = Edited(read, record) if read is not None else MemoryCollection("cbr", [record])
    return written(collection, "cbr", **options)[1]


def codes(collection: Collection) -> list[str]:
    """The codes of what the reader found, once the records were read."""
    for index in range(len(collection)):
        collection.record(index)
    return [finding.code for finding in collection.diagnostics]


# ------------------------------------------------------------------------------ packed libraries

PLACES = bytes.fromhex("1a2a3a4a5a6a7a8a9a 2888 1737577797 112131415161718191 2383 1434547494")


@dataclass
class PackedMove:
    """A node of a packed game: its ply, its move, the two bytes of its notation and its line of text."""

    ply: int
    move: str
    words: str = "0000"
    line: bytes = b""

    def code(self) -> bytes:
        square_bytes = bytes(square(self.move[at : at + 2], 1) for at in (0, 2))
        return self.ply.to_bytes(2, "little") + square_bytes + bytes.fromhex(self.words)


def counted_text(text: str | bytes) -> bytes:
    raw = text.encode("gb18030") if isinstance(text, str) else text
    return len(raw).to_bytes(4, "little") + raw


def packed_game(
    *moves: PackedMove,
    title: str = "",
    comment: str = "",
    result: int = 4,
    kind: int = 1,
    side: int = 1,
    places: bytes = PLACES,
    rest: bytes = b"",
    unknown: str = "",
) -> bytes:
    """A game of a packed library."""
    u32 = struct.Struct("<I").pack
    body = places + u32(kind) + counted_text("赛事") + u32(1)
    for text in (title, unknown, "", "地点", "2001.1.2", "红方", "黑方"):
        body += counted_text(text)
    body += u32(result)
    for text in ("评者", "", "录者", "a@b.cn", comment):
        body += counted_text(text)
    body += bytes([side]) + b"02-11-17 17:08:37  " + b"2009-02-01 17:14:02"
    body += u32(len(moves)) + b"".join(move.code() for move in moves)
    body += b"".join(move.line + b"\r\n" for move in moves) + rest
    return u32(len(body) + 4) + body


def packed_body(*games: bytes, count: int | None = None, tail: bytes = b"") -> bytes:
    """A packed library, unpacked."""
    texts = b"".join(counted_text(text) for text in ("谱", "", "", "录者", ""))
    said_count = struct.pack("<I", len(games) if count is None else count)
    dates = b"2001-2-18 12:30:22 2001-2-18 12:30:22 "
    return texts + dates + said_count + counted_text("引言||二") + b"".join(games) + tail


def packed_file(body: bytes, level: int = 3, strategy: int = 0, size: int | None = None) -> bytes:
    """The file of a packed library; another strategy than Qipu's gives other bytes for the same body."""
    packer = zlib.compressobj({1: 1, 3: 9}[level], zlib.DEFLATED, 15, 8, strategy)
    head = struct.pack("<III", 21, level, len(body) if size is None else size)
    return b"CCBridge" + head + packer.compress(body) + packer.flush()


def unpacked(file: bytes) -> bytes:
    return zlib.decompressobj().decompress(file[20:])
