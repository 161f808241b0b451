"""The codecs of records: their names, what is expected, decoding so that encoding restores the bytes.

The whole file is decoded before it is parsed: the second bytes of GB18030, Big5 and
Shift_JIS may be brackets and backslashes. Which codec a text is in is found in `judge`.
"""

from __future__ import annotations

import codecs
import re

from viewer.base import text as base
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import BIG5, CP1252, GB18030, UTF8, has_escapes
from viewer.formats.kit import japanese

CP932, EUC_JP, CP949 = "cp932", "euc_jp", "cp949"
CP1250, CP1251, CP1258 = "cp1250", "cp1251", "cp1258"
UTF16_LE, UTF16_BE = "utf-16-le", "utf-16-be"
ISO_2022_JP, HZ = "iso2022_jp", "hz"
SWITCHING = frozenset({ISO_2022_JP, HZ})
"""Codecs of seven bits, which switch to double bytes and back."""
ENCODINGS: tuple[str, ...] = (
    *(UTF8, GB18030, BIG5, CP932, EUC_JP, CP949, CP1252),
    *("iso8859-1", "iso8859-2", "cp1250", "cp1251", "cp1258", "koi8-r", "mac-roman"),
)
TEXT_ENCODINGS = (*ENCODINGS, UTF16_LE, UTF16_BE, ISO_2022_JP, HZ)
"""Those of files that are nothing but text: in the last ones ASCII isn't ASCII."""


def first(*usual: str) -> tuple[str, ...]:
    """TEXT_ENCODINGS, with those that a format usually has before the others."""
    return (*usual, *(codec for codec in TEXT_ENCODINGS if codec not in usual))


WIDE = {
    GB18030: rb"[\x81-\xfe](?:[\x40-\x7e\x80-\xfe]|[0-9][\x81-\xfe][0-9])",
    BIG5: rb"[\x81-\xfe][\x40-\x7e\xa1-\xfe]",
    CP932: rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]",
    CP949: rb"[\x81-\xfe][\x41-\x5a\x61-\x7a\x81-\xfe]",
}
"""The characters of several bytes in codecs where the later ones may be ASCII, brackets among them."""
MARK = "\ufeff"

_WIDER = {
    "gb2312": GB18030,
    "gbk": GB18030,
    **dict.fromkeys(("iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_ext"), ISO_2022_JP),
    "shift_jis": CP932,
    "euc_kr": CP949,
    "big5": BIG5,
    "cp950": BIG5,
    "iso8859-1": CP1252,
    "ascii": CP1252,
    "utf-8-sig": UTF8,
    "euc_jis_2004": EUC_JP,
}
_NICKNAMES = {
    "euc-cn": GB18030,
    "x-gbk": GB18030,
    "x-sjis": CP932,
    "sjis": CP932,
    "windows-31j": CP932,
    "x-euc-jp": EUC_JP,
    "x-big5": BIG5,
    "ks_c_5601-1987": CP949,
    "x-mac-japanese": CP932,
    "x-mac-korean": CP949,
    "x-mac-chinesetrad": BIG5,
    "x-mac-chinesesimp": GB18030,
    "macintosh": "mac-roman",
}
_PLAIN = bytes(range(0x20, 0x7F))
_LONE = late("[\ud800-\udfff]")
_STAND_IN = 0x10F000 - 0xD800  # lone surrogates become private-use characters, which Qt can hold
_STANDING = late("[\U0010f000-\U0010f7ff]")


def canonical(name: str) -> str:
    """The codec used for text declared as `name`; "" if that is no codec of such text."""
    plain = name.strip().lower()
    if plain in _NICKNAMES:
        return _NICKNAMES[plain]
    try:
        found = codecs.lookup(plain).name
        if found in _WIDER or found in ENCODINGS:
            return _WIDER.get(found, found)
        return found if _PLAIN.decode(found) == _PLAIN.decode("ascii") else ""
    except (LookupError, ValueError, TypeError, AttributeError):
        return ""


def fits(data: bytes, codec: str) -> bool:
    """Whether bytes are valid text in a codec."""
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def is_utf8(data: bytes) -> bool:
    """Whether bytes are valid UTF-8."""
    return fits(data, UTF8)


# ---------------------------------------------------------------------------- decoding and encoding


def decode(data: bytes, codec: str) -> str:
    """The text of bytes, such that `encode` restores them; undecodable bytes become escapes."""
    if data.isascii() and codec not in (UTF16_LE, UTF16_BE):
        if codec in SWITCHING:
            return _unswitched(data, codec)
        return data.decode("ascii")
    if codec in (UTF16_LE, UTF16_BE):
        return _LONE.sub(
            lambda lone: chr(ord(lone[0]) + _STAND_IN),
            data[: len(data) // 2 * 2].decode(codec, "surrogatepass"),
        )
    if codec == CP932:
        return japanese.restorable(data)
    try:
        return base.decode(data, codec)
    except UnicodeError:
        return base.decode(data, CP1252)


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text; characters that the codec lacks become `?`."""
    if codec in (UTF16_LE, UTF16_BE):
        text = _STANDING.sub(lambda char: chr(ord(char[0]) - _STAND_IN), text)
        return text.encode(codec, "surrogatepass")
    if codec == CP932:
        return japanese.encode(text, codec)
    if codec in SWITCHING and not has_escapes(text):
        return _with_switches(text, codec)
    return base.encode(text, codec)


def gives_back(text: str, codec: str, data: bytes) -> bool:
    """Whether encoding a decoded text restores its bytes (an odd last byte in UTF-16 doesn't)."""
    return encode(text, codec) == data


# ---------------------------------------------------------------------------------- expected text


class Expected(NamedTuple):
    """What is known of text in a format.

    Attributes:
        usual: codecs of such text, the first that of text that tells nothing.
        words: an expression for words of the game, by which text is known to be decoded rightly; "" for none.
    """

    usual: tuple[str, ...] = (CP1252,)
    words: str = ""


ANY = Expected()
"""Of text in any language."""

_PIECE, _NUMBER = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒", "一二三四五六七八九１-９1-9"
XIANGQI = Expected(
    (GB18030,),
    f"(?:[{_PIECE}][{_NUMBER}前后後中]|[前后後中{_NUMBER}][{_PIECE}])[进進退平][{_NUMBER}]",
)
"""Of text in records of xiangqi: moves such as 炮二平五."""
SHOGI = Expected(
    ("cp932", "euc_jp"),
    "手合割|[先後上下]手|手数|消費時間|投了|(?:[▲△▼▽☗☖]|[ 0-9])(?:[１-９1-9][一二三四五六七八九]|同)"
    "[\u3000 ]?(?:[歩香桂銀金角飛玉王と馬龍竜]|成[香桂銀])",
)
"""Of text in records of shogi: the words of KIF and moves such as ▲７六歩."""


# ------------------------------------------------------------------------------- Codecs that switch

# Bytes between two switches are decoded if encoding restores them; all others, switches included, are kept
# as ASCII, so that `encode(decode(raw)) == raw` for all ASCII bytes. If something can be written in several
# ways, those that Python's codec doesn't use are marked by a variation selector, which no font shows. In
# ISO-2022-JP these are `ESC $ @` and `ESC ( J` of older texts, instead of `ESC $ B` and `ESC ( B`. In HZ
# `~~` is a tilde; a single tilde, written by programs that don't double it, is marked.

_OTHERS = {(b"B", b"B"): "", (b"B", b"J"): "\ufe01", (b"@", b"B"): "\ufe02", (b"@", b"J"): "\ufe03"}
_SWITCHES = {mark: switches for switches, mark in _OTHERS.items()}
_SINGLE = "\ufe01"  # after a tilde that isn't doubled
_JAPANESE = late(rb"\x1b\$([B@])((?:[\x21-\x7e]{2})++)\x1b\(([BJ])")
_CHINESE = late(rb"~~|~\{((?:[\x21-\x77][\x21-\x7e])++)~\}|~")
_RUN = late("([^\x00-\x7f\ufe01-\ufe03]+)([\ufe01-\ufe03]?)|[\ufe01-\ufe03]")
_RUN_OR_TILDE = late(f"[^\x00-\x7f{_SINGLE}]+|~{_SINGLE}?|{_SINGLE}")


def switching_codec(data: bytes) -> str:
    """The codec of ASCII bytes that switch to others, "" if neither codec applies."""
    if b"\x1b$" in data and any(_japanese(found) for found in _JAPANESE.finditer(data)):
        return ISO_2022_JP
    starts = data.count(b"~{")
    if starts and starts == sum(
        1 for one in _CHINESE.finditer(data) if one[1] and _chinese(one[1])
    ):
        return HZ
    return ""


def _unswitched(data: bytes, codec: str) -> str:
    """The text of ASCII bytes."""
    out: list[str] = []
    at, joined = (
        0,
        -1,
    )  # `joined`: the end of characters that would merge with any that follow directly
    for found in (_JAPANESE if codec == ISO_2022_JP else _CHINESE).finditer(data):
        start, end = found.span()
        text = ""
        if start != joined:
            text = _japanese(found) if codec == ISO_2022_JP else _chinese(found[1] or b"")
        if codec == HZ and not text:
            # Unreadable text is kept, with its tilde marked as not doubled.
            raw = found[0].decode("ascii")
            text = "~" if raw == "~~" else raw.replace("~", f"~{_SINGLE}")
        elif text and not text.endswith(tuple(_SWITCHES)[1:]):
            joined = end
        if text:
            out += (data[at:start].decode("ascii"), text)
            at = end
    return "".join([*out, data[at:].decode("ascii")])


def _with_switches(text: str, codec: str) -> bytes:
    """The bytes of a text; characters that the codec lacks become `?`."""
    written = (
        _RUN.sub(_switched, text) if codec == ISO_2022_JP else _RUN_OR_TILDE.sub(_tilded, text)
    )
    return written.encode("ascii")


def _japanese(found: re.Match[bytes]) -> str:
    """The characters between two switches, "" if they are invalid."""
    raw = b"\x1b$B" + found[2] + b"\x1b(B"
    try:
        text = raw.decode(ISO_2022_JP)
    except UnicodeDecodeError:
        return ""
    return text + _OTHERS[found[1], found[3]] if text.encode(ISO_2022_JP) == raw else ""


def _switched(found: re.Match[str]) -> str:
    if not found[1]:
        return "?"
    raw = found[1].encode(ISO_2022_JP, "replace").decode("ascii")
    first, last = (switch.decode("ascii") for switch in _SWITCHES[found[2]])
    return raw.replace("\x1b$B", f"\x1b${first}").replace("\x1b(B", f"\x1b({last}")


def _chinese(pairs: bytes) -> str:
    """The characters for pairs of bytes, "" if they are invalid."""
    raw = b"~{" + pairs + b"~}"
    try:
        text = raw.decode(HZ) if pairs else ""
    except UnicodeDecodeError:
        return ""
    return text if text.encode(HZ) == raw else ""


def _tilded(found: re.Match[str]) -> str:
    said = found[0]
    if said == "~":
        return "~~"
    if said == f"~{_SINGLE}":
        return "~"
    return said.encode(HZ, "replace").decode("ascii")


# ------------------------------------------------------------------ Text in which ASCII isn't ASCII

_MARKS = {codecs.BOM_UTF16_LE: UTF16_LE, codecs.BOM_UTF16_BE: UTF16_BE}
_HEAD = 1 << 17  # bytes in which zeros are looked for
_BEGIN = 8  # bytes in which records have ASCII


def wide_codec(data: bytes) -> str:
    """The codec of a text in which ASCII isn't ASCII, UTF-16 or one that switches; "" for any other."""
    for mark, codec in _MARKS.items():
        if data.startswith(mark):
            return codec
    if data.isascii() and b"\0" not in data[:_HEAD]:
        return switching_codec(data)
    return _without_mark(data[:_HEAD])


def _without_mark(head: bytes) -> str:
    """UTF-16 without a BOM: it begins with ASCII, or many of every other bytes are zero, few of the rest."""
    begins = head[:_BEGIN]
    for codec, start in ((UTF16_LE, 1), (UTF16_BE, 0)):
        if begins.count(b"\0") == len(begins[start::2]) > 1 and not begins[start::2].strip(b"\0"):
            return codec
    first, second = head[0::2].count(b"\0"), head[1::2].count(b"\0")
    few, many = sorted((first, second))
    if not many or few * 3 > many:
        return ""
    codec = UTF16_BE if first > second else UTF16_LE
    if many * 4 >= len(head):
        return codec
    if many * 16 < len(head) or many < _BEGIN:
        return ""
    try:
        text = head[: len(head) // 2 * 2].decode(codec)
    except UnicodeDecodeError:
        return ""
    return codec if text.isprintable() or _LAID_OUT.sub("", text).isprintable() else ""


_LAID_OUT = late(r"[\s\ufeff\u3000]+")
