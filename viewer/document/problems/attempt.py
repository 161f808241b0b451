"""An attempt at a problem: its state, the outcome of moves, and a tally; guesses of the moves of a line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from enum import Enum

from viewer.base.messages import Message, Number, message
from viewer.base.named import NamedTuple
from viewer.document.problems.problem import Problem, Verdict
from viewer.tree.action import Action, Takeback, is_move
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node
from viewer.tree.quality import move_accuracy
from viewer.tree.scales import QualityScale

_POINT = 0.75
"""What each lost point of go leaves of the score, as in KaTrain's accuracy."""


def loss_between(
    scale: QualityScale, side: int, best: Evaluation | None, other: Evaluation | None
) -> tuple[float, bool] | None:
    """What a move of a side loses against a better one, by the evaluations after both.

    Returns the loss, below 0 if it is better, and whether that is in points; else it is of the chance of
    winning (0.0 to 1.0). None if the evaluations don't tell.
    """
    sign = -1 if side else 1
    if best is None or other is None:
        return None
    if best.points is not None and other.points is not None:
        return sign * (best.points - other.points), True
    was, now = scale.percent(best), scale.percent(other)
    return None if was is None or now is None else (sign * (was - now) / 100, False)


def loss_words(lost: float, points: bool) -> Message:
    """What a move loses, in words: points, or of the chance of winning (0.0 to 1.0)."""
    if points:
        return message("{count} points", count=Number(lost, 1))
    return message("{percent} % of the chance of winning", percent=round(100 * lost))


class AttemptState(Enum):
    """The state of an attempt.

    ASKED: a move is to be found. ANSWERING: the record's answer is still to be played. ASTRAY: a wrong move
    of the record was played. SOLVED, SHOWN: it is over, found by oneself or shown.
    """

    ASKED = "asked"
    ANSWERING = "answering"
    ASTRAY = "astray"
    SOLVED = "solved"
    SHOWN = "shown"


class MoveOutcome(Enum):
    """The outcome of a move: right, solved, wrong, beside the main line, not in the record."""

    RIGHT = "right"
    SOLVED = "solved"
    WRONG = "wrong"
    OTHER = "other"
    UNKNOWN = "unknown"


def main_answer(answers: Sequence[Node]) -> Node:
    """The first answer in the record."""
    return answers[0]


class Attempt:
    """An attempt at a problem.

    Attributes:
        problem: the problem.
        node: the node of the record reached so far.
        stage: the state of the attempt.
        wrong: whether a wrong move was made, or the solution shown.
    """

    def __init__(
        self, problem: Problem, choose: Callable[[Sequence[Node]], Node] = main_answer
    ) -> None:
        """`choose` picks one of the record's answers."""
        self.problem = problem
        self.choose = choose
        self.wrong = False
        self.restart()

    def restart(self) -> None:
        """Go back to the question. Mistakes stay counted."""
        self.node = self.problem.question
        self._asked: list[Node] = []  # where the moves that were made were asked
        first = self.problem.mine(self.node)
        asked = bool(first) or not self.problem.answers(self.node)
        self.stage = AttemptState.ASKED if asked else AttemptState.ANSWERING
        self._astray = False

    @property
    def open(self) -> bool:
        """Whether a move can be played."""
        return self.stage in (AttemptState.ASKED, AttemptState.ASTRAY)

    @property
    def astray(self) -> bool:
        """Whether a wrong move of the record is on the board."""
        return self._astray

    @property
    def over(self) -> bool:
        """Whether the problem is over."""
        return self.stage in (AttemptState.SOLVED, AttemptState.SHOWN)

    def play(self, move: Action) -> MoveOutcome:
        """Play a move of the solving side. One that the record doesn't have leads nowhere."""
        problem = self.problem
        found = problem.found(self.node, move)
        if found is None:
            self.wrong = True
            return MoveOutcome.UNKNOWN
        if not self._astray:
            self._asked.append(self.node)
        verdict = problem.verdict(found)
        self.node = found
        if self._astray or verdict is not Verdict.RIGHT:
            self.wrong = True
            self._astray = True
            self.stage = AttemptState.ANSWERING if problem.answers(found) else AttemptState.ASTRAY
            return MoveOutcome.OTHER if verdict is Verdict.OTHER else MoveOutcome.WRONG
        if problem.ends(found):
            self.stage = AttemptState.SOLVED
            return MoveOutcome.SOLVED
        answers = problem.answers(found)
        self.stage = AttemptState.ANSWERING if answers else AttemptState.ASKED
        return MoveOutcome.RIGHT

    def accept(self) -> None:
        """Take a move as the solution that the record doesn't have: somebody judged it good."""
        self.stage = AttemptState.SOLVED

    def answer(self) -> Node | None:
        """Play the record's answer; returns its node, None if none is due."""
        answers = self.problem.answers(self.node) if self.stage is AttemptState.ANSWERING else []
        if not answers:
            return None
        self.node = self.choose(answers)
        if self.problem.mark(self.node) < 0:
            self.wrong = self._astray = True
        if self._astray:
            self.stage = AttemptState.ASTRAY
        elif self.problem.mark(self.node) > 0 or not self.problem.mine(self.node):
            self.stage = AttemptState.SOLVED
        else:
            self.stage = AttemptState.ASKED
        return self.node

    def take_back(self) -> bool:
        """Go back to where the last move was asked; returns whether there was one."""
        if self.over or not self._asked:
            return False
        self.node, self._astray = self._asked.pop(), False
        self.stage = AttemptState.ASKED
        return True

    def hint(self) -> Node | None:
        """A right move here, None if there is none."""
        return self.problem.best(self.node) if self.stage is AttemptState.ASKED else None

    def show(self) -> list[Node]:
        """Give up: the moves that solve it from here, or from where the solution was left.

        The attempt ends after them.
        """
        if self._astray:
            self.take_back()
        line = self.problem.solution(self.node)
        if line:
            self.node = line[-1]
        self.wrong = self.wrong or self.stage is not AttemptState.SOLVED
        self.stage = AttemptState.SHOWN
        return line


class Tally(NamedTuple):
    """The numbers of problems solved without a mistake, and of the others."""

    right: int = 0
    wrong: int = 0


class Sitting:
    """The tally of a sitting: each problem counts once, by its first attempt."""

    def __init__(self) -> None:
        self._done: dict[tuple[Hashable, int], bool] = {}

    def add(self, record: Hashable, question: int, right: bool) -> None:
        """Record that a problem was solved or failed: what identifies the record, and the node's id."""
        self._done.setdefault((record, question), right)

    @property
    def count(self) -> Tally:
        """The tally."""
        right = sum(self._done.values())
        return Tally(right, len(self._done) - right)


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
        loss = loss_between(scale, self._problem.mover(last.node), record, guess)
        if loss is None:
            self.guesses[-1] = last._replace(score=0.0)
            return self.guesses[-1]
        lost, points = loss
        score = _POINT ** max(0.0, lost) if points else move_accuracy(100 * lost) / 100
        self.guesses[-1] = last._replace(score=score, lost=lost, points=points)
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
