"""PSN, portable shogi notation, as Shogidokoro, MyShogi and gshogi write it: a line for each move.

Tags come first (`[Sente "…"]`, `[Gote "…"]`, `[SFEN "…"]`), then lines such as `1.P7g-7f (00:03 / 00:00:03)`:
number, move, time and the player's total. An end is a word in place of a move (`9.Resigns`). Comments are in
braces. `Variation:6` goes back to the sixth ply of the line above. PSN 2 has `[Black "…"]`, `[White "…"]` and
moves of USI. PSN with several moves in a line, and any number of games, is read as PGN. Sources: Gene Davis'
specification (2009), MyShogi's description of PSN 2 and its reader, the readers of gshogi and others.
"""

from __future__ import annotations

import re

from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS, Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import CP932, EUC_JP, first
from viewer.tree.annotation import ELAPSED
from viewer.tree.record import Header

RESULTS = {
    "*": message("Unknown"),
    "1-0": in_context("shogi", "Black wins"),
    "0-1": in_context("shogi", "White wins"),
    "1/2-1/2": message("Draw"),
}


class PsnFormat(Format):
    """The format PSN."""

    id = "psn"
    reader = "viewer.formats.psn.reader:PsnCollection"
    writer = "viewer.formats.psn.writer:write"
    variant = "PSN"
    initial = (Header("Sente", ""), Header("Gote", ""))
    fields = (
        HeaderField("Sente", message("Black (Sente)"), "side0"),
        HeaderField("Gote", message("White (Gote)"), "side1"),
        HeaderField("Black", in_context("shogi", "Black"), "side0"),
        HeaderField("White", in_context("shogi", "White"), "side1"),
        HeaderField("Event", message("Event"), "event"),
        HeaderField("Site", message("Place"), "place"),
        HeaderField("Date", message("Date"), "date"),
        HeaderField("Round", message("Round"), "round"),
        HeaderField("Result", message("Result"), "result", offered=tuple(RESULTS)),
        HeaderField("SenteGrade", message("Grade of Black (Sente)"), "rank0"),
        HeaderField("GoteGrade", message("Grade of White (Gote)"), "rank1"),
        HeaderField("Opening", message("Opening"), "opening"),
        HeaderField("TimeControl", message("Time control"), "time-rule"),
        HeaderField("BlackTimeSetting", in_context("shogi", "Black's time")),
        HeaderField("WhiteTimeSetting", in_context("shogi", "White's time")),
        HeaderField("Handicap", message("Handicap"), start=True, implied=True),
        HeaderField("SFEN", message("Position (SFEN)"), start=True, implied=True),
        HeaderField("FEN", message("Position (FEN)"), start=True, implied=True),
    )
    free_headers = True
    facets = frozenset((ELAPSED,))
    encodings = first(UTF8, CP932, EUC_JP)
    bytewise = True
    single = True
    glyphs = NO_GLYPHS


FORMAT = PsnFormat()


_MOVE = rb"(?:\+?[PLNSGBRK](?:[1-9][a-i])?[-x*'@]?[1-9][a-i][+=]?|[1-9][a-i][1-9][a-i]\+?)[!?]*"
_END = (
    rb"(?i:Resigns?|Interrupt|Mate|Sennichite|Jishogi|Timeup|IllegalMove|IllegalAction|RepetitionDraw"
    rb"|RepetitionWin|MaxMovesDraw|DeclarationWin)"
)
_TIMES = rb"[ \t]*\([ \t]*[0-9:.]+[ \t]*(?:/[ \t]*[0-9:.]*[ \t]*)?\)"
_LINE_END = rb"[ \t]*(?=[\r\n]|\Z)"
_LINE = re.compile(
    rb"^[ \t]*[0-9]{1,4}\.[ \t]*(?:" + _MOVE + rb"|" + _END + rb")" + _TIMES, re.MULTILINE
)
_WORD = re.compile(
    rb"^[ \t]*(?:[0-9]{1,4}\.[ \t]*" + _END + rb"|Variation:[ \t]*[0-9]+)" + _LINE_END, re.M
)
_ALONE = re.compile(rb"^[ \t]*([0-9]{1,4})\.[ \t]*" + _MOVE + _LINE_END, re.MULTILINE)
_SEVERAL = re.compile(
    rb"^[ \t]*[0-9]{1,4}\.[ \t]*" + _MOVE + rb"[ \t]+(?:[0-9]+\.[ \t]*)?[PLNSGBRKx+1-9]", re.M
)
_TAG = re.compile(rb'^[ \t]*\[[ \t]*([^\s"\[\]]+?):?[ \t]+"?[^\r\n]*\][ \t\r]*$', re.MULTILINE)
_COMMENT = re.compile(rb"\{[^}]*\}?")
_OWN_TAGS = (b"Sente", b"Gote", b"SFEN")


def probe_psn(head: bytes) -> Likeness:
    """The likeness: surely, and of no other format, by times, ends, variations, or moves alone on lines.

    A file whose tags begin with those of Shogidokoro needs no moves. One with several moves in a line, or
    with tags behind moves, is PGN.
    """
    if b"[" not in head and b"1." not in head:
        return Likeness.NO
    text = _COMMENT.sub(b"", head).removeprefix(b"\xef\xbb\xbf")
    if _SEVERAL.search(text):
        return Likeness.NO
    tags = list(_TAG.finditer(text))
    first = _ALONE.search(text) or _LINE.search(text) or _WORD.search(text)
    if tuple(tag[1] for tag in tags[:3]) == _OWN_TAGS and first is None:
        return Likeness.ONLY
    if first is None:
        return Likeness.NO
    if any(tag.start() > first.start() for tag in tags):
        return Likeness.NO
    if _LINE.search(text) or _WORD.search(text):
        return Likeness.ONLY
    numbers = [int(found[1]) for found in _ALONE.finditer(text)]
    follows = len(numbers) > 1 and numbers[1] == numbers[0] + 1
    return Likeness.ONLY if follows or (tags and tags[0][1] in _OWN_TAGS[:2]) else Likeness.NO
