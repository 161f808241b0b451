"""Detecting the codec of a file's text, decoding and encoding.

The bytes decide, never the suffix: half of real .kif files are UTF-8. Undecodable bytes are in
the decoded text as escapes (see `viewer.base.text`), so that they can be encoded again. Alternative codes
of cp932 (NEC's and IBM's for 髙, ①, …) aren't restored, which is why writers keep raw bytes.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import UTF8, has_escapes
from viewer.base.text import lacking as lacking_escapes
from viewer.formats.kit import charsets, japanese, switching
from viewer.formats.kit.charsets import CP932, EUC_JP, SHOGI, UTF16_BE, UTF16_LE, fits
from viewer.formats.kit.judge import guess

UTF16 = "utf-16"

CODECS = (UTF8, CP932, EUC_JP)
"""The codecs in which lines are read as they are; text in others is read as UTF-8."""

BOM = codecs.BOM_UTF8
WIDE = (UTF16_LE, UTF16_BE)
_MARKS = {BOM: UTF8, codecs.BOM_UTF16_LE: UTF16_LE, codecs.BOM_UTF16_BE: UTF16_BE}
_SAID = late(rb"#KI(?:F|2)[^\r\n]{0,40}encoding=[ \t]*([\w-]{1,20})")
_HANDLER = "viewer.kif.escape"
_PRIVATE = 0x10FE00
_BEYOND_ASCII = late(rb"[\x80-\xff]")
_LINE_END = late(rb"[\r\n]|\Z")
_LINES_ASKED = 24

# Windows and JIS disagree on the dash; cp932 has the second.
_NEAR = str.maketrans({"—": "―"})


def _escape(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    bad = error.object[error.start : error.end]
    return "".join([chr(b if b < 0x80 else _PRIVATE + b) for b in bad]), error.end


codecs.register_error(_HANDLER, _escape)


def _judged_alone(data: bytes, name: str) -> str:
    return guess(data, name, SHOGI)


class Encoded(NamedTuple):
    """The text of a file.

    Attributes:
        data: its bytes in `codec`, without the byte order mark.
        codec: one of CODECS.
        mark: the byte order mark.
        wrap: the codec of a file in any other (`data` is UTF-8 then); else "".
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
        return name_of(self.wrap) if self.wrap else self.codec


def name_of(wrap: str) -> str:
    """The name in records of a codec that isn't one of CODECS."""
    return UTF16 if wrap in WIDE else wrap


def recognise(
    data: bytes, wanted: str | None = None, judged: Callable[[bytes, str], str] = _judged_alone
) -> Encoded:
    """Decode a file's bytes; `wanted` is the codec chosen by the user.

    `judged` gives the codec of bytes in no certain one, and of the name that their first line says.
    """
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    body = data[len(mark) :]
    codec = wanted or _MARKS.get(mark, "")
    if not codec and (fits(body, UTF8) or _mostly_utf8(body)) and not _switches(body):
        codec = UTF8
    if not codec:
        said = _SAID.match(body)
        codec = judged(body, said[1].decode() if said is not None else "")
    if codec == UTF16:
        codec = _MARKS.get(mark, "") if mark != BOM else ""
        codec = codec or (UTF16_BE if body[:2][:1] == b"\0" else UTF16_LE)
    if codec not in CODECS:
        whole = _wrapped(body, codec)
        if whole is not None:
            return Encoded(whole, UTF8, mark, codec)
        codec = CP932
    if codec != UTF8 or mark != BOM:
        mark, body = b"", data
    return Encoded(body, codec, mark, damaged=not fits(body, codec))


def _switches(data: bytes) -> bool:
    return data.isascii() and bool(switching.codec_of(data))


def _wrapped(data: bytes, codec: str) -> bytes | None:
    """Text in a codec as UTF-8, None if that isn't reversible."""
    text = charsets.decode(data, codec)
    if has_escapes(text) or not charsets.gives_back(text, codec, data):
        return None
    try:
        return text.encode(UTF8)
    except UnicodeError:
        return None


def unwrapped(data: bytes, wrap: str) -> bytes:
    """What `recognise` made UTF-8 of, in its codec again; characters that it lacks become `?`."""
    return charsets.encode(data.decode(UTF8, "replace"), wrap)


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
        if fits(data[start + 1 : at], UTF8):
            good += 1
        else:
            bad += 1
    return good > bad


def decode(raw: bytes, codec: str) -> str:
    """The text of bytes, with escapes for undecodable ones."""
    try:
        return raw.decode(codec)
    except UnicodeDecodeError:
        return raw.decode(codec, _HANDLER)


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text: escapes become their bytes; missing characters become look-alikes or `?`."""
    return japanese.encode(text.translate(_NEAR) if codec == CP932 else text, codec)


def lacking(text: str, codec: str) -> str:
    """The characters of a text that a codec can't restore, each once, in order."""
    if text.isascii() or codec in (UTF8, UTF16):
        return ""
    if codec not in CODECS:
        return lacking_escapes(text, codec)
    missing = dict.fromkeys(lacking_escapes(text, codec))
    for char in dict.fromkeys(text):
        if not has_escapes(char) and decode(encode(char, codec), codec) != char:
            missing[char] = None
    return "".join(missing)
