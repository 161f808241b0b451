"""Scales of quality: how programs of each game judge moves by evaluations. `quality` judges moves by them.

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

from viewer.base.named import NamedTuple
from viewer.tree.evaluation import Evaluation

DUBIOUS, MISTAKE, BLUNDER = 6, 2, 4
"""NAGs of ?!, ? and ??."""
QUALITY_GLYPHS = (DUBIOUS, MISTAKE, BLUNDER)


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


def _glyph(lost: float, thresholds: tuple[float, float, float]) -> int | None:
    fitting = [g for low, g in zip(thresholds, QUALITY_GLYPHS, strict=True) if lost >= low]
    return fitting[-1] if fitting else None


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-max(-700.0, min(700.0, value))))  # beyond, exp overflows
