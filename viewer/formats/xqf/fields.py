"""The fields of an XQF file, and the references in its texts.

A text field has a length byte, the text, and padding. Fields of real files also have characters cut in
two at the end, lengths larger than the field, and old text after the new one. `write_text` keeps enough
of this that typing the old text again restores every byte.

Comments have HTML references: `&nbsp;` if they were copied from web pages, `&#3052;` if Windows had no
such character. Only references that `spelled` would write are resolved, so that each text has one
spelling; all others stay unchanged.
"""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import BIG5, GB18030, cut, half_character
from viewer.formats.headers import HeaderField
from viewer.formats.kit import xiangqi

HEAD = 0x400  # bytes of the head
VERSION = 0x02
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


# --------------------------------------------------------------------------------------- references

_NO_BREAK = "\u00a0"
_REFERENCE = late(r"&((?:amp;)*)(nbsp|#[1-9][0-9]{1,6});")
# Without the escapes and selectors of `base.text`, and without codes that aren't characters.
_ODD = late("[\u00a0-\ud7ff\uf900-\ufdff\ufe10-\uffef\U00010000-\U0003ffff]")
_PLAIN = {GB18030: "gbk", BIG5: "big5"}  # the codecs of Windows programs


def meant(text: str, codec: str) -> str:
    """Resolve the references in a comment; the inverse of `spelled`."""

    def one(found: re.Match[str]) -> str:
        character = _character(found[2], codec)
        if not character:
            return found[0]
        # `&amp;nbsp;` is how `&nbsp;` itself is written.
        return f"&{found[1][4:]}{found[2]};" if found[1] else character

    return _REFERENCE.sub(one, text) if "&" in text else text


def spelled(text: str, codec: str) -> str:
    """Write references in a comment for characters that the codec's old form lacks; `meant` resolves them."""

    def escaped(found: re.Match[str]) -> str:
        return f"&amp;{found[0][1:]}" if _character(found[2], codec) else found[0]

    if "&" in text:
        text = _REFERENCE.sub(escaped, text)
    if text.isascii() or (_NO_BREAK not in text and _plain(text, codec)):
        return text  # nearly always; saves compiling the expression
    return _ODD.sub(lambda found: _reference(found[0], codec), text)


@lru_cache(4096)
def _reference(character: str, codec: str) -> str:
    if character == _NO_BREAK:
        return "&nbsp;"
    return character if _plain(character, codec) else f"&#{ord(character)};"


def _plain(text: str, codec: str) -> bool:
    """Whether the codec's old form has all characters of a text."""
    try:
        text.encode(_PLAIN.get(codec, codec))
    except UnicodeEncodeError:
        return False
    return True


def _character(name: str, codec: str) -> str:
    """The character of a reference; "" if `spelled` never writes that reference."""
    if name == "nbsp":
        return _NO_BREAK
    number = int(name[1:])
    character = chr(number) if number <= 0x3FFFF else ""
    odd = _ODD.match(character) and _reference(character, codec) == f"&{name};"
    return character if odd else ""
