"""Lessons in the window: made of games of a file or of games found, and taken, one game after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import Shiboken

from viewer.base.catalogs import tr
from viewer.base.fields import NUMBER, Field, Value
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, counted, message, sentences
from viewer.document.document import Document
from viewer.document.placed import formats_for
from viewer.document.training.history import Grade, TrainingHistory
from viewer.document.training.lessons import (
    GUESS,
    SIDE_FIELD,
    SOLVE,
    STEP,
    TASK_FIELD,
    Course,
    LessonMade,
    Task,
    coursing,
    game_key,
    lesson_of_places,
    lesson_of_records,
    task_of,
)
from viewer.library.ask.searching import Hit
from viewer.ui.controllers.hit_copies import guarded, look_up
from viewer.ui.controllers.record_list import all_found
from viewer.ui.library.hits_view import place_of
from viewer.ui.modes.desk_mode import ActionButton, ActionPanel
from viewer.ui.modes.guesser import guess_moves
from viewer.ui.modes.problem.solver import solve
from viewer.ui.modes.trial_mode import TrialMode
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_ABOUT = "lesson"
_BEHIND = Field(
    "behind",
    message("Begin behind so many plies"),
    NUMBER,
    0,
    help=message(
        "0: where a lesson begins already, else at the start; in games found, at the place that was found."
    ),
)


def lesson_of_games(window: Window) -> SheetDialog | None:
    """Ask how, and make a lesson of the chosen games of the file that is shown, in a new tab."""
    session = window.session
    if session is None:
        return None
    session.flush()
    if not all_found(session, window):
        return None
    document = session.document
    keys = window.games.several() or list(document.keys())

    def make(values: dict[str, Value]) -> None:
        _run(window, lesson_of_records(document, keys, *_choices(values)), document)

    return _asked(window, len(keys), make)


def lesson_of_hits(window: Window) -> None:
    """Ask how, and make a lesson of the chosen games found, all if no more than one is chosen."""
    tab = window.libraries.tab
    if tab is None or not tab.found.total:
        return
    chosen = tab.found.chosen_rows
    rows = chosen if len(chosen) > 1 else range(tab.found.total)

    def ask(hits: list[Hit]) -> None:
        fits = formats_for(frozenset(hit.game for hit in hits), len(hits) > 1)
        if not fits:
            window.tell(
                message("No format holds games of all these kinds. Choose games of one kind.")
            )
            return

        def make(values: dict[str, Value]) -> None:
            _run(window, in_thread(guarded(_of_hits(hits, fits[0].id, values))))

        _asked(window, len(hits), make)

    look_up(window, tab, rows, ask)


def _asked(window: Window, count: int, done: Callable[[dict[str, Value]], object]) -> SheetDialog:
    games = counted("one game", "{count} games", count)
    title = message("A lesson of {games}", games=games)
    fields = (TASK_FIELD, SIDE_FIELD, _BEHIND)
    dialog = SheetDialog(title, message("Make the lesson"), fields, window)
    dialog.accepted.connect(lambda: done(dict(dialog.sheet.values())))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def _of_hits(
    hits: Sequence[Hit], format: str, values: dict[str, Value]
) -> Iterator[JobStep[LessonMade]]:
    places, nodes = [place_of(hit) for hit in hits], [hit.node for hit in hits]
    return lesson_of_places(places, nodes, format, *_choices(values))


def _choices(values: dict[str, Value]) -> tuple[str, str, int | None]:
    """What is asked, whose moves, and behind how many plies."""
    return str(values["task"]), str(values["side"]), int(values["behind"]) or None


def _run(
    window: Window, job: Iterator[JobStep[LessonMade]], document: Document | None = None
) -> None:
    def done(made: LessonMade) -> None:
        name = tr(message("Lesson"))
        window.add_document(window.workspace.add(*made, name))
        words = counted("A lesson of one game.", "A lesson of {count} games.", len(made[1]))
        begin = (message("Begin"), lambda: take(window))
        window.notice.tell(words, begin, about=_ABOUT)

    window.tasks.run(message("Making a lesson"), job, done, document)


# -------------------------------------------------------------------------------------- taken


def offer(window: Window, session: RecordSession) -> None:
    """Tell that a file is a lesson and how far one came, with a button that goes on, unless all is done.

    Nothing is told of a file that isn't shown any more, or in a mode.
    """
    document = session.document

    def tell(course: Course) -> None:
        desk = window.desk
        busy = desk is not None and desk.session is session and desk.editing
        if course.next is not None and session.document is document and not busy:
            words = counted("A lesson of one game.", "A lesson of {count} games.", course.asking)
            _tell_course(window, session, words, course)

    _look_up(window, session, tell)


def _look_up(window: Window, session: RecordSession, done: Callable[[Course], object]) -> None:
    document = session.document
    history = TrainingHistory(window.store.state, window.workspace.files)

    def job() -> Iterator[JobStep[Course]]:
        for step in in_thread(history.reading()):
            yield JobStep(0, 0, waiting=step.waiting)
        yield from coursing(document, history)

    window.tasks.run(message("Looking up how far the lesson went"), job(), done, document)


def _tell_course(window: Window, session: RecordSession, words: Message, course: Course) -> None:
    """Tell how far one came, and lead to the first game that isn't done."""
    if course.done:
        far = message("Done: {done} of {count}.", done=course.done, count=course.asking)
        words = sentences([words, far])

    def begin() -> None:
        if course.next is not None and session.document.has(course.next):
            session.show(course.next)
            take(window)

    go_on = message("Go on") if course.done else message("Begin")
    buttons = [] if course.next is None else [(go_on, begin)]
    window.notice.tell(words, *buttons, about=_ABOUT, of=session.document)


def take(window: Window) -> None:
    """Do what the current game of a lesson asks; what comes next is a button beside the board."""
    desk = window.desk
    if desk is None or desk.editing:
        return
    session = desk.session
    session.flush()
    task = task_of(session.record)
    if task is None and not _step(session):
        make = (message("Make a lesson of the games…"), lambda: lesson_of_games(window))
        words = message("This file is no lesson.")
        window.notice.tell(words, make, about=_ABOUT, of=session.document)
        return
    task = task_of(session.record)
    assert task is not None
    _Taken(window, session, task)


_BAR: tuple[ActionButton, ...] = (
    ("again", message("Go on"), ""),
    ("next", message("Next game"), ""),
    ("previous", message("Previous game"), ""),
    ("leave", message("Leave"), ""),
)


class LessonBar(ActionPanel):
    """What a game of a lesson asks, with buttons that lead on; above the panel beside the board."""

    def __init__(self, words: Message, left: bool) -> None:
        """`left`: the mode that asks was left, and can be gone on with."""
        super().__init__()
        self.words = self.add_label("title")
        self.write(self.words, tr(words))
        self.add_chips(_BAR if left else _BAR[1:])
        self.highlight("again" if left else "next")

    def leave(self) -> None:
        """Another record is shown."""
        self.asked.emit("leave")


def _put_bars_away(window: Window) -> None:
    for bar in window.findChildren(LessonBar):
        bar.setParent(None)
        bar.deleteLater()


class _Taken:
    """A game of a lesson, while it is taken."""

    def __init__(self, window: Window, session: RecordSession, task: Task) -> None:
        self._window, self._session, self._task = window, session, task
        self._left = False  # for another game
        session.conceal(task.kind == STEP)
        window.notice.put_away(_ABOUT)
        _put_bars_away(window)
        place = message(
            "{place} of {count}",
            place=Number(session.index + 1),
            count=Number(len(session.document)),
        )
        words = task.words(session.states.side_names)
        self._words = message("{place}: {task}", place=place, task=words)
        self._mode: TrialMode | None = None
        self._key = session.key
        if task.kind == SOLVE:
            self._mode = solve(window, go_on=lambda way: self._go_on(way))
        else:
            session.go(task.start(session.record))
        if task.kind == GUESS:
            whose = "both" if task.side is None else str(task.side)
            self._mode = guesser = guess_moves(window, whose, tr(place))
            if guesser is not None:
                guesser.passed.connect(lambda way: self._go_on(way))
                guesser.ended.connect(lambda right: self._grade(right))
        if self._mode is None:
            self._tell()
        else:
            self._mode.finished.connect(lambda *_: self._finish())

    def _tell(self) -> None:
        """Lead on by buttons above the panel, where there is no panel of a mode that does."""
        desk = self._window.desk
        assert desk is not None
        bar = LessonBar(self._words, left=self._mode is not None)
        bar.asked.connect(lambda what: self._do(what))
        self._session.reloaded.connect(bar.leave)
        desk.show_above_panels(bar)

    def _do(self, what: str) -> None:
        if what == "again":
            take(self._window)
        elif what == "leave":
            self._session.conceal(False)
            _put_bars_away(self._window)
        else:
            self._go_on(1 if what == "next" else -1)

    def _finish(self) -> None:
        """The mode was left."""
        session = self._session
        here = session.document in self._window.workspace.documents and session.key == self._key
        if here and not self._left:
            self._tell()

    def _grade(self, right: bool = True) -> None:
        """Remember that the game is done."""
        window, session = self._window, self._session
        history = TrainingHistory(window.store.state, window.workspace.files)
        key = game_key(session.states, session.record, self._task)
        history.add(key, Grade.RIGHT if right else Grade.HINTED, datetime.now(UTC))

    def _go_on(self, way: int = 1) -> None:
        window, session, mode = self._window, self._session, self._mode
        desk = window.desk
        if desk is None or desk.session is not session:
            return
        if self._task.kind == STEP and session.node is list(session.record.root.main_line())[-1]:
            self._grade()
        self._left = True
        _put_bars_away(window)
        if mode is not None and Shiboken.isValid(mode) and desk.mode is mode:
            mode.finished.emit(None)
        session.conceal(False)
        if _step(session, way):
            take(window)
        elif way < 0:
            take(window)
            window.say(message("This is the first game of the lesson."))
        else:
            words = message("That was the last game of the lesson.")
            _look_up(window, session, partial(_tell_course, window, session, words))


def _step(session: RecordSession, way: int = 1) -> bool:
    """Go to the next game that asks something (-1: the one before); returns whether there is one."""
    keys, here = session.document.keys(), session.index
    for key in keys[here + 1 :] if way > 0 else reversed(keys[:here]):
        if task_of(session.document.record_of(key)) is not None:
            session.show(key)
            return True
    return False
