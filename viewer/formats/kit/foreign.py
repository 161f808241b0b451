"""A record of another format in the terms of the format it is to be written in."""

from __future__ import annotations

import re

from viewer.formats import FORMATS
from viewer.formats.diagram_place import with_marks_of
from viewer.formats.format import Format
from viewer.formats.roles import by_roles
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS
from viewer.tree.comment import flowed, shown
from viewer.tree.node import Node
from viewer.tree.record import Record

_SIGN = re.compile(r"\s*([!?！？]+)")
_WIDE = str.maketrans("!?", "！？")
_BREAK = re.compile("[\n\u2028\u2029]")


def in_terms_of(target: Format, record: Record, source: str) -> Record:
    """The record with headers, comments, diagram marks and glyphs as the target means them; the record itself
    if they are the same.

    `source` is the id of the format it was read as. Headers are renamed by `by_roles`, diagram marks take the
    target's form, line breaks are those of `with_breaks_of`, glyphs that the target writes in comments go
    there. Ids, moves and facts stay.
    """
    if source == target.id:
        return record
    renamed = with_marks_of(target, by_roles(record, source, target))
    found = with_breaks_of(target, renamed, source)
    return _with_signs(target, found) if target.signs else found


def with_breaks_of(target: Format, record: Record, source: str) -> Record:
    """The record with line breaks in comments as the target means them; itself if they are the same.

    `source` is the id of the format it was read as. Where line breaks are layout in only one of the two,
    comments get those with which they are shown alike.
    """
    if source not in FORMATS or FORMATS[source].load().flowing == target.flowing:
        return record
    broken = [
        node
        for node in record.nodes.values()
        if any(_BREAK.search(str(node.notes.get(facet, ""))) for facet in (COMMENT, BEFORE))
    ]
    if not broken:
        return record
    copy = record.copy()
    for node in broken:
        texts = {
            facet: flowed(text) if target.flowing else shown(text, True)
            for facet in (COMMENT, BEFORE)
            if isinstance(text := node.notes.get(facet), str)
        }
        copy.nodes[node.id].notes = {**node.notes, **texts}
    return copy


def _with_signs(target: Format, record: Record) -> Record:
    """The first glyph that has a sign goes to the beginning of the comment, unless it is there already."""
    signed = [node for node in record.nodes.values() if node.notes and _sign(target, node)]
    if not signed:
        return record
    copy = record.copy()
    for node in signed:
        number, sign = _sign(target, node)[0]
        notes = dict(node.notes)
        rest = tuple([glyph for glyph in node.glyphs if glyph != number])
        notes[GLYPHS] = rest
        if not rest:
            del notes[GLYPHS]
        comment = node.comment
        begins = _SIGN.match(comment)
        if begins is None or begins[1].translate(_WIDE) != sign:
            notes[COMMENT] = f"{sign}\n{comment}" if comment else sign
        copy.nodes[node.id].notes = notes
    return copy


def _sign(target: Format, node: Node) -> list[tuple[int, str]]:
    """The glyphs of a node that have signs."""
    return [(glyph, target.signs[glyph]) for glyph in node.glyphs if glyph in target.signs]
