"""Recognising SFEN and USEN by the beginning of a file."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

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
