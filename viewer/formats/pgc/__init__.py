"""PGC, the binary form of PGN (section 20 of the PGN standard of 1994, "under development").

No other program is known to read or write it, so this is our own reading where the text is open:

1. There is no record for comments: they are lost, and so are clocks, evaluations and marks; each is
   named before anything is written. Escape strings hold the lines that PGN escapes by %, and nothing else.
2. A general game has no record for its termination: it is the tag Result.
3. A tag whose name or value has more than 255 bytes, or characters beyond Latin-1, is left out and
   named; it is never cut.
4. A NAG belongs to the last move before it in its line, or to the position that the line starts from;
   a RAV replaces the last move of the line it stands in, its ordinals count from the position before that
   move, and the line goes on after it. A RAV before any move stands beside the first one.
5. So move sequences are divided at every move with a NAG or a variation.
6. A short sequence has up to 255 moves, a long one up to 65,535; sequences in a row are one.
7. A game from another position is a general game, for 0x01 means the usual array.
8. The end marker ends a game. What stands between games, and isn't one, is skipped and kept.
9. An unknown marker has no length: reading stops there with a diagnostic, and the rest is kept.
10. Null moves, illegal moves and moves that nobody understands have no ordinal: they and all behind them
    are left out and named. An ordinal beyond the last legal move is shown as "ordinal N", as are all
    moves behind it and those of other variants; these are written back.
11. The tags of a new general game are in export order: the seven, then the others by ASCII.
12. Move sets, words, doublewords and long strings are used by no marker, and not written.
13. A noop may stand anywhere, inside a game as well.
14. "PGN record marker" is the marker of a PGC record.
15. Where another game comes to stand behind one that is cut, that one gets an end marker, and what can't
    be read of it is kept in escape strings: readers skip these.

Ordinals count the legal moves sorted by SAN in ASCII order; check signs never change that order, so
they are not worked out. A game is plain, 0x01, if it has just the seven tags, the usual start and one
line without NAGs; all others are general games. An edit changes its own records in the file: others keep
their bytes, as long as NAGs stand before variations in the file, as we write them.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.formats.format import Format, HeaderField
from viewer.formats.pgc.reader import VARIANT
from viewer.formats.shared.roster import ROSTER
from viewer.tree.record import Header

_LIMIT = 255


class PgcFormat(Format):
    """The format."""

    id = "pgc"
    reader = "viewer.formats.pgc.reader:PgcCollection"
    writer = "viewer.formats.pgc.writer:write"
    checker = "viewer.formats.pgc.strict:strict"
    variant = VARIANT
    initial = tuple(Header(key, value) for key, value in ROSTER.items())
    free_headers = True
    fields = (
        HeaderField("Event", message("Event"), "event", limit=_LIMIT),
        HeaderField("Site", message("Site"), "place", limit=_LIMIT),
        HeaderField("Date", message("Date"), "date", limit=_LIMIT),
        HeaderField("Round", message("Round"), "round", limit=_LIMIT),
        HeaderField("White", message("White"), "side0", limit=_LIMIT),
        HeaderField("Black", message("Black"), "side1", limit=_LIMIT),
        HeaderField(
            "Result",
            message("Result"),
            "result",
            {
                "*": message("Unknown"),
                "1-0": message("White wins"),
                "0-1": message("Black wins"),
                "1/2-1/2": message("Draw"),
            },
        ),
        HeaderField("Annotator", message("Annotator"), "annotator", limit=_LIMIT),
        HeaderField("ECO", message("ECO code"), "opening-code", limit=_LIMIT),
        HeaderField("NIC", message("New in Chess code"), "nic-code", limit=_LIMIT),
        HeaderField("Opening", message("Opening"), "opening", limit=_LIMIT),
        HeaderField("Variation", message("Variation"), "variation", limit=_LIMIT),
        HeaderField("SubVariation", message("Subvariation"), "subvariation", limit=_LIMIT),
        HeaderField("PlyCount", message("Number of plies"), "plies", limit=_LIMIT),
    )


FORMAT = PgcFormat()
