"""Lessons in the window: made of games of a file or of games found, and taken, one game after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from shiboken6 import Shiboken

from viewer.base.fields import NUMBER, Field, Value
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, counted, message
from viewer.document.document import Document
from viewer.document.edits import RecordData
from viewer.document.placed import OpenFiles, as_data, formats_for
from viewer.document.training.lessons import (
    GUESS,
    SIDE_FIELD,
    SOLVE,
    STEP,
    TASK_FIELD,
    task_for,
    task_of,
    with_task,
)
from viewer.formats import FORMATS
from viewer.library.ask.searching import Hit
from viewer.tree.action import is_move
from viewer.tree.record import Record
from viewer.ui.controllers.hit_copies import guarded, look_up
from viewer.ui.controllers.record_list import all_found
from viewer.ui.library.hits_view import place_of
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
    help=message("0: at the start; in games found, at the place that was found."),
)
_Made = tuple[str, list[RecordData]]
"""A format and the records of a lesson in it."""


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
        _run(window, _of_file(document, keys, values), document)

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


def _of_file(
    document: Document, keys: Sequence[int], values: dict[str, Value]
) -> Iterator[JobStep[_Made]]:
    made: list[RecordData] = []
    for done, key in enumerate(keys, 1):
        record = document.record_of(key)
        data = RecordData.of(record)
        made.append(_asking(record, data, document.format, values, 0))
        yield JobStep(done, len(keys))
    yield JobStep(1, 1, (document.format, made))


def _of_hits(
    hits: Sequence[Hit], format: str, values: dict[str, Value]
) -> Iterator[JobStep[_Made]]:
    made: list[RecordData] = []
    with OpenFiles() as open_files:
        for done, hit in enumerate(hits, 1):
            place = place_of(hit)
            record = open_files.record(place)
            data = as_data(record, open_files.collection(place.path).format, format)
            made.append(_asking(record, data, format, values, _ply_of(record, hit.node)))
            yield JobStep(done, len(hits))
    yield JobStep(1, 1, (format, made))


def _asking(
    record: Record, data: RecordData, format: str, values: dict[str, Value], found: int
) -> RecordData:
    """A record that says what it asks; `found`: the plies before the place that was found."""
    ply = int(values["behind"]) or found
    said = data.record()
    task = task_for(said, FORMATS[format].load(), str(values["task"]), str(values["side"]), ply)
    return data._replace(headers=with_task(said, task))


def _ply_of(record: Record, node: int | None) -> int:
    """How many plies of the main line lead to a node; 0 for none, and for one of a variation."""
    main = {one.id for one in record.root.main_line()}
    if node not in main:
        return 0
    return sum(is_move(one.action) for one in record.nodes[node].path())


def _run(window: Window, job: Iterator[JobStep[_Made]], document: Document | None = None) -> None:
    def done(made: _Made) -> None:
        window.add_document(window.workspace.add(*made))
        words = counted("A lesson of one game.", "A lesson of {count} games.", len(made[1]))
        begin = (message("Begin"), lambda: take(window))
        window.notice.tell(words, begin, about=_ABOUT)

    window.tasks.run(message("Making a lesson"), job, done, document)


# -------------------------------------------------------------------------------------- taken


def take(window: Window) -> None:
    """Do what the current game of a lesson asks; a notice has its place, and leads to the next one."""
    desk = window.desk
    if desk is None or desk.editing:
        return
    session = desk.session
    session.flush()
    task = task_of(session.record)
    if task is None and not _step(session):
        window.say(message("This file is no lesson. The menu Games makes one of its games."))
        return
    task = task_of(session.record)
    assert task is not None
    session.conceal(task.kind == STEP)
    mode: TrialMode | None = None

    def go_on(way: int = 1) -> None:
        if mode is not None and Shiboken.isValid(mode) and desk.mode is mode:
            mode.finished.emit(None)
        session.conceal(False)
        if _step(session, way):
            take(window)
        elif way < 0:
            take(window)
            window.say(message("This is the first game of the lesson."))
        else:
            window.notice.put_away(_ABOUT)
            window.say(message("That was the last game of the lesson."))

    if task.kind == SOLVE:
        mode = solve(window, go_on=go_on)
    else:
        session.go(task.start(session.record))
        if task.kind == GUESS:
            mode = guess_moves(window, "both" if task.side is None else str(task.side))
    place = message(
        "{place} of {count}", place=Number(session.index + 1), count=Number(len(session.document))
    )
    words: Message = message(
        "{place}: {task}", place=place, task=task.words(session.states.side_names)
    )
    window.notice.tell(words, (message("Next"), go_on), about=_ABOUT, of=session.document)


def _step(session: RecordSession, way: int = 1) -> bool:
    """Go to the next game that asks something (-1: the one before); returns whether there is one."""
    keys, here = session.document.keys(), session.index
    for key in keys[here + 1 :] if way > 0 else reversed(keys[:here]):
        if task_of(session.document.record_of(key)) is not None:
            session.show(key)
            return True
    return False
