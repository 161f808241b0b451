"""Mates searched in the background: from the current position, told by a notice and put in as variations;
of all problems of a file, told in its notes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.processes import processors
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import Change
from viewer.document.problems.mates import (
    Found,
    Outcome,
    Problem,
    branch,
    findings_of,
    is_problem,
    outcome_of,
    searching,
    told,
)
from viewer.games import game_of
from viewer.games.mates import DEEPEST, Mate
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Record
from viewer.ui.controllers.record_list import all_found

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window


_SECONDS = 20  # for each problem
_READ = 50  # parts of a thousand that reading the records is


class _Kept(NamedTuple):
    """What was found of a record, and what is told of it, for as long as it begins with the position."""

    position: str
    problem: Problem
    found: Found
    told: list[Diagnostic]


class Soundness(QObject):
    """What searches say of the problems with which the records of a file begin, among its findings."""

    def __init__(self, context: RecordSession) -> None:
        super().__init__(context)
        self._context = context
        self._kept: dict[int, _Kept] = {}
        self._document = context.document
        context.changed.connect(self._follow)
        context.listed.connect(self.look_again)
        context.restyled.connect(self.look_again)
        context.findings.more = self.found

    # ------------------------------------------------------------------------------- searching

    def job(self, keys: Sequence[int]) -> Iterator[JobStep[Counter[Outcome]]]:
        """Search the records of these keys that are problems, and aren't known. Keeps each as it comes.

        The result says how many of all of them there are of each outcome. Raises OSError.
        """
        document = self._document
        asked: list[tuple[int, Record]] = []
        problems: list[Problem] = []
        known: list[int] = []
        for at, key in enumerate(keys):
            record = document.record_of(key) if document.has(key) else None
            if key in self._kept:
                known.append(key)
            elif record is not None and is_problem(record):
                asked.append((key, record))
                problems.append(Problem(record, record.root))
            yield JobStep(_READ * at // len(keys), 1000)
        counts = Counter(outcome_of(self._kept[key].found) for key in known)
        left = iter(zip(asked, problems, strict=True))
        for step in searching(problems, DEEPEST, _SECONDS, processors() - 1):
            done = _READ + (1000 - _READ) * step.done // max(1, step.total)
            if step.result is None:
                yield JobStep(done, 1000, waiting=step.waiting)
                continue
            (key, record), problem = next(left)
            counts[outcome_of(step.result)] += 1
            self._keep(key, record, problem, step.result)
            yield JobStep(done, 1000)
        yield JobStep(1000, 1000, counts)

    def _keep(self, key: int, record: Record, problem: Problem, found: Found) -> None:
        self._kept[key] = _Kept(_position(record), problem, found, [])
        self._word(key)
        self._context.findings.changed.emit()

    # ----------------------------------------------------------------------------------- keeping

    def found(self) -> list[Diagnostic]:
        """What is known, in the order of the file; their `record` is a key."""
        kept, order = self._kept, self._document.keys() if self._kept else ()
        return [one for key in order if key in kept for one in kept[key].told]

    def _follow(self, change: Change) -> None:
        """Forget what was found of records that begin otherwise now."""
        touched = {key for key, _ in change.touched if key in self._kept}
        for key in touched:
            self._word(key)
        if touched:
            self._context.findings.changed.emit()

    def look_again(self, *_: object) -> None:
        """The file was read again, another one is shown, or moves are written otherwise."""
        if self._context.document is not self._document:
            self._document = self._context.document
            self._kept.clear()
        for key in list(self._kept):
            self._word(key)
        self._context.findings.changed.emit()

    def _word(self, key: int) -> None:
        """Word what is known of a record as it is now; forget it if the record begins otherwise."""
        if not self._document.has(key):
            return  # it may come back
        record, kept = self._document.record_of(key), self._kept[key]
        if _position(record) != kept.position:
            del self._kept[key]
            return
        style = self._context.style
        told = findings_of(key, record.root, kept.problem, kept.found, DEEPEST, style)
        self._kept[key] = kept._replace(told=told)


def _position(record: Record) -> str:
    """The position with which a record begins, as text."""
    game = game_of(record.game)
    return game.setup_text(game.start_of(record))


_WORDS = message("Searching a mate")
_SHEET = message("Searching the mates of the problems")
_COOKS = 3  # told by their moves


def search_mate(window: Window) -> None:
    """Search a mate from the current node, in place of the search that runs in its file."""
    session = window.session
    if session is None:
        return
    if session.trial is not None and session.trial.refusal is not None:
        window.say(session.trial.refusal)
        return
    _stop(window, session.document, _WORDS)
    search = _Search(window, session)
    window.tasks.run(_WORDS, search.job, search.tell, session.document)


def check_problems(window: Window) -> None:
    """Search the mates of the chosen problems, of all of the file if no more than one is chosen."""
    session = window.session
    if session is None:
        return
    session.flush()
    if not all_found(session, window):
        return
    _stop(window, session.document, _SHEET)
    soundness = session.findChild(Soundness) or Soundness(session)
    keys = window.games.several() or list(session.document.keys())
    tell = partial(_tell_counts, window, session.document)
    window.tasks.run(_SHEET, soundness.job(keys), tell, session.document)


def _tell_counts(window: Window, document: Document, counts: Counter[Outcome]) -> None:
    """Say how many problems are sound; what is said of each stands in the notes."""
    if not counts:
        window.say(message("No game here begins with a position of its own."))
        return
    words = message(
        "{problems}: {sound} sound, {cooked} with cooks, {none} without a mate, {open} not decided.",
        problems=counted("{count} problem", "{count} problems", counts.total()),
        sound=counts[Outcome.SOUND],
        cooked=counts[Outcome.COOKED],
        none=counts[Outcome.NO_MATE],
        open=counts[Outcome.OPEN],
    )
    notes = window.desk.panels.made("notes") if window.desk is not None else None
    if notes is not None and notes.isVisible():
        window.say(words)  # a notice would lie over what it leads to
        return
    show = (message("Show them"), partial(window.show_page, "notes"))
    window.notice.tell(words, show, about="problems", of=document)


def _stop(window: Window, document: Document, words: Message) -> None:
    """Stop the search that runs in a file: another one takes its place."""
    for task in window.tasks.of(document):
        if task.words == words:
            task.stop()


class _Search:
    """A search from the current node of a session."""

    def __init__(self, window: Window, session: RecordSession) -> None:
        self._window = window
        self._document: Document = session.document
        self._key = session.key
        self._problem = Problem(session.record, session.node)
        self._style = session.style
        self._node = session.node.id
        self.job = searching([self._problem])

    def tell(self, found: Found) -> None:
        """Say what was found by a notice, which puts a mate in."""
        answers = []
        mate = found.mate
        if mate is not None and mate.steps:
            answers.append((message("Put in"), partial(self._put_in, mate)))
            if mate.cooks:
                with_cooks = partial(self._put_in, mate, with_cooks=True)
                answers.append((message("Put in with the other mates"), with_cooks))
        notice = self._window.notice
        notice.tell(self._words(found), *answers, about="mate", of=self._document)

    def _words(self, found: Found) -> Message:
        words, *others = told(self._problem, found, DEEPEST, self._style)
        cooks = 0 if found.mate is None else len(found.mate.cooks)
        if cooks > _COOKS:
            more = counted(
                "{count} other move mates too",
                "{count} other moves mate too",
                cooks - _COOKS,
            )
            others[_COOKS:cooks] = [more]
        for other in others:
            words = message("{first}. {second}", first=words, second=other)
        return words

    def _put_in(self, mate: Mate, with_cooks: bool = False) -> None:
        """Add the solution to the record where it was searched, unless that has changed."""
        document, id = self._document, self._node
        desks = self._window.every_desk()
        session = next((one.session for one in desks if one.session.document is document), None)
        nodes = document.record_of(self._key).nodes if document.has(self._key) else {}
        if session is None or id not in nodes or not self._problem.is_at(nodes[id]):
            self._window.say(message("The position that was searched isn't there any more."))
            return
        session.end_trial()
        session.show(self._key, id)
        session.do(plans.paste, branch(self._problem, mate, tr if with_cooks else None))
