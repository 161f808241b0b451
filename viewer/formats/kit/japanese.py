"""Text of Japanese records: detecting its codec, decoding and encoding.

`cp932` is Windows' Shift_JIS. 398 of its codes decode to characters that encode to another code, so
encoding a decoded text doesn't always restore its bytes: writers keep the bytes of unchanged text.
"""

from __future__ import annotations

import re
from functools import cache

from viewer.base import text as base
from viewer.base.patterns import late

UTF8, CP932, EUC_JP = "utf-8", "cp932", "euc_jp"
ENCODINGS = (UTF8, CP932, EUC_JP)
BOM = b"\xef\xbb\xbf"

_PAIR = late(rb"[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]")


def decode(raw: bytes, codec: str) -> str:
    """The text of bytes; those invalid in the codec become escapes (see `base.text`)."""
    if codec != UTF8:
        try:
            return raw.decode(codec)
        except UnicodeDecodeError:
            pass
    return base.decode(raw, codec)


def restorable(raw: bytes) -> str:
    """The text of bytes in cp932; those that `encode` wouldn't restore become escapes."""
    try:
        text = raw.decode(CP932)
    except UnicodeDecodeError:
        text = ""
    if encode(text, CP932) == raw:
        return text
    windows = {code: char for char, code in _windows_codes().items()}
    out: list[str] = []
    at = 0
    for found in _PAIR.finditer(raw):
        char = windows.get(found[0])
        if char is not None:
            out += (_without_second_codes(raw[at : found.start()]), char)
            at = found.end()
    return "".join((*out, _without_second_codes(raw[at:])))


def _without_second_codes(raw: bytes) -> str:
    parts = _split(base.decode(raw, CP932))
    return "".join(
        base.escaped(part.encode(CP932)) if part in _windows_codes() else part for part in parts
    )


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text; characters that the codec lacks become `?`."""
    if codec != CP932 or text.isascii():
        return base.encode(text, codec)
    codes = _windows_codes()
    return b"".join([codes.get(part) or base.encode(part, codec) for part in _split(text)])


def _split(text: str) -> list[str]:
    """A text, split before and after the characters that have two codes."""
    return _with_two_codes().split(text)


@cache
def _with_two_codes() -> re.Pattern[str]:
    return re.compile(f"([{''.join(_windows_codes())}])")


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
