"""CSA, the format of the Computer Shogi Association (V1 to V3.0): games separated by `/`, no variations.

Everything in a file is kept: remarks (`'…`), statements that aren't understood, statements joined by commas.
Comments are lines that begin with `'*`, including those of engines (`'** 30 +7776FU`), which are kept
unchanged. Ends are CSA's words without the `%`. Headers have the file's keys: `N+`, `N-` (players), `$EVENT`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.messages import in_context, message
from viewer.base.text import UTF8
from viewer.formats.entry import Likeness
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


_PIECE = rb"(?:FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)"
_AHEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:'[^\r\n]*|/[ \t]*)?[\r\n]+)*[ \t]*")
_FIRST = re.compile(
    rb"V[1-9](?:\.[0-9]+)?[ \t]*(?:[\r\n,]|\Z)|N[+-]|\$[A-Z][A-Z0-9_+-]*:|PI(?:[1-9][1-9]"
    + _PIECE
    + rb")*[ \t.]*(?:[\r\n,]|\Z)|P[1-9](?:[+-]"
    + _PIECE
    + rb"|[ \t]*\*[ \t]*){3}|P[+-](?:[0-9][0-9](?:"
    + _PIECE
    + rb"|AL)|[\r\n])|[+-][0-9]{4}"
    + _PIECE
)
_MOVE = re.compile(rb"(?:^|(?<=[\r\n]))[+-][0-9]{4}" + _PIECE + rb"(?=[\r\n,+]|\Z)")
_LIKELY = (b"'", b"+", b"-", b"%", b"$", b"P", b"N", b"V")


def probe_csa(head: bytes) -> Likeness:
    """Rate the first bytes: YES if a CSA statement comes first (after remarks), or two lines are moves."""
    before = _AHEAD.match(head)
    at = 0 if before is None else before.end()
    if _FIRST.match(head, at):
        return Likeness.YES
    if b"\0" in head:
        return Likeness.NO
    moves = sum(1 for _, _ in zip(_MOVE.finditer(head), range(2), strict=False))
    if moves == 2:
        return Likeness.YES
    if moves or head.startswith(_LIKELY, at) or (at == len(head) and b"'" in head):
        return Likeness.IF_NAMED
    return Likeness.NO
