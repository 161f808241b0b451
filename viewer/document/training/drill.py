"""When a question is due again; drilling a branch, due questions first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from fsrs import Card, Rating, Scheduler

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.document.problems.problem import Problem, moves_after
from viewer.document.training.history import (
    Attempted,
    Grade,
    TrainingHistory,
    position_key,
)
from viewer.games.states import States
from viewer.tree.action import Action, is_move
from viewer.tree.annotation import BAD_GLYPHS
from viewer.tree.node import Node

MOST_NEW = 20
"""New positions that one sitting asks at most."""
_RATINGS = {Grade.RIGHT: Rating.Good, Grade.HINTED: Rating.Hard, Grade.WRONG: Rating.Again}
# Without steps of minutes, since a sitting asks again what was wrong; the same history gives the same day.
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def due(attempts: Sequence[Attempted]) -> datetime | None:
    """When a position is to be asked again (UTC), by its attempts, the oldest first; None if it is new.

    After a wrong answer at once; after a right one in a day or more.
    """
    if not attempts:
        return None
    if attempts[-1].grade is Grade.WRONG:
        return datetime.fromtimestamp(attempts[-1].moment, UTC)
    card = Card(card_id=0)
    for moment, grade in attempts:
        at = datetime.fromtimestamp(moment, UTC)
        card, _ = _SCHEDULER.review_card(card, _RATINGS[grade], at)
    return card.due


class DrillQuestion(NamedTuple):
    """A position in which a move of the record is to be found.

    Attributes:
        node: of the position.
        answers: the record's moves that count as right, the main one first.
        key: in the history.
    """

    node: Node
    answers: tuple[Node, ...]
    key: str


def drill_questions(
    states: States, problem: Problem, side: int | None
) -> Iterator[JobStep[DrillQuestion]]:
    """The job that finds the questions of the branch below `problem.question`, in the order of the record.

    `side`: who has to find its moves, None for both. A move with a bad glyph is no answer where there is
    another. Of positions to which the same moves lead only the first is asked.
    """
    found: set[str] = set()
    for done, node in enumerate(problem.question.walk()):
        if node is not problem.question and not is_move(node.action):
            continue
        question: DrillQuestion | None = None
        moves = [one for one in moves_after(node) if side in (None, problem.mover(one))]
        if moves:
            good = [one for one in moves if not set(one.glyphs) & set(BAD_GLYPHS)]
            key = position_key(states, node)
            if key not in found:
                found.add(key)
                question = DrillQuestion(node, tuple(good or moves), key)
        yield JobStep(done, 0, question)


class DrillCount(NamedTuple):
    """How many questions are due, new, and not due yet."""

    due: int
    new: int
    later: int


class Asked(Protocol):
    """What is asked again and again: a position or a problem, with its key in the history."""

    @property
    def key(self) -> str:
        """Its key in the history."""


Q = TypeVar("Q", bound=Asked)


def sorted_out(
    questions: Iterable[Q], history: TrainingHistory, until: datetime
) -> tuple[list[Q], list[Q], list[Q]]:
    """The questions that are due by a moment, the new ones, and the others."""
    ready: list[Q] = []
    new: list[Q] = []
    later: list[Q] = []
    for one in questions:
        when = due(history.of(one.key))
        (new if when is None else ready if when <= until else later).append(one)
    return ready, new, later


class Drill:
    """A sitting: what is due, then new positions; what went wrong comes again at its end.

    Attributes:
        count: how many were due, new and not due yet when it began.
        grades: how the positions went that were asked, by key: the first attempt counts.
    """

    def __init__(
        self,
        questions: Sequence[DrillQuestion],
        history: TrainingHistory,
        until: datetime,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        most_new: int = MOST_NEW,
    ) -> None:
        """`until`: the end of the day; what is due by then is asked, and so many new ones at most."""
        ready, new, later = sorted_out(questions, history, until)
        self.count = DrillCount(len(ready), len(new), len(later))
        self._left = [*ready, *new[:most_new]]
        self._history = history
        self._clock = clock
        self._wrong = self._hinted = False
        self.grades: dict[str, Grade] = {}

    @property
    def question(self) -> DrillQuestion | None:
        """What is asked now; None at the end."""
        return self._left[0] if self._left else None

    @property
    def left(self) -> int:
        """How many are still to be asked, this one included."""
        return len(self._left)

    def answer(self, problem: Problem, move: Action | None) -> Node | None:
        """The record's move that a move is, None if it is wrong; no move gives up."""
        question = self.question
        assert question is not None
        found = (one for one in question.answers if move and problem.action(one) == move)
        right = next(found, None)
        self._wrong = self._wrong or right is None
        return right

    def hint(self, shown: bool) -> None:
        """A hint was given; `shown`: it was the move itself."""
        self._hinted = True
        self._wrong = self._wrong or shown

    def go_on(self) -> None:
        """Take the next question; how this one went is added to the history."""
        question = self._left.pop(0)
        grade = Grade.WRONG if self._wrong else Grade.HINTED if self._hinted else Grade.RIGHT
        self._history.add(question.key, grade, self._clock())
        self.grades.setdefault(question.key, grade)
        if self._wrong:
            self._left.append(question)
        self._wrong = self._hinted = False

    @property
    def tally(self) -> Counter[Grade]:
        """How many positions went how."""
        return Counter(self.grades.values())
