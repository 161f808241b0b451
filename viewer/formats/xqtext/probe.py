"""Whether the beginning of a file looks like a game of xiangqi as text."""

from __future__ import annotations

import re

from viewer.base.text import GB18030, UTF8
from viewer.formats.entry import Likeness

_TAG = re.compile(rb"^\s*\[[A-Za-z_]", re.MULTILINE)
_SOME = 3
_RANKS = 10
_CUT = 3  # bytes of a character that the end of the head may divide
_PLAYERS = frozenset(("红方", "黑方"))


def probe_xqtext(head: bytes) -> Likeness:
    """ONLY for three labels with a row of moves or with both players, or a diagram; NO for tags in brackets.

    A bare list of moves is left to PGN, which reads it too.
    """
    if head.isascii() or b"\0" in head or _TAG.search(head):
        return Likeness.NO
    from viewer.formats.xqtext.reader import BLANKS, LABEL, ROW, lines_of, points_of  # deferred

    text = head.decode(UTF8, "replace")
    if text.count("\ufffd") > _CUT:
        text = head.decode(GB18030, "replace")
    lines = [line.text for line in lines_of(text)]
    labels = {BLANKS.sub("", one[1]) for line in lines if (one := LABEL.match(line)) is not None}
    row = any(ROW.match(line) for line in lines)
    diagram = sum(1 for line in lines if points_of(line)) >= _RANKS
    many = len(labels) >= _SOME
    sure = row and (many or (labels and b"-" * 16 in head))
    if sure or diagram or (many and labels >= _PLAYERS):
        return Likeness.ONLY
    return Likeness.IF_NAMED if row or many else Likeness.NO
