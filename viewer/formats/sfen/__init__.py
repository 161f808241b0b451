"""Lists of shogi positions in SFEN, one per line, and of USI commands `position … moves …`.

A file is a collection with one record for each line that has a position. `sfen ` and `position ` before
it, missing fields and moves after it are read; the rest of the file is kept in its place.
"""

from __future__ import annotations

from viewer.base.text import UTF8
from viewer.formats.format import NO_GLYPHS, Format
from viewer.formats.kit.charsets import CP932, EUC_JP, first


class SfenFormat(Format):
    """The format SFEN."""

    id = "sfen"
    reader = "viewer.formats.sfen.reader:SfenCollection"
    writer = "viewer.formats.sfen.writer:write"
    variant = "SFEN"
    encodings = first(UTF8, CP932, EUC_JP)
    bytewise = True
    glyphs = NO_GLYPHS


FORMAT = SfenFormat()
