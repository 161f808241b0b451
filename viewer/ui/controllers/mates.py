"""Mates searched in the background: from the current position, told by a notice and put in as variations;
of all problems of a file, told in its notes.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.problems.mates import Found, Outcome, Problem, branch, searching, told
from viewer.games.mates import DEEPEST, Mate
from viewer.ui.controllers.record_list import all_found
from viewer.ui.session.soundness import Soundness

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window

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
