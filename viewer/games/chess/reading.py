"""Reading moves: those of a record's actions, and the possible meanings of typed or pasted texts."""

from __future__ import annotations

import chess

from viewer.base.patterns import late
from viewer.games.chess.notation import LANGUAGES, english
from viewer.games.chess.position import CHESS_MOVE_OF
from viewer.games.chess.san import read_san
from viewer.tree.action import Action, Move, Written

_LONGEST = 32
_NUMBER = late(r"\s*\d{1,4}\s*(?:\.+|…)\s*")
_PIECES = ("K", "Q", "R", "B", "N")


def move_said(board: chess.Board, action: Action | None) -> chess.Move | None:
    """The move of an action on a board, legal or not; None if it isn't one."""
    if isinstance(action, Written):
        return read_san(board, action.text)
    return CHESS_MOVE_OF[action.text] if isinstance(action, Move) else None


def legal_move(board: chess.Board, action: Action | None) -> chess.Move | None:
    """The legal (or null) move that an action is on a board; None if it is none."""
    move = move_said(board, action)
    if isinstance(action, Written) or not move or board.is_legal(move):
        return move
    return None


def legal_readings(board: chess.Board, text: str, style: str = "") -> list[chess.Move]:
    """The moves that a text may mean, best first; including a null move if that is possible.

    Letters are read in the style's language, then in English, and if they can't be that, in any language.
    """
    if len(text) > _LONGEST:
        return []
    text = _NUMBER.sub("", text, count=1).strip()
    found: dict[chess.Move, None] = {}
    for spelling in _in_english(text, style):
        move = read_san(board, spelling)
        if move is not None and (move or not board.is_check()):
            found[move] = None
    return list(found)


def _in_english(text: str, style: str) -> list[str]:
    """The text with the letters of the style, of English and of all languages made English ones."""
    spellings = [english(text, style), text]
    if text[:1] not in _PIECES:
        spellings.extend(english(text, id) for id in LANGUAGES)
    return list(dict.fromkeys(spellings))
