"""Lines of a file: the facts that are kept of them, their kinds, and what is found about them.

The file is divided into blocks of whole lines, one for each node, in the order of the file: the root's
is everything before the first move; another node's begins with the lines that open its variation, or with
its own line, and ends at the next block. The raw bytes of a fact are the whole block; its value is the
node's action, with what the writer can't read from the block.

Sources: Kakinoki's page of the format, and additions of programs: leading blanks, colons of either width,
full-width digits, marks before moves.
"""

from __future__ import annotations

import re
from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.formats.kif.encoding import decode
from viewer.formats.kit.diagnostics import LimitedDiagnostics
from viewer.games.shogi.names import KIND_OF_NAME
from viewer.tree.action import Action
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import find_fact
from viewer.tree.node import Node
from viewer.tree.record import Record

# Of a node. raw: its block; value: its action, or (its action, number of lines ahead of its own one,
# its ply where its number says another one)
TEXT: Final = "kif.text"
# Of a record. raw: the byte order mark; value: Origin
FILE: Final = "kif.file"
# Of a record. raw: the span of the file that wasn't read
REST: Final = "kif.rest"
# Of a record. raw: lines that a limit kept from being read
UNREAD: Final = "kif.unread"


class Origin(NamedTuple):
    """How the file of a record was written.

    Attributes:
        dialect: "kif", "ki2" or "bod".
        codec: of all raw bytes of the record.
        wrap: the codec of a file in UTF-16, whose `codec` is UTF-8; else "".
        eol: the most frequent line end.
        shift: the number to add to a ply for its number in the file.
        odd: ids of nodes with a missing or superfluous `+`: Kifu for Windows writes it on nodes with
            a sibling after them.
        plus: whether the file writes `+` at all; None if nothing branches.
        plain: whether its moves have ▲ and △ instead of numbers.
        by_hand: whether the user chose the codec, which can't be seen from the bytes.
        open: whether the last line has no end.
    """

    dialect: str
    codec: str
    wrap: str
    eol: str
    shift: int
    odd: tuple[int, ...]
    plus: bool | None
    plain: bool
    by_hand: bool = False
    open: bool = False


class RawBlock(NamedTuple):
    """A node's block: its bytes, the action read, the number of lines before its own one, its ply.

    The ply is None if the number in the block is right.
    """

    raw: bytes
    action: Action | None
    ahead: int
    ply: int | None


def origin_of(record: Record, dialect: str) -> Origin | None:
    """How the file of a record was written, if it was read as `dialect`; else None."""
    fact = record.fact(FILE)
    if fact is None or not isinstance(fact.value, tuple):
        return None
    origin = Origin(*fact.value)
    return origin if origin.dialect == dialect else None


def block_of(node: Node) -> RawBlock | None:
    """The block of a node, None for a new one."""
    fact = find_fact(node.facts, TEXT)
    if fact is None or not isinstance(fact.raw, bytes):
        return None
    if isinstance(fact.value, tuple):
        return RawBlock(fact.raw, *fact.value)
    return RawBlock(fact.raw, fact.value, 0, None)  # type: ignore[arg-type]  # an action, by the reader


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
