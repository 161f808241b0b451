"""What typed and printed moves may mean: in any language's letters, Latin or Cyrillic, short or long."""

from __future__ import annotations

from collections.abc import Iterable

import chess

from viewer.base.patterns import late
from viewer.games.chess.notation import LANGUAGES, english
from viewer.games.chess.san import read_san

_LONGEST = 32
_NUMBER = late(r"\s*\d{1,4}\s*(?:\.+|…)\s*")
_PIECES = ("K", "Q", "R", "B", "N")
_CYRILLIC = str.maketrans("асехО", "acexO")
_RUSSIAN = {"Кр": "K", "К": "N", "к": "N", "С": "B", "Л": "R", "Ф": "Q", "п": ""}
_TAKEN = late(r"\s*([x×:])\s*[A-Z]?(?=[a-h][1-8])")
_LONG = late(r"[^\Wa-h\d_]?([a-h][1-8])[-x×:]([a-h][1-8])(?:=?([QRBN]))?[+#]?")


def legal_readings(board: chess.Board, text: str, style: str = "") -> list[chess.Move]:
    """The moves that a text may mean, best first; including a null move if that is possible.

    Letters are read in the style's language, then in English, and if they can't be that, in any language.
    """
    if len(text) > _LONGEST:
        return []
    text = _latin(_NUMBER.sub("", text, count=1).strip())
    found: dict[chess.Move, None] = {}
    for spelling in _in_english(text, style):
        move = read_san(board, spelling)
        if move is not None and (move or not board.is_check()):
            found[move] = None
    long = None if found else _LONG.fullmatch(text)
    if long is not None:  # whatever letter the piece has
        move = read_san(board, long[1] + long[2] + (long[3] or "").lower())
        if move:
            found[move] = None
    return list(found)


def _latin(text: str) -> str:
    """The text in Latin letters, without blanks and the letter of what is taken."""
    if not text.isascii():
        text = text.replace("ç", "c")
        for letter, meant in _RUSSIAN.items():
            if text.startswith(letter) and text[len(letter) :]:
                text = meant + text[len(letter) :]
                break
        text = text.translate(_CYRILLIC)
    return _TAKEN.sub(r"\1", text)


def language_of(texts: Iterable[str]) -> str:
    """The id of the style in whose letters moves are written, "" where English letters do."""
    letters = {text[0] for text in texts if text[:1].isalpha() and text[0].isupper()} - {"O"}
    if letters <= set(_PIECES):
        return ""
    fitting = (id for id, each in LANGUAGES.items() if letters <= set(each.letters))
    return next(fitting, "")


def _in_english(text: str, style: str) -> list[str]:
    """The text with the letters of the style, of English and of all languages made English ones."""
    spellings = [english(text, style), text]
    if text[:1] not in _PIECES:
        spellings.extend(english(text, id) for id in LANGUAGES)
    return list(dict.fromkeys(spellings))
