"""Decode and encode the text of a game tree: strings that aren't UTF-8 share one other codec."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from viewer.base.named import NamedTuple
from viewer.base.text import CP1252, UTF8, lacking
from viewer.formats.shared import charsets, judge
from viewer.formats.shared.charsets import is_utf8

_ENOUGH = 1 << 20  # bytes that suffice to detect a codec


class Codec(NamedTuple):
    """How strings are decoded.

    Attributes:
        name: the codec of strings that aren't UTF-8.
        by_hand: whether the user chose it; then it applies to all strings.
    """

    name: str = UTF8
    by_hand: bool = False

    def read(self, raw: bytes) -> str:
        """Decode a string; in the same codec, different bytes give different texts."""
        return charsets.decode(raw, UTF8 if self._is_utf8(raw) else self.name)

    def write(self, text: str) -> bytes:
        """Encode a text; in UTF-8 if the codec would not give it back, unless the user chose the codec.

        Text of which the codec has only some characters stays in it, since those may be other ones in truth;
        the others become `?`.
        """
        raw = charsets.encode(text, self.name)
        if self.by_hand or self.name == UTF8 or self.read(raw) == text:
            return raw
        lacks = lacking(text, self.name)
        if lacks and any(char > "\x7f" and char not in lacks for char in text):
            return raw
        return charsets.encode(text, UTF8)

    def _is_utf8(self, raw: bytes) -> bool:
        return not self.by_hand and self.name != UTF8 and is_utf8(raw)


def detect(strings: Iterable[bytes], judged: Callable[[bytes], str] = judge.guess) -> Codec:
    """Detect the codec of a file's strings, by those that aren't UTF-8."""
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
    name = judged(b"\n".join(odd))
    return Codec(CP1252 if name in (charsets.UTF16_LE, charsets.UTF16_BE) else name)


# -------------------------------------------------------------------------------- line breaks


def breaks_of(raws: Iterable[bytes]) -> str:
    """The line break that most comments use."""
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
    """Decode a comment, with line feeds as line breaks and without zero bytes at its end."""
    text = codec.read(raw)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.rstrip("\0")


def write_comment(text: str, codec: Codec, breaks: str) -> bytes:
    """Encode a comment, with `breaks` as line breaks."""
    return codec.write(text if breaks == "\n" else text.replace("\n", breaks))
