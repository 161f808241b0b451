"""Game trees of Hex and Twixt in binary: `.hgt` and `.tgt` of Jhex, Jtwixt and Twixt Commentator.

Read and written as their specification says (Kevin Walker's "Generic format"); the older layout of Jhex is
read, and kept where a file in it is edited. One record a file.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.limits import DEFAULT, Limits
from viewer.base.source import Source
from viewer.formats.format import NO_GLYPHS, Collection, Format, Output
from viewer.formats.gametree.fields import FIELDS
from viewer.formats.gametree.reader import GameTreeCollection
from viewer.formats.shared.charsets import ENCODINGS
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header


class GameTreeFormat(Format):
    """The format."""

    id = "gametree"
    fields = FIELDS
    encodings = ENCODINGS
    single = True
    glyphs = NO_GLYPHS

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        """The record in a source. Raises Unreadable or OSError."""
        return GameTreeCollection(source, limits, encoding)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        """The first record as a file: in the layout it was read in, else the newer one."""
        from viewer.formats.gametree.writer import write  # not needed to open a file

        return write(collection, options)

    def strict(self, collection: Collection) -> list[Diagnostic]:
        """Where a file breaks a "must" of the specification."""
        from viewer.formats.gametree.strict import strict  # not needed to open a file

        return strict(collection)

    def new_headers(self, game: str) -> tuple[Header, ...]:
        """None is needed."""
        return ()

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The layout of the file that `write` makes."""
        from viewer.formats.gametree.writer import variant_of_written

        return variant_of_written(collection, options)


FORMAT = GameTreeFormat()
