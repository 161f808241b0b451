"""A position and its squares in words, for screen readers and the status line."""

from __future__ import annotations

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.games.capabilities import counts_of
from viewer.tree.annotation import Mark
from viewer.ui.session.record_session import RecordSession

_COLOURS = {
    "green": message("green"),
    "red": message("red"),
    "blue": message("blue"),
    "yellow": message("yellow"),
}


def position_words(session: RecordSession) -> str:
    """The last move, the side to move, and observations."""
    move = session.words.numbered(session.shown) or tr(message("Start"))
    side = session.states.side_name(session.shown_state.side)
    parts = [message("{move}. {side} to move.", move=move, side=side)]
    parts += session.game.observations(session.shown_state)
    return " ".join(tr(part) for part in parts)


def place_words(session: RecordSession, square: str) -> Message:
    """A square, its piece, and its marks."""
    game = session.game
    kind = dict(game.pieces(session.shown_state)).get(square)
    name = game.square_name(session.shown_state, square)
    if kind is None:
        words = message("{square}, empty", square=name)
    else:
        piece = game.piece_name(kind, session.shown_state)
        count = counts_of(game, session.shown_state).get(square, 1)
        words = message("{square}, {piece}", square=name, piece=piece)
        if count > 1:
            words = message(
                "{square}, {count} times {piece}", square=name, piece=piece, count=count
            )
    for mark in session.marks:
        if mark.squares[:1] == (square,):
            words = message("{square}; {mark}", square=words, mark=mark_words(session, mark))
    return words


_KINDS = {
    "triangle": message("triangle"),
    "square": message("square"),
    "circle": message("circle"),
    "cross": message("cross"),
    "selected": message("selected"),
}


def mark_words(session: RecordSession, mark: Mark) -> Message:
    """A mark: its kind or text, its colour, and the target of an arrow or line."""
    if mark.kind == "label":
        return message("label {text}", text=mark.text)
    if mark.kind == "dim":
        return message("drawn back")
    if mark.kind == "territory":
        owner = next((one.name for one in session.game.sides if one.colour == mark.colour), None)
        return message("territory of {side}", side=owner or mark.colour)
    colour = _COLOURS.get(mark.colour, message("{colour}", colour=mark.colour))
    if mark.kind == "arrow" and len(mark.squares) == 2:
        square = session.game.square_name(session.shown_state, mark.squares[1])
        return message("{colour} arrow to {square}", colour=colour, square=square)
    if mark.kind == "line" and len(mark.squares) == 2:
        square = session.game.square_name(session.shown_state, mark.squares[1])
        return message("{colour} line to {square}", colour=colour, square=square)
    if mark.kind in _KINDS:
        return message("{colour} {kind}", colour=colour, kind=_KINDS[mark.kind])
    return message("{colour} mark", colour=colour)
