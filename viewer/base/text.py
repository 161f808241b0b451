"""Text in the codecs of records, decoded and encoded without any loss of bytes.

GB18030 and Big5 are the codecs of Chinese records, UTF-8 and CP1252 those of PGN.

Files contain bytes that aren't text: half characters at the end of a field, damage, another codec.
`decode` never fails and loses nothing: `encode(decode(raw)) == raw` for all bytes. A byte 80..FF that
isn't text becomes an escape, one of the private characters U+10FE80..U+10FEFF. (Not a lone surrogate,
as Python does it: surrogates can't be written as UTF-8 and don't survive Qt.)
"""

from __future__ import annotations

import codecs
import re

from viewer.base.named import NamedTuple
from viewer.base.patterns import late

GB18030 = "gb18030"
BIG5 = "big5hkscs"
UTF8 = "utf-8"
CP1252 = "cp1252"  # bytes 81 8D 8F 90 9D, for which it has no characters, become escapes

_BASE = 0x10FE00
_ESCAPES = "\U0010fe80-\U0010feff"
_ESCAPE = late(f"[{_ESCAPES}]")
_TO_ESCAPES = "".join(chr(byte if byte < 0x80 else _BASE + byte) for byte in range(256))

# A dozen characters have two codes in Big5, of which Python's encoder knows one. The other code is
# decoded with a variation selector, which fonts don't show and Big5 text can't contain.
SELECTOR = "\ufe00"
"""The character after a character of Big5 that was decoded from the second of its two codes."""

_SECOND_CODES = {
    "／": b"\xa1\xfe",
    "＼": b"\xa2\x40",
    "╭": b"\xa2\x7e",
    "╮": b"\xa2\xa1",
    "╰": b"\xa2\xa2",
    "╯": b"\xa2\xa3",
    "═": b"\xa2\xa4",
    "╞": b"\xa2\xa5",
    "╪": b"\xa2\xa6",
    "╡": b"\xa2\xa7",
    "十": b"\xa2\xcc",
    "卅": b"\xa2\xce",
}
_FIRST_OF = {code: char for char, code in _SECOND_CODES.items()}
_SPECIAL = late(f"[{_ESCAPES}][\\x00-\\x7f{_ESCAPES}]*|[{''.join(_SECOND_CODES)}]{SELECTOR}")
# GB18030 and UTF-8 have codes for the characters used as escapes; these are their first two bytes.
_ESCAPE_LEADS = {
    codec: tuple({chr(_BASE + byte).encode(codec)[:2] for byte in range(0x80, 0x100)})
    for codec in (GB18030, UTF8)
}
_FROM_CP1252 = "".join(
    bytes([byte]).decode(CP1252, "ignore") or chr(_BASE + byte) for byte in range(256)
)


def canonical(codec: str) -> str:
    """The codec, GB18030 or BIG5, by which text in a Chinese codec ("gbk", "cp950", …) is read.

    Raises ValueError for a codec that isn't Chinese, LookupError for one that Python doesn't know.
    """
    name = codecs.lookup(codec).name
    if name in {"gb2312", "gbk", "gb18030", "hz"}:
        return GB18030
    if name in {"big5", "big5hkscs", "cp950"}:
        return BIG5
    raise ValueError(f"{codec} is not a codec of Chinese text")


# Bytes of damaged lines that are decoded character by character; after them everything becomes escapes.
_PATIENCE = 1 << 16

# ---------------------------------------------------------------------- decoding and encoding


def decode(raw: bytes, codec: str) -> str:
    """Decode bytes; those that aren't text in `codec` become escapes.

    Different bytes give different texts: `encode` returns the same bytes again.
    """
    if raw.isascii():
        return raw.decode("ascii")
    if codec == CP1252:
        return codecs.charmap_decode(raw, "strict", _FROM_CP1252)[0]
    text = _decode_whole(raw, codec)
    return _decode_by_line(raw, codec) if text is None else text


def _decode_whole(raw: bytes, codec: str) -> str | None:
    """The text, None if the bytes can't be decoded or `encode` wouldn't return the same bytes."""
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return None
    leads = _ESCAPE_LEADS.get(codec)
    if leads:
        # In these two codecs every code is encoded again as it was, except those of the escapes.
        hit = any(lead in raw for lead in leads) and _ESCAPE.search(text)
        return None if hit else text
    return text if encode(text, codec) == raw else None


def _decode_by_line(raw: bytes, codec: str) -> str:
    out: list[str] = []
    at, patience = 0, _PATIENCE
    while at < len(raw):
        end = raw.find(b"\n", at) + 1 or len(raw)
        line = raw[at:end]
        text = _decode_whole(line, codec)
        if text is None:
            patience -= len(line)
            if patience < 0:
                out.append(escaped(raw[at:]))
                break
            text = _decode_by_character(line, codec)
        out.append(text)
        at = end
    return "".join(out)


def _decode_by_character(raw: bytes, codec: str) -> str:
    out: list[str] = []
    at = 0
    while at < len(raw):
        for length in (1, 2, 3, 4) if codec == UTF8 else (1, 2, 4):
            code = raw[at : at + length]
            try:
                char = code.decode(codec)
            except UnicodeDecodeError:
                continue
            if encode(char, codec) == code:
                out.append(char)
            elif codec == BIG5 and code in _FIRST_OF:
                out.append(_FIRST_OF[code] + SELECTOR)
            else:
                out.append(escaped(code))
            at += length
            break
        else:
            out.append(escaped(raw[at : at + 1]))
            at += 1
    return "".join(out)


def escaped(raw: bytes) -> str:
    """Bytes as escapes, each by itself."""
    return codecs.charmap_decode(raw, "strict", _TO_ESCAPES)[0]


def encode(text: str, codec: str) -> bytes:
    """Encode a text: escapes become their bytes; characters that the codec lacks become `?`."""
    if text.isascii():
        return text.encode("ascii")
    leads = _ESCAPE_LEADS.get(codec)
    if leads:
        whole = text.encode(codec, "replace")
        if not any(lead in whole for lead in leads):
            return whole
    out: list[bytes] = []
    at = 0
    for match in _SPECIAL.finditer(text):
        found = match.group()
        if _ESCAPE.match(found):
            special = found.encode("utf-32-le")[::4]  # the byte itself, of ASCII too
        elif codec == BIG5:
            special = _SECOND_CODES[found[0]]
        else:
            continue
        out.append(text[at : match.start()].encode(codec, "replace"))
        out.append(special)
        at = match.end()
    rest = text[at:].encode(codec, "replace")
    return b"".join([*out, rest]) if out else rest


def lacking(text: str, codec: str) -> str:
    """The characters of a text that the codec has no code for, each once, in order."""
    if text.isascii():
        return ""
    out: dict[str, None] = {}
    second = re.compile(f"(?<=[{''.join(_SECOND_CODES)}]){SELECTOR}")
    text = _ESCAPE.sub("", second.sub("", text) if codec == BIG5 else text)
    for char in text:
        try:
            char.encode(codec)
        except UnicodeEncodeError:
            out[char] = None
    return "".join(out)


def has_escapes(text: str) -> bool:
    """Whether a decoded text contains escapes: bytes that weren't text."""
    return _ESCAPE.search(text) is not None


def readable(text: str) -> str:
    """A decoded text for display, with U+FFFD instead of each escape."""
    return _ESCAPE.sub("\ufffd", text)


# Names and texts of strangers' files reach a terminal: no escape sequences, no reversed
# writing, no half characters. In names of files undecodable bytes are lone surrogates.
_UNPRINTABLE = late("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BREAKS = late("\r\n|[\t-\r\x85\u2028\u2029]")
# What JSON needn't escape, though a terminal obeys it; marks of direction among it.
_BARE = late("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """A text as one printable line: line breaks and tabs as blanks, what can't be printed as U+FFFD."""
    return _UNPRINTABLE.sub("\ufffd", _BREAKS.sub(" ", readable(text)))


def printable_json(text: str) -> str:
    """JSON in which controls of terminals and of the direction of writing are escapes."""
    return _BARE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


# ---------------------------------------------------------------------------------- cutting


def half_character(raw: bytes, codec: str) -> bytes:
    """The bytes of an incomplete character at the end of truncated text; b"" if there is none."""
    try:
        raw.decode(codec)
    except UnicodeDecodeError:
        pass
    else:
        return b""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    decoder.decode(raw)
    half = decoder.getstate()[0]
    return b"" if half.startswith((b"\x80", b"\xff")) else half  # no character begins with these


def cut(raw: bytes, limit: int, codec: str) -> bytes:
    """As many whole characters of encoded text as fit in `limit` bytes."""
    if len(raw) <= limit:
        return raw
    part = raw[:limit]
    half = half_character(part, codec)
    return part[: len(part) - len(half)]


# ------------------------------------------------------------------------------- GB or Big5


class Evidence(NamedTuple):
    """Statistics of a text's double-byte characters, to distinguish GB from Big5.

    Attributes:
        pairs: the number of double-byte characters.
        gb: how many of them are common characters in GB: symbols and level 1 of GB 2312.
        big5: how many of them are common characters in Big5: symbols and level 1.
    """

    pairs: int
    gb: int
    big5: int

    def surely_big5(self, least: int) -> bool:
        """Whether the text is certainly Big5; False if it has fewer than `least` pairs.

        With `least` = 4, the rule finds the twelve of 26,157 real files with comments that are in Big5,
        and no others; header fields need `least` = 8.
        """
        pairs, gb, big5 = self
        return pairs >= least and big5 > 0.97 * pairs and big5 - gb > 0.2 * pairs

    def less(self, big5: int) -> Evidence:
        """The evidence without a number of pairs that are common only in Big5 (negative: with more)."""
        return Evidence(self.pairs - big5, self.gb, self.big5 - big5)


_PAIR = late(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")


def _table(*ranges: tuple[int, int]) -> bytes:
    return bytes(any(low <= byte <= high for low, high in ranges) for byte in range(256))


_GB_LEAD, _GB_TRAIL = _table((0xA1, 0xA3), (0xB0, 0xD7)), _table((0xA1, 0xFE))
_BIG5_LEAD, _BIG5_TRAIL = _table((0xA1, 0xC6)), _table((0x40, 0x7E), (0xA1, 0xFE))


def evidence(raw: bytes) -> Evidence:
    """The evidence in encoded text. Takes about 0.1 µs per character."""
    if raw.isascii():
        return Evidence(0, 0, 0)
    pairs = b"".join(_PAIR.findall(raw))
    leads, trails = pairs[0::2], pairs[1::2]
    return Evidence(
        len(leads),
        _both(leads.translate(_GB_LEAD), trails.translate(_GB_TRAIL)),
        _both(leads.translate(_BIG5_LEAD), trails.translate(_BIG5_TRAIL)),
    )


def _both(first: bytes, second: bytes) -> int:
    """The number of bits set in both values."""
    return (int.from_bytes(first, "little") & int.from_bytes(second, "little")).bit_count()
