"""The text of a file: its codec, its lines and what kind each is, and what is found about them.

The bytes decide on the codec, never the suffix: half of real .kif files are UTF-8. Undecodable bytes are in
the decoded text as escapes (see `viewer.base.text`), so that they can be encoded again. Alternative codes
of cp932 (NEC's and IBM's for 髙, ①, …) aren't restored, which is why writers keep raw bytes.

Sources: Kakinoki's page of the format, and additions of programs: leading blanks, colons of either width,
full-width digits, marks before moves.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import UTF8, has_escapes
from viewer.base.text import lacking as lacking_escapes
from viewer.formats.kit import charsets, japanese
from viewer.formats.kit.charsets import CP932, EUC_JP, SHOGI, UTF16_BE, UTF16_LE, fits
from viewer.formats.kit.diagnostics import LimitedDiagnostics
from viewer.formats.kit.judge import guess
from viewer.games.shogi.names import KIND_OF_NAME
from viewer.tree.diagnostic import Diagnostic, Severity

UTF16 = "utf-16"

CODECS = (UTF8, CP932, EUC_JP)
"""The codecs in which lines are read as they are; text in others is read as UTF-8."""

BOM = codecs.BOM_UTF8
WIDE = (UTF16_LE, UTF16_BE)
_BYTE_ORDER = {BOM: UTF8, codecs.BOM_UTF16_LE: UTF16_LE, codecs.BOM_UTF16_BE: UTF16_BE}
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
    mark = next((mark for mark in _BYTE_ORDER if data.startswith(mark)), b"")
    body = data[len(mark) :]
    codec = wanted or _BYTE_ORDER.get(mark, "")
    if not codec and (fits(body, UTF8) or _mostly_utf8(body)) and not _switches(body):
        codec = UTF8
    if not codec:
        said = _SAID.match(body)
        codec = judged(body, said[1].decode() if said is not None else "")
    if codec == UTF16:
        codec = _BYTE_ORDER.get(mark, "") if mark != BOM else ""
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
    return data.isascii() and bool(charsets.switching_codec(data))


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


# ------------------------------- Classifies the lines of a file: each has the first kind that fits

(
    BLANK,
    HASH,  # `#…`: for programs
    COMMENT,  # `*…`
    BOOKMARK,  # `&…`
    RANK,  # `|…`: a rank of the board
    FRAME,  # the lines above and below the ranks
    NUMBERED,  # a move or an end with its number
    TOKENS,  # moves with ▲ and △, any number of them
    TRAILER,  # まで…
    VARIATION,  # 変化：N手
    TURNED,  # 盤面回転
    CAPTION,  # 手数＝N … まで
    TITLE,  # 手数----指手----
    SIDE,  # 後手番
    HAND,  # 後手の持駒：
    HEADER,
    OTHER,
) = range(17)

BLANKS: Final = " \t\u3000"
_BLANKS: Final = BLANKS + "\ufeff\x1a\f\v"
MARKS: Final = "▲△▼▽☗☖"
BLACK_MARKS: Final = "▲▼☗"

_DIGITS = "0-9０-９"
_VARIATION = late(rf"変化[ \t\u3000]*+[：:][ \t\u3000]*+([{_DIGITS}]{{1,6}})")
_COUNT = late(rf"[{_DIGITS}]+")
_CAPTION = late(rf"手数[ \t\u3000]*+[＝=][ \t\u3000]*+([{_DIGITS}]{{1,5}})(?![{_DIGITS}])")
_TITLE = late("手数[-－―‐—─]{2}")
_SIDE = late(r"([先後下上])手番[\s\u3000]*+$")
_HAND = late(r"([先後下上])手(?:の)?持[ち]?駒[ \t\u3000]*+[：:](.*)", re.DOTALL)
_HEADER = late(r"([^：:]{1,80}?)[ \t\u3000]{0,20}(?:：|:(?!//))(.*)", re.DOTALL)
_FRAME = late(r"\+[-=+－]{3}|[9９][ \t\u3000]+[8８][ \t\u3000]+[7７]")
_NUMBERED = late(rf"([{_DIGITS}]{{1,6}})(?![{_DIGITS}])([ \t\u3000.。:：手目]*+)(.+)", re.DOTALL)
_NAMES = "|".join(sorted(KIND_OF_NAME, key=len, reverse=True))

MOVE: Final = late(
    rf"([{MARKS}]?)[ \t\u3000]*+(?:([1-9１-９])([一二三四五六七八九1-9１-９])|同)[ \t\u3000]*+"
    rf"({_NAMES})[ \t\u3000]*+[左直右上寄引行下]*+[ \t\u3000]*+(不成|生|成)?[ \t\u3000]*+"
    rf"(?:(打)|[(（]([{_DIGITS}])([{_DIGITS}])[)）])?"
)
"""A move: mark, file and rank it goes to (none for 同), piece, promotion, 打, file and rank it comes from."""
PASS: Final = late(rf"[{MARKS}]?[ \t\u3000]*+(?:パス|PASS|pass)(?![^ \t\u3000(（+])")
TIME: Final = late(
    r"[(（][ \t\u3000]*+([0-9]{1,5}(?::[0-9]{1,2}){1,2}(?:\.[0-9]{1,9})?)[ \t\u3000]*+"
    r"(?:/[ \t\u3000]*+([0-9:.]*)[ \t\u3000]*+)?[)）]"
)
"""Time of a move, and the player's total."""
WORD: Final = late(r"([^\s\u3000(（]+)")


class ClassifiedLine(NamedTuple):
    """A line and its kind.

    Attributes:
        kind: one of the constants above.
        key: the key of a header; one of 先後下上 for SIDE and HAND; the text for TOKENS and NUMBERED.
        value: of a header or a hand; the text of a comment or bookmark after its sign.
        number: the number of NUMBERED, VARIATION and CAPTION.
    """

    kind: int
    key: str = ""
    value: str = ""
    number: int = 0


_LONE = {kind: ClassifiedLine(kind) for kind in (BLANK, HASH, FRAME, TITLE, TRAILER, TURNED, OTHER)}


def text_of(raw: bytes, codec: str) -> str:
    """The text of a line without its end."""
    return decode(raw.rstrip(b"\r\n"), codec)


def with_number(text: str, number: int) -> str:
    """A 変化 line with another number."""
    return _COUNT.sub(str(number), text, count=1)


def split(data: bytes) -> list[bytes]:
    """Lines with their ends: CRLF, LF or CR, also mixed."""
    return data.splitlines(True)


def classify(text: str) -> ClassifiedLine:
    """Classify a line without its end."""
    text = text.lstrip(_BLANKS)
    if not text:
        return _LONE[BLANK]
    first = text[0]
    if first in "*＊":
        return ClassifiedLine(COMMENT, "", text[1:])
    if first == "#":
        return _LONE[HASH]
    if first == "&":
        return ClassifiedLine(BOOKMARK, "", text[1:])
    if first in "|｜":
        return ClassifiedLine(RANK, "", text)
    if first in MARKS:
        return ClassifiedLine(TOKENS, text)
    if "0" <= first <= "9" or "０" <= first <= "９" or first == "+":
        return _numbered(text)
    return _worded(text)


def _numbered(text: str) -> ClassifiedLine:
    if _FRAME.match(text):
        return _LONE[FRAME]
    found = _NUMBERED.match(text)
    if found is not None:
        digits, between, rest = found.groups()
        if MOVE.match(rest) or PASS.match(rest) or (between and between[-1] in " \t\u3000.。目"):
            return ClassifiedLine(NUMBERED, rest, between, int(digits))
    return _header(text)


def _worded(text: str) -> ClassifiedLine:
    if text.startswith("まで"):
        return _LONE[TRAILER]
    if text.startswith("変化"):
        found = _VARIATION.match(text)
        if found is not None:
            return ClassifiedLine(VARIATION, "", "", int(found[1]))
    elif text.startswith("手数"):
        if _TITLE.match(text):
            return _LONE[TITLE]
        found = _CAPTION.match(text)
        if found is not None:
            return ClassifiedLine(CAPTION, "", "", int(found[1]))
    elif text[0] in "先後下上":
        found = _SIDE.match(text)
        if found is not None:
            return ClassifiedLine(SIDE, found[1])
        found = _HAND.match(text)
        if found is not None:
            return ClassifiedLine(HAND, found[1], found[2])
    elif text.rstrip(_BLANKS) == "盤面回転":
        return _LONE[TURNED]
    return _header(text)


def _header(text: str) -> ClassifiedLine:
    found = _HEADER.match(text)
    if found is None:
        return _LONE[OTHER]
    return ClassifiedLine(HEADER, found[1], found[2].strip(_BLANKS))


# ------------------------------------------ Diagnostics of a file, with the line's number and text

_SHOWN = 60  # characters of a line
_SPACES = "\t\u3000"  # what stands in a line like 同　歩(25) is text


class KifDiagnostics(LimitedDiagnostics):
    """Diagnostics of a file's lines."""

    format = "kif"

    def __init__(self, lines: list[bytes], shift: int, most: int) -> None:
        """`shift`: number of bytes before the first line."""
        super().__init__(most)
        self._lines = lines
        self._shift = shift
        self._starts: list[int] | None = None  # of each line

    def at_line(
        self,
        severity: Severity,
        code: str,
        words: Message,
        line: int | None,
        node: int | None = None,
        column: int = 1,
        within: int = 0,
    ) -> None:
        """Add a diagnostic for a line, counted from 0, `within` bytes behind its start; None: for no line."""
        if line is None:
            self.add(severity, code, words, node)
            return
        self.add(severity, code, words, node, self._start(line) + within, line + 1, column)

    def about(
        self, severity: Severity, code: str, words: Message, text: str, line: int, node: int | None
    ) -> None:
        """Add a diagnostic that ends with the text of its line."""
        if len(self.found) >= self._most:
            self._more += 1
            return
        said = message("{what} The line: {text}", what=words, text=shown(text))
        self.at_line(
            severity, code, said, line, node, 1 + len(text) - len(text.lstrip(" \t\u3000"))
        )

    def end(self) -> list[Diagnostic]:
        """All diagnostics."""
        return self._closed(self.found)

    def _start(self, line: int) -> int:
        if self._starts is None:
            at = self._shift
            self._starts = starts = []
            for one in self._lines:
                starts.append(at)
                at += len(one)
        return self._starts[line] if line < len(self._starts) else self._shift


def shown(text: str) -> str:
    """A line for display: stripped, and truncated if long."""
    signs = [sign if sign.isprintable() or sign in _SPACES else "\ufffd" for sign in text[:200]]
    plain = "".join(signs).strip()
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1] + "…"
