"""Moving evaluations into lines of comments, where shogi programs write them."""

from __future__ import annotations

from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.evaluation import evaluation_in, evaluation_lines, parse_evaluation
from viewer.tree.node import Node
from viewer.tree.record import Record


def in_comments(record: Record, server: bool = False) -> Record:
    """The record with its evaluations as lines of comments, itself if it has none; facts and ids stay.

    An evaluation that is in the comment already isn't added again. If a part of it can't be written there,
    or it differs from the comment's, the facet is kept, and is a loss in these formats. `server` as for
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
    """Add a node's evaluation to its comment; remove the facet if the comment holds all of it."""
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
