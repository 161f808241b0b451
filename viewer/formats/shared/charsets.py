"""Detecting the codec of a go record, and decoding it so that encoding restores the bytes.

The whole file is decoded before it is parsed: the second bytes of GB18030, Big5 and
Shift_JIS may be brackets and backslashes. The order of the attempts follows what real files turned out to
be: a BOM, zero bytes, ASCII (with switches to double bytes or without), UTF-8, the declared codec, UTF-8
with a truncated name, double bytes.
"""

from __future__ import annotations

import codecs
import re

from viewer.base import text as base
from viewer.base.patterns import compiled
from viewer.base.text import BIG5, CP1252, GB18030, UTF8, has_escapes
from viewer.formats.shared import japanese, switching

CP932, EUC_JP, CP949 = "cp932", "euc_jp", "cp949"
UTF16_LE, UTF16_BE = "utf-16-le", "utf-16-be"
ENCODINGS: tuple[str, ...] = (
    *(UTF8, GB18030, BIG5, CP932, EUC_JP, CP949, CP1252),
    *("iso8859-1", "iso8859-2", "cp1250", "cp1251", "koi8-r", "mac-roman"),
)
MARK = "\ufeff"

_MARKS = ((codecs.BOM_UTF8, UTF8), (codecs.BOM_UTF16_LE, UTF16_LE), (codecs.BOM_UTF16_BE, UTF16_BE))
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
_HEAD = 1 << 17  # bytes of a root node, in which CA may follow a long comment
_PLAIN = bytes(range(0x20, 0x7F))
_LONE = re.compile("[\ud800-\udfff]")
_STAND_IN = 0x10F000 - 0xD800  # lone surrogates become private-use characters, which Qt can hold
_STANDING = re.compile("[\U0010f000-\U0010f7ff]")


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


def guess(data: bytes, name: str = "") -> str:
    """The codec of a file's bytes; `name` is the codec that the file declares, if any."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec
    if data.isascii() and b"\0" not in data[:_HEAD]:
        return switching.codec_of(data) or UTF8
    wide = _without_mark(data[:_HEAD])
    if wide:
        return wide
    try:
        data.decode(UTF8)
    except UnicodeDecodeError:
        pass
    else:
        return UTF8
    said = _said(data, name)
    if said and said != UTF8:
        return said
    if _nearly_utf8(data, bool(said) or canonical(name) == UTF8):
        return UTF8
    return _by_pairs(data)


def _said(data: bytes, name: str) -> str:
    """The codec that a file declares, if the bytes are text in it."""
    codec = canonical(name)
    if not codec:
        return ""
    if codec != CP1252:
        try:
            data.decode(codec)
        except (UnicodeError, LookupError):
            return ""
    return codec


def _without_mark(head: bytes) -> str:
    """UTF-16 without a BOM: every other byte is zero."""
    if head.count(b"\0") * 4 < len(head):
        return ""
    return UTF16_BE if head[0::2].count(b"\0") > head[1::2].count(b"\0") else UTF16_LE


def _nearly_utf8(data: bytes, said: bool) -> bool:
    """Whether the bytes are slightly damaged UTF-8: names truncated within a character."""
    text = data.decode(UTF8, "replace")
    bad = text.count("\ufffd")
    good = sum(map(len, re.findall("[^\x00-\x7f\ufffd]+", text[: 1 << 22])))
    return good >= bad if said else good > 4 * bad


_RUN = re.compile(rb"[\x80-\xff](?:[\x40-\xff])*")


def _by_pairs(data: bytes) -> str:
    """The codec of Chinese, Japanese or Korean text, by its characters; else CP1252."""
    sample = b" ".join(_RUN.findall(data[: 1 << 20]))[: 1 << 16]
    best, found = 0.6, CP1252
    for codec in (GB18030, CP932, BIG5, CP949, EUC_JP):
        half = base.half_character(sample, codec) if codec in (GB18030, BIG5) else b""
        try:
            text = sample[: len(sample) - len(half)].decode(codec)
        except UnicodeDecodeError:
            continue
        score = _likeness(text, codec)
        if score > best + 0.02:
            best, found = score, codec
    return found


def _likeness(text: str, codec: str) -> float:
    """How likely a text is in a codec, by how common its characters are: 0 to about 1.2."""
    wide = [char for char in text if ord(char) > 0x7F]
    if not wide:
        return 0.0
    runs = re.findall("[^\x00-\x7f]{2,}", text)
    together = sum(map(len, runs)) / len(wide)
    if together < 0.5:  # accented letters stand alone among others
        return 0.0
    score = sum(map(_USUAL[codec].__getitem__, wide)) / len(wide)
    if codec in (CP932, EUC_JP):
        kana = len(_KANA.findall(text))
        return score + 0.15 if kana * 5 > len(wide) else score - 0.1
    if codec == CP949:
        # Hangul overlap with the common characters of GB 2312.
        return score + 0.1 if score > 0.97 else score - 0.2
    return score


def is_plainly(raw: bytes, codec: str) -> bool:
    """Whether bytes are text in a codec of Chinese, Japanese or Korean, all of it in usual characters.

    In GB18030, names of several characters may have rarer ones of GB 2312 too: in other codecs those bytes
    are two accented letters.
    """
    if codec == GB18030 and _NAME.fullmatch(raw) is not None:
        return True
    usual = _USUAL.get(codec)
    if usual is None:
        return False
    try:
        text = raw.decode(codec)
    except UnicodeDecodeError:
        return False
    return all(usual[char] for char in text if ord(char) > 0x7F)


class _UsualCharacters(dict[str, bool]):
    """Whether characters are usual in text that is in a codec; found once for each."""

    def __init__(self, codec: str) -> None:
        self._codec = codec

    def __missing__(self, char: str) -> bool:
        if _KANA.match(char):
            usual = self._codec in (CP932, EUC_JP)
        else:
            code = char.encode(self._codec, "replace")
            usual = len(code) == 2 and _is_usual(code[0], code[1], self._codec)
        self[char] = usual
        return usual


_RARER = rb"[\xa1-\xa9\xb0-\xf7][\xa1-\xfe]"
_NAME = compiled(rb"[\xb0-\xd7][\xa1-\xfe](?:" + _RARER + rb"){1,7}+")
_KANA = re.compile("[\u3041-\u30fe]")
_USUAL = {codec: _UsualCharacters(codec) for codec in (GB18030, CP932, BIG5, CP949, EUC_JP)}


def _is_usual(lead: int, trail: int, codec: str) -> bool:
    if codec == CP932:
        return 0x81 <= lead <= 0x84 or 0x88 <= lead <= 0x97
    if codec == BIG5:
        return 0xA1 <= lead <= 0xC6 and (0x40 <= trail <= 0x7E or trail >= 0xA1)
    if trail < 0xA1:
        return False
    top = {GB18030: 0xD7, CP949: 0xC8, EUC_JP: 0xCF}[codec]
    return 0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= top


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
        try:
            text = data.decode(CP932)
        except UnicodeDecodeError:
            return base.decode(data, codec)
        return text if japanese.encode(text, CP932) == data else base.decode(data, codec)
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
