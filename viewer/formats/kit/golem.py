"""Recognising games of Hex and Twixt written by Little Golem, which look like SGF.

They aren't valid SGF: the property for the game is missing, the first player's moves have the letter of
the second, and points are written as in go.
"""

from __future__ import annotations

import re

from viewer.base.patterns import late
from viewer.formats.entry import Likeness

_START = late(rb"(?:\xef\xbb\xbf)?\s*+\(\s*+;")
_OTHER = late(rb"\b(?:GM|KM|AB|AW|HA|FF\[[123])\s*\[?")
_EVENT = late(rb"\bEV\s*\[\s*(hex|twixt)\b")
_SITE = late(rb"\bSO\s*\[[^\]]{0,40}littlegolem", re.IGNORECASE)
_WORD = late(rb";\s*[BW]\s*\[(?:swap|resign)\]")  # not valid in go
_FIRST = late(rb"\]\s*;\s*([A-Za-z]{1,2})\s*\[\s*([^\]]{0,12})\]")


def game_of_golem(head: bytes) -> str:
    """The id of the game, "" if it isn't such a file. Only the beginning of the file is needed."""
    if _START.match(head) is None:
        return ""
    event = _EVENT.search(head)
    first = _FIRST.search(head)
    root = head[: first.start() + 1] if first is not None else head
    if _OTHER.search(root):
        return ""
    if first is not None and first[1] in (b"b", b"r"):
        return "twixt"
    if event is not None and event.start() < len(root):
        return event[1].decode()
    if first is not None and first[1] == b"W" and (_SITE.search(root) or _WORD.search(head)):
        return "hex"
    return ""


def probe(head: bytes) -> Likeness:
    """YES if the file's game can be told."""
    return Likeness.YES if game_of_golem(head) else Likeness.NO
