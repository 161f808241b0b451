"""What the reader keeps of a file for the writer: its keys, and its facts.

Source: XQStudio 1.63 (DONG Shiwei, BSD-3), `Src/XQFileRW.pas`. Files of version 0A have no keys.

Text needs no raw bytes, because its decoding is reversible with its style, which is kept. Equal facts
of the same name are one object: the unused bits of most nodes are random, but have few different values.
"""

from __future__ import annotations

import random
from functools import cache

from viewer.base.named import NamedTuple
from viewer.base.spans import Span
from viewer.formats.xqf.encoding import PLAIN, CommentLayout
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Record

PLAIN_VERSION = 0x0A  # and below: no keys, a size in every record, other tags
ROTATING_VERSION = 0x0C  # from this version on, the slots of the pieces are rotated
NEWEST_VERSION = 0x12  # XQStudio 1.63 refuses higher versions
KEY_BYTES = slice(0x03, 0x10)

_TEXT = b"[(C) Copyright Mr. Dong Shiwei.]"
_PERIOD = len(_TEXT)


class Keys(NamedTuple):
    """The keys that encrypt an XQF file's squares, moves, sizes and comments.

    Attributes:
        plain: whether the file is written as version 0A, without encryption.
        piece: added to the squares of the pieces.
        rotation: the number of slots by which the 32 slots of the pieces are rotated.
        source, target: added to the squares of a move, with the format's own 24 and 32.
        size: added to the size of a comment.
        stream: added to the body, byte by byte, by the offset in the file mod 32.
    """

    plain: bool
    piece: int
    rotation: int
    source: int
    target: int
    size: int
    stream: bytes

    def decrypt(self, data: bytes, offset: int) -> bytes:
        """Decrypt a part of the body; `offset` is its place in the file."""
        return data if self.plain else _shift(data, offset, self.stream, -1)

    def encrypt(self, data: bytes, offset: int) -> bytes:
        """Encrypt a part of the body; `offset` is its place in the file."""
        return data if self.plain else _shift(data, offset, self.stream, 1)

    def same_stream(self, offset: int, other: int) -> bool:
        """Whether bytes at two offsets of the file are encrypted alike."""
        return self.plain or (offset - other) % _PERIOD == 0

    def squares(self, hidden: bytes) -> list[int]:
        """The squares of the 32 pieces in the order of the slots, from bytes 10..2F."""
        squares = [0] * 32
        for i, value in enumerate(hidden):
            squares[(i + self.rotation) % 32] = (value - self.piece) % 256
        return squares

    def hide_squares(self, squares: list[int]) -> bytes:
        """Bytes 10..2F for the squares of the 32 pieces."""
        return bytes(
            (squares[(i + self.rotation) % 32] + self.piece) % 256 for i in range(len(squares))
        )


NO_KEYS = Keys(True, 0, 0, 0x18, 0x20, 0, bytes(_PERIOD))


def read_keys(head: bytes) -> Keys:
    """The keys in the head of a file, of which at least the first 16 bytes are needed."""
    version = head[2]
    if version <= PLAIN_VERSION:
        return NO_KEYS
    piece = _mix(head[0x0D]) * head[0x0D] % 256
    source = _mix(head[0x0E]) * piece % 256
    target = _mix(head[0x0F]) * source % 256
    masked = [(head[0x0C + i] & head[0x03]) | head[0x08 + i] for i in range(4)]
    return Keys(
        plain=False,
        piece=piece,
        rotation=piece + 1 if version >= ROTATING_VERSION else 0,
        source=(0x18 + source) % 256,
        target=(0x20 + target) % 256,
        size=(head[0x0C] * 256 + head[0x0D]) % 32000 + 767,
        stream=bytes(char & masked[i % 4] for i, char in enumerate(_TEXT)),
    )


def sum_is_right(head: bytes) -> bool:
    """Whether the sum of bytes 0C..0F is 0 mod 256; XQStudio refuses other files."""
    return head[2] <= PLAIN_VERSION or sum(head[0x0C:0x10]) % 256 == 0


def new_key_bytes(chance: random.Random) -> bytes:
    """Bytes 03..0F of a new file of a version above 0A, random as in XQStudio's files."""
    mask = chance.randrange(256) | 0xAA
    ors = [chance.randrange(256) for _ in range(3)]
    ors.append(-sum(ors) % 256)
    keys = [chance.randrange(1, 255) for _ in range(3)]
    return bytes([mask, 0, 0, 0, 0, *ors, -sum(keys) % 256, *keys])


def _mix(byte: int) -> int:
    return 54 * byte * byte + 221


@cache
def _table(step: int) -> bytes:
    return bytes((byte + step) % 256 for byte in range(256))


def _shift(data: bytes, offset: int, stream: bytes, sign: int) -> bytes:
    """Add the stream (`sign` 1) or subtract it (-1): 32 translations, 1.5 ms per MB."""
    out = bytearray(data)
    for i in range(min(_PERIOD, len(data))):
        step = stream[(offset + i) % _PERIOD]
        if step:
            out[i::_PERIOD] = out[i::_PERIOD].translate(_table(sign * step))
    return bytes(out)


# -------------------------------------------------------------------------------------------- facts

# Of a record:
HEAD = "xqf.head"  # raw: the head of the file, unchanged
CODECS = "xqf.codecs"  # value: Codecs, and whether the user chose them
AS_IS = "xqf.no-references"  # more comments have plain characters than references
ROOT = "xqf.root"  # raw: the root's from, to, tag and reserved byte; missing with the root
BARE = "xqf.bare-breaks"  # more comments have bare LFs than CRLFs
REST = "xqf.rest"  # value: Rest without the span; raw: the span after the tree
# Of a node:
NOISE = "xqf.noise"  # raw: tag and reserved byte, if the writer would make others
PROMISE = "xqf.promise"  # value: whether (a next move, a sibling) is flagged, but missing
STYLE = "xqf.style"  # value: CommentLayout of its comment
COMMENT = "xqf.comment"  # value, raw: its comment, in Big5 records
SIZE = "xqf.size"  # raw: the size of a comment that the end of the file cuts off


class Rest(NamedTuple):
    """The part of the file after the nodes that were read.

    Attributes:
        span: its span in the file.
        kind: "trailing" bytes after a complete tree, "half" of a record at the end of the file, or
            "unread" because of a limit or an absurd size.
        last: id of the last node that was read.
        open: whether this part begins with the size of that node's comment.
    """

    span: Span
    kind: str
    last: int
    open: bool


def rest_fact(rest: Rest) -> Fact:
    """A Rest as a fact."""
    return Fact(REST, (rest.kind, rest.last, rest.open), rest.span)


def rest_of(record: Record) -> Rest | None:
    """The Rest of the file that a record was read from, None if there is none."""
    fact = record.fact(REST)
    if fact is None or not isinstance(fact.raw, Span) or not isinstance(fact.value, tuple):
        return None
    kind, last, is_open = fact.value
    return Rest(fact.raw, kind, last, is_open)


def style_of(node: Node) -> CommentLayout:
    """The style of a node's comment, PLAIN if none was kept."""
    fact = node.fact(STYLE)
    return (
        CommentLayout(*fact.value) if fact is not None and isinstance(fact.value, tuple) else PLAIN
    )
