r"""Text of files in which some values are written in another codec than the rest.

Programs join games by their bytes, and people paste names into files of another codec. Such a value is cut
by its own codec: a bracket or a stroke (5D, 5C) may be the second byte of a character of Big5, GB18030 or
Shift_JIS. In the decoded text a mark stands before the first of its characters that aren't ASCII, so that
encoding restores its bytes: the mark says the codec of all that follows up to the value's closing bracket.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from viewer.base.named import NamedTuple
from viewer.base.patterns import compiled, late
from viewer.base.text import BIG5, GB18030, UTF8
from viewer.formats.kit import charsets, judge
from viewer.formats.kit.charsets import CP932, CP949, EUC_JP, SWITCHING, UTF16_BE, UTF16_LE, fits
from viewer.formats.kit.judge import is_plainly
from viewer.formats.sgf import declared, guess

_OTHERS = (GB18030, BIG5, CP932, CP949, EUC_JP)
_WHOLE = frozenset((UTF16_LE, UTF16_BE, *SWITCHING))
"""Codecs in which ASCII isn't itself: files in them are in no other."""
_FIRST = 0x10F800
_CODEC_OF = {chr(_FIRST + number): codec for number, codec in enumerate((UTF8, *_OTHERS))}
_MARK_OF = {codec: mark for mark, codec in _CODEC_OF.items()}
_ANY = f"[{''.join(_CODEC_OF)}]"
_MARK = late(_ANY)
_MARKED = late(rf"({_ANY})([^\]\\]*+(?:\\.[^\]\\]*+)*+)", re.DOTALL)
_ESCAPES = 0x10FE00  # see `viewer.base.text`
_WIDE = "\u0800"
_LONG = 4096  # bytes of which each character is asked about once

_ASCII_HEAD = late(rb"\[(?:[^\]\\\x80-\xff]|\\[\x00-\x7f])*+")
_HIGH = late(rb"[\x80-\xff]")
_BLANKS = rb"[ \t\r\n\f\v]*+"
_END = late(rb"\]" + _BLANKS + rb"(?:[\[;()]|\Z|[A-Za-z][A-Za-z0-9_]*+" + _BLANKS + rb"\[)")


def _body(leads: bytes = b"", pair: bytes = b"") -> re.Pattern[bytes]:
    """What a value is made of, without its brackets, in a codec with such pairs of bytes."""
    if not pair:
        return compiled(rb"(?:[^\]\\]|\\.)*+", re.DOTALL)
    return compiled(rb"(?:%b|[^\]\\%b]|\\(?:%b|.)|[%b])*+" % (pair, leads, pair, leads), re.DOTALL)


_FOUR = rb"[\x81-\xfe][0-9][\x81-\xfe][0-9]|"
_USUAL_BODY = _body()
_BODIES = {
    GB18030: _body(rb"\x81-\xfe", rb"(?:" + _FOUR + rb"[\x81-\xfe][\x40-\x7e\x80-\xfe])"),
    BIG5: _body(rb"\x81-\xfe", rb"(?:[\x81-\xfe][\x40-\x7e\xa1-\xfe])"),
    CP932: _body(rb"\x81-\x9f\xe0-\xfc", rb"(?:[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc])"),
}
"""Of codecs in whose pairs brackets and strokes can be second bytes."""


class DecodedFile(NamedTuple):
    """A file's text, the codec of most of it, and whether some of it is in others."""

    codec: str
    text: str
    mixed: bool


class _Value(NamedTuple):
    """A value that isn't ASCII: the offsets of its first such byte and of its end, and its codec."""

    high: int
    end: int
    codec: str


def decoded(data: bytes, encoding: str | None = None, likely: str = "") -> DecodedFile:
    """The text of a file; in the codec that somebody chose, each value as well.

    `likely` is the codec that most of it seems to be in, "" if nobody has looked yet.
    """
    found = likely or guess(data)
    codec, values = _foreign(data, found)
    if encoding not in (None, codec):
        codec, values = encoding or found, ()
    out: list[str] = []
    at = 0
    for value in values:
        out += (_plain(data[at : value.high], codec), _MARK_OF[value.codec])
        out.append(_plain(data[value.high : value.end], value.codec))
        at = value.end
    return DecodedFile(codec, "".join((*out, _plain(data[at:], codec))), bool(values))


def codec_of(data: bytes) -> str:
    """The codec of most of a file's text."""
    return _foreign(data, guess(data))[0]


def _plain(data: bytes, codec: str) -> str:
    """Bytes that are all in one codec; characters that are used as marks become escapes of their bytes."""
    text = charsets.decode(data, codec)
    if codec in _WHOLE or not _has_marks(text):
        return text
    return _MARK.sub(lambda mark: "".join(_escapes(mark[0].encode(codec))), text)


def _escapes(raw: bytes) -> Iterator[str]:
    return (chr(byte if byte < 0x80 else _ESCAPES + byte) for byte in raw)


def _has_marks(text: str) -> bool:
    return not text.isascii() and any(mark in text for mark in _CODEC_OF)


def encode(text: str, codec: str) -> bytes:
    """The bytes of a text, values that are marked in their own codecs."""
    if codec in _WHOLE or not _has_marks(text):
        return charsets.encode(text, codec)
    out: list[bytes] = []
    at = 0
    for found in _MARKED.finditer(text):
        out.append(charsets.encode(text[at : found.start()], codec))
        out.append(charsets.encode(found[2], _CODEC_OF[found[1]]))
        at = found.end()
    return b"".join((*out, charsets.encode(text[at:], codec)))


def as_written(text: str, codec: str) -> str:
    """The text as it is read once it is written: without characters that its codecs lack."""
    if text.isascii():
        return text
    if not _has_marks(text):
        return _rewritten(text, codec)
    out: list[str] = []
    at = 0
    for found in _MARKED.finditer(text):
        other = _CODEC_OF[found[1]]
        out += (_rewritten(text[at : found.start()], codec), found[1], _rewritten(found[2], other))
        at = found.end()
    return "".join((*out, _rewritten(text[at:], codec)))


def _rewritten(text: str, codec: str) -> str:
    return _plain(charsets.encode(text, codec), codec)


def unmarked(text: str) -> str:
    """The text without marks: all of it in the codec of the file."""
    return _MARK.sub("", text) if _has_marks(text) else text


def marked_codec(raw: str) -> str:
    """The codec of a value that is marked, "" for others."""
    found = None if raw.isascii() else _MARK.search(raw)
    return "" if found is None else _CODEC_OF[found[0]]


def marked_spans(text: str) -> list[tuple[int, int]]:
    """The parts of a text that are encoded together, each from its mark to the end of its value."""
    return [found.span() for found in _MARKED.finditer(text)] if _has_marks(text) else []


# ------------------------------------------------------------------------- finding such values


def _foreign(data: bytes, codec: str) -> tuple[str, Sequence[_Value]]:
    """The codec of most of a file for which `codec` was found, and the values that are in others."""
    if data.isascii() or codec in _WHOLE or _is_plainly(data, codec):
        return codec, ()
    said = declared(data)
    most = codec
    if _is_narrow(codec) and not said:
        # Where no codec of Asian text fits all of a file, there may be two of them.
        sizes = Counter[str]()
        for value in _Values(data, codec, _OTHERS):
            sizes[value.codec] += value.end - value.high
        if 2 * sizes.pop(codec, 0) < sizes.total():
            most = sizes.most_common(1)[0][0]
    others = () if said or _is_narrow(most) else _OTHERS
    values = [*_Values(data, most, others)]
    known = Counter(value.codec for value in values if value.codec != most)
    if known:  # values of a character or two are in a codec that others are in
        values = [*_Values(data, most, others, known.most_common(1)[0][0])]
    foreign = [value for value in values if value.codec != most]
    return (most, foreign) if 0 < len(foreign) < len(values) else (codec, ())


class _Values:
    """The values that aren't ASCII, each in the codec of the file unless it is in another.

    That is UTF-8, or one of `others` if what the value is in the codec of the file is no usual text; `known`
    is the codec of other such values, in which one of a single character may be as well.
    """

    def __init__(self, data: bytes, codec: str, others: Sequence[str], known: str = "") -> None:
        self._data = data
        self._codec = codec
        self._others = [other for other in others if other != codec]
        self._known = known

    def __iter__(self) -> Iterator[_Value]:
        data, at = self._data, 0
        while (head := _ASCII_HEAD.search(data, at)) is not None:
            at = head.end()
            if at < len(data) and data[at] != 0x5D:
                found = self._value(head.start() + 1)
                at = found.end
                yield found

    def _value(self, start: int) -> _Value:
        own = self._cut(start, self._codec)
        raw = self._data[start : own.end]
        ends = self._ends(own)
        if ends and not _is_narrow(self._codec) and _is_plainly(raw, self._codec):
            return own
        unicode = self._cut(start, UTF8)
        if (
            self._codec != UTF8
            and self._ends(unicode)
            and _is_wide(self._data[start : unicode.end])
        ):
            return unicode
        if ends and _is_likely(raw, self._codec):
            return own
        meant = [
            one for one in (self._cut(start, other) for other in self._others) if self._ends(one)
        ]
        plain = [one for one in meant if _is_plainly(self._data[start : one.end], one.codec)]
        for one in plain:
            if one.codec == judge.guess(self._data[start : one.end]):
                return one
        return next((one for one in plain if one.codec == self._known), own)

    def _cut(self, start: int, codec: str) -> _Value:
        """The value that begins at an offset, as it is cut by a codec."""
        body = _BODIES.get(codec, _USUAL_BODY).match(self._data, start)
        high = _HIGH.search(self._data, start)
        assert body is not None
        assert high is not None
        return _Value(min(high.start(), body.end()), body.end(), codec)

    def _ends(self, value: _Value) -> bool:
        """Whether a value has a bracket at its end, and what can be behind that."""
        return value.high < value.end and _END.match(self._data, value.end) is not None


def _is_narrow(codec: str) -> bool:
    """Whether a codec has a byte for each character."""
    return codec != UTF8 and codec not in _OTHERS


def _is_plainly(raw: bytes, codec: str) -> bool:
    """Whether bytes are surely text in a codec."""
    if codec == UTF8:
        return fits(raw, UTF8)
    if len(raw) <= _LONG or codec not in _OTHERS:
        return is_plainly(raw, codec)
    if not fits(raw, codec):
        return False
    beyond = [char for char in set(raw.decode(codec)) if char > "\x7f"]
    return all(is_plainly(char.encode(codec), codec) for char in beyond)


def _is_wide(raw: bytes) -> bool:
    """Whether bytes are UTF-8 and mostly in characters of three bytes, which is no chance."""
    if not fits(raw, UTF8):
        return False
    beyond = [char for char in raw.decode(UTF8) if char > "\x7f"]
    return 2 * sum(char >= _WIDE for char in beyond) > len(beyond)


def _is_likely(raw: bytes, codec: str) -> bool:
    """Whether bytes may be text in a codec of Asian text: at least half of it are usual characters."""
    if codec not in _OTHERS or not fits(raw, codec):
        return False
    wide = [char.encode(codec) for char in raw.decode(codec) if char > "\x7f"]
    return 2 * sum(is_plainly(char, codec) for char in wide) >= len(wide)
