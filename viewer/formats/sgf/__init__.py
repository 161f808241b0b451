"""SGF, smart game format (FF[1] to FF[4]): any number of game trees in a text file.

The action and annotations of a node are interpreted; everything else is kept as it is, so that
an edit changes one value. Headers are the root's other properties, by id. Source: FF[4] by Arno
Hollosi, and what programs write in practice. The modules except `go`, `hex`, `twixt` and those they share
(`stones`, and for the last two `lettered`) know no game: GM determines which one reads the nodes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from viewer.base.fields import choice
from viewer.base.messages import Message, message
from viewer.formats.capabilities import CheckedHeaders, ExplainedHeaders, MarkedMoves
from viewer.formats.format import Format, HeaderField, value_of
from viewer.formats.sgf import fields as described
from viewer.formats.shared.charsets import TEXT_ENCODINGS
from viewer.games.clocks import TimeLimit
from viewer.tree.record import Header

if TYPE_CHECKING:
    from viewer.formats.format import Collection
    from viewer.tree.node import Node
    from viewer.tree.record import Header

FORM, NEW = "form", "new"


class SgfFormat(ExplainedHeaders, CheckedHeaders, MarkedMoves, Format):
    """The format; its code is imported when it is needed."""

    id = "sgf"
    reader = "viewer.formats.sgf.collection:SgfCollection"
    writer = "viewer.formats.sgf.writer:write"
    fields = described.FIELDS
    game_fields: Mapping[str, tuple[HeaderField, ...]] = {
        "hex": described.HEX_FIELDS,  # without komi
        "twixt": described.TWIXT_FIELDS,  # and White is the first side
    }
    facets = described.FACETS
    glyphs = described.GLYPHS
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
        from viewer.formats.sgf.problems import is_wrong  # deferred

        return -1 if is_wrong(node) else 0

    def meaning(self, key: str, value: str) -> Message | None:
        """The meaning of a result, a time or a display style."""
        return described.meaning(key, value)

    def fault(self, key: str, value: str, headers: Sequence[Header]) -> Message | None:
        """How a value breaks FF[4]."""
        return described.fault(key, value)

    def marked_ways(self, headers: Sequence[Header]) -> tuple[bool, bool]:
        """As ST says: the one or the other, or none."""
        style = value_of(headers, "ST")
        return (style in ("", "0"), style in ("", "1"))

    def time_headers(self, game: str, limit: TimeLimit) -> tuple[Header, ...]:
        """TM in seconds, and OT as servers write it: 3x30 byo-yomi, 30 fischer."""
        found = (Header("TM", str(limit.minutes * 60)),)
        if not limit.seconds:
            return found
        periods = f"{limit.periods}x{limit.seconds} byo-yomi"
        return (*found, Header("OT", periods if limit.periods else f"{limit.seconds} fischer"))

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The version of the file that `write` makes."""
        own = collection.format == self.id and bool(collection.variant)
        anew = self.chosen(options).get(FORM) == NEW
        return collection.variant if own and not anew else "SGF FF[4]"


FORMAT = SgfFormat()
