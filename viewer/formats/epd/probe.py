"""Whether content is chess positions, a line each."""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness

POSITION = re.compile(
    rb"(?:\xef\xbb\xbf)?[ \t]*[0-9A-Za-z~+]+"
    rb"/[0-9A-Za-z~+\[\]-]*/[0-9A-Za-z~+\[\]-]*/[0-9A-Za-z~+\[\]/-]*(?=[\s;]|\Z)"
)
_PGN_TAG = re.compile(rb"^[ \t]*(?:\xef\xbb\xbf)?\[[A-Za-z]\w*[ \t]+\"", re.MULTILINE)
_CHESS = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*(?:[1-8pnbrqkPNBRQK~+]{1,16}/){7}[1-8pnbrqkPNBRQK~+]{1,16}"
    rb"(?:\[[A-Za-z-]*\]|/[pnbrqPNBRQ]*)?(?=[ \t][wb](?:\s|\Z)|\s*\Z)",
    re.MULTILINE,
)
_LINES = 50  # that are looked at


def holds_positions(head: bytes) -> bool:
    """Whether the beginning of a file has a line with a chess position, and no PGN tag before it."""
    head = head.replace(b"\r", b"\n")
    found = _CHESS.search(head)
    return found is not None and _PGN_TAG.search(head, 0, found.start()) is None


def probe_epd(head: bytes) -> Likeness:
    """The likeness of a file of positions; the file's name decides between EPD and FEN.

    A text of people may have the line of a position, too: only its name makes that one a list of them.
    """
    if holds_positions(head):
        lines = [line for line in head.splitlines()[:_LINES] if line.strip()]
        listed = sum(_CHESS.match(line) is not None for line in lines)
        return Likeness.YES if 2 * listed > len(lines) else Likeness.IF_NAMED
    found = any(POSITION.match(line) for line in head.splitlines())
    return Likeness.IF_NAMED if found else Likeness.NO


probe_fen = probe_epd
