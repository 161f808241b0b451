"""PGC, the binary form of PGN (section 20 of the PGN standard of 1994, "under development").

No other program is known to read or write it, so these are our own decisions where the text is unclear:

1. There is no record for comments: they are lost, and so are clocks, evaluations and marks; each loss is
   reported before anything is written. Escape strings hold only the lines that PGN escapes by %.
2. A general game has no record for its termination: the tag Result gives it.
3. A tag whose name or value has more than 255 bytes, or characters beyond Latin-1, is left out and
   reported; it is never truncated.
4. A NAG belongs to the last move before it in its line, or to the position at the start of the line.
   A RAV replaces the last move of the line that contains it, its ordinals count from the position before
   that move, and the line continues after it. A RAV before any move is an alternative to the first move.
5. Move sequences are therefore divided at every move with a NAG or a variation.
6. A short sequence has up to 255 moves, a long one up to 65,535; consecutive sequences are read as one.
7. A game from another position is a general game, because 0x01 means the usual array.
8. The end marker ends a game. Data between games is skipped and kept.
9. An unknown marker has no length: reading stops there with a diagnostic, and the rest is kept.
10. Null moves, illegal moves and moves that can't be resolved have no ordinal: they and all moves after
    them are left out and reported. An ordinal beyond the last legal move is shown as "ordinal N", as are
    all moves after it and the moves of other variants; these are written back.
11. The tags of a new general game are in export order: the seven, then the others by ASCII.
12. Move sets, words, doublewords and long strings are used by no marker, and not written.
13. A noop may occur anywhere, inside a game as well.
14. "PGN record marker" is the marker of a PGC record.
15. If a game is placed after an incomplete one, the incomplete one gets an end marker, and its unreadable
    part is kept in escape strings, which readers skip.

Ordinals count the legal moves sorted by SAN in ASCII order; check signs never change that order, so
they are not computed. A game is written as one record, 0x01, if it has just the seven tags, the usual
start and one line without NAGs; all others are general games. An edit changes only its own records; others
keep their bytes, as long as NAGs precede variations in the file, as Qipu writes them.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import message
from viewer.formats.format import Format, RecordWriter
from viewer.formats.headers import HeaderField
from viewer.formats.kit.tags import ROSTER
from viewer.tree.record import Header

_LIMIT = 255


class PgcFormat(Format):
    """The format PGC."""

    id = "pgc"
    reader = "viewer.formats.pgc.reader:PgcCollection"
    writer = "viewer.formats.pgc.writer:write"
    checker = "viewer.formats.pgc.reader:strict"
    variant = "PGC"
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

    def record_writer(self, source: str, options: Mapping[str, str]) -> RecordWriter | None:
        """The writer of new games, each of which ends with its own record."""
        if source == self.id:
            return None
        from viewer.formats.kit.runs import record_writer  # deferred
        from viewer.formats.pgc.writer import write_record  # deferred

        return record_writer(write_record, replays=True)


FORMAT = PgcFormat()
