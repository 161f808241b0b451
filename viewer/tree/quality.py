"""How good moves were, from the evaluations of the positions before and after them.

Programs of each game have their own numbers for what a bad move is: a `QualityScale`. `move_qualities`
judges the moves of a line, `side_quality` sums up those of one side.

Sources:

- `LICHESS`: lichess.org/page/accuracy; in its source `WinPercent` (chances), `AccuracyPercent` (accuracy of
  moves and games), `Advice` (thresholds; mates lost or allowed), `AccuracyCP` (average loss).
- `SHOGIHOME`: the defaults of its settings: a coefficient of 600 for chances; a move is 疑問手, 悪手, 大悪手
  when it loses 10, 20, 50 % of them. Accuracies by Lichess's formula.
- `KATRAIN`: the defaults of its settings: its three worst classes begin at 3, 6, 12 points; in its report
  the accuracy is multiplied by 0.75 for each point lost on average. It weights moves by KataGo's policy,
  which records don't have: here all weigh the same. Without points, chances are judged by Lichess's numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from viewer.base.named import NamedTuple
from viewer.tree.action import is_move
from viewer.tree.evaluation import Evaluation, ScoreUnit, evaluation_of
from viewer.tree.node import Node

DUBIOUS, MISTAKE, BLUNDER = 6, 2, 4
"""NAGs of ?!, ? and ??."""
QUALITY_GLYPHS = (DUBIOUS, MISTAKE, BLUNDER)

Mover = Callable[[Node], int | None]
"""The side that plays a node's move, 0 or 1; None for a move that isn't to be judged."""


class QualityScale(NamedTuple):
    """How programs of a game judge moves.

    Attributes:
        steepness: of the chance of winning over centipawns.
        ceiling: centipawns; for accuracies and average losses more counts as this, and so does a mate.
        chances: losses of the chance of winning (0.0 to 1.0) from which a move is ?!, ?, ??.
        points: losses of points from which it is; they are used where both evaluations say points.
        mates: a mate lost or allowed is ?! if the other evaluation is better than the first of these
            (centipawns), ? if better than the second, else ??; () if a mate is a chance of 0 or 1.
        start: the evaluation of the usual start in records that have none there; None if it is unknown.
    """

    steepness: float
    ceiling: int
    chances: tuple[float, float, float] = (0.05, 0.1, 0.15)
    points: tuple[float, float, float] = (3.0, 6.0, 12.0)
    mates: tuple[int, ...] = ()
    start: Evaluation | None = None

    def chance(self, value: Evaluation) -> float | None:
        """The first side's chance of winning, 0.0 to 1.0; None from points alone."""
        if value.share is not None:
            return value.share
        if value.mate is not None:
            return float(value.mate > 0)
        if value.centipawns is not None:
            return _logistic(self.steepness * value.centipawns)
        return None

    def glyph(self, before: Evaluation, after: Evaluation, side: int) -> int | None:
        """The NAG of a bad move of a side (0, 1), one of `QUALITY_GLYPHS`; None for any other move."""
        sign = -1 if side else 1
        if before.points is not None and after.points is not None:
            return _glyph(sign * (before.points - after.points), self.points)
        if self.mates and (before.mate is not None or after.mate is not None):
            return self._mate_glyph(before, after, sign)
        was, now = self.chance(before), self.chance(after)
        return None if was is None or now is None else _glyph(sign * (was - now), self.chances)

    def _mate_glyph(self, before: Evaluation, after: Evaluation, sign: int) -> int | None:
        mated, mates = sign * (after.mate or 0) < 0, sign * (before.mate or 0) > 0
        if mates and sign * (after.mate or 0) <= 0:
            rest = sign * (after.centipawns or 0)  # lost: how good it still is
        elif mated and before.mate is None:
            rest = -sign * (before.centipawns or 0)  # allowed: how bad it was already
        else:
            return None
        return next(
            (g for low, g in zip(self.mates, QUALITY_GLYPHS, strict=False) if rest > low), BLUNDER
        )

    def capped(self, value: Evaluation) -> int | None:
        """Centipawns up to the ceiling, a mate as the ceiling; None if it says neither."""
        if value.mate is not None:
            return self.ceiling if value.mate > 0 else -self.ceiling
        if value.centipawns is None:
            return None
        return max(-self.ceiling, min(self.ceiling, value.centipawns))

    def percent(self, value: Evaluation) -> float | None:
        """The chance in percent, up to that of the ceiling: what accuracies are made of."""
        if value.share is not None:
            return 100 * value.share
        capped = self.capped(value)
        return None if capped is None else 100 * _logistic(self.steepness * capped)


LICHESS = QualityScale(0.00368208, 1000, mates=(999, 700), start=Evaluation(centipawns=15))
GENERAL = LICHESS._replace(start=None)
"""For games without a scale of their own."""
SHOGIHOME = QualityScale(1 / 600, 2209, chances=(0.1, 0.2, 0.5))
"""With the ceiling where the chance is that of Lichess's."""
KATRAIN = GENERAL._replace(mates=())


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


def move_qualities(
    line: Sequence[Node], mover: Mover, scale: QualityScale, unit: ScoreUnit
) -> list[MoveQuality]:
    """The moves of a line, from the root on, that have evaluations before and after them.

    Other programs' evaluations count as well: see `evaluation_of`.
    """
    positions = line_evaluations(line, scale, unit)
    return [quality for _, quality in judged_moves(positions, mover, scale)]


def judged_moves(
    positions: Sequence[tuple[Node, Evaluation | None]], mover: Mover, scale: QualityScale
) -> Iterator[tuple[int, MoveQuality]]:
    """Judge moves as `move_qualities` does, one after the other; each with its index in `positions`.

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
    from statistics import fmean, harmonic_mean  # deferred

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


def _glyph(lost: float, thresholds: tuple[float, float, float]) -> int | None:
    fitting = [g for low, g in zip(thresholds, QUALITY_GLYPHS, strict=True) if lost >= low]
    return fitting[-1] if fitting else None


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, value))))  # beyond, exp overflows
