"""Moves as people type them, without a format: `e4 e5 Nf3`, `炮二平五 马8进7`."""

from __future__ import annotations

import re

from viewer.games import GAMES, game_of
from viewer.games.game import Game, State
from viewer.tree.serial import NodeData

_NUMBER = re.compile(r"^\d{1,4}(?:\.+|…|、|．)+|^(?:\.{2,}|…+)|^\d{1,4}$")
_MOST = 2000  # words
_SOME = 2  # moves that tell a game; one alone may be of several


def typed_moves(text: str, game: Game[State], state: State) -> tuple[tuple[NodeData, ...], bool]:
    """(the moves of a text from a state on as a branch, whether the text is nothing but moves).

    The moves end at the first word that is no legal move.
    """
    rows: list[NodeData] = []
    words = text.replace("\u3000", " ").split()
    for word in words[:_MOST]:
        word = _NUMBER.sub("", word).strip("，。,;；")
        if not word:
            continue
        moves = game.read_moves(state, word)
        if not moves:
            return tuple(rows), False
        rows.append(NodeData(len(rows), len(rows) - 1, moves[0], {}))
        state = game.step(state, moves[0])
    return tuple(rows), len(words) <= _MOST


def game_of_moves(text: str) -> tuple[str, tuple[NodeData, ...]] | None:
    """The game in which a text is nothing but legal moves from the usual start, with the moves as a branch.

    None if there is none, or if the text has only one move.
    """
    # Players of Hex and Twixt write places in small letters, those of go in capitals.
    for id in sorted(GAMES, key=lambda id: id == "go" and text.islower()):
        game = game_of(id)
        rows, whole = typed_moves(text, game, game.start(game.starts[0].setup))
        if whole and len(rows) >= _SOME:
            return id, rows
    return None
