"""Text in the codecs of records, decoded so that every byte comes back.

GB18030 and Big5 are those of Chinese records, UTF-8 and CP1252 those of PGN.

Files hold bytes that are no text: half characters at the end of a field, damage, another codec.
`decode` never fails and loses nothing: `encode(decode(raw)) == raw` for all bytes. What isn't text
stands in the text as an escape, a private character U+10FE80..U+10FEFF for the bytes 80..FF. (Not
as a lone surrogate, Python's own way: those can't be written as UTF-8 and don't survive Qt.)
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

GB18030 = "gb18030"
BIG5 = "big5hkscs"
UTF8 = "utf-8"
CP1252 = "cp1252"  # bytes 81 8D 8F 90 9D, which it has no characters for, become escapes

_BASE = 0x10FE00
_ESCAPES = "\U0010fe80-\U0010feff"
_ESCAPE = re.compile(f"[{_ESCAPES}]")
_TO_ESCAPES = "".join(chr(byte if byte < 0x80 else _BASE + byte) for byte in range(256))

# A dozen characters have two codes in Big5, of which Python's encoder knows one; the others are
# told apart by a variation selector, which no font shows and no Big5 text can hold.
SELECTOR = "\ufe00"
"""What tells the second code of such a character from its first; it belongs to the character before it."""

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
_SPECIAL = re.compile(f"[{_ESCAPES}][\\x00-\\x7f{_ESCAPES}]*|[{''.join(_SECOND_CODES)}]{SELECTOR}")
# GB18030 has codes of its own for the characters taken as escapes; these begin so.
_ESCAPE_LEADS = {
    codec: tuple({chr(_BASE + byte).encode(codec)[:2] for byte in range(0x80, 0x100)})
    for codec in (GB18030, UTF8)
}
_FROM_CP1252 = "".join(
    bytes([byte]).decode(CP1252, "ignore") or chr(_BASE + byte) for byte in range(256)
)


def canonical(codec: str) -> str:
    """The codec by which text called `codec` ("gbk", "cp950", …) is read here.

    Raises ValueError for one that isn't Chinese, LookupError for one that doesn't exist.
    """
    name = codecs.lookup(codec).name
    if name in {"gb2312", "gbk", "gb18030", "hz"}:
        return GB18030
    if name in {"big5", "big5hkscs", "cp950"}:
        return BIG5
    raise ValueError(f"{codec} is not a codec of Chinese text")


# How much damaged text is looked at character by character; the rest becomes escapes at once.
_PATIENCE = 1 << 16

# ---------------------------------------------------------------------------- there and back


def decode(raw: bytes, codec: str) -> str:
    """The text of bytes; what isn't text in `codec` becomes escapes.

    Different bytes give different texts: `encode` is the way back.
    """
    if raw.isascii():
        return raw.decode("ascii")
    if codec == CP1252:
        return codecs.charmap_decode(raw, "strict", _FROM_CP1252)[0]
    text = _decode_whole(raw, codec)
    return _decode_by_line(raw, codec) if text is None else text


def _decode_whole(raw: bytes, codec: str) -> str | None:
    """The text, None if the bytes don't decode or `encode` wouldn't give the same bytes."""
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return None
    leads = _ESCAPE_LEADS.get(codec)
    if leads:
        # Every code of these two comes back by itself, save those of the escapes.
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
                out.append(_escaped(raw[at:]))
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
                out.append(_escaped(code))
            at += length
            break
        else:
            out.append(_escaped(raw[at : at + 1]))
            at += 1
    return "".join(out)


def _escaped(raw: bytes) -> str:
    return codecs.charmap_decode(raw, "strict", _TO_ESCAPES)[0]


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text: escapes become their bytes, what the codec lacks becomes `?`."""
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
    """Whether a decoded text contains escapes: bytes that were no text."""
    return _ESCAPE.search(text) is not None


def readable(text: str) -> str:
    """A decoded text as it can be shown: U+FFFD for the bytes that were no text."""
    return _ESCAPE.sub("\ufffd", text)


# ---------------------------------------------------------------------------------- cutting


def half_character(raw: bytes, codec: str) -> bytes:
    """The incomplete character at the end of truncated bytes; b"" if there is none."""
    try:
        raw.decode(codec)
    except UnicodeDecodeError:
        pass
    else:
        return b""
    decoder = codecs.getincrementaldecoder(codec)("replace")
    decoder.decode(raw)
    half = decoder.getstate()[0]
    return b"" if half.startswith((b"\x80", b"\xff")) else half  # nothing begins so


def cut(raw: bytes, limit: int, codec: str) -> bytes:
    """As many whole characters of encoded text as fit in `limit` bytes."""
    if len(raw) <= limit:
        return raw
    part = raw[:limit]
    half = half_character(part, codec)
    return part[: len(part) - len(half)]


# ------------------------------------------------------------------- which of the two it is


class Evidence(NamedTuple):
    """Statistics of a text's double-byte characters, to tell GB from Big5.

    Attributes:
        pairs: number of double bytes.
        gb: of these, those that are common in GB: symbols and level 1 of GB 2312.
        big5: those that are common in Big5: symbols and level 1.
    """

    pairs: int
    gb: int
    big5: int

    def surely_big5(self, least: int) -> bool:
        """Whether the text is Big5, asked from `least` pairs on.

        Of 26,157 real files with comments the rule finds the twelve that are in Big5 and no other
        (least = 4); header fields need least = 8.
        """
        pairs, gb, big5 = self
        return pairs >= least and big5 > 0.97 * pairs and big5 - gb > 0.2 * pairs

    def less(self, big5: int) -> Evidence:
        """The evidence without some pairs that are common in Big5 alone (negative: with more)."""
        return Evidence(self.pairs - big5, self.gb, self.big5 - big5)


_PAIR = re.compile(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]")


def _table(*ranges: tuple[int, int]) -> bytes:
    return bytes(any(low <= byte <= high for low, high in ranges) for byte in range(256))


_GB_LEAD, _GB_TRAIL = _table((0xA1, 0xA3), (0xB0, 0xD7)), _table((0xA1, 0xFE))
_BIG5_LEAD, _BIG5_TRAIL = _table((0xA1, 0xC6)), _table((0x40, 0x7E), (0xA1, 0xFE))


def evidence(raw: bytes) -> Evidence:
    """The evidence in encoded text, about 0.1 µs a character."""
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
    """The number of bits set in both."""
    return (int.from_bytes(first, "little") & int.from_bytes(second, "little")).bit_count()
