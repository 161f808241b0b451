"""The moves of an open record are mended: the next one that is given replaces one, or goes in between."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, counted, message, sentences
from viewer.document.plans import mending
from viewer.document.plans.mending import Mended
from viewer.tree.action import Action
from viewer.tree.node import Node

if TYPE_CHECKING:
    from viewer.ui.board.stage import Stage
    from viewer.ui.session.record_session import RecordSession


class Mending(QObject):
    """What is done with moves given on the board or typed, while a session has it.

    To replace a move takes one, at the position before it; moves are inserted one after the other, before
    what follows the current one. It ends as soon as the user goes elsewhere.

    Signals:
        ended: moves are played again.

    Attributes:
        words: what the next move is for.
    """

    ended = Signal()

    def __init__(self, session: RecordSession, replaced: Node | None = None) -> None:
        """`replaced`: the move that gets another in its place; None to insert some here."""
        super().__init__(cast(QObject, session))
        self._session = session
        self._replaced = None if replaced is None else replaced.id
        if replaced is None:
            self.words = message("Moves go in before what follows here. Esc ends.")
        else:
            move = session.words.numbered(replaced)
            self.words = message("Another move in place of {move}. Esc ends.", move=move)
            session.go(replaced.parent)
        self._heres = [session.node.id]
        if session.mending is not None:
            session.mending.end()
        session.mending = self
        session.moved.connect(self._moved)
        session.reloaded.connect(self.end)

    def take(self, action: Action) -> None:
        """A move is given."""
        session, key = self._session, self._session.key
        session.flush()
        if self._replaced is None:
            mended = mending.inserted(session.document, key, session.node, action)
            self._heres.append(mended.edit.after.node)
            _carry_out(session, mended)
            return
        node = session.record.nodes.get(self._replaced)
        self.end()
        if node is not None:
            _carry_out(session, mending.replaced(session.document, key, node, action), node)

    def _moved(self) -> None:
        while self._heres and self._session.node.id != self._heres[-1]:
            self._heres.pop()  # a move that was put in is taken back
        if not self._heres:
            self.end()

    def end(self) -> None:
        """From now on moves are played."""
        session = self._session
        if session.mending is self:
            session.moved.disconnect(self._moved)
            session.reloaded.disconnect(self.end)
            session.mending = None
            self.ended.emit()
            self.deleteLater()


def begin(session: RecordSession, stage: Stage, replace: bool) -> None:
    """Take moves that replace the current one, or that go in before what follows it."""
    session.end_trial()
    stage.close_field()
    mending = Mending(session, session.node if replace else None)
    mending.ended.connect(stage.close_field)
    stage.type_moves()


def leave_out(session: RecordSession) -> None:
    """The current move is left out, and what follows it goes on from the one before."""
    session.flush()
    _carry_out(session, mending.left_out(session.document, session.key, session.node))


def _carry_out(session: RecordSession, mended: Mended | None, node: Node | None = None) -> None:
    """Do an edit of a move, and say what became of those that follow; None: the move is that one already."""
    if mended is None:
        session.go(node)
        return
    if session.do(mending.edit_of, mended) and (told := _told(session, mended)) is not None:
        session.say(told)


def _told(session: RecordSession, mended: Mended) -> Message | None:
    """What became of the moves that follow, of equal ones and of a comment; None if all are as they were."""
    told = [
        one for one in (_following(session, mended), *_kept(session, mended)) if one is not None
    ]
    return sentences(told) if told else None


def _following(session: RecordSession, mended: Mended) -> Message | None:
    first = next((session.record.nodes.get(id) for id in (*mended.broken, *mended.changed)), None)
    if first is None:
        return None
    move = session.words.numbered(first)
    if mended.broken:
        return counted(
            "{count} move that follows is against the rules now: {move}. File check lists it.",
            "{count} moves that follow are against the rules now, the first is {move}. "
            "File check lists them.",
            len(mended.broken),
            move=move,
        )
    return counted(
        "{count} move that follows is another now: {move}.",
        "{count} moves that follow are others now, the first is {move}.",
        len(mended.changed),
        move=move,
    )


def _kept(session: RecordSession, mended: Mended) -> Iterator[Message]:
    words, nodes = session.words, session.record.nodes
    if mended.united:
        move = words.numbered(nodes[mended.united[0]])
        yield counted(
            "{move} stood there already: both are one line now.",
            "{count} moves stood there already, the first is {move}: they are one line each now.",
            len(mended.united),
            move=move,
        )
    if mended.comment is not None:
        move = words.numbered(nodes[mended.comment])
        if move:
            yield message("Its comment stands at {move} now.", move=move)
        else:
            yield message("Its comment stands at the start now.")
