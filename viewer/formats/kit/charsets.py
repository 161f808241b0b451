"""The codecs of records: their names, what is expected, decoding so that encoding restores the bytes.

The whole file is decoded before it is parsed: the second bytes of GB18030, Big5 and
Shift_JIS may be brackets and backslashes. Which codec a text is in is found in `judge`.
"""

from __future__ import annotations

import codecs

from viewer.base import text as base
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import BIG5, CP1252, GB18030, UTF8, has_escapes
from viewer.formats.kit import japanese, switching

CP932, EUC_JP, CP949 = "cp932", "euc_jp", "cp949"
CP1250, CP1251 = "cp1250", "cp1251"
UTF16_LE, UTF16_BE = "utf-16-le", "utf-16-be"
ENCODINGS: tuple[str, ...] = (
    *(UTF8, GB18030, BIG5, CP932, EUC_JP, CP949, CP1252),
    *("iso8859-1", "iso8859-2", "cp1250", "cp1251", "koi8-r", "mac-roman"),
)
TEXT_ENCODINGS = (*ENCODINGS, UTF16_LE, UTF16_BE, switching.ISO_2022_JP, switching.HZ)
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
    **dict.fromkeys(("iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_ext"), switching.ISO_2022_JP),
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
        if codec in switching.CODECS:
            return switching.decode(data, codec)
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
    if codec in switching.CODECS and not has_escapes(text):
        return switching.encode(text, codec)
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
