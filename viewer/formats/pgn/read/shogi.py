"""The movetext of shogi games: moves in the notations of PSN, on a chessboard's squares, in Japanese.

Only the shape of a move is examined here; the game decides what it means.
"""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.formats.kit.charsets import WIDE
from viewer.formats.pgn.read.lexer import lexer

_MARKS = "▲△▼▽☗☖"
_APOSTROPHE = rb"(?:['\x92]|\xe2\x80\x99)"
_EDGE = rb"(?![\w@*'=+#-])"
# What nearly every move is: P7f, P-7f, P7g-7f, G45h, Bx2b+, P*5e, 7g7f
_PLAIN = (
    rb"\+?[PLNSGBRK](?:[1-9][a-i]|[1-9]|[a-i])?[-x]?[1-9][a-i][+=]?|[PLNSGBR]\*[1-9][a-i]"
    rb"|[1-9][a-i][1-9][a-i]\+?"
)
_WESTERN = (
    # P-76, S72x83+, P'3d, +R(5i)-5f
    rb"(?:\+?[PLNSGBRKTHD](?:\(?[1-9][1-9a-i]\)?|[1-9]|[a-i])?(?:[-x:*@]|" + _APOSTROPHE + rb")?"
    rb"[1-9][1-9a-i][+=^]?"
    # xP, xG4, x+R, xN+, Gx
    rb"|x\+?[PLNSGBRKTHD][1-9a-i]?[+=^]?|\+?[PLNSGBRKTHD]x[+=^]?"
    # Rg2, Pb3-b4, B@a8, Bxh8=H, c4
    rb"|\+?[PLNSGBRKTHD]?[a-i]?[1-9]?[-x@]?[a-i][1-9](?:=[PLNSGBRKTHD]?)?"
    rb"|[1-9][a-i][1-9][a-i]\+?)[+#]{0,3}" + _EDGE
)
_WORD = rb"[^\s(){}\[\];\"$!?*]"


@lru_cache(maxsize=8)
def tokens(codec: str) -> re.Pattern[bytes]:
    """The lexer for the movetext of a shogi game in a codec."""
    marks = {mark.encode(codec, "ignore") for mark in _MARKS} - {b""}
    wide = WIDE.get(codec, b"")
    word = rb"(?:" + wide + rb"|" + _WORD + rb")" if wide else _WORD
    moves = _WESTERN
    if marks:
        japanese = rb"(?:" + rb"|".join(map(re.escape, sorted(marks))) + rb")" + word
        moves = rb"(?:" + _WESTERN + rb"|" + japanese + rb"{1,30}+(?:\([1-9]{2}\))?)"
    return lexer(_PLAIN, moves, wide)
