"""Checking the characters and lines of a PGN game (sections 4 and 7 of the standard)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.messages import message
from viewer.base.text import CP1252, UTF8
from viewer.formats.kit.breach import Breach
from viewer.tree.diagnostic import Severity

BOM = b"\xef\xbb\xbf"
LINE = 255
"""Characters of a line, with its end (4.3)."""
_PRINTING = 79  # characters of a line that no editor has difficulties with

_LINE = re.compile(rb"[^\n\r]{%d,}(?:\r\n|\n|\r|\Z)" % (LINE - 1))
_LONG = re.compile(rb"[^\n\r]{%d,}" % (_PRINTING + 1))
_CONTROL = re.compile(rb"[\x00-\x08\x0c\x0e-\x1f]")
_UNUSED = re.compile(rb"[\x7f-\x9f]")
_UNUSED_TEXT = re.compile(r"[\x7f-\x9f]")
_DISCOURAGED = re.compile(rb"[\xa0-\xbf]")
_DISCOURAGED_TEXT = re.compile(r"[\xa0-\xbf]")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")


def lexis_breaches(data: bytes) -> Iterator[Breach]:
    """The breaches by characters and lines of a game's bytes, in Latin-1 or UTF-8."""
    text = utf8_text(data)
    yield from _lines(data, text is not None)
    for found in _CONTROL.finditer(data):
        words = message("The control code {code} is not allowed.", code=f"{found.group()[0]:02X}")
        yield Breach(found.start(), "4.1", words, "control")
    if text is None:
        yield from _codes(data)
    elif len(text) < len(data) or b"\x7f" in data:
        yield from _characters(text)


def foreign_encoding(data: bytes, codec: str | None = None) -> Breach | None:
    """The breach of a game in an encoding that the standard doesn't have, at its first such character.

    `codec` is that of the text if it isn't UTF-8, None for any that the standard has.
    """
    if data.startswith(BOM):
        return _in(UTF8, 0)
    found = _BEYOND_ASCII.search(data)
    if found is None:
        return None
    if utf8_text(data) is not None:
        return _in(UTF8, found.start())
    return None if codec in (None, UTF8, CP1252) else _in(str(codec), found.start())


def _in(codec: str, at: int) -> Breach:
    words = message("The text is in {encoding}; the standard has Latin-1.", encoding=codec.upper())
    return Breach(at, "4.1", words, "encoding", Severity.INFO)


def utf8_text(data: bytes) -> str | None:
    """The text of bytes in ASCII or UTF-8; None if they are in neither."""
    try:
        return data.decode(UTF8)
    except UnicodeDecodeError:
        return None


def _lines(data: bytes, utf8: bool) -> Iterator[Breach]:
    if max(map(len, data.splitlines()), default=0) <= _PRINTING:
        return
    too_long = -1  # where the first such line begins
    for found in _LINE.finditer(data):
        line = found.group()
        if (len(line.decode(UTF8)) if utf8 else len(line)) > LINE:
            too_long = found.start() if too_long < 0 else too_long
            words = message("The line has more than {most} characters.", most=LINE)
            yield Breach(found.start(), "4.3", words, "line-length")
    for found in _LONG.finditer(data):
        line = found.group()
        if not line.startswith(b"[") and len(line.decode(UTF8) if utf8 else line) > _PRINTING:
            if found.start() != too_long:
                words = message("Lines of 80 characters and more are discouraged.")
                yield Breach(found.start(), "4.3", words, "long-line", Severity.INFO)
            return


def _codes(data: bytes) -> Iterator[Breach]:
    """What is wrong with bytes of Latin-1; each code is told once."""
    told: set[bytes] = set()
    for found in _UNUSED.finditer(data):
        code = found.group()
        if code not in told:
            told.add(code)
            yield _unused(found.start(), code[0])
    discouraged = _DISCOURAGED.search(data)
    if discouraged is not None:
        yield _discouraged(discouraged.start(), discouraged.group()[0])


def _characters(text: str) -> Iterator[Breach]:
    """The same for a text that was in UTF-8."""
    unused = _UNUSED_TEXT.search(text)
    if unused is not None:
        yield _unused(len(text[: unused.start()].encode(UTF8)), ord(unused.group()))
    discouraged = _DISCOURAGED_TEXT.search(text)
    if discouraged is not None:
        place = len(text[: discouraged.start()].encode(UTF8))
        yield _discouraged(place, ord(discouraged.group()))


def _unused(at: int, code: int) -> Breach:
    words = message("The character code {code} is not used in PGN.", code=f"{code:02X}")
    return Breach(at, "4.1", words, "unused-code")


def _discouraged(at: int, code: int) -> Breach:
    words = message("The character code {code} is discouraged.", code=f"{code:02X}")
    return Breach(at, "4.1", words, "discouraged-code", Severity.INFO)
