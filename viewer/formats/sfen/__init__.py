"""Shogi in words: SFEN and USI's commands, a position a line, and USEN, a record in one word.

A file is a collection with one record for each line that has a position. `sfen ` and `position ` before
it, missing fields and moves after it are read; the rest of the file is kept in its place.
"""

from __future__ import annotations

import re

from viewer.base.text import UTF8
from viewer.formats.entry import Likeness
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


# ----------------------------- Recognising a list of positions in SFEN by the beginning of the file


_NINE = (
    rb"(?:[1-9plnsgbrkPLNSGBRK+]{1,18}/){8}[1-9plnsgbrkPLNSGBRK+]{1,18}"
    rb"(?=[ \t]+[bw](?:\s|\Z)|\s*(?:[\r\n]|\Z))"
)
_LINE = re.compile(
    rb"(?:\A(?:\xef\xbb\xbf)?|(?<=[\r\n]))[ \t]*(?:"
    rb"(?:position[ \t]+)?(?:sfen[ \t]+)?" + _NINE + rb"|position[ \t]+startpos(?=\s|\Z)"
    rb"|(?:startpos[ \t]+)?moves[ \t]+(?:[1-9][a-i][1-9][a-i]|[PLNSGBR]\*[1-9][a-i]))"
)
_LOOSE = re.compile(
    rb"(?:\A(?:\xef\xbb\xbf)?|(?<=[\r\n]))[ \t]*(?:(?:position|sfen|startpos)(?=\s|\Z)"
    rb"|(?:position[ \t]+)?(?:sfen[ \t]+)?(?:[0-9A-Za-z+]*/){5,12}[0-9A-Za-z+]*(?=\s|\Z))"
)
_AHEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:(?:#|//|;|--)[^\r\n]*)?[\r\n]+)*")


def probe_sfen(head: bytes) -> Likeness:
    """YES if the first line that isn't a comment has nine ranks, a start for engines, or USI moves."""
    found = _LINE.search(head)
    if found is None:
        return Likeness.IF_NAMED if _LOOSE.search(head) else Likeness.NO
    before = _AHEAD.match(head)
    first = before is not None and found.start() <= before.end()
    return Likeness.YES if first else Likeness.IF_NAMED


# --------------------------------------------------------------------------------- Recognising USEN


_BEGINNING = re.compile(rb"\s*[0-9A-Za-z_.-]*~\d{1,5}\.[0-9a-z.~]*\s*")


def probe_usen(head: bytes) -> Likeness:
    """YES if the content is one USEN word."""
    return Likeness.YES if _BEGINNING.fullmatch(head) else Likeness.NO
