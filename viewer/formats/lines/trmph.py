"""Links to trmph: `http://www.trmph.com/hex/board#13,a1b2c3d4`; read, not written.

Collections of games have only the part after the address, then a blank and `b`, `r`, `1` or `2` for the
winner. There is no word for a swap: a swapped stone is given where it was first placed.
"""

from __future__ import annotations

import re

from viewer.base.limits import Limits
from viewer.base.patterns import compiled
from viewer.formats.entry import Likeness
from viewer.formats.lines.hexworld import spans_of
from viewer.formats.lines.notation import (
    Notation,
    Parsed,
    Token,
    Turns,
    bad_size,
    most_moves,
    no_move,
    start_for,
    too_many,
)
from viewer.tree.record import Header

_LINK = compiled(
    r"(?:trmph\.com/hex/board#|^[ \t]*#?)(?P<size>\d{1,4}),(?P<moves>[A-Za-z][A-Za-z0-9]*)?"
    r"(?:[ \t]+(?P<winner>[brwBRW12])(?![^\s]))?",
    re.MULTILINE,
)
_TOKEN = compiled(r"(?P<place>[A-Za-z]{1,2}[1-9][0-9]{0,2})|[0-9]++|[A-Za-z]")
_SURE = compiled(rb"\s*+\S{0,80}trmph\.com/hex/board#\d")
_BARE = compiled(
    rb"\s*+#?\d{1,3},(?:[a-z]{1,2}[1-9]\d{0,2}+){2,}+(?:[ \t]+[brw12])?[ \t]*+(?:[\r\n]|\Z)"
)


def probe(head: bytes) -> Likeness:
    """YES for a link to trmph, or for the part after its address."""
    return Likeness.YES if _SURE.match(head) or _BARE.match(head) else Likeness.NO


class Trmph(Notation):
    """The notation of trmph: one link for each record, each on its own line."""

    id = "trmph"
    variant = "trmph"
    name = "trmph"

    def spans(self, text: str) -> list[tuple[int, int]]:
        """The spans of the records, each from the end of one link's line to the end of the next one's."""
        return spans_of(_LINK, text)

    def parse(self, text: str, limits: Limits) -> Parsed:
        """Parse the board, the moves and the winner."""
        link = _LINK.search(text)
        assert link is not None  # by `spans`
        size = int(link["size"])
        start, known = start_for("hex", size, size)
        found = [] if known else [bad_size(link["size"], link.start("size"))]
        tokens: list[Token] = []
        turns = Turns()
        at, stop = link.span("moves") if link["moves"] else (link.end(), link.end())
        for one in _TOKEN.finditer(text, at, stop):
            if len(tokens) >= most_moves(limits):
                found.append(too_many(one.start(), len(tokens)))
                break
            if one["place"]:
                action = turns.move(one.group().lower())
                tokens.append(Token(action, *one.span(), {}))
                continue
            if len(found) < limits.diagnostics:
                found.append(no_move(one.group(), one.start(), len(tokens) + 1))
            tokens.append(Token(turns.written(one.group()), *one.span(), {}))
        headers = (Header("winner", link["winner"]),) if link["winner"] else ()
        return Parsed("hex", start, headers, link.span("size"), at, tokens, found)


NOTATION = Trmph()
