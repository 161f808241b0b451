"""What stands on a board, in words: for screen readers and the status line."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.capabilities import counts_of
from viewer.tree.annotation import Mark
from viewer.ui.session.study import Study
from viewer.ui.toolkit.translate import tr

_COLOURS = {
    "green": message("green"),
    "red": message("red"),
    "blue": message("blue"),
    "yellow": message("yellow"),
}


def position_words(study: Study) -> str:
    """The last move, who is to move, and what is worth telling."""
    move = study.numbered(study.node) or tr(message("Start"))
    side = study.game.sides[study.state.side].name
    parts = [message("{move}. {side} to move.", move=move, side=side)]
    parts += study.game.observations(study.state)
    return " ".join(tr(part) for part in parts)


def place_words(study: Study, square: str) -> Message:
    """A square, what stands there, and the marks on it."""
    game = study.game
    kind = dict(game.pieces(study.state)).get(square)
    name = game.square_name(study.state, square)
    if kind is None:
        words = message("{square}, empty", square=name)
    else:
        piece, count = game.piece_name(kind), counts_of(game, study.state).get(square, 1)
        words = message("{square}, {piece}", square=name, piece=piece)
        if count > 1:
            words = message(
                "{square}, {count} times {piece}", square=name, piece=piece, count=count
            )
    for mark in study.node.marks:
        if mark.squares[:1] == (square,):
            words = message("{square}; {mark}", square=words, mark=mark_words(study, mark))
    return words


_KINDS = {
    "triangle": message("triangle"),
    "square": message("square"),
    "circle": message("circle"),
    "cross": message("cross"),
    "selected": message("selected"),
}


def mark_words(study: Study, mark: Mark) -> Message:
    """A mark: its kind or text, its colour, and where an arrow or line leads."""
    if mark.kind == "label":
        return message("label {text}", text=mark.text)
    if mark.kind == "dim":
        return message("drawn back")
    if mark.kind == "territory":
        owner = next((one.name for one in study.game.sides if one.colour == mark.colour), None)
        return message("territory of {side}", side=owner or mark.colour)
    colour = _COLOURS.get(mark.colour, message("{colour}", colour=mark.colour))
    if mark.kind == "arrow" and len(mark.squares) == 2:
        square = study.game.square_name(study.state, mark.squares[1])
        return message("{colour} arrow to {square}", colour=colour, square=square)
    if mark.kind == "line" and len(mark.squares) == 2:
        square = study.game.square_name(study.state, mark.squares[1])
        return message("{colour} line to {square}", colour=colour, square=square)
    if mark.kind in _KINDS:
        return message("{colour} {kind}", colour=colour, kind=_KINDS[mark.kind])
    return message("{colour} mark", colour=colour)
