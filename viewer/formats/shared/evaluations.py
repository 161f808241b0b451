"""Evaluations as lines of comments, which is where programs for shogi write them."""

from __future__ import annotations

from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.evaluation import evaluation_in, evaluation_lines, parse_evaluation
from viewer.tree.node import Node
from viewer.tree.record import Record


def in_comments(record: Record, server: bool = False) -> Record:
    """The record with evaluations as lines of comments, itself if it has none; facts and ids stay.

    An evaluation that the comment says already isn't said twice. If it has a part without such a form, or
    differs from the comment's, the facet stays; these formats have no place for it: a loss. `server` as for
    `evaluation_lines`.
    """
    if not any(EVALUATION in node.notes for node in record.nodes.values()):
        return record
    copy = record.copy()
    for node in copy.nodes.values():
        if EVALUATION in node.notes:
            _move(node, server)
    return copy


def _move(node: Node, server: bool) -> None:
    """Say the evaluation of a node in its comment; the facet goes if nothing of it is left out."""
    value = parse_evaluation(str(node.notes[EVALUATION]))
    if value is None:
        return
    notes = dict(node.notes)
    if evaluation_in(node.comment) is None:
        plain = value._replace(share=None, points=None)
        lines = evaluation_lines(plain, server)
        comment = f"{node.comment}\n{lines}" if node.comment else lines
        if lines and evaluation_in(comment) == plain:
            notes[COMMENT] = comment
    if evaluation_in(str(notes.get(COMMENT, ""))) == value:
        del notes[EVALUATION]
    node.notes = notes
