"""Generating the moves of a position without a library: for any board, and for single moves.

`rules` is faster for all moves of an ordinary position.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.games.shogi.position import (
    KING,
    PAWN,
    PROMOTABLE,
    SQUARES,
    Hands,
    MoveParts,
    after_move,
    occupied,
)
from viewer.games.shogi.reach import RAYS, STEPS, checked, is_immobile, ranks_ahead


def board_moves(board: bytes, side: int) -> Iterator[MoveParts]:
    """The moves of a side's pieces on the board, whatever becomes of its king; by origin from 9a on."""
    for origin in occupied(board):
        piece = board[origin]
        if piece >> 4 != side or piece not in STEPS:
            continue
        targets = [at for at in STEPS[piece][origin] if not board[at] or board[at] >> 4 != side]
        for ray in RAYS[piece][origin]:
            for at in ray:
                there = board[at]
                if not there or there >> 4 != side:
                    targets.append(at)
                if there:
                    break
        promotable = piece & 15 in PROMOTABLE
        zone = promotable and ranks_ahead(origin, side) < 3
        for target in targets:
            if promotable and (zone or ranks_ahead(target, side) < 3):
                yield origin, target, True, 0
            if not is_immobile(piece, target):
                yield origin, target, False, 0


def drops(board: bytes, hands: Hands, side: int) -> Iterator[MoveParts]:
    """The drops of a side on free squares, without immobile pieces and second pawns on a file."""
    for kind in range(PAWN, KING):
        if not hands[kind + 8 * side]:
            continue
        piece = kind | side << 4
        for target in SQUARES:
            if board[target] or is_immobile(piece, target):
                continue
            if kind == PAWN and piece in board[target % 9 :: 9]:
                continue
            yield -1, target, False, kind


def exposes(board: bytes, hands: Hands, side: int, parts: MoveParts) -> bool:
    """Whether a side's king is in check after its move."""
    return checked(after_move(board, hands, side, parts)[0], side)


def is_drop_mate(board: bytes, hands: Hands, side: int, parts: MoveParts) -> bool:
    """Whether a drop is a pawn drop that gives mate.

    The pawn is next to the king, so that no drop of the other side can help.
    """
    if parts[3] != PAWN:
        return False
    king = parts[1] + (9 if side else -9)
    if not 0 <= king < 81 or board[king] != KING | (1 - side) << 4:
        return False
    after, held, other = after_move(board, hands, side, parts)
    return not any(not exposes(after, held, other, move) for move in board_moves(after, other))


def pseudo_legal(board: bytes, hands: Hands, side: int) -> Iterator[MoveParts]:
    """All moves of a side but for its king's safety and drop mate; moves on the board first."""
    yield from board_moves(board, side)
    yield from drops(board, hands, side)


def legal(board: bytes, hands: Hands, side: int) -> Iterator[MoveParts]:
    """The moves of a side that break no rule of a single move."""
    for parts in board_moves(board, side):
        if not exposes(board, hands, side, parts):
            yield parts
    in_check = checked(board, side)
    for parts in drops(board, hands, side):
        # A drop never opens a line.
        if in_check and exposes(board, hands, side, parts):
            continue
        if not is_drop_mate(board, hands, side, parts):
            yield parts


def can_move(board: bytes, hands: Hands, side: int) -> bool:
    """Whether a side has a legal move."""
    return next(legal(board, hands, side), None) is not None
