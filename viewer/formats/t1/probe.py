"""Recognising a T1 file by its beginning."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness
from viewer.formats.t1.layout import FACTS, layout_of, word_of

_SURE = re.compile(
    r"#[ \t]*(?:File created by (?:T1j|twixtbot-ui)|version of file-format|y-size of board)",
    re.IGNORECASE,
)


def probe(head: bytes) -> Likeness:
    """YES if there are the usual comments; IF_NAMED if there aren't but the lines fit the layout."""
    text = head.decode("latin-1")
    if _SURE.search(text):
        return Likeness.YES
    layout = layout_of(text)
    said = [layout.lines[place].said for place in layout.moves]
    complete = len(layout.facts) == len(FACTS) and all(map(word_of, said[:-1]))
    return Likeness.IF_NAMED if complete else Likeness.NO
