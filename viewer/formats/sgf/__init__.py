"""SGF, smart game format (FF[1] to FF[4]): any number of game trees in a text file.

The action and annotations of a node are interpreted; everything else is kept as it is, so that
an edit changes one value. Headers are the root's other properties, by id. Source: FF[4] by Arno
Hollosi, and what programs write in practice. The modules except `go`, `lettered` and `twixt` know no game: GM
determines which one reads the nodes. Of the root's properties there are names, choices, meanings of codes,
and FF[4]'s rules for values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.messages import Message, message
from viewer.base.patterns import late
from viewer.formats.capabilities import CheckedHeaders, ExplainedHeaders
from viewer.formats.entry import Likeness
from viewer.formats.format import Format
from viewer.formats.headers import HeaderField, value_of
from viewer.formats.kit import judge
from viewer.formats.kit.charsets import TEXT_ENCODINGS, decode
from viewer.formats.kit.recognising import game_of_golem
from viewer.tree.annotation import CLOCK, FIGURE, OVERTIME, TITLE
from viewer.tree.record import Header

if TYPE_CHECKING:
    from viewer.formats.format import Collection
    from viewer.games.time_controls import TimeLimit
    from viewer.tree.node import Node
    from viewer.tree.record import Header


_STYLES = {
    "0": message("The next moves, marked on the board"),
    "1": message("The other moves here, marked on the board"),
    "2": message("The next moves, not marked"),
    "3": message("The other moves here, not marked"),
}
_RESULTS = ("B+R", "W+R", "B+T", "W+T", "B+0.5", "W+0.5", "0", "Void", "?")
_OVERTIME = ("5x30 byo-yomi", "15/300 Canadian")

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("PB", message("Black"), "side0"),
    HeaderField("BR", message("Black's rank"), "rank0"),
    HeaderField("BT", message("Black's team")),
    HeaderField("PW", message("White"), "side1"),
    HeaderField("WR", message("White's rank"), "rank1"),
    HeaderField("WT", message("White's team")),
    HeaderField("GN", message("Name of the game"), "title"),
    HeaderField("EV", message("Event"), "event"),
    HeaderField("RO", message("Round"), "round"),
    HeaderField("DT", message("Date"), "date"),
    HeaderField("PC", message("Place"), "place"),
    HeaderField("RE", message("Result"), "result", offered=_RESULTS),
    HeaderField("RU", message("Rules"), kind="rules"),
    HeaderField("KM", message("Komi"), kind="komi"),
    HeaderField("HA", message("Handicap stones"), kind="handicap"),
    HeaderField("TM", message("Time (seconds)"), "time-rule"),
    HeaderField("OT", message("Overtime"), offered=_OVERTIME),
    HeaderField("ON", message("Opening"), "opening"),
    HeaderField("GC", message("About the game")),
    HeaderField("AN", message("Annotator"), "annotator"),
    HeaderField("US", message("Entered by"), "author"),
    HeaderField("SO", message("Source")),
    HeaderField("CP", message("Copyright")),
    HeaderField("AP", message("Program")),
    HeaderField("ST", message("How variations are shown"), "", _STYLES),
)
_WINS = ("B+", "W+", "B+R", "W+R", "B+T", "W+T", "B+F", "W+F", "Void", "?")
HEX_FIELDS = tuple(  # nobody wins by points
    field._replace(offered=_WINS) if field.role == "result" else field
    for field in FIELDS
    if field.kind not in ("komi", "handicap")
)
_TURNED = {"side0": "side1", "side1": "side0", "rank0": "rank1", "rank1": "rank0"}
TWIXT_FIELDS = tuple(  # White is its first side
    field._replace(role=_TURNED.get(field.role, field.role))
    for field in (*HEX_FIELDS[3:6], *HEX_FIELDS[:3], *HEX_FIELDS[6:])
)
FACETS = frozenset((TITLE, CLOCK, OVERTIME, FIGURE))
GLYPHS: Mapping[int, Message] = MappingProxyType(
    {
        1: message("tesuji (TE)"),
        3: message("great tesuji (TE)"),
        5: message("interesting (IT)"),
        6: message("doubtful (DO)"),
        2: message("bad (BM)"),
        4: message("very bad (BM)"),
        10: message("even (DM)"),
        11: message("quite even (DM)"),
        13: message("unclear (UC)"),
        16: message("good for Black (GB)"),
        18: message("very good for Black (GB)"),
        17: message("good for White (GW)"),
        19: message("very good for White (GW)"),
    }
)

_REAL = late(r"[+-]?\d+(?:\.\d+)?\Z", re.ASCII)
_WON = late(r"([BW])\+(.*)\Z", re.DOTALL)
_WORDS = {
    "": message("Won"),
    "R": message("Won by resignation"),
    "Resign": message("Won by resignation"),
    "T": message("Won on time"),
    "Time": message("Won on time"),
    "F": message("Won by forfeit"),
    "Forfeit": message("Won by forfeit"),
}
_UNWON = {
    "0": message("A draw"),
    "Draw": message("A draw"),
    "Void": message("No result"),
    "?": message("Unknown"),
}
_COLOURS = {"B": message("Black"), "W": message("White")}
_DATES = late(r"\d{4}(?:-\d\d){0,2}(?:,(?:\d{4}(?:-\d\d){0,2}|\d\d(?:-\d\d)?))*\Z", re.ASCII)


def meaning_of(key: str, value: str) -> Message | None:
    """The meaning of a result, a time or a display style."""
    if key == "RE":
        won = _WON.match(value)
        if won is None:
            return _UNWON.get(value)
        if won[2] in _WORDS:
            return message("{side}: {how}", side=_COLOURS[won[1]], how=_WORDS[won[2]])
        if _REAL.match(won[2]):
            return message("{side}: won by {points}", side=_COLOURS[won[1]], points=won[2])
    elif key == "TM" and _REAL.match(value) and len(value) < 12:
        seconds = int(float(value))
        if seconds >= 60:
            hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
            return message(
                "{time}",
                time=f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}",
            )
    elif key == "ST":
        return _STYLES.get(value)
    return None


def fault(key: str, value: str) -> Message | None:
    """How a value breaks FF[4]."""
    if key in ("KM", "TM") and not _REAL.match(value):
        return message("SGF wants a number here.")
    if key == "HA" and not (value.isascii() and value.isdecimal() and int(value[:9]) != 1):
        return message("SGF wants a number of stones here, 2 at least (0 for none).")
    if key == "RE" and value not in _UNWON:
        won = _WON.match(value)
        if won is None or not (won[2] in _WORDS or _REAL.match(won[2])):
            return message("SGF writes results as B+R, W+2.5, B+T, 0 (a draw), Void or ?.")
    if key == "DT" and not _DATES.match(value):
        return message("SGF writes dates as 2006-01-30, several as 2006-01-30,31.")
    if key == "ST" and value not in _STYLES:
        return message("SGF knows 0, 1, 2 and 3 only.")
    return None


FORM, NEW = "form", "new"


class SgfFormat(ExplainedHeaders, CheckedHeaders, Format):
    """The format; its code is imported when it is needed."""

    id = "sgf"
    reader = "viewer.formats.sgf.reader:SgfCollection"
    writer = "viewer.formats.sgf.writer:write"
    fields = FIELDS
    game_fields: Mapping[str, tuple[HeaderField, ...]] = {
        "hex": HEX_FIELDS,  # without komi
        "twixt": TWIXT_FIELDS,  # and White is the first side
    }
    facets = FACETS
    glyphs = GLYPHS
    mark_kinds = None
    colours = False
    free_headers = True
    encodings = TEXT_ENCODINGS
    options = (
        choice(
            FORM,
            message("Form"),
            {
                "own": message("As the file is written; new games in FF[4] and UTF-8"),
                NEW: message("Written anew, in FF[4] and UTF-8"),
            },
        ),
    )

    def verdict_of(self, node: Node) -> int:
        """Wrong if the node has WV or is named so, as in collections of problems."""
        from viewer.formats.sgf.reader import is_wrong  # deferred

        return -1 if is_wrong(node) else 0

    def meaning(self, key: str, value: str) -> Message | None:
        """The meaning of a result, a time or a display style."""
        return meaning_of(key, value)

    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """How a value breaks FF[4]."""
        return fault(key, value)

    def marked_ways(self, headers: Sequence[Header]) -> tuple[bool, bool]:
        """As ST says: the one or the other, or none."""
        style = value_of(headers, "ST")
        return (style in ("", "0"), style in ("", "1"))

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """TM in seconds, and OT as servers write it."""
        from viewer.formats.sgf.writer import time_headers  # deferred

        return time_headers(limit)

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The version of the file that `write` makes."""
        own = collection.format == self.id and bool(collection.variant)
        anew = self.chosen(options).get(FORM) == NEW
        return collection.variant if own and not anew else "SGF FF[4]"


FORMAT = SgfFormat()


_DECLARED = late(rb"(?<![A-Z])(?:CA|C[a-z]*A[a-z]*)\s*\[\s*([^\]\\]{1,40})\]")
_HEAD = 1 << 17  # of a root node, in which CA may stand behind a long comment


def declared(data: bytes) -> str:
    """The value of the first CA near the beginning of a file, "" if there is none."""
    found = _DECLARED.search(data, 0, _HEAD)
    return found[1].decode("latin-1").strip() if found else ""


def is_sure(data: bytes) -> bool:
    """Whether a file's bytes are read as text in the same codec with chardet's help and without."""
    name = declared(data)
    return judge.guess(data, name) == judge.judge(data, name).codec


def guess(data: bytes) -> str:
    """The codec of a file's bytes."""
    return judge.guess(data, declared(data))


_SURE = re.compile(
    r"\(\s*;\s*(?:\)|\(|;|[A-Z][A-Za-z]{0,20}\s*\[[^\]]*+\])|\(\s*(?:GM|FF|SZ|TE|RD|EV|PB)\s*\["
)
_LIKELY = re.compile(r"\(\s*;|\(\s*[A-Z][A-Za-z]{0,20}\s*\[")
_START = re.compile(r"[\s\ufeff]*\(\s*;")
_KNOWN = re.compile(r"(?<![A-Za-z])(?:GM|FF|SZ|AB|AW|PB|PW|CA|AP|B|W|KM|EV|RE|C)\s*\[")


def probe_sgf(head: bytes) -> Likeness:
    """The likeness: a game tree at the beginning is sure; further on, the suffix decides."""
    if b"(" not in head:
        return Likeness.NO
    if game_of_golem(head):
        return Likeness.IF_NAMED  # it looks so, but has a reader of its own
    text = decode(head, guess(head))
    if _START.match(text) and (_SURE.search(text) or _KNOWN.search(text)):
        return Likeness.YES
    found = _SURE.search(text)
    if found is not None and _KNOWN.search(text):
        # Text ahead may be that of another format that has something like it in a comment.
        return Likeness.YES if not text[: found.start()].strip() else Likeness.IF_NAMED
    return Likeness.IF_NAMED if _LIKELY.search(text) else Likeness.NO
