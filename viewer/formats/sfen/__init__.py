"""Shogi in words: SFEN and USI's commands, a position a line, and USEN, a record in one word.

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
    writer = "viewer.formats.sfen.writer:write_lines"
    variant = "SFEN"
    encodings = first(UTF8, CP932, EUC_JP)
    bytewise = True
    glyphs = NO_GLYPHS


SFEN = SfenFormat()


# ---- USEN, the "Url Safe sfen-Extended Notation" of Shogi Playground and ShogiHome: a record in one word
#
# The start comes first (nothing for the usual one, else SFEN with `_` for `/`, `.` for blanks, `z` for `+`),
# then sections: `~`, the number of moves before its first one, `.`, moves of three digits in base 36, and
# optionally `.` and a letter for the end. Each section but the first branches off the line of the section
# before it. Source: files, and the readers of ShogiBoardQ and of ports of tsshogi.


class UsenFormat(Format):
    """The format USEN."""

    id = "usen"
    reader = "viewer.formats.sfen.reader:UsenCollection"
    writer = "viewer.formats.sfen.writer:write_word"
    variant = "USEN"
    codec = "utf-8"
    single = True
    glyphs = NO_GLYPHS


USEN = UsenFormat()
