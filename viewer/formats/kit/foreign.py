"""A record of another format in the terms of the format it is to be written in."""

from __future__ import annotations

import re

from viewer.formats import FORMATS
from viewer.formats.diagram_place import with_marks_of
from viewer.formats.format import Format
from viewer.formats.roles import by_roles
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.comment import flowed, shown
from viewer.tree.record import Record

_BREAK = re.compile("[\n\u2028\u2029]")


def in_terms_of(target: Format, record: Record, source: str) -> Record:
    """The record with headers, comments and diagram marks as the target means them; the record itself if
    they are the same.

    `source` is the id of the format it was read as. Headers are renamed by `by_roles`, diagram marks take the
    target's form, line breaks are those of `with_breaks_of`. Ids, moves and facts stay.
    """
    renamed = by_roles(record, source, target)
    if source != target.id:
        renamed = with_marks_of(target, renamed)
    return with_breaks_of(target, renamed, source)


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
