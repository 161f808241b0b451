"""XQF files made byte by byte from the description of the format, without Qipu's writer.

`build` takes trees of `Spot`s and everything that real files have beside: noise in tags, garbage in
fields, promised moves that are absent, bytes behind the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.memory import MemoryCollection
from viewer.formats.xqf import FORMAT
from viewer.tree.record import Record

ALL_VERSIONS = (0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12)
START = bytes.fromhex("50463C32281E140A00480C533F2B170309131D27313B454F59114D061A2E4256")
COPYRIGHT = b"[(C) Copyright Mr. Dong Shiwei.]"


@dataclass
class Spot:
    """A move from a square to a square (0..255), its comment's bytes (None: no flag of one)."""

    source: int = 0
    target: int = 0
    comment: bytes | None = None
    below: list[Spot] = field(default_factory=list)


def line(*moves: tuple[int, int]) -> Spot:
    """A root with one line below."""
    spots = [Spot(), *(Spot(*move) for move in moves)]
    for above, below in pairwise(spots):
        above.below.append(below)
    return spots[0]


@dataclass
class KeyValues:
    """The keys of a head, by the formulas of the description."""

    piece: int = 0
    source: int = 0
    target: int = 0
    size: int = 0
    stream: Sequence[int] = (0,) * 32


def key_values(head: bytes) -> KeyValues:
    if head[2] <= 0x0A:
        return KeyValues()
    piece = (54 * head[13] ** 2 + 221) * head[13] % 256
    source = (54 * head[14] ** 2 + 221) * piece % 256
    target = (54 * head[15] ** 2 + 221) * source % 256
    size = (head[12] * 256 + head[13]) % 32000 + 767
    ors = [(head[12 + i] & head[3]) | head[8 + i] for i in range(4)]
    return KeyValues(piece, source, target, size, [c & ors[i % 4] for i, c in enumerate(COPYRIGHT)])


def cipher(data: bytes, head: bytes, sign: int) -> bytes:
    stream = key_values(head).stream
    return bytes((byte + sign * stream[i % 32]) % 256 for i, byte in enumerate(data))


def plain_body(file: bytes) -> bytes:
    """The body of a file, deciphered byte by byte."""
    return cipher(file[1024:], file[:1024].ljust(1024, b"\0"), -1)


def head_of(
    version: int = 0x0A, chance: random.Random | None = None, squares: bytes = START
) -> bytearray:
    """A head; with `chance` and a version above 0A it has random keys."""
    head = bytearray(1024)
    head[:3] = b"XQ" + bytes([version])
    if version > 0x0A and chance is not None:
        head[3] = chance.randrange(256) | 0xAA
        head[8:12] = chance.randbytes(4)
        head[13:16] = bytes(chance.randrange(1, 255) for _ in range(3))
        head[12] = -sum(head[13:16]) % 256
    keys = key_values(head)
    rotation = keys.piece + 1 if version >= 0x0C else 0
    for i in range(32):
        head[16 + i] = (squares[(i + rotation) % 32] + keys.piece) % 256
    return head


def put_text(head: bytearray, offset: int, text: bytes, length: int | None = None) -> bytearray:
    head[offset] = len(text) if length is None else length
    head[offset + 1 : offset + 1 + len(text)] = text
    return head


def build(
    root: Spot,
    head: bytearray | None = None,
    noise: random.Random | None = None,
    trailing: bytes = b"",
) -> bytes:
    """A file. `noise` fills what later versions leave to chance."""
    head = head_of() if head is None else head
    keys = key_values(head)
    plain = head[2] <= 0x0A
    out = bytearray()
    stack = [(root, False)]
    while stack:
        spot, sibling = stack.pop()
        if plain:
            tag = 0xF0 * bool(spot.below) | 0x0F * sibling
            reserved = 0xFF if spot is root else 0
        else:
            tag = 0x80 * bool(spot.below) | 0x40 * sibling | 0x20 * (spot.comment is not None)
            tag |= noise.randrange(32) if noise else 0
            reserved = noise.randrange(256) if noise else 0
        source, target = spot.source + 0x18 + keys.source, spot.target + 0x20 + keys.target
        out += bytes((source % 256, target % 256, tag, reserved))
        if plain or spot.comment is not None:
            raw = spot.comment or b""
            out += ((len(raw) + keys.size) % (1 << 32)).to_bytes(4, "little") + raw
        last = len(spot.below) - 1
        stack += [(child, i < last) for i, child in reversed(list(enumerate(spot.below)))]
    return bytes(head) + cipher(bytes(out) + trailing, head, 1)


# ------------------------------------------------------------------------------ files in Qipu


class Edited(MemoryCollection):
    """A collection of one record that was edited since it was read."""

    def __init__(self, read: Collection, record: Record) -> None:
        super().__init__(read.format, [record], read.variant, read.source)


def load(file: bytes, encoding: str | None = None, name: str = "game.xqf") -> Collection:
    return load_source(BytesSource(file, name), encoding=encoding)


def joined(output: Output, collection: Collection) -> bytes:
    return b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)


def written(collection: Collection, **options: str) -> tuple[tuple[Loss, ...], bytes]:
    """The losses and the file that Qipu writes."""
    output = FORMAT.write(collection, options or None)
    return output.losses, joined(output, collection)


def saved(record: Record, read: Collection | None = None, **options: str) -> bytes:
    """The file of a record as it stands now."""
    collection = Edited(read, record) if read is not None else MemoryCollection("xqf", [record])
    return written(collection, **options)[1]


def codes(collection: Collection) -> list[str]:
    """The codes of what the reader found, once the record was read."""
    collection.record(0)
    return [finding.code for finding in collection.diagnostics]


def moves(record: Record) -> Iterator[str]:
    """The moves in file order."""
    for node in record.walk():
        if node.parent is not None:
            yield node.action.text
