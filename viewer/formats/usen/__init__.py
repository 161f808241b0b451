"""USEN, the "Url Safe sfen-Extended Notation" of Shogi Playground and ShogiHome: a record in one word.

The start comes first (nothing for the usual one, else SFEN with `_` for `/`, `.` for blanks, `z` for `+`),
then sections: `~`, the number of moves before its first one, `.`, moves of three digits in base 36, and
optionally `.` and a letter for the end. Each section but the first branches off the line of the section
before it. Source: files, and the readers of ShogiBoardQ and of ports of tsshogi.
"""

from __future__ import annotations

from viewer.formats.format import NO_GLYPHS, Format


class UsenFormat(Format):
    """The format USEN."""

    id = "usen"
    reader = "viewer.formats.usen.reader:UsenCollection"
    writer = "viewer.formats.usen.writer:write"
    variant = "USEN"
    codec = "utf-8"
    single = True
    glyphs = NO_GLYPHS


FORMAT = UsenFormat()
