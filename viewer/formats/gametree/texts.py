"""The text of a game tree: each string in UTF-8 where it can be, else all in one other codec."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from viewer.base.text import CP1252, UTF8
from viewer.formats.shared import charsets

_ENOUGH = 1 << 20  # bytes by which a codec is told


class Codec(NamedTuple):
    """How strings are read.

    Attributes:
        name: the codec of strings that aren't UTF-8.
        by_hand: whether somebody chose it, for all strings then.
    """

    name: str = UTF8
    by_hand: bool = False

    def read(self, raw: bytes) -> str:
        """The text of a string, such that different bytes give different texts in the same codec."""
        return charsets.decode(raw, UTF8 if self._is_utf8(raw) else self.name)

    def write(self, text: str) -> bytes:
        """The bytes of a text: in UTF-8 where the codec would not give it back."""
        raw = charsets.encode(text, self.name)
        if self.by_hand or self.name == UTF8 or self.read(raw) == text:
            return raw
        return charsets.encode(text, UTF8)

    def _is_utf8(self, raw: bytes) -> bool:
        return not self.by_hand and self.name != UTF8 and is_utf8(raw)


def is_utf8(raw: bytes) -> bool:
    """Whether bytes are text in UTF-8."""
    if raw.isascii():
        return True
    try:
        raw.decode(UTF8)
    except UnicodeDecodeError:
        return False
    return True


def detect(strings: Iterable[bytes]) -> Codec:
    """The codec of a file's strings by those that aren't UTF-8."""
    odd: list[bytes] = []
    size = 0
    for raw in strings:
        if not is_utf8(raw):
            odd.append(raw)
            size += len(raw)
            if size > _ENOUGH:
                break
    if not odd:
        return Codec()
    name = charsets.guess(b"\n".join(odd))
    return Codec(CP1252 if name in (charsets.UTF16_LE, charsets.UTF16_BE) else name)


# -------------------------------------------------------------------------------- line breaks


def breaks_of(raws: Iterable[bytes]) -> str:
    """How most comments break their lines."""
    crlf = cr = lf = 0
    for raw in raws:
        if b"\r\n" in raw:
            crlf += 1
        elif b"\n" in raw:
            lf += 1
        elif b"\r" in raw:
            cr += 1
    if crlf > lf and crlf >= cr:
        return "\r\n"
    return "\r" if cr > lf else "\n"


def read_comment(raw: bytes, codec: Codec) -> str:
    """The text of a comment, with line feeds for all line breaks, without zero bytes at its end."""
    text = codec.read(raw)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.rstrip("\0")


def write_comment(text: str, codec: Codec, breaks: str) -> bytes:
    """The bytes of a comment."""
    return codec.write(text if breaks == "\n" else text.replace("\n", breaks))
