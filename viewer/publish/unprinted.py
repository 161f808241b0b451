"""What of a record its outline leaves out, so that each form can tell."""

from __future__ import annotations

from collections import Counter

from viewer.formats.format import Format
from viewer.publish.choices import OutlineStyle
from viewer.publish.headings import PRINTED_ROLES
from viewer.tree.annotation import (
    BEFORE,
    BOOKMARK,
    CLOCK,
    COMMENT,
    EVALUATION,
    FIGURE,
    GLYPHS,
    MAIN,
    MARKS,
    TITLE,
    VERDICT,
    VIEW,
)
from viewer.tree.record import Record

HEADER = "header:"
"""Begins what stands for the headers of a key among what is left out."""

_ALWAYS = frozenset((GLYPHS, BOOKMARK, TITLE, VIEW, FIGURE, VERDICT, MAIN))


def unprinted(format_: Format, record: Record, style: OutlineStyle) -> Counter[str]:
    """How many annotations of each facet, and headers of each key, aren't in a record's outline.

    Marks count only if diagrams show none of them at all: which nodes have diagrams is the user's choice.
    """
    shown = set(_ALWAYS)
    if style.comments:
        shown |= {COMMENT, BEFORE}
    if style.marks:
        shown.add(MARKS)
    if style.evaluations:
        shown.add(EVALUATION)
    if style.clocks:
        shown.add(CLOCK)
    found: Counter[str] = Counter()
    for node in record.walk():
        if node.notes:
            found.update(name for name in node.notes if name not in shown)
    fields = format_.fields_of(record.game)
    printed = {field.key for field in fields if field.role in PRINTED_ROLES or field.start}
    found.update(
        HEADER + entry.key for entry in record.headers if entry.value and entry.key not in printed
    )
    return found
