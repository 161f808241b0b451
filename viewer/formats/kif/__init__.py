"""KIF, the format of Kakinoki's programs and most other shogi software, and its family.

KIF has one line per move, with origin and time; KI2 has moves as printed in books, several per line; BOD is
the diagram of one position. Headers, diagrams, comments, bookmarks and variations are the same, so all
three have the same reader and the same writer. Sources: Kakinoki's page of the format, and the additions
(variations, diagrams) of Kifu for Windows and other programs.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.capabilities import CheckedRecord, CheckedRecords
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import CP932, EUC_JP, first
from viewer.formats.kit.kif_headers import KifHeaders
from viewer.tree.annotation import ELAPSED
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.base.source import Source
    from viewer.formats.format import Collection, Output


FIELDS: tuple[HeaderField, ...] = (
    HeaderField("開始日時", message("Beginning"), "date"),
    HeaderField("終了日時", message("End"), "end"),
    HeaderField("対局日", message("Date"), "date"),
    HeaderField("棋戦", message("Event"), "event"),
    HeaderField("表題", message("Title"), "title"),
    HeaderField("場所", message("Place"), "place"),
    HeaderField("持ち時間", message("Time limit"), "time-rule"),
    HeaderField("秒読み", message("Byoyomi")),
    HeaderField("手合割", message("Handicap"), start=True),
    HeaderField("先手", in_context("shogi", "Black"), "side0"),
    HeaderField("後手", in_context("shogi", "White"), "side1"),
    HeaderField("下手", message("Receiver of the handicap"), "side0"),
    HeaderField("上手", message("Giver of the handicap"), "side1"),
    HeaderField("先手省略名", message("Black's short name")),
    HeaderField("後手省略名", message("White's short name")),
    HeaderField("戦型", message("Opening"), "opening"),
    HeaderField("消費時間", message("Time used")),
    HeaderField("記録係", message("Recorder")),
    HeaderField("掲載", message("Published")),
    HeaderField("備考", message("Remarks"), "note"),
    HeaderField("作品番号", message("Number of the problem")),
    HeaderField("作品名", message("Name of the problem"), "title"),
    HeaderField("作者", message("Author"), "author"),
    HeaderField("発表誌", message("Published in")),
    HeaderField("発表年月", message("Date of publication")),
    HeaderField("出典", message("Source")),
    HeaderField("手数", message("Number of moves"), "plies"),
    HeaderField("完全性", message("Soundness")),
    HeaderField("分類", message("Kind of problem")),
    HeaderField("受賞", message("Prize")),
)

NEW: tuple[Header, ...] = (Header("先手", ""), Header("後手", ""))

_ENCODING = "encoding"
_CAPTION = re.compile("^(手数＝[0-9]+)  まで", re.MULTILINE)
NAMES = {"kif": "KIF", "ki2": "KI2", "bod": "BOD"}


class KifFormat(CheckedRecords, KifHeaders):
    """A format of the family: `id` is "kif", "ki2" or "bod". Its code is imported when needed."""

    fields = FIELDS
    free_headers = True
    options = (
        choice(
            _ENCODING,
            message("Encoding"),
            {
                "cp932": message("Shift_JIS (cp932), which all programs read"),
                "utf-8": message("UTF-8, which has all characters"),
            },
        ),
    )
    encodings = first(UTF8, CP932, EUC_JP)
    single = True
    glyphs = NO_GLYPHS

    def __init__(self, id: str) -> None:
        self.id = id
        self.variant = NAMES[id]
        self.initial = () if id == "bod" else NEW  # a diagram needs no names of players
        # The format's description covers only KIF.
        self.checker = "viewer.formats.kif.strict:strict" if id == "kif" else ""
        self.facets = frozenset((ELAPSED,) if id == "kif" else ())

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """Read the record of a source. Raises OSError."""
        from viewer.formats.kif.reader import KifCollection  # deferred

        return KifCollection(source, self.id, limits, encoding)

    def record_checks(
        self, collection: Collection, first: int
    ) -> Callable[[int, Record], CheckedRecord]:
        """The check of the record by KIF's description and the rules; nothing is known of KI2 and BOD."""
        if not self.checker:
            return lambda index, record: CheckedRecord([])
        from viewer.formats.kif.strict import checked  # deferred

        return lambda index, record: checked(collection, record)

    def output_of(self, collection: Collection, chosen: Mapping[str, str]) -> Output:
        """Write the first record as a file, in its own encoding if that is supported, else in cp932."""
        from viewer.formats.kif.writer import write  # deferred

        return write(collection, self.id, chosen.get(_ENCODING))

    def with_last_move(self, text: str, move: str) -> str:
        """The text of a position with the move that led to it: `手数＝3  ▲２六歩  まで`."""
        return _CAPTION.sub(lambda found: f"{found[1]}  {move}  まで", text, count=1)

    def options_for(self, suffix: str) -> Mapping[str, str]:
        """The options for a suffix: UTF-8 for .kifu and .ki2u."""
        return {_ENCODING: "utf-8"} if suffix.endswith("u") else {}


KIF = KifFormat("kif")
KI2 = KifFormat("ki2")
BOD = KifFormat("bod")


# The kinds of lines, as bits.
_NUMBERED, _TOKENS, _BOARD, _HAND, _HEAD, _KIF, _KI2, _PROSE, _ANY = (1 << bit for bit in range(9))
_SEEN = 64  # the number of recognised lines after which probing ends

_NAMES = ("手数", "手合割", "先手", "後手", "下手", "上手", "変化", "まで", "盤面回転")
# Each word in UTF-8, in cp932 and in EUC-JP.
_WORDS = {
    name: tuple(name.encode(codec) for codec in ("utf-8", "cp932", "euc_jp"))
    for name in (*_NAMES, "打", "同", "持駒")
}


def _any(*names: str) -> bytes:
    return b"(?:" + b"|".join(re.escape(code) for name in names for code in _WORDS[name]) + b")"


_DIGIT = rb"(?:[0-9]|\xef\xbc[\x90-\x99]|\x82[\x4f-\x58]|\xa3[\xb0-\xb9])"
_COLON = rb"(?:\xef\xbc\x9a|\x81\x46|\xa1\xa7)"
_MARK = rb"(?:\xe2\x96[\xb2\xb3\xbc\xbd]|\xe2\x98[\x96\x97]|\x81[\xa2-\xa5]|\xa2[\xa4-\xa7])"
_MOVE_LINE = re.compile(
    _DIGIT
    + rb"{1,4}[ \t.]{0,4}(?:[1-9]{2}|[\x80-\xff])[^(]{1,28}(?:\([0-9]{2}\)|"
    + _any("打")
    + rb")"
)
_END_LINE = re.compile(
    rb"[0-9]{1,4}[ \t]+[\x80-\xff][^(]{1,12}[ \t]*\([ \t]*[0-9]{1,3}:[0-9]{2}[/.)]"
)
_NUMBER = re.compile(rb"[0-9]{1,4}[ \t]+\S")
_TITLE = re.compile(_any("手数") + rb"--")
_TOKEN = re.compile(
    _MARK + rb"(?:[1-9]|\xef\xbc[\x91-\x99]|\x82[\x50-\x58]|\xa3[\xb1-\xb9]|" + _any("同") + rb")"
)
_RANK = re.compile(rb"\|(?:[ v^+]?[\x80-\xff][\x40-\xff]{1,2} ?){8,10}")
_HAND_LINE = re.compile(_any("先手", "後手", "下手", "上手") + rb".{0,6}" + _any("持駒"))
_HEAD_LINE = re.compile(
    _any("手合割", "先手", "後手", "下手", "上手", "変化") + rb" *(?:" + _COLON + rb"|:)"
)
# Behind a player on one line: the other one, or moves. No record has that, but what people write has.
_MORE = re.compile(
    _any("後手", "上手", "先手", "下手") + rb" *(?:" + _COLON + rb"|:)|" + _TOKEN.pattern
)
_WORD_LINE = re.compile(_any(*_NAMES) + rb"|.{2,40}?" + _COLON)


@functools.lru_cache(maxsize=1)  # asked for each of the formats, one after the other
def _seen(head: bytes) -> int:
    """The kinds of lines in the beginning of a file."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head[: len(head) & ~1].decode("utf-16", "ignore").encode("utf-8", "ignore")
    seen = known = 0
    for line in head.removeprefix(b"\xef\xbb\xbf").splitlines():
        if not line:
            continue
        first = line[:1]
        if first in b" \t\xe3\x81":
            line = _plain(line)
            first = line[:1]
        if not first:
            continue
        found = _of_line(line, first)
        if found:
            seen |= found | _ANY
            known += 1
            if known == _SEEN or found & _NUMBERED:
                break
    return seen


def _plain(line: bytes) -> bytes:
    """A line without leading blanks, half-width or full-width."""
    line = line.lstrip(b" \t")
    while line.startswith((b"\xe3\x80\x80", b"\x81\x40")):
        line = line[3 if line[0] == 0xE3 else 2 :].lstrip(b" \t")
    return line


def _of_line(line: bytes, first: bytes) -> int:
    if first in b"*&":
        return _ANY
    if first == b"#":
        return _KIF if line.startswith(b"#KIF ") else _KI2 if line.startswith(b"#KI2 ") else _ANY
    if first == b"|":
        return _BOARD if _RANK.match(line) else _ANY
    if first < b"0" or b"9" < first < b"\x80":
        return 0
    if _MOVE_LINE.match(line) or _END_LINE.match(line) or _TITLE.match(line):
        return _NUMBERED
    if first < b"\x80":
        return _ANY if _NUMBER.match(line) else 0
    if _TOKEN.match(line):
        return _TOKENS
    if _HAND_LINE.match(line):
        return _HAND
    head = _HEAD_LINE.match(line)
    if head is not None:
        return _PROSE if _MORE.search(line, head.end()) else _HEAD
    return _ANY if _WORD_LINE.match(line) else 0


def _maybe(seen: int) -> Likeness:
    """The likeness of a file with any line that could be of one of these formats."""
    return Likeness.IF_NAMED if seen else Likeness.NO


def probe_kif(head: bytes) -> Likeness:
    """The likeness to KIF: by numbered moves or what precedes them, or by a head or board without moves."""
    seen = _seen(head)
    if seen & (_NUMBERED | _KIF):
        return Likeness.YES
    if seen & (_TOKENS | _KI2 | _PROSE):
        return Likeness.IF_NAMED
    return Likeness.YES if seen & (_HEAD | _BOARD) else _maybe(seen)


def probe_ki2(head: bytes) -> Likeness:
    """The likeness to KI2: by moves with ▲ and △ at the beginning of lines."""
    seen = _seen(head)
    if seen & _KI2:
        return Likeness.YES
    if seen & (_NUMBERED | _KIF | _PROSE):
        return Likeness.IF_NAMED
    return Likeness.YES if seen & (_TOKENS | _HEAD) else _maybe(seen)


def probe_bod(head: bytes) -> Likeness:
    """The likeness to BOD: by a board with a hand, and no moves."""
    seen = _seen(head)
    if seen & _BOARD and not seen & (_NUMBERED | _TOKENS | _KIF | _KI2 | _PROSE):
        return Likeness.YES if seen & _HAND else Likeness.IF_NAMED
    return _maybe(seen)
