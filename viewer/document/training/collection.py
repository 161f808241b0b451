"""The problems of a file in an order: that of the file, a random one, or with what went wrong again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.problems.problem import moves_after, questions
from viewer.document.training.history import TrainingHistory, problem_key
from viewer.games import game_of
from viewer.games.states import States

MOST = 20_000
"""Records of a file whose problems are listed."""


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

    def ask_all(self) -> None:
        """Ask each in the order of the file, and again what went wrong: the file is what is due."""
        self.shuffled, self._wrong, self._order = False, [], self._filed

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
