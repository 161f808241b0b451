"""A file's problems in an order; when a question is due again; drilling a branch, due questions first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from fsrs import Card, Rating, Scheduler

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.problems.problem import Problem, moves_after, questions
from viewer.document.training.history import (
    Attempted,
    Grade,
    TrainingHistory,
    position_key,
    problem_key,
)
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, is_move
from viewer.tree.annotation import BAD_GLYPHS
from viewer.tree.node import Node

MOST = 20_000
"""Records of a file whose problems are listed."""
MOST_NEW = 20
"""New positions that one sitting asks at most."""
_RATINGS = {Grade.RIGHT: Rating.Good, Grade.HINTED: Rating.Hard, Grade.WRONG: Rating.Again}
# Without steps of minutes, since a sitting asks again what was wrong; the same history gives the same day.
_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


class ListedProblem(NamedTuple):
    """A problem of a document: the keys of its record and its node, and its key in the history."""

    record: int
    question: int
    key: str


def listing(document: Document) -> Iterator[JobStep[list[ListedProblem]]]:
    """The job that finds the problems of a document, record by record; those without moves are left out.

    Records that can't be read are left out, too. Only the first `MOST` records are looked at.
    """
    keys = document.keys()
    count = min(len(keys), MOST)
    for done in range(count):
        found: list[ListedProblem] = []
        try:
            record = document.record_of(keys[done])
        except (OSError, KeyError):
            record = None
        if record is not None:
            states = States(game_of(record.game), record)
            found = [
                ListedProblem(keys[done], node.id, problem_key(states, node))
                for node in questions(record)
                if moves_after(node)
            ]
        yield JobStep(done + 1, count, found)


class ProblemCollection:
    """Listed problems in an order, with the history of their attempts.

    Attributes:
        history: of all problems ever tried.
        shuffled: whether the order is a random one.
    """

    def __init__(self, problems: Sequence[ListedProblem], history: TrainingHistory) -> None:
        self.history = history
        self.shuffled = False
        self._wrong: list[ListedProblem] | None = (
            None  # while what is due is asked: what comes again
        )
        self._filed = list(problems)
        self._order = self._filed
        self._places = {(one.record, one.question): one for one in problems}

    def __len__(self) -> int:
        return len(self._filed)

    @property
    def solved(self) -> int:
        """The number of problems that were ever solved."""
        return sum(self.history.solved(one.key) for one in self._filed)

    def at(self, record: int, question: int) -> ListedProblem | None:
        """The problem of a record and a node, by their keys."""
        return self._places.get((record, question))

    def shuffle(self, on: bool, first: ListedProblem | None, chance: random.Random) -> None:
        """Take a new random order that begins with a problem, or the order of the file again."""
        self.shuffled = on
        self._order, self._wrong = self._filed, None
        if on:
            rest = [one for one in self._filed if one is not first]
            chance.shuffle(rest)
            self._order = rest if first is None else [first, *rest]

    def take_due(self, until: datetime, most_new: int = MOST_NEW) -> ListedProblem | None:
        """Ask what is due by a moment, then so many new ones; returns the first, None if there is nothing."""
        ready, new, _ = sorted_out(self._filed, self.history, until)
        self.shuffled, self._wrong = False, []
        self._order = [*ready, *new[:most_new]]
        return self._order[0] if self._order else None

    @property
    def of_due(self) -> bool:
        """Whether what is due is asked."""
        return self._wrong is not None

    def ask_again(self, problem: ListedProblem) -> None:
        """Have a problem that went wrong asked again at the end of what is due."""
        if self._wrong is not None and problem not in self._wrong:
            self._wrong.append(problem)

    def left(self, problem: ListedProblem) -> int:
        """How many problems of the order come after one, those that went wrong included."""
        after = len(self._order) - self._order.index(problem) - 1 if problem in self._order else 0
        return after + len(self._wrong or ())

    def neighbour(self, problem: ListedProblem, way: int) -> ListedProblem | None:
        """The next problem in the order (1) or the one before (-1); None at its end."""
        place = self._order.index(problem) + way
        if place == len(self._order) and self._wrong:
            self._order, self._wrong, place = self._wrong, [], 0
        return self._order[place] if 0 <= place < len(self._order) else None

    def next_unsolved(self, problem: ListedProblem) -> ListedProblem | None:
        """The next problem in the order, from its beginning again, that was never solved; not this one."""
        place = self._order.index(problem) + 1
        for one in (*self._order[place:], *self._order[: place - 1]):
            if not self.history.solved(one.key):
                return one
        return None


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
