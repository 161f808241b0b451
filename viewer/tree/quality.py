"""How good moves were, from the evaluations of the positions before and after them, by a scale.

`judged_moves` judges the moves of a line, `side_quality` sums up those of one side. The formulas are those
of the programs that `scales` names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean, harmonic_mean

from viewer.base.named import NamedTuple
from viewer.tree.action import is_move
from viewer.tree.evaluation import Evaluation, ScoreUnit, evaluation_of
from viewer.tree.node import Node
from viewer.tree.scales import QUALITY_GLYPHS, QualityScale

Mover = Callable[[Node], int | None]
"""The side that plays a node's move, 0 or 1; None for a move that isn't to be judged."""


class MoveQuality(NamedTuple):
    """How good a move was. Losses are those of its side, at least 0; None where evaluations don't tell.

    Attributes:
        node: of the move.
        side: that played it, 0 or 1.
        before, after: the evaluations, for the first side.
        glyph: the NAG that the loss gives, one of `QUALITY_GLYPHS`, or None.
        chance_lost: of winning, 0.0 to 1.0.
        centipawns_lost: up to the ceiling.
        points_lost: in go.
        accuracy: percent.
        weight: of the accuracy in that of the game: how much the chances change around the move.
    """

    node: Node
    side: int
    before: Evaluation
    after: Evaluation
    glyph: int | None
    chance_lost: float | None
    centipawns_lost: int | None
    points_lost: float | None
    accuracy: float | None
    weight: float


class SideQuality(NamedTuple):
    """How good a side's moves were. None for what no evaluation tells.

    Attributes:
        moves: that were judged.
        accuracy: percent.
        centipawns: average loss.
        points: average loss.
        glyphs: how many moves have each of `QUALITY_GLYPHS`.
    """

    moves: int
    accuracy: float | None
    centipawns: float | None
    points: float | None
    glyphs: Mapping[int, int]


def line_evaluations(
    line: Sequence[Node], scale: QualityScale, unit: ScoreUnit
) -> list[tuple[Node, Evaluation | None]]:
    """The root and the moves of a line with their evaluations, None where there is none."""
    found: list[tuple[Node, Evaluation | None]] = []
    for number, node in enumerate(line):
        if number and not is_move(node.action):
            continue
        value = evaluation_of(node, unit)
        if value is None and not number and node.action is None:
            value = scale.start
        found.append((node, value))
    return found


def judged_moves(
    positions: Sequence[tuple[Node, Evaluation | None]], mover: Mover, scale: QualityScale
) -> Iterator[tuple[int, MoveQuality]]:
    """Judge the moves that have evaluations before and after them, each with its index in `positions`.

    `positions`: the root and the moves of a line with their evaluations.
    """
    percents = [None if value is None else scale.percent(value) for _, value in positions]
    for index in range(1, len(positions)):
        before, (node, after) = positions[index - 1][1], positions[index]
        side = mover(node) if before is not None and after is not None else None
        if before is None or after is None or side is None:
            continue
        if after.mate == 0:
            after = after._replace(mate=-1 if side else 1)  # the move gives mate
        weight = _weight(percents, index - 1)
        yield index, _judged(node, side, before, after, scale, weight)


def _judged(
    node: Node, side: int, before: Evaluation, after: Evaluation, scale: QualityScale, weight: float
) -> MoveQuality:
    sign = -1 if side else 1

    def lost(was: float | None, now: float | None) -> float | None:
        return None if was is None or now is None else max(0.0, sign * (was - now))

    percent = lost(scale.percent(before), scale.percent(after))
    centipawns = lost(scale.capped(before), scale.capped(after))
    return MoveQuality(
        node,
        side,
        before,
        after,
        scale.glyph(before, after, side),
        lost(scale.chance(before), scale.chance(after)),
        None if centipawns is None else round(centipawns),
        lost(before.points, after.points),
        None if percent is None else move_accuracy(percent),
        weight,
    )


def move_accuracy(lost: float) -> float:
    """The accuracy of a move (percent) that lost so many percent of the chance of winning."""
    if lost <= 0:
        return 100.0
    # The constants are a fit; the last 1 is Lichess's allowance for what the analysis doesn't see.
    accuracy = 103.1668100711649 * math.exp(-0.04354415386753951 * lost) - 3.166924740191411 + 1
    return max(0.0, min(100.0, accuracy))


def side_quality(qualities: Iterable[MoveQuality], side: int) -> SideQuality:
    """Sum up the moves of a side, 0 or 1.

    The accuracy is the mean of the weighted and the harmonic mean of those of the moves; where points are
    known, it follows from their average loss.
    """
    own = [one for one in qualities if one.side == side]
    points = [one.points_lost for one in own if one.points_lost is not None]
    centipawns = [one.centipawns_lost for one in own if one.centipawns_lost is not None]
    judged = [(one.accuracy, one.weight) for one in own if one.accuracy is not None]
    accuracy = None
    if points:
        accuracy = 100 * 0.75 ** fmean(points)
    elif judged:
        accuracies, weights = zip(*judged, strict=True)
        harmonic = harmonic_mean([max(1.0, one) for one in accuracies])
        accuracy = (fmean(accuracies, weights) + harmonic) / 2
    return SideQuality(
        len(own),
        accuracy,
        fmean(centipawns) if centipawns else None,
        fmean(points) if points else None,
        {glyph: sum(one.glyph == glyph for one in own) for glyph in QUALITY_GLYPHS},
    )


def _weight(percents: Sequence[float | None], number: int) -> float:
    """The weight of a move: the standard deviation of the chances in a window of positions."""
    size = max(2, min(8, (len(percents) - 1) // 10))
    begin = max(0, number - (size - 2))
    known = [one for one in percents[begin : begin + size] if one is not None]
    return max(0.5, min(12.0, _deviation(known)))


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation. That of `statistics` sums exactly, which takes twenty times as long."""
    if not values:
        return 0.0
    mean = sum(values) / len(values)
    return math.sqrt(sum((one - mean) ** 2 for one in values) / len(values))
