"""Evaluations in full words, and in comments: their lines, and all that several programs left in a node."""

from __future__ import annotations

from viewer.base.messages import Message, Number, counted, message
from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import (
    MARK,
    SCORE_WORD,
    Evaluation,
    ScoreUnit,
    decimal,
    evaluation_in,
    evaluation_of,
)
from viewer.tree.node import Node


def evaluation_words(value: Evaluation, unit: ScoreUnit, sides: tuple[Message, Message]) -> Message:
    """An evaluation in full words, for screen readers, with the names of the sides, first and second."""
    parts: list[Message] = []
    if value.mate is not None:
        winner = sides[value.mate < 0]
        parts.append(
            message("{side} mates in {count}", side=winner, count=abs(value.mate))
            if value.mate
            else message("mate")
        )
    elif value.centipawns is not None:
        parts.append(_score_words(value.centipawns, unit, sides))
    if value.share is not None:
        share = decimal(100 * value.share)
        parts.append(message("{side} wins with a chance of {share} %", side=sides[0], share=share))
    if value.points is not None:
        lead = decimal(abs(value.points))
        number = 1 if lead == "1" else 2  # as in "3.5 points"
        points = counted("{count} point", "{count} points", number, count=lead)
        parts.append(
            message("{side} leads by {points}", side=sides[value.points < 0], points=points)
        )
    words = parts[0] if parts else message("{text}", text=value.text)
    for part in parts[1:]:
        words = message("{first}, {second}", first=words, second=part)
    return words


def _score_words(score: int, unit: ScoreUnit, sides: tuple[Message, Message]) -> Message:
    if not score:
        return message("even")
    side, size = sides[score < 0], abs(score)
    if unit is ScoreUnit.CENTIPAWNS:
        return message("{side} is {count} ahead", side=side, count=size)
    return message("{side} is {count} pawns ahead", side=side, count=Number(size / 100, 2))


def evaluation_lines(value: Evaluation, server: bool = False) -> str:
    """The lines of a comment that say an evaluation as ShogiHome does, "" if it can't be said so.

    With `server`, a score is written as servers write it into CSA files (`* 80`). A chance of winning,
    a lead in points and a mate at once have no form.
    """
    if value.mate:
        winner = "先手" if value.mate > 0 else "後手"
        line = f"*詰み={winner}勝ち:{abs(value.mate)}手"
    elif value.mate is None and value.centipawns is not None:
        line = f"* {value.centipawns}" if server else f"*{SCORE_WORD}={value.centipawns}"
    else:
        return ""
    return line if value.depth is None else f"{line}\n*深さ={value.depth}"


def marked_line(value: Evaluation) -> str:
    """The line of a comment that says all of an evaluation, for formats without a place for it."""
    return f"{MARK}{value.text}" if value.text else ""


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
