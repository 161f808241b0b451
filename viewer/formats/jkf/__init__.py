"""JKF, json-kifu-format: a record as JSON, with variations.

The text of the file is kept whole: an edit changes its stretch of it. Headers are those of KIF; an entry
without a move is a node without action. Bookmarks have no place of their own there.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.text import UTF8
from viewer.formats.format import NO_GLYPHS, Collection, Format, HeaderField, Output
from viewer.tree.annotation import ELAPSED
from viewer.tree.record import Header

FIELDS: tuple[HeaderField, ...] = (
    HeaderField("表題", message("Title"), "title"),
    HeaderField("棋戦", message("Event"), "event"),
    HeaderField("開始日時", message("Beginning"), "date"),
    HeaderField("終了日時", message("End")),
    HeaderField("場所", message("Place"), "place"),
    HeaderField("持ち時間", message("Time limit"), "time-rule"),
    HeaderField("手合割", message("Handicap"), start=True),
    HeaderField("戦型", message("Opening"), "opening"),
    HeaderField("先手", message("Black"), "side0"),
    HeaderField("後手", message("White"), "side1"),
    HeaderField("備考", message("Note")),
)


class JkfFormat(Format):
    """The format."""

    id = "jkf"
    fields = FIELDS
    facets = frozenset((ELAPSED,))
    free_headers = True
    single = True
    codec = UTF8
    glyphs = NO_GLYPHS

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The record in a source. Raises Unreadable where there is none, OSError."""
        from viewer.formats.jkf.collection import JkfCollection

        return JkfCollection(source, limits)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The first record as a file. Raises KeyError for any option."""
        from viewer.formats.jkf.writer import write  # not needed to open a file

        return write(collection, options)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: a record needs none."""
        return ()

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """There is one version."""
        return "JKF"


FORMAT = JkfFormat()
