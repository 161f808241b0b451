"""CSA, the format of the Computer Shogi Association (V1 to V3.0): games separated by `/`, no variations.

Everything in a file is kept: remarks (`'…`), statements that aren't understood, statements joined by commas.
Comments are lines that begin with `'*`, including those of engines (`'** 30 +7776FU`), which are kept
unchanged. Ends are CSA's words without the `%`. Headers have the file's keys: `N+`, `N-` (players), `$EVENT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.format import NO_GLYPHS, Collection, Format
from viewer.formats.headers import HeaderField
from viewer.formats.kit.charsets import CP932, EUC_JP, first
from viewer.tree.annotation import ELAPSED
from viewer.tree.record import Header

if TYPE_CHECKING:
    from viewer.games.time_controls import TimeLimit

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("N+", in_context("shogi", "Black"), "side0"),
    HeaderField("N-", in_context("shogi", "White"), "side1"),
    HeaderField("$EVENT", message("Event"), "event"),
    HeaderField("$SITE", message("Place"), "place"),
    HeaderField("$START_TIME", message("Beginning"), "date"),
    HeaderField("$END_TIME", message("End"), "end"),
    HeaderField("$OPENING", message("Opening"), "opening"),
    HeaderField("$TIME_LIMIT", message("Time limit"), "time-rule"),
    HeaderField("$TIME", message("Time, extra time, increment (seconds)"), "time-rule"),
    HeaderField("$TIME+", in_context("shogi", "Black's time")),
    HeaderField("$TIME-", in_context("shogi", "White's time")),
    HeaderField("$MAX_MOVES", message("Most moves")),
    HeaderField("$JISHOGI", message("Rule for impasse")),
    HeaderField("$NOTE", message("Note"), "note"),
)


class CsaFormat(Format):
    """The format CSA."""

    id = "csa"
    reader = "viewer.formats.csa.reader:CsaCollection"
    writer = "viewer.formats.csa.writer:write"
    fields = FIELDS
    facets = frozenset((ELAPSED,))
    encodings = first(UTF8, CP932, EUC_JP)
    bytewise = True
    glyphs = NO_GLYPHS
    options = (
        choice(
            "version",
            message("Version"),
            {
                "2.2": message("CSA V2.2 in Shift_JIS, read by every program"),
                "3.0": message("CSA V3.0 in UTF-8, with fractions of seconds"),
            },
        ),
    )

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """$TIME_LIMIT as 00:30+60: hours and minutes, then seconds of byo-yomi."""
        if limit.seconds and (not limit.periods or limit.moves > 1):
            return ()  # it isn't byo-yomi of each move
        hours, minutes = divmod(limit.minutes, 60)
        return (Header("$TIME_LIMIT", f"{hours:02}:{minutes:02}+{limit.seconds:02}"),)

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The CSA version of the file that `write` makes, as the status line shows it."""
        from viewer.formats.csa.writer import variant_of_written  # deferred

        return variant_of_written(collection, self.chosen(options))


FORMAT = CsaFormat()
