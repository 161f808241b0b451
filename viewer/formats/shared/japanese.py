"""Text of Japanese records: detecting its codec, decoding and encoding.

`cp932` is Windows' Shift_JIS. 398 of its codes decode to characters that encode to another code, so
encoding a decoded text doesn't always restore its bytes: writers keep the bytes of unchanged text.
"""

from __future__ import annotations

import re
from functools import cache

from viewer.base import text as base

UTF8, CP932, EUC_JP = "utf-8", "cp932", "euc_jp"
ENCODINGS = (UTF8, CP932, EUC_JP)
BOM = b"\xef\xbb\xbf"

_LINES_ASKED = 24
_ASCII = re.compile(r"[\x00-\x7f]+")
_KANA = re.compile("[\u3041-\u30f6]")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")


def fits(raw: bytes, codec: str) -> bool:
    """Whether bytes are valid text in a codec."""
    try:
        raw.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def guess(raw: bytes) -> str:
    """The codec of bytes: UTF-8 if they have a BOM or are valid, else CP932, EUC-JP, in this order.

    An incomplete character at the end of a truncated file is ignored, as are a few damaged lines of UTF-8.
    Kana in EUC-JP are half-width kana in CP932, which are rarely written.
    """
    if raw.startswith(BOM) or _mostly_utf8(raw):
        return UTF8
    for codec in ENCODINGS:
        half = base.half_character(raw, codec) if codec != EUC_JP else b""
        if fits(raw[: len(raw) - len(half)], codec):
            return EUC_JP if codec == CP932 and _is_euc_jp(raw) else codec
    return CP932


def _mostly_utf8(raw: bytes) -> bool:
    """Whether most of the first non-ASCII lines are UTF-8, which doesn't happen by chance."""
    good = bad = 0
    for line in raw.splitlines():
        if not line.isascii():
            if fits(line, UTF8):
                good += 1
            else:
                bad += 1
            if good + bad == _LINES_ASKED:
                break
    return good > bad


def _is_euc_jp(raw: bytes) -> bool:
    if not fits(raw, EUC_JP) or not fits(raw, CP932) or not _KANA.search(raw.decode(EUC_JP)):
        return False
    text = _ASCII.sub("", raw.decode(CP932))
    return 2 * len(_HALF_WIDTH.findall(text)) > len(text)


def decode(raw: bytes, codec: str) -> str:
    """The text of bytes; those invalid in the codec become escapes (see `base.text`)."""
    if codec != UTF8:
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            pass
    return base.decode(raw, codec)


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text; characters that the codec lacks become `?`."""
    if codec != CP932 or text.isascii():
        return base.encode(text, codec)
    codes = _windows_codes()
    return b"".join([codes.get(part) or base.encode(part, codec) for part in _split(text)])


def _split(text: str) -> list[str]:
    """A text, split before and after the characters that have two codes."""
    codes = _windows_codes()
    parts: list[str] = []
    at = 0
    for index, char in enumerate(text):
        if char in codes:
            parts += [text[at:index], char]
            at = index + 1
    return [*parts, text[at:]]


@cache
def _windows_codes() -> dict[str, bytes]:
    """The characters for which Windows writes IBM's code and Python NEC's (髙: FB FC, not EE E0)."""
    codes: dict[str, bytes] = {}
    for lead in range(0xFA, 0xFD):
        for trail in range(0x40, 0xFD):
            try:
                char = bytes((lead, trail)).decode(CP932)
            except UnicodeDecodeError:
                continue
            if char.encode(CP932)[0] in (0xED, 0xEE):
                codes[char] = bytes((lead, trail))
    return codes
