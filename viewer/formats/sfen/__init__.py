"""Lists of shogi positions in SFEN, one a line, and of what USI engines are told: `position … moves …`.

A file is a collection, a record for each line with a position. `sfen ` and `position ` before it, missing
fields and a line of moves behind are read; what else stands in the file is kept where it stands.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.source import Source
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output
from viewer.formats.shared.japanese import ENCODINGS
from viewer.tree.record import Header


class SfenFormat(Format):
    """The format."""

    id = "sfen"
    encodings = ENCODINGS
    glyphs = NO_GLYPHS

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The positions in a source. Raises Unreadable where there is none, OSError."""
        from viewer.formats.sfen.reader import SfenCollection

        return SfenCollection(source, limits, encoding)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The collection as lines. Raises KeyError for any option."""
        from viewer.formats.sfen.writer import write  # not needed to open a file

        return write(collection, options)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None: a position has none."""
        return ()

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """There is one version."""
        return "SFEN"


FORMAT = SfenFormat()
