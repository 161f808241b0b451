"""Guessing the moves of a line, one after the other, and how good the guesses are."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.base.named import NamedTuple
from viewer.document.problems.problem import Problem
from viewer.tree.action import Action, Takeback, is_move
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node
from viewer.tree.quality import QualityScale, move_accuracy

_POINT = 0.75
"""What each lost point of go leaves of the score, as in KaTrain's accuracy."""


class Guess(NamedTuple):
    """A guessed move.

    Attributes:
        node: of the record's move.
        move: the guess; None if the record's move was shown instead.
        score: 1.0 for the record's move, or one as good as it, to 0.0; None while an engine compares them.
        lost: what the guess loses against the record's move, of the chance of winning (0.0 to 1.0, below 0 if
            it is better) or in points; None if nobody said it.
        points: whether `lost` is in points.
    """

    node: Node
    move: Action | None
    score: float | None
    lost: float | None = None
    points: bool = False


class Guessing:
    """The moves of a line that are guessed. The record must not change meanwhile.

    Attributes:
        side: whose moves are guessed, 0 or 1; None for both sides'.
        guesses: so far.
    """

    def __init__(self, problem: Problem, line: Sequence[Node], side: int | None) -> None:
        """`line`: what follows the node from which moves are guessed; guessing ends at a takeback."""
        self._problem = problem
        ends = (index for index, node in enumerate(line) if type(node.action) is Takeback)
        self._moves = [node for node in line[: next(ends, len(line))] if is_move(node.action)]
        self._at = 0
        self.side = side
        self.guesses: list[Guess] = []

    @property
    def node(self) -> Node | None:
        """The record's next move, None at the end of the line."""
        return self._moves[self._at] if self._at < len(self._moves) else None

    @property
    def mover(self) -> int | None:
        """The side that plays it."""
        return None if self.node is None else self._problem.mover(self.node)

    @property
    def asked(self) -> bool:
        """Whether the next move is to be guessed."""
        return self.node is not None and self.side in (None, self.mover)

    @property
    def move(self) -> Action | None:
        """The record's next move."""
        return None if self.node is None else self._problem.action(self.node)

    def guess(self, move: Action | None, compared: bool) -> Guess:
        """Guess the next move, or give it up (None). `compared`: an engine will `judge` another move."""
        node = self.node
        assert node is not None
        score = 1.0 if move == self.move else None if compared and move is not None else 0.0
        self.guesses.append(Guess(node, move, score))
        return self.guesses[-1]

    def judge(
        self, scale: QualityScale, record: Evaluation | None, guess: Evaluation | None
    ) -> Guess:
        """Judge the last guess by the evaluations after the record's move and after the guess.

        Where they don't tell, another move than the record's scores nothing.
        """
        last = self.guesses[-1]
        sign = -1 if self._problem.mover(last.node) else 1
        self.guesses[-1] = last._replace(score=0.0)
        if record is None or guess is None:
            return self.guesses[-1]
        if record.points is not None and guess.points is not None:
            lost = sign * (record.points - guess.points)
            self.guesses[-1] = last._replace(score=_POINT ** max(0.0, lost), lost=lost, points=True)
        else:
            was, now = scale.percent(record), scale.percent(guess)
            if was is not None and now is not None:
                lost = sign * (was - now)
                score = move_accuracy(lost) / 100
                self.guesses[-1] = last._replace(score=score, lost=lost / 100)
        return self.guesses[-1]

    def advance(self) -> Node | None:
        """Go on behind the record's next move; returns it."""
        node = self.node
        self._at += node is not None
        return node

    @property
    def same(self) -> int:
        """The number of guesses that are the record's moves."""
        return sum(
            one.move is not None and one.move == self._problem.action(one.node)
            for one in self.guesses
        )

    @property
    def average(self) -> float | None:
        """The average score so far, 0.0 to 1.0; None before the first."""
        scores = [one.score for one in self.guesses if one.score is not None]
        return sum(scores) / len(scores) if scores else None

    @property
    def others(self) -> list[tuple[Node, Action]]:
        """The guesses that aren't the record's moves: (node of the record's move, guess)."""
        return [
            (one.node, one.move)
            for one in self.guesses
            if one.move is not None and one.move != self._problem.action(one.node)
        ]
