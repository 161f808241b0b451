"""Lists of shogi positions in SFEN, one per line, and of USI commands `position … moves …`.

A file is a collection with one record for each line that has a position. `sfen ` and `position ` before
it, missing fields and moves after it are read; the rest of the file is kept in its place.
"""

from __future__ import annotations

from viewer.formats.format import NO_GLYPHS, Format
from viewer.formats.shared.charsets import TEXT_ENCODINGS


class SfenFormat(Format):
    """The format SFEN."""

    id = "sfen"
    reader = "viewer.formats.sfen.reader:SfenCollection"
    writer = "viewer.formats.sfen.writer:write"
    variant = "SFEN"
    encodings = TEXT_ENCODINGS
    bytewise = True
    glyphs = NO_GLYPHS


FORMAT = SfenFormat()
