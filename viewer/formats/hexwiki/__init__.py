"""Diagrams of Hex as HexWiki's articles have them: a tag with the board's size and what lies on it.

    <hexboard size="4x5" coords="hide" contents="R b1 2:c3 B 1:d2 E a:a4 *:e1 S c4"/>

The size is rows, then columns. A letter says what the cells after it hold: R a red stone, B a blue one,
E none, S shade; in front of a cell stands its label. Stones numbered without a gap are moves, the other
stones are the start, and labels and shade are marks of the last position. A diagram may stand in the
midst of an article; of several, the first is read, and the others stay as they are.

Sources: HexWiki, "New board diagrams", revisions 6351 (2017) and 8004 (2023).
"""

from __future__ import annotations

import re

from viewer.formats.entry import Likeness
from viewer.formats.format import NO_GLYPHS, Format
from viewer.formats.kit.charsets import ENCODINGS

_TAG = re.compile(rb"<hexboard\s[^<>]{0,400}?\b(?:size|contents)\s*=\s*[\"']", re.IGNORECASE)


class HexWikiFormat(Format):
    """The format of HexWiki's diagrams."""

    id = "hexwiki"
    reader = "viewer.formats.hexwiki.reader:DiagramCollection"
    writer = "viewer.formats.hexwiki.writer:write"
    variant = "HexWiki"
    encodings = ENCODINGS
    single = True
    glyphs = NO_GLYPHS
    mark_kinds = frozenset({"label", "square"})


FORMAT = HexWikiFormat()


def probe_hexwiki(head: bytes) -> Likeness:
    """YES for the tag, wherever it stands: nothing else is called so."""
    return Likeness.YES if _TAG.search(head) else Likeness.NO
