"""Whether content is a T1 file."""

from __future__ import annotations

import re

from viewer.formats import Likeness
from viewer.formats.t1.layout import FACTS, layout_of, word_of

_SURE = re.compile(
    r"#[ \t]*(?:File created by (?:T1j|twixtbot-ui)|version of file-format|y-size of board)",
    re.IGNORECASE,
)


def probe(head: bytes) -> Likeness:
    """Its comments are sure; without them it is as good as its name, if there are pegs."""
    text = head.decode("latin-1")
    if _SURE.search(text):
        return Likeness.YES
    layout = layout_of(text)
    said = [layout.lines[place].said for place in layout.moves]
    if len(layout.facts) == len(FACTS) and said and all(map(word_of, said[:-1])):
        return Likeness.IF_NAMED if word_of(said[0]) else Likeness.NO
    return Likeness.NO
