"""KIF, the format of Kakinoki's programs and most other shogi software, and its family.

KIF has one line per move, with origin and time; KI2 has moves as printed in books, several per line; BOD is
the diagram of one position. Headers, diagrams, comments, bookmarks and variations are the same, so all
three have the same reader and the same writer. Sources: Kakinoki's page of the format, and the additions
(variations, diagrams) of Kifu for Windows and other programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.capabilities import CheckedRecord, CheckedRecords
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
