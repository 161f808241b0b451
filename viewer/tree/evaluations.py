"""Evaluations of several programs in one node."""

from __future__ import annotations

from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import SCORE_WORD, Evaluation, ScoreUnit, evaluation_in, evaluation_of
from viewer.tree.node import Node

_SIGNS = ("*", "#", ":", SCORE_WORD)
"""One of which is in each comment with an evaluation."""


def evaluations_of(node: Node, unit: ScoreUnit) -> list[Evaluation]:
    """All evaluations of a node's position: that of the facet first, then those in its comment."""
    value = evaluation_of(node, unit) if node.notes else None
    usual = [] if value is None else [value]
    comment = node.comment
    if not any(sign in comment for sign in _SIGNS):
        return usual
    parts: list[str] = []
    for line in comment.splitlines():
        if not parts or (evaluation_in(line) is not None and evaluation_in(parts[-1]) is not None):
            parts.append(line)
        else:
            parts[-1] += f"\n{line}"
    found = [value for part in parts if (value := evaluation_in(part)) is not None]
    return usual + found if EVALUATION in node.notes else found or usual


def deepest_of(values: list[Evaluation]) -> Evaluation:
    """The evaluation that counts: of the deepest search, among equals the first."""
    return max(values, key=lambda one: -1 if one.depth is None else one.depth)
