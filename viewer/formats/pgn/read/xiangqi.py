"""The movetext of xiangqi games: moves in Chinese, in WXF or as coordinates, in the codec of the file.

Only the shape of a move is examined here; the game decides what it means. The second bytes of GB18030
and Big5 may be brackets and braces, so characters are taken whole in these codecs.
"""

from __future__ import annotations

import re
from functools import lru_cache

from viewer.formats.kit.charsets import WIDE
from viewer.formats.pgn.read.lexer import lexer

_PIECES = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒"
_DIGITS = "一二三四五六七八九１２３４５６７８９"
_ORDERS = "前后後中"
_WAYS = "进進退平"
_DOTS = ("…", "……", "、", "．", "。")
_BLANK = "\u3000"

# C2=5, +C.4, C+=4 (WXF), c2.5 (playOK), 27=6 (a pawn by order and file); H2-E2, h2e2, h10e10
_EDGE = rb"(?![\w=])"
_WESTERN = (
    rb"(?:[KAEBRHNCPkaebrhncp][1-9+\-.]|[+\-][KAEBRHNCPkaebrhncp]|[1-9][1-9]|[1-9][+\-])"
    rb"[=+.\-][1-9]" + _EDGE + rb"|[A-Ia-i](?:10|[0-9])-?[A-Ia-i](?:10|[0-9])" + _EDGE
)


@lru_cache(maxsize=8)
def tokens(codec: str) -> re.Pattern[bytes]:
    """The lexer for the movetext of a xiangqi game in a codec."""
    piece = _any_of(_PIECES, codec)
    digit = _any_of(_DIGITS, codec, rb"[1-9]")
    order = _any_of(_ORDERS, codec)
    way = _any_of(_WAYS, codec)
    last = way + digit
    chinese = (
        rb"(?:" + piece + rb"(?:" + digit + rb"|" + order + rb")?"
        rb"|(?:" + order + rb"|" + digit + rb")(?:" + piece + digit + rb"?|" + digit + rb"))" + last
    )
    moves = rb"(?:" + chinese + rb"|" + _WESTERN + rb")"
    dots = rb"(?:\.++|" + _any_of(_DOTS, codec) + rb")"
    blanks = rb"(?:" + _any_of(_BLANK, codec) + rb"\s*+)*+"
    return lexer(moves, moves, WIDE.get(codec, b""), dots, blanks)


def _any_of(texts: str | tuple[str, ...], codec: str, more: bytes = rb"(?!)") -> bytes:
    """An expression for any of some texts in a codec, or `more`; longer ones first."""
    codes = {text.encode(codec, "ignore") for text in texts}
    longest = sorted(filter(None, codes), key=lambda code: (-len(code), code))
    return rb"(?:" + rb"|".join([*map(re.escape, longest), more]) + rb")"
