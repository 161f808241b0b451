"""Recognize CSA by the beginning of a file, without loading the rest of the format."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_PIECE = rb"(?:FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)"
_AHEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:'[^\r\n]*|/[ \t]*)?[\r\n]+)*[ \t]*")
_FIRST = re.compile(
    rb"V[1-9](?:\.[0-9]+)?[ \t]*(?:[\r\n,]|\Z)|N[+-]|\$[A-Z][A-Z0-9_+-]*:|PI(?:[1-9][1-9]"
    + _PIECE
    + rb")*[ \t.]*(?:[\r\n,]|\Z)|P[1-9](?:[+-]"
    + _PIECE
    + rb"|[ \t]*\*[ \t]*){3}|P[+-](?:[0-9][0-9](?:"
    + _PIECE
    + rb"|AL)|[\r\n])|[+-][0-9]{4}"
    + _PIECE
)
_MOVE = re.compile(rb"(?:^|(?<=[\r\n]))[+-][0-9]{4}" + _PIECE + rb"(?=[\r\n,+]|\Z)")
_LIKELY = (b"'", b"+", b"-", b"%", b"$", b"P", b"N", b"V")


def probe_csa(head: bytes) -> Likeness:
    """Rate the first bytes: YES if a CSA statement comes first (after remarks), or two lines are moves."""
    before = _AHEAD.match(head)
    at = 0 if before is None else before.end()
    if _FIRST.match(head, at):
        return Likeness.YES
    if b"\0" in head:
        return Likeness.NO
    moves = sum(1 for _, _ in zip(_MOVE.finditer(head), range(2), strict=False))
    if moves == 2:
        return Likeness.YES
    if moves or head.startswith(_LIKELY, at) or (at == len(head) and b"'" in head):
        return Likeness.IF_NAMED
    return Likeness.NO
