"""Moves in Latin letters: WXF (C2=5) and ICCS (H2-E2)."""

from __future__ import annotations

from viewer.games.xiangqi.board import PAWN, SQUARE_NAMES
from viewer.games.xiangqi.naming import (
    BACK,
    FORWARD,
    LEVEL,
    file_number,
    file_order,
    movement,
    needs_order,
)

_WXF_LETTERS = "?KAEHRCP"
_WXF_WAYS = {FORWARD: "+", BACK: "-", LEVEL: "="}


def wxf(board: bytes, origin: int, target: int) -> str:
    """A move of the piece on `origin` in WXF, "" if WXF can't express it.

    Of two pieces on a file, the front one is + and the other -. If a file has three or more pawns, or
    two files have two or more, a pawn is named by two digits: its order on the file, and the file.
    """
    piece = board[origin]
    kind, side = piece & 7, piece >> 3
    file = str(file_number(origin, side))
    among = file_order(board, origin)
    if among is None or not needs_order(board, origin, target):
        named = _WXF_LETTERS[kind] + file
    elif among.size == 2 and among.files == 1:
        named = _WXF_LETTERS[kind] + ("+" if among.order == 1 else "-")
    elif kind == PAWN:
        named = str(among.order) + file
    else:
        return ""
    direction, number = movement(piece, origin, target)
    return f"{named}{_WXF_WAYS[direction]}{number}"


def iccs(origin: int, target: int) -> str:
    """A move in ICCS: H2-E2."""
    return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[target]}".upper()
