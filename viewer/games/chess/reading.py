"""What move a text that somebody types or pastes may mean."""

from __future__ import annotations

import re

import chess

from viewer.games.chess.notation import LANGUAGES, english
from viewer.games.chess.san import read_san

_LONGEST = 32
_NUMBER = re.compile(r"\s*\d{1,4}\s*(?:\.+|…)\s*")
_PIECES = ("K", "Q", "R", "B", "N")


def legal_readings(board: chess.Board, text: str, style: str = "") -> list[chess.Move]:
    """The moves that a text may mean, best first; a null move where it may be made.

    Letters are those of the style, then English ones; where they can't be English, any language's.
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
