"""Pockets of Crazyhouse: a square for each side and type of piece, `N@` (White's), `n@` (Black's)."""

from __future__ import annotations

import chess

from viewer.base.messages import Message, in_context, message
from viewer.games.chess.position import KINDS

SIGN = "@"
HELD = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
"""The types of pieces in a pocket, as they lie in White's from the top."""


def pocket_square(side: int, type: int) -> str:
    """The square of a side's pocket for a type of piece."""
    letter = chess.piece_symbol(type)
    return (letter if side else letter.upper()) + SIGN


SQUARES: dict[str, tuple[int, int]] = {
    pocket_square(side, type): (side, type) for side in (0, 1) for type in HELD
}
"""Side and type of piece of each square of a pocket."""

_NAMES: tuple[Message, Message] = (
    message("White's pocket, {piece}"),
    message("Black's pocket, {piece}"),
)
PIECES: dict[int, Message] = {
    chess.KING: in_context("chess", "king"),
    chess.QUEEN: in_context("chess", "queen"),
    chess.ROOK: in_context("chess", "rook"),
    chess.BISHOP: in_context("chess", "bishop"),
    chess.KNIGHT: in_context("chess", "knight"),
    chess.PAWN: in_context("chess", "pawn"),
}


def pocket_name(square: str) -> Message | None:
    """The name of a square of a pocket; None for squares of the board."""
    found = SQUARES.get(square)
    if found is None:
        return None
    side, type = found
    return _NAMES[side].given(piece=PIECES[type])


def put(square: str, kind: str) -> tuple[str, str]:
    """The square and kind of a piece that the position editor drops: in a pocket its own, never a king."""
    found = SQUARES.get(square)
    if found is None:
        return square, kind
    side = found[0]
    type = next((kinds.index(kind) for kinds in KINDS if kind in kinds), 0)
    return (pocket_square(side, type), KINDS[side][type]) if type in HELD else ("", "")


def from_pocket(squares: tuple[str, ...], side: int) -> tuple[str, ...]:
    """The squares that a side touches for a move: White's, with a drop from the side's own pocket."""
    if side and squares and squares[0] in SQUARES:
        return squares[0].lower(), *squares[1:]
    return squares
