"""Classifies the lines of a file: each has the first kind that fits.

Sources: Kakinoki's page of the format, and additions of programs: leading blanks, colons of either width,
full-width digits, marks before moves.
"""

from __future__ import annotations

import re
from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.kif.encoding import decode
from viewer.games.shogi.names import KIND_OF_NAME

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
