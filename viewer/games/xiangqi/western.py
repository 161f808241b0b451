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
    """A move of the piece on `origin` as Western players write it; "" where WXF has no word for it.

    Two on a file are + (front) and -; pawns of three and more on a file, or two and more on two
    files, are named by two digits: order on the file, and file.
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
    """A move as ICCS writes it: H2-E2."""
    return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[target]}".upper()
