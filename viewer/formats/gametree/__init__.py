"""Game trees of Hex and Twixt in binary: `.hgt` and `.tgt` of Jhex, Jtwixt and Twixt Commentator.

Specification: Kevin Walker's "Generic format". The older layout of Jhex is read too, and kept when a file
in it is edited. One record per file.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.fields import choice
from viewer.base.messages import message
from viewer.base.text import UTF8
from viewer.formats.format import NO_GLYPHS, Collection, Format
from viewer.formats.gametree.fields import FIELDS
from viewer.formats.kit.charsets import ENCODINGS

ENCODING = "encoding"


class GameTreeFormat(Format):
    """The format of game trees."""

    id = "gametree"
    reader = "viewer.formats.gametree.reader:GameTreeCollection"
    writer = "viewer.formats.gametree.writer:write"
    checker = "viewer.formats.gametree.strict:strict"
    fields = FIELDS
    options = (
        choice(ENCODING, message("Encoding"), {UTF8: message("UTF-8, which has all characters")}),
    )
    encodings = ENCODINGS
    single = True
    glyphs = NO_GLYPHS

    def variant_of(self, collection: Collection, options: Mapping[str, str] | None = None) -> str:
        """The name of the layout of the file that `write` makes."""
        from viewer.formats.gametree.writer import variant_of_written  # deferred

        self.chosen(options)
        return variant_of_written(collection)


FORMAT = GameTreeFormat()
