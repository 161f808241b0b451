"""The panel of problems: question, hints, outcome of the move, buttons, tally, how far one has come."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, QLocale, QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox

from viewer.base.catalogs import tr
from viewer.base.jobs import in_thread
from viewer.base.messages import NOTHING, Message, Number, counted, message
from viewer.document.problems.attempt import Tally
from viewer.document.problems.problem import moves_after, next_question, questions
from viewer.document.training.collection import ListedProblem, ProblemCollection, listing
from viewer.document.training.history import Attempted, Grade, TrainingHistory, problem_key
from viewer.games.game import Game, State
from viewer.tree.action import Action
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.ui.modes.desk_mode import ActionButton, OutcomePanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import set_tip

_COLOUR = "blue"
_PARTS = 3  # of the board's width and height
_MOST_SKIPPED = 1000  # records without a move to find
_PATIENCE = 1.0  # seconds that leaving waits for the disk
_BUTTONS: tuple[ActionButton, ...] = (
    ("hint", message("Hint"), "H"),
    ("back", message("Take back"), "Backspace"),
    ("restart", message("From the beginning"), "Home"),
    ("show", message("Show the solution"), "End"),
    ("played", message("What was played"), "W"),
    ("game", message("Show the game"), "G"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("next", message("Next problem"), "PgDown"),
    ("unsolved", message("Next unsolved problem"), "N"),
    ("previous", message("Previous problem"), "PgUp"),
    ("leave", message("Leave"), "Esc"),
)


def hint(game: Game[State], state: State, move: Action, more: bool) -> tuple[Message, list[Mark]]:
    """The hint as a sentence and marks: the moving piece or the region; with `more` the move."""
    places = game.touches(move)
    if not places:
        return message("Look for something else than a move on the board."), []
    if more:
        if len(places) > 1 and places[0] != places[-1]:
            return message("This is the move."), [Mark("arrow", (places[0], places[-1]), _COLOUR)]
        return message("This is the move."), [Mark("circle", places[-1:], _COLOUR)]
    if len(places) > 1:
        return message("It is this piece that moves."), [Mark("circle", places[:1], _COLOUR)]
    grid = game.geometry_of(state).grid
    taken = dict(game.pieces(state))
    near = [place for place in _near(grid, places[-1]) if place not in taken]
    marks = [Mark("selected", (place,), _COLOUR) for place in near]
    return message("It is in this part of the board."), marks


def _near(grid: tuple[tuple[str, ...], ...], place: str) -> list[str]:
    """The squares of the region of the board around a square."""
    for row, places in enumerate(grid):
        if place in places:
            column = places.index(place)
            rows = _part(row, len(grid))
            columns = _part(column, len(places))
            return [one for line in grid[rows] for one in line[columns] if one]
    return [place]


def _part(index: int, length: int) -> slice:
    part = index * _PARTS // length
    return slice(-(-part * length // _PARTS), -(-(part + 1) * length // _PARTS))


class CollectionProgress(QObject):
    """Which problems of a session's file there are, which were solved, and the way from one to the next.

    As long as they aren't all found, the way is that of the file, whatever order was asked for.

    Signals:
        changed: what is known changed.
    """

    changed = Signal()

    def __init__(
        self,
        session: RecordSession,
        history: TrainingHistory,
        due: bool = False,
        parent: QObject | None = None,
    ) -> None:
        """`due`: the file is what is due today, of which is asked again what went wrong."""
        super().__init__(parent)
        self._due = due
        self._session = session
        self._history = history
        self._found: list[ListedProblem] = []
        self._collection: ProblemCollection | None = None
        self._shuffled = False
        self._here: tuple[int, int] = (-1, -1)
        self._key = ""  # of what is shown, in the history
        self._lister = JobRunner(self)
        self._lister.result.connect(self._found.extend)
        self._lister.finished.connect(self._listed)
        self._reader = JobRunner(self)
        self._reader.finished.connect(self._list)
        session.listed.connect(self._grown)
        self._reader.start(in_thread(history.reading()))

    # ------------------------------------------------------------------------------- finding

    def _list(self) -> None:
        """The history is read, or the file has more records: find the problems."""
        self._collection = None
        self._found.clear()
        self._lister.start(listing(self._session.document))

    def _listed(self) -> None:
        collection = self._collection = ProblemCollection(self._found, self._history)
        if self._due:
            collection.ask_all()
            self.changed.emit()
        else:
            self.shuffle(self._shuffled)

    def _grown(self) -> None:
        if not (self._session.indexer.running or self._reader.running):
            self._list()

    def wait(self) -> None:
        """Find all problems now."""
        self._reader.run_now()
        self._lister.run_now()

    @property
    def complete(self) -> bool:
        """Whether all problems are found."""
        return self._collection is not None

    def end(self) -> None:
        """Stop finding, and see to it that what was tried is written."""
        self._reader.stop()
        self._lister.stop()
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
        if grade is Grade.WRONG and self._collection is not None and self._problem is not None:
            self._collection.ask_again(self._problem)
        self.changed.emit()

    def step(self, way: int) -> Node | None:
        """Turn to the next question in the order (-1: the one before); None at its end."""
        here, collection = self._problem, self._collection
        if here is None or collection is None:
            return self._neighbour(way)
        return self._turn_to(collection.neighbour(here, way))

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

    def _neighbour(self, way: int) -> Node | None:
        """The question next to the one that is shown, in this record or another, which is then opened."""
        session = self._session
        found = self.within(way)
        for _ in range(_MOST_SKIPPED):
            if found is not None:
                return found
            place = session.index
            session.step_record(way)
            if session.index == place:
                return None  # no more, or it can't be read: that was said
            asked = [one for one in questions(session.record) if moves_after(one)]
            found = asked[0 if way > 0 else -1] if asked else None
        return None

    def within(self, way: int) -> Node | None:
        """The next question of the same record (-1: the one before), None if there is none."""
        record = self._session.record
        found = next_question(record, record.nodes[self._here[1]], way)
        while found is not None and not moves_after(found):
            found = next_question(record, found, way)
        return found

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
        if collection is not None and collection.of_due and self._problem is not None:
            left = collection.left(self._problem)
            if not left:
                return message("The last problem of today")
            return counted("{count} more problem today", "{count} more problems today", left)
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
        return _past_words(self._history.of(self._key))


def _past_words(attempts: Sequence[Attempted]) -> Message:
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


class ProblemPanel(OutcomePanel):
    """The panel beside the board of a problem.

    Attributes:
        chance: the check box for answers chosen at random.
        shuffled: the check box for problems in a random order.
        onward: the check box for going on without being asked.
        judged: the check box for an engine that judges other moves, hidden where none can.
        crop: the check box for the part of the board that matters, hidden where that is all of it.
        of_deck: whether the problems are those of a deck, which has an order of its own.
    """

    def __init__(self, of_deck: bool = False) -> None:
        super().__init__()
        self.of_deck = of_deck
        self._place = self.add_label("muted")
        self._title = self.add_label("title")
        self._past = self.add_label("muted")
        self._task = self.add_label()
        self._task.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.column.addSpacing(8)
        self.add_outcome("title")
        self.column.addSpacing(4)
        self.add_chips(_BUTTONS)
        self.chance = QCheckBox(tr(message("Answers by chance if there are several")))
        self.column.addSpacing(4)
        self.column.addWidget(self.chance)
        for one in ("played", "game"):
            self.buttons[one].setVisible(of_deck)
        self.shuffled = QCheckBox(tr(message("Problems in random order")))
        self.shuffled.hide()
        self.column.addWidget(self.shuffled)
        self.onward = QCheckBox(tr(message("Go on by itself once it is solved")))
        self.column.addWidget(self.onward)
        self.judged = QCheckBox(tr(message("An engine judges other moves")))
        self.judged.hide()
        self.column.addWidget(self.judged)
        self.crop = QCheckBox(tr(message("Only the part of the board that matters")))
        self.crop.hide()
        self.column.addWidget(self.crop)
        for box in (self.chance, self.shuffled, self.onward, self.crop):
            box.setMinimumWidth(1)  # else a long one widens the panel, and the task is cut off
            set_tip(box, box.text())
        self.column.addStretch(1)
        self._progress = self.add_label("name", self.below)
        self._count = self.add_label("muted", self.below)
        self.add_ends(_ENDS, in_rows=True)

    # -------------------------------------------------------------------------------- showing

    def show_question(self, place: str, title: Message, task: str) -> None:
        """Show the problem's number, the side to play, and the record's comment."""
        self.write(self._place, place)
        self.write(self._title, tr(title))
        self.write(self._task, task)
        self.show_outcome(None)

    def show_count(self, count: Tally) -> None:
        """Show the tally of the sitting."""
        words = message(
            "This sitting: {right} right, {wrong} wrong", right=count[0], wrong=count[1]
        )
        self.write(self._count, tr(words) if sum(count) else "")

    def show_progress(self, words: Message, past: Message, unsolved: bool) -> None:
        """Show how many problems are solved, how this one went so far, and whether any is unsolved."""
        self.write(self._progress, tr(words))
        self.write(self._past, tr(past))
        self.shuffled.setVisible(bool(words.template) and not self.of_deck)
        self.buttons["unsolved"].setVisible(bool(words.template) and not self.of_deck)
        self.buttons["unsolved"].setEnabled(unsolved)

    def show_state(self, back: bool, hint: bool, over: bool, astray: bool) -> None:
        """Enable the buttons for a state of the attempt.

        "Next" stands out once it is over, "take back" where a wrong move is on the board.
        """
        self.buttons["hint"].setEnabled(hint)
        self.buttons["back"].setEnabled(back)
        self.buttons["show"].setEnabled(not over)
        self.highlight("next" if over else "back" if astray else "")

    @property
    def words(self) -> tuple[str, str, str]:
        """The text of the question."""
        return self._place.text(), self._title.text(), self._task.text()

    @property
    def progress(self) -> tuple[str, str]:
        """How many problems are solved, and how this one went so far."""
        return self._progress.text(), self._past.text()

    @property
    def count(self) -> str:
        """The text of the tally, "" before anything was solved."""
        return self._count.text()
