"""Detecting the codec of a file's text, decoding and encoding.

The bytes decide, never the suffix: half of real .kif files are UTF-8. Undecodable bytes are in
the decoded text as escapes (see `viewer.base.text`), so that they can be encoded again. Alternative codes
of cp932 (NEC's and IBM's for 髙, ①, …) aren't restored, which is why writers keep raw bytes.
"""

from __future__ import annotations

import codecs
import functools
import re
from typing import NamedTuple

from viewer.base.text import UTF8, has_escapes
from viewer.base.text import encode as encode_escapes
from viewer.base.text import lacking as lacking_escapes

CP932 = "cp932"
EUC = "euc_jp"
UTF16 = "utf-16"

CODECS = (UTF8, CP932, EUC)
"""The codecs that the user can choose for reading."""

BOM = codecs.BOM_UTF8
_UTF16_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_HANDLER = "viewer.kif.escape"
_PRIVATE = 0x10FE00
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_LINE_END = re.compile(rb"[\r\n]|\Z")
_LINES_ASKED = 24
_EUC_SIGNS = re.compile("[手先後歩銀金角飛]")

# Windows and JIS disagree on the dash; cp932 has the second.
_NEAR = str.maketrans({"—": "―"})


def _escape(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    bad = error.object[error.start : error.end]
    return "".join([chr(b if b < 0x80 else _PRIVATE + b) for b in bad]), error.end


codecs.register_error(_HANDLER, _escape)


class Encoded(NamedTuple):
    """The text of a file.

    Attributes:
        data: its bytes in `codec`, without the byte order mark.
        codec: one of CODECS.
        mark: the byte order mark.
        wrap: for a file in UTF-16, which of the two (`data` is UTF-8 then); else "".
        damaged: whether some bytes are invalid in the codec.
    """

    data: bytes
    codec: str
    mark: bytes = b""
    wrap: str = ""
    damaged: bool = False

    @property
    def name(self) -> str:
        """The codec's name as used in records."""
        return UTF16 if self.wrap else self.codec


def recognise(data: bytes, wanted: str | None = None) -> Encoded:
    """Decode a file's bytes; `wanted` is the codec chosen by the user."""
    if wanted is not None:
        mark = BOM if wanted == UTF8 and data.startswith(BOM) else b""
        return Encoded(data[len(mark) :], wanted, mark, damaged=not _is(data, wanted))
    wrap = _UTF16_MARKS.get(data[:2])
    if wrap is not None:
        whole = _utf16(data[2:], wrap)
        if whole is not None:
            return Encoded(whole, UTF8, data[:2], wrap)
    mark = BOM if data.startswith(BOM) else b""
    body = data[len(mark) :]
    if mark:
        return Encoded(body, UTF8, mark, damaged=not _is(body, UTF8))
    if body.isascii() or _is(body, UTF8):
        return Encoded(body, UTF8)
    if _mostly_utf8(body):
        return Encoded(body, UTF8, damaged=True)
    try:
        text = body.decode(CP932)
    except UnicodeDecodeError:
        pass
    else:
        return Encoded(body, EUC if _is_euc(body, text) else CP932)
    if _is(body, EUC):
        return Encoded(body, EUC)
    return Encoded(body, CP932, damaged=True)


def _is(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _utf16(data: bytes, codec: str) -> bytes | None:
    """UTF-16 as UTF-8, None if the conversion isn't reversible."""
    try:
        return data.decode(codec).encode(UTF8)
    except UnicodeError:
        return None


def _mostly_utf8(data: bytes) -> bool:
    """Whether the bytes are damaged or truncated UTF-8: most non-ASCII lines are valid, not by chance."""
    good = bad = at = 0
    while good + bad < _LINES_ASKED:
        found = _BEYOND_ASCII.search(data, at)
        if found is None:
            break
        start = max(
            data.rfind(b"\n", at, found.start()), data.rfind(b"\r", at, found.start()), at - 1
        )
        end = _LINE_END.search(data, found.end())
        assert end is not None
        at = end.start()
        if _is(data[start + 1 : at], UTF8):
            good += 1
        else:
            bad += 1
    return good > bad


def _is_euc(data: bytes, text: str) -> bool:
    """Whether bytes that are valid in cp932 (as half-width kana) are EUC-JP, judged by words of shogi."""
    if _EUC_SIGNS.search(text) or not _is(data, EUC):
        return False
    return _EUC_SIGNS.search(data.decode(EUC)) is not None


def decode(raw: bytes, codec: str) -> str:
    """The text of bytes, with escapes for undecodable ones."""
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return raw.decode(codec, _HANDLER)


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text: escapes become their bytes; missing characters become look-alikes or `?`."""
    if text.isascii():
        return text.encode("ascii")
    if codec != CP932:
        return encode_escapes(text, codec)
    text = text.translate(_NEAR)
    ibm = _ibm_codes()
    parts = re.split(f"([{''.join(ibm)}])", text)
    return b"".join([ibm.get(part) or encode_escapes(part, codec) for part in parts])


@functools.cache
def _ibm_codes() -> dict[str, bytes]:
    """Codes that Windows writes where Python would write NEC's for the same characters (髙: FBFC)."""
    found = {}
    for lead in (0xFA, 0xFB, 0xFC):
        for trail in (*range(0x40, 0x7F), *range(0x80, 0xFD)):
            code = bytes((lead, trail))
            char = code.decode(CP932, "ignore")
            if len(char) == 1 and char.encode(CP932)[0] in (0xED, 0xEE):
                found[char] = code
    return found


def lacking(text: str, codec: str) -> str:
    """The characters of a text that a codec can't restore, each once, in order."""
    if text.isascii() or codec in (UTF8, UTF16):
        return ""
    missing = dict.fromkeys(lacking_escapes(text, codec))
    for char in dict.fromkeys(text):
        if not has_escapes(char) and decode(encode(char, codec), codec) != char:
            missing[char] = None
    return "".join(missing)
