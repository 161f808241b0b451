"""Lists of shogi positions in SFEN, one a line, and of what USI engines are told: `position … moves …`.

A file is a collection, a record for each line with a position. `sfen ` and `position ` before it, missing
fields and a line of moves behind are read; what else stands in the file is kept where it stands.
"""

from __future__ import annotations

from viewer.formats.format import NO_GLYPHS, Format
from viewer.formats.shared.japanese import ENCODINGS


class SfenFormat(Format):
    """The format."""

    id = "sfen"
    reader = "viewer.formats.sfen.reader:SfenCollection"
    writer = "viewer.formats.sfen.writer:write"
    variant = "SFEN"
    encodings = ENCODINGS
    glyphs = NO_GLYPHS


FORMAT = SfenFormat()
