"""The problems of the file while one is solved: found in the background, with their history."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal

from viewer.base.jobs import in_thread
from viewer.base.messages import NOTHING, Message, Number, counted, message
from viewer.document.problems.problem import moves_after, next_question, questions
from viewer.document.training.drill import ListedProblem, ProblemCollection, listing
from viewer.document.training.history import Attempted, Grade, TrainingHistory, problem_key
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_MOST_SKIPPED = 1000  # records without a move to find
_PATIENCE = 1.0  # seconds that leaving waits for the disk


class CollectionProgress(QObject):
    """Which problems of a session's file there are, which were solved, and the way from one to the next.

    As long as they aren't all found, the way is that of the file, whatever order was asked for.

    Signals:
        changed: what is known changed.
    """

    changed = Signal()

    def __init__(
        self, session: RecordSession, history: TrainingHistory, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._history = history
        self._found: list[ListedProblem] = []
        self._collection: ProblemCollection | None = None
        self._shuffled = False
        self._here: tuple[int, int] = (-1, -1)
        self._key = ""  # of what is shown, in the history
        self._finder = JobRunner(self)
        self._finder.result.connect(self._found.extend)
        self._finder.finished.connect(self._listed)
        self._reader = JobRunner(self)
        self._reader.finished.connect(self._list)
        session.listed.connect(self._grown)
        self._reader.start(in_thread(history.reading()))

    # ------------------------------------------------------------------------------- finding

    def _list(self) -> None:
        """The history is read, or the file has more records: find the problems."""
        self._collection = None
        self._found.clear()
        self._finder.start(listing(self._session.document))

    def _listed(self) -> None:
        self._collection = ProblemCollection(self._found, self._history)
        self.shuffle(self._shuffled)

    def _grown(self) -> None:
        if not (self._session.finder.running or self._reader.running):
            self._list()

    def wait(self) -> None:
        """Find all problems now."""
        self._reader.run_now()
        self._finder.run_now()

    @property
    def complete(self) -> bool:
        """Whether all problems are found."""
        return self._collection is not None

    def end(self) -> None:
        """Stop finding, and see to it that what was tried is written."""
        self._reader.stop()
        self._finder.stop()
        self._history.finish(_PATIENCE)

    # ------------------------------------------------------------------------------ the course

    def stand_at(self, question: Node) -> None:
        """A problem of the current record is shown."""
        self._here = (self._session.key, question.id)
        self._key = problem_key(self._session.states, question)

    @property
    def _problem(self) -> ListedProblem | None:
        return None if self._collection is None else self._collection.at(*self._here)

    def shuffle(self, on: bool) -> None:
        """Take the problems in a random order from here on, or in that of the file."""
        self._shuffled = on
        if self._collection is not None:
            self._collection.shuffle(on, self._problem, random.Random())
        self.changed.emit()

    def add(self, grade: Grade) -> None:
        """Remember how the problem went that is shown."""
        self._history.add(self._key, grade, datetime.now(UTC))
        self.changed.emit()

    def step(self, way: int) -> Node | None:
        """Turn to the next question in the order (-1: the one before); None at its end."""
        here, collection = self._problem, self._collection
        if here is None or collection is None:
            return self._beside(way)
        return self._turn_to(collection.beside(here, way))

    def next_unsolved(self) -> Node | None:
        """Turn to the next question that was never solved; None if there is no other."""
        here, collection = self._problem, self._collection
        if here is None or collection is None:
            return None
        return self._turn_to(collection.next_unsolved(here))

    def _turn_to(self, problem: ListedProblem | None) -> Node | None:
        """The question of a listed problem; None if its record can't be read: that was said."""
        if problem is None:
            return None
        session = self._session
        session.show(problem.record)
        return session.record.nodes.get(problem.question) if session.key == problem.record else None

    def _beside(self, way: int) -> Node | None:
        """The question beside the one that is shown, in this record or another, which is then opened."""
        session = self._session
        found = next_question(session.record, session.record.nodes[self._here[1]], way)
        for _ in range(_MOST_SKIPPED):
            while found is not None:
                if moves_after(found):
                    return found
                found = next_question(session.record, found, way)
            place = session.index
            session.step_record(way)
            if session.index == place:
                return None  # no more, or it can't be read: that was said
            asked = list(questions(session.record))
            found = asked[0 if way > 0 else -1]
        return None

    # ------------------------------------------------------------------------------- in words

    @property
    def unsolved(self) -> int:
        """How many problems were never solved."""
        collection = self._collection
        return 0 if collection is None else len(collection) - collection.solved

    @property
    def words(self) -> Message:
        """How many problems of the file are solved."""
        collection = self._collection
        if collection is None or len(collection) < 2:
            return NOTHING
        return message(
            "{solved} of {count} solved",
            solved=Number(collection.solved),
            count=Number(len(collection)),
        )

    @property
    def past(self) -> Message:
        """How the problem that is shown went so far."""
        return past_words(self._history.of(self._key))


def past_words(attempts: Sequence[Attempted]) -> Message:
    """How often a problem was tried and solved, and when it was solved last; NOTHING if it is new."""
    solved = [one for one in attempts if one.grade is not Grade.WRONG]
    tried = counted("tried once", "tried {count} times", len(attempts))
    if not attempts:
        return NOTHING
    if not solved:
        return message("Not solved without a mistake yet, {tried}", tried=tried)
    last = QDateTime.fromSecsSinceEpoch(int(solved[-1].moment)).date()
    date = QLocale().toString(last, QLocale.FormatType.ShortFormat)
    if len(solved) == len(attempts):
        count = len(solved)
        return counted(
            "Solved once, on {date}", "Solved {count} times, last on {date}", count, date=date
        )
    return message(
        "Solved {solved} of {count} times, last on {date}",
        solved=len(solved),
        count=len(attempts),
        date=date,
    )
