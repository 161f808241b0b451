"""Diagram marks on their way into another format: as glyphs, as figures, or as signs in comments."""

from __future__ import annotations

from viewer.formats.format import Format
from viewer.tree.annotation import COMMENT, FIGURE, GLYPHS, NoteValue
from viewer.tree.diagram import DIAGRAM, DIAGRAM_GLYPHS, DIAGRAM_SIGN, FLIPPED, PLAIN_FIGURE
from viewer.tree.record import Record


def with_marks_of(target: Format, record: Record) -> Record:
    """The record with its diagram marks in the form of a format; the record itself if nothing changes.

    What the form can't say stays as it is, to be told as a loss: a mark where nothing follows, a diagram from
    the other side, a figure with a title, one that begins with the first move or a variation.
    """
    if FIGURE in target.facets:
        changed = _as_figures(record)
    elif target.holds_glyph(DIAGRAM):
        changed = _as_glyphs(record)
    else:
        changed = _as_signs(record)
    return _with(record, changed)


def with_signs(record: Record) -> Record:
    """The record with its diagram marks as signs in comments; the record itself if it has none."""
    return _with(record, _as_signs(record))


def _with(record: Record, changed: dict[int, dict[str, NoteValue]]) -> Record:
    if not changed:
        return record
    copy = record.copy()
    for id, notes in changed.items():
        copy.nodes[id].notes = {facet: value for facet, value in notes.items() if value != ()}
    return copy


def _as_signs(record: Record) -> dict[int, dict[str, NoteValue]]:
    """The notes of nodes that change where marks become signs in comments."""
    changed: dict[int, dict[str, NoteValue]] = {}
    for node in record.nodes.values():
        rest = tuple([one for one in node.glyphs if one == FLIPPED or one not in DIAGRAM_GLYPHS])
        if rest != node.glyphs:
            own = changed[node.id] = dict(node.notes)
            own[GLYPHS] = rest
            if DIAGRAM_SIGN not in node.comment:
                own[COMMENT] = f"{node.comment} {DIAGRAM_SIGN}".strip()
    return changed


def _as_figures(record: Record) -> dict[int, dict[str, NoteValue]]:
    """The notes of nodes that change where marks become figures."""
    changed: dict[int, dict[str, NoteValue]] = {}
    for node in record.nodes.values():
        if node.notes and node.children and not DIAGRAM_GLYPHS.isdisjoint(node.glyphs):
            own = changed.setdefault(node.id, dict(node.notes))
            own[GLYPHS] = tuple(
                [one for one in node.glyphs if one == FLIPPED or one not in DIAGRAM_GLYPHS]
            )
            after = node.children[0]
            changed.setdefault(after.id, dict(after.notes)).setdefault(FIGURE, PLAIN_FIGURE)
    return changed


def _as_glyphs(record: Record) -> dict[int, dict[str, NoteValue]]:
    """The notes of nodes that change where figures become marks."""
    changed: dict[int, dict[str, NoteValue]] = {}
    for node in record.nodes.values():
        above = node.parent
        if not node.notes or FIGURE not in node.notes or above is None or above.parent is None:
            continue
        if above.children[0] is node:
            if DIAGRAM_GLYPHS.isdisjoint(above.glyphs):
                marked = changed.setdefault(above.id, dict(above.notes))
                marked[GLYPHS] = (*above.glyphs, DIAGRAM)
            if node.notes[FIGURE] == PLAIN_FIGURE:
                changed.setdefault(node.id, dict(node.notes))[FIGURE] = ()
    return changed
