"""Searching a mate from the current position: in the background, told by a notice, put in as variations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, counted, message
from viewer.document import plans
from viewer.document.document import Document
from viewer.games.game import State
from viewer.games.mates import DEEPEST, Mate, search_apart, told

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window

_WORDS = message("Searching a mate")
_COOKS = 3  # told by their moves


def search_mate(window: Window) -> None:
    """Search a mate from the current node, in place of the search that runs in its file."""
    session = window.session
    if session is None:
        return
    if session.trial is not None and session.trial.refusal is not None:
        window.say(session.trial.refusal)
        return
    for task in window.tasks.of(session.document):
        if task.words == _WORDS:
            task.stop()
    search = _Search(window, session)
    window.tasks.run(_WORDS, search.job, search.tell, session.document)


class _Search:
    """A search from the current node of a session."""

    def __init__(self, window: Window, session: RecordSession) -> None:
        self._window = window
        self._document: Document = session.document
        self._key = session.key
        self._game = session.game
        self._state: State = session.state.settled()
        self._style = session.style
        self._node = session.node.id
        self._line = [node.action for node in session.node.path()]
        self.job = search_apart(self._game.id, session.record.headers, self._line)

    def tell(self, result: tuple[Mate | None]) -> None:
        """Say what was found by a notice, which puts a mate in."""
        (found,) = result
        words = self._words(found)
        if found is None or not found.answers:
            self._window.notice.tell(words, about="mate", of=self._document)
            return

        def put_in() -> None:
            self._put_in(found)

        self._window.notice.tell(
            words, (message("Put in"), put_in), about="mate", of=self._document
        )

    def _words(self, found: Mate | None) -> Message:
        words, *others = told(self._game, self._state, found, DEEPEST, self._style)
        if found is not None and len(found.cooks) > _COOKS:
            more = counted(
                "{count} other move mates too.",
                "{count} other moves mate too.",
                len(found.cooks) - _COOKS,
            )
            others[_COOKS : len(found.cooks)] = [more]
        if others:
            words = message("{mate}. {more}", mate=words, more=others.pop(0))
        for other in others:
            words = message("{first} {second}", first=words, second=other)
        return words

    def _put_in(self, found: Mate) -> None:
        """Add the solution to the record where it was searched, unless that has changed."""
        document, id = self._document, self._node
        desks = self._window.every_desk()
        session = next((one.session for one in desks if one.session.document is document), None)
        nodes = document.record_of(self._key).nodes if document.has(self._key) else {}
        there = id in nodes and [one.action for one in nodes[id].path()] == self._line
        if session is None or not there:
            self._window.say(message("The position that was searched isn't there any more."))
            return
        session.end_trial()
        session.show(self._key, id)
        session.do(plans.paste, found.branch)
