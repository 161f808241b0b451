"""The problems of a document, in the order of the file or shuffled, and which of them are solved."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.problems.problem import moves_after, questions
from viewer.document.training.history import TrainingHistory
from viewer.document.training.keys import problem_key
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
        self._order = self._filed
        if on:
            rest = [one for one in self._filed if one is not first]
            chance.shuffle(rest)
            self._order = rest if first is None else [first, *rest]

    def beside(self, problem: ListedProblem, way: int) -> ListedProblem | None:
        """The next problem in the order (1) or the one before (-1); None at its end."""
        place = self._order.index(problem) + way
        return self._order[place] if 0 <= place < len(self._order) else None

    def next_unsolved(self, problem: ListedProblem) -> ListedProblem | None:
        """The next problem in the order, from its beginning again, that was never solved; not this one."""
        place = self._order.index(problem) + 1
        for one in (*self._order[place:], *self._order[: place - 1]):
            if not self.history.solved(one.key):
                return one
        return None
