"""Whether the beginning of a file looks like PSN with a line for each move."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

_MOVE = rb"(?:\+?[PLNSGBRK](?:[1-9][a-i])?[-x*'@]?[1-9][a-i][+=]?|[1-9][a-i][1-9][a-i]\+?)[!?]*"
_END = (
    rb"(?i:Resigns?|Interrupt|Mate|Sennichite|Jishogi|Timeup|IllegalMove|IllegalAction|RepetitionDraw"
    rb"|RepetitionWin|MaxMovesDraw|DeclarationWin)"
)
_TIMES = rb"[ \t]*\([ \t]*[0-9:.]+[ \t]*(?:/[ \t]*[0-9:.]*[ \t]*)?\)"
_LINE_END = rb"[ \t]*(?=[\r\n]|\Z)"
_LINE = re.compile(
    rb"^[ \t]*[0-9]{1,4}\.[ \t]*(?:" + _MOVE + rb"|" + _END + rb")" + _TIMES, re.MULTILINE
)
_WORD = re.compile(
    rb"^[ \t]*(?:[0-9]{1,4}\.[ \t]*" + _END + rb"|Variation:[ \t]*[0-9]+)" + _LINE_END, re.M
)
_ALONE = re.compile(rb"^[ \t]*([0-9]{1,4})\.[ \t]*" + _MOVE + _LINE_END, re.MULTILINE)
_SEVERAL = re.compile(
    rb"^[ \t]*[0-9]{1,4}\.[ \t]*" + _MOVE + rb"[ \t]+(?:[0-9]+\.[ \t]*)?[PLNSGBRKx+1-9]", re.M
)
_TAG = re.compile(rb'^[ \t]*\[[ \t]*([^\s"\[\]]+?):?[ \t]+"?[^\r\n]*\][ \t\r]*$', re.MULTILINE)
_COMMENT = re.compile(rb"\{[^}]*\}?")
_OWN_TAGS = (b"Sente", b"Gote", b"SFEN")


def probe_psn(head: bytes) -> Likeness:
    """The likeness: surely, and of no other format, by times, ends, variations, or moves alone on lines.

    A file whose tags begin with those of Shogidokoro needs no moves. One with several moves in a line, or
    with tags behind moves, is PGN.
    """
    if b"[" not in head and b"1." not in head:
        return Likeness.NO
    text = _COMMENT.sub(b"", head).removeprefix(b"\xef\xbb\xbf")
    if _SEVERAL.search(text):
        return Likeness.NO
    tags = list(_TAG.finditer(text))
    first = _ALONE.search(text) or _LINE.search(text) or _WORD.search(text)
    if tuple(tag[1] for tag in tags[:3]) == _OWN_TAGS and first is None:
        return Likeness.ONLY
    if first is None:
        return Likeness.NO
    if any(tag.start() > first.start() for tag in tags):
        return Likeness.NO
    if _LINE.search(text) or _WORD.search(text):
        return Likeness.ONLY
    numbers = [int(found[1]) for found in _ALONE.finditer(text)]
    follows = len(numbers) > 1 and numbers[1] == numbers[0] + 1
    return Likeness.ONLY if follows or (tags and tags[0][1] in _OWN_TAGS[:2]) else Likeness.NO
