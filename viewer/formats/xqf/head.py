"""The head of an XQF file: its version and keys, the squares of the pieces, fields of text, codes.

Source of the keys: XQStudio 1.63 (DONG Shiwei, BSD-3), `Src/XQFileRW.pas`. Files of version 0A have none.

A text field has a length byte, the text, and padding. Fields of real files also have characters cut in
two at the end, lengths larger than the field, and old text after the new one. `write_text` keeps enough
of this that typing the old text again restores every byte.
"""

from __future__ import annotations

import random
from functools import cache

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.base.text import cut, half_character
from viewer.formats.format import Unreadable
from viewer.formats.headers import HeaderField
from viewer.formats.kit import xiangqi

HEAD_FACT = "xqf.head"
"""Fact of a record; raw: the head of the file, unchanged."""
HEAD = 0x400  # bytes of the head
MAGIC = b"XQ"
VERSION = 0x02
PLAIN_VERSION = 0x0A  # and below: no keys, a size in every record, other tags
_ROTATING_VERSION = 0x0C  # from this version on, the slots of the pieces are rotated
NEWEST_VERSION = 0x12  # XQStudio 1.63 refuses higher versions
SQUARES = slice(0x10, 0x30)
WHO_PLAYS = 0x32
RESULT = 0x33
TYPE = 0x40  # one byte; those after it are reserved


class TextField(NamedTuple):
    """A text field.

    Attributes:
        key: the key of its header (`Header.key`).
        offset: the offset of its length byte.
        room: the number of bytes of text that fit in it.
        spill: the number of reserved bytes after it; a longer text that continues in these is
            readable. In fields without them, it was overwritten by the next field.
        name, role: as in HeaderField.
    """

    key: str
    offset: int
    room: int
    spill: int
    name: Message
    role: str


TEXT_FIELDS: tuple[TextField, ...] = (
    TextField("Title", 0x50, 63, 64, message("Title"), "title"),
    TextField("Event", 0xD0, 63, 0, message("Event"), "event"),
    TextField("Date", 0x110, 15, 0, message("Date"), "date"),
    TextField("Place", 0x120, 15, 0, message("Place"), "place"),
    TextField("Red", 0x130, 15, 0, message("Red"), "side0"),
    TextField("Black", 0x140, 15, 0, message("Black"), "side1"),
    TextField("TimeRule", 0x150, 63, 0, message("Time rule"), "time-rule"),
    TextField("RedTime", 0x190, 15, 0, message("Red's time"), "clock0"),
    TextField("BlackTime", 0x1A0, 15, 32, message("Black's time"), "clock1"),
    TextField("Annotator", 0x1D0, 15, 0, message("Annotator"), "annotator"),
    TextField("Author", 0x1E0, 15, 240, message("Author"), "author"),
)

RESULT_KEY = "Result"
TYPE_KEY = "Type"
RESULTS = tuple(xiangqi.RESULTS)
TYPES = tuple(xiangqi.TYPES)
FIELDS: tuple[HeaderField, ...] = (
    *(HeaderField(field.key, field.name, field.role, limit=field.room) for field in TEXT_FIELDS),
    HeaderField(RESULT_KEY, message("Result"), "result", xiangqi.RESULTS),
    HeaderField(TYPE_KEY, message("Type"), "type", xiangqi.TYPES),
)
KEYS = frozenset(field.key for field in FIELDS)


def read_head(source: Source) -> bytes:
    """The head of an XQF file, less than 1,024 bytes if the file is shorter. Raises Unreadable or OSError."""
    head = source.read(0, HEAD)
    if head[: len(MAGIC)] != MAGIC:
        raise Unreadable(message("This is no XQF file: it doesn't begin with XQ."), "xqf.no-xqf")
    if len(head) < SQUARES.stop:
        raise Unreadable(
            message("The file ends after {count} bytes, before the position.", count=len(head)),
            "xqf.cut-head",
        )
    version = head[VERSION]
    if version > NEWEST_VERSION:
        raise Unreadable(
            message(
                "This is no XQF file, or one of a version that isn't known: {version}.",
                version=f"{version:02X}",
            ),
            "xqf.unknown-version",
        )
    return head


def whole_head(head: bytes) -> bytes:
    """A head, filled up with zeros to 1,024 bytes if the file is shorter."""
    return head.ljust(HEAD, b"\0")


def variant_of(version: int) -> str:
    """The name of a version: `XQF 1.0` for 0A, `XQF 1.8` for 12."""
    return f"XQF {version // 10}.{version % 10}"


# --------------------------------------------------------------------------------------- keys

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
        rotation=piece + 1 if version >= _ROTATING_VERSION else 0,
        source=(0x18 + source) % 256,
        target=(0x20 + target) % 256,
        size=(head[0x0C] * 256 + head[0x0D]) % 32000 + 767,
        stream=bytes(char & masked[i % 4] for i, char in enumerate(_TEXT)),
    )


def sum_is_right(head: bytes) -> bool:
    """Whether the sum of bytes 0C..0F is 0 mod 256; XQStudio refuses other files."""
    return head[2] <= PLAIN_VERSION or sum(head[0x0C:0x10]) % 256 == 0


def new_head(version: int, black: bool, chance: random.Random) -> bytearray:
    """The head of a new file, without pieces; `black`: whether its byte says that Black moves first."""
    head = bytearray(HEAD)
    head[: len(MAGIC)] = MAGIC
    head[VERSION] = version
    head[WHO_PLAYS] = int(black)
    absent = [xiangqi.ABSENT] * 32
    if version > PLAIN_VERSION:
        head[KEY_BYTES] = new_key_bytes(chance)
        # XQStudio writes captured pieces as random numbers, to confuse.
        absent = [chance.randint(xiangqi.BOARD, 244) for _ in absent]
    head[SQUARES] = read_keys(bytes(head)).hide_squares(absent)
    return head


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


# -------------------------------------------------------------------------------- text fields


class Stored(NamedTuple):
    """The contents of a text field.

    Attributes:
        length: the length byte.
        area: the number of bytes after it that may be text.
        raw: the encoded text, without a half character at its end.
        half: the first bytes of the character that was cut.
        counted: the number of bytes that the length byte counts as text, at most `area`.
    """

    length: int
    area: int
    raw: bytes
    half: bytes
    counted: int

    @property
    def usual(self) -> bool:
        """Whether the length byte equals the length of the text."""
        return self.length == len(self.raw) + len(self.half)


def read_bytes(head: bytes | bytearray, field: TextField) -> bytes:
    """The bytes of the text in a field, up to its length or to the first NUL."""
    length = head[field.offset]
    if not length:
        return b""
    start = field.offset + 1
    area = field.room + field.spill if length > field.room else field.room
    return bytes(head[start : start + min(length, area)]).split(b"\0", 1)[0]


def read_text(head: bytes | bytearray, field: TextField, codec: str) -> Stored:
    """The contents of a field; `head` must be complete."""
    length = head[field.offset]
    area = field.room + field.spill if length > field.room else field.room
    raw = read_bytes(head, field)
    half = half_character(raw, codec) if raw else b""
    return Stored(length, area, raw[: len(raw) - len(half)], half, min(length, area))


def write_text(head: bytearray, field: TextField, raw: bytes, codec: str) -> None:
    """Put an encoded text into a field; a text that is too long is cut after a whole character.

    Zeros as padding stay zeros. Other bytes after the text are kept, and so is a wrong length byte if the
    text can still be read with it.
    """
    old = read_text(head, field, codec)
    raw = raw.split(b"\0", 1)[0]
    if raw == old.raw:
        return
    start = field.offset + 1
    area = field.room
    if old.length > field.room and (len(raw) > field.room or not old.usual):
        area = old.area
    elif len(raw) > field.room and _continues(head, field, raw):
        area = field.room + field.spill
    raw = cut(raw, area, codec)
    shown = len(raw)
    present = bytes(head[start : start + area])
    fixed = _fixed_from(present, old, area)
    if shown > field.room >= old.length:
        fixed = shown
        head[start : start + field.room] = raw[: field.room]  # the head has the rest already
    elif fixed is None:
        rest = present[len(old.raw) :]
        head[start : start + area] = (raw + rest).ljust(area, b"\0")[:area]
    else:
        head[start : start + area] = raw.ljust(fixed, b"\0") + present[max(fixed, shown) :]
    head[field.offset] = shown
    if not old.usual and shown <= old.counted:
        head[field.offset] = old.length
        if read_text(head, field, codec).raw == raw:
            return
        head[field.offset] = shown
    if fixed == shown:
        # Half of a cut character follows the text again, as before: count it as text.
        tail = bytes(head[start + shown : start + area])
        for half in (tail.split(b"\0", 1)[0], tail[:1]):
            if half and half_character(raw + half, codec) == half:
                head[field.offset] = shown + len(half)
                break


def _continues(head: bytes | bytearray, field: TextField, raw: bytes) -> bool:
    """Whether the bytes after the field still contain the end of a text that is too long for it."""
    if len(raw) > field.room + field.spill:
        return False
    behind = field.offset + 1 + field.room
    return head[behind : behind + len(raw) - field.room] == raw[field.room :]


def _fixed_from(present: bytes, old: Stored, area: int) -> int | None:
    """The byte of a field from which its padding stays in place; between the text and it come zeros.

    None if the rest of an older, longer text follows right after the text: that rest moves with the end
    of the text, as far as it fits.
    """
    end = min(len(old.raw), area)
    if old.half and end < area:
        return end
    behind = present[end:]
    zeros = len(behind) - len(behind.lstrip(b"\0"))
    return end + zeros if zeros or not behind else None


# --------------------------------------------------------------------------- result and type


def read_result(head: bytes | bytearray) -> str:
    """The result as a header's value; "*" for unknown codes."""
    code = head[RESULT]
    return RESULTS[code] if code < len(RESULTS) else RESULTS[0]


def write_result(head: bytearray, value: str) -> None:
    """Set the result; a value that XQF doesn't have becomes "*" (unknown)."""
    if value != read_result(head):
        head[RESULT] = RESULTS.index(value) if value in RESULTS else 0


def read_type(head: bytes | bytearray) -> str:
    """The type as a header's value; the number itself for unknown codes."""
    code = head[TYPE]
    return TYPES[code] if code < len(TYPES) else str(code)


def write_type(head: bytearray, value: str) -> None:
    """Set the type; a number from 4 to 255 is the code itself, other unknown values become "game"."""
    if value == read_type(head):
        return
    code = TYPES.index(value) if value in TYPES else 0
    if value.isascii() and value.isdigit() and len(TYPES) <= int(value[:6]) < 0x100:
        code = int(value)
    head[TYPE] = code
