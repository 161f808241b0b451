"""PSN, portable shogi notation, as Shogidokoro, MyShogi and gshogi write it: a line for each move.

Tags come first (`[Sente "…"]`, `[Gote "…"]`, `[SFEN "…"]`), then lines such as `1.P7g-7f (00:03 / 00:00:03)`:
number, move, time and the player's total. An end is a word in place of a move (`9.Resigns`). Comments are in
braces. `Variation:6` goes back to the sixth ply of the line above. PSN 2 has `[Black "…"]`, `[White "…"]` and
moves of USI. PSN with several moves in a line, and any number of games, is read as PGN. Sources: Gene Davis'
specification (2009), MyShogi's description of PSN 2 and its reader, the readers of gshogi and others.
"""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
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
