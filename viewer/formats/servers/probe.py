"""Recognising the records of go servers."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_MOVES = re.compile(rb"(?:^|[\r\n])PM[A-Z@]{2}[BW][A-Z]{2}")


def probe_gib(head: bytes) -> Likeness:
    r"""YES if the file begins with `\HS`, or has `\[GAME` or `\GS` in its beginning."""
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"\\HS"):
        return Likeness.YES
    return Likeness.YES if b"\\[GAME" in head or b"\\GS" in head else Likeness.NO


def probe_ngf(head: bytes) -> Likeness:
    """YES if there is a move in the beginning of the file."""
    return Likeness.YES if _MOVES.search(head) else Likeness.NO


def probe_ugf(head: bytes) -> Likeness:
    """YES for a section [Header] with one of the usual keys in the file, IF_NAMED without them."""
    text = head.decode("latin-1")
    if not re.search(r"^\s*\[Header\]\s*$", text, re.MULTILINE):
        return Likeness.NO
    own = re.search(r"^(?:CoordinateType|Hdcp|Ptime|PlayerB)=", text, re.MULTILINE)
    return Likeness.YES if own else Likeness.IF_NAMED
