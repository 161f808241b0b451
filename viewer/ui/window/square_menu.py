"""What can be done at a square of a board, for its menu."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from viewer.base.messages import Message, message
from viewer.document.holding import no_mark, sign_held
from viewer.document.plans import toggle_mark
from viewer.tree.annotation import Mark
from viewer.ui.board.play_board import PlayBoard, next_at, origin_of
from viewer.ui.board.words import mark_words, place_words
from viewer.ui.session.record_session import RecordSession
from viewer.ui.window.actions import Entry

COMMANDS = ("trial", "library-position", "library-material", "find-part", "copy-position")
"""What can be done with the position."""


def entries_at(board: PlayBoard, square: str) -> Iterator[Entry]:
    """What can be done at a square: its name, the moves that concern it, marking it and others."""
    session = board.session
    yield Entry(place_words(session, square), None)
    origin, later = origin_of(session, square), next_at(session, square)
    if origin is not None:
        words = message("Go to {move}, which put it here", move=session.words.numbered(origin))
        yield Entry(words, None if origin is session.shown else partial(session.go, origin))
    if later is not None:
        words = message("Go to {move}, the next move here", move=session.words.numbered(later))
        yield Entry(words, partial(session.go, later))
    else:
        yield Entry(message("No later move goes here"), None)
    mark = Mark(sign_held(session.document, session.game), (square,), "green")
    kind = mark_words(session, mark)
    if mark in session.marks:
        yield Entry(message("Take the {mark} away", mark=kind), partial(_mark, board, mark))
        return
    yield Entry(message("Mark it: {mark}", mark=kind), partial(_mark, board, mark))
    if session.trial is None:
        words = message("Mark it and others: {mark}", mark=kind)
        yield Entry(words, partial(_mark_on, board, mark))


def _mark(board: PlayBoard, mark: Mark) -> None:
    """Draw a mark, or take it away: beside the record where something is."""
    session, drawn = board.session, mark not in board.session.marks
    if session.trial is not None:
        session.trial.draw(mark)
    else:
        session.do(toggle_mark, mark)
    lack = no_mark(session.document, mark.kind)
    if drawn and lack is not None:
        board.told.emit(lack)


def _mark_on(board: PlayBoard, mark: Mark) -> None:
    """Draw a mark, and choose the tool that draws others."""
    if board.tools.tool != mark.kind:
        board.tools.choose(mark.kind)
    board.told.emit(message("Clicks on the board mark; Esc ends it."))
    _mark(board, mark)


def node_words(session: RecordSession) -> Message | None:
    """What the menu of the current move is called; None while something else is shown."""
    if session.shown is not session.node:
        return None
    move = session.words.numbered(session.node)
    return message("At {move}", move=move) if move else message("At the start")
