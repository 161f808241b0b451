"""Moving evaluations into lines of comments, where programs for shogi write them, and Qipu in xiangqi."""

from __future__ import annotations

from collections.abc import Callable

from viewer.tree.annotation import COMMENT, EVALUATION
from viewer.tree.evaluation import (
    Evaluation,
    evaluation_in,
    evaluation_lines,
    parse_evaluation,
)
from viewer.tree.node import Node
from viewer.tree.record import Record

Lines = Callable[[Evaluation], str]
"""The lines of a comment that say an evaluation, "" if it can't be said so."""


def in_comments(record: Record, lines: Lines = evaluation_lines) -> Record:
    """The record with its evaluations as lines of comments, itself if it has none; facts and ids stay.

    An evaluation that is in the comment already isn't added again. If a part of it can't be written there,
    or it differs from the comment's, the facet is kept, and is a loss in these formats.
    """
    if not any(EVALUATION in node.notes for node in record.nodes.values()):
        return record
    copy = record.copy()
    for node in copy.nodes.values():
        if EVALUATION in node.notes:
            _move(node, lines)
    return copy


def _move(node: Node, lines: Lines) -> None:
    """Add a node's evaluation to its comment; remove the facet if the comment holds all of it."""
    value = parse_evaluation(str(node.notes[EVALUATION]))
    if value is None:
        return
    notes = dict(node.notes)
    if evaluation_in(node.comment) is None:
        for part in (value, value._replace(share=None, points=None)):
            said = lines(part)
            comment = f"{node.comment}\n{said}" if node.comment else said
            if said and evaluation_in(comment) == part:
                notes[COMMENT] = comment
                break
    if evaluation_in(str(notes.get(COMMENT, ""))) == value:
        del notes[EVALUATION]
    node.notes = notes
