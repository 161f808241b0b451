"""What the books of shogi have in common: rsshogi's boards, mirrored positions, scores of YaneuraOu.

Import this only when a book of shogi is opened: rsshogi takes a seventh of a second to load.
"""

from __future__ import annotations

from typing import Any

from rsshogi.core import Board
from rsshogi.core import Move as RsMove

from viewer.games.shogi.position import write_sfen
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

_MATE, _LEAST_MATE = 32_000, 31_754
"""YaneuraOu's score of a mate in 0 plies, and of the longest it knows."""


def board_of(state: Any) -> Board | None:
    """Rsshogi's board of a position, None for one that it can't hold (a hundred rooks)."""
    try:
        return Board(write_sfen(state))
    except ValueError:
        return None


def flipped(board: Board) -> Board:
    """The position with the sides exchanged: some books hold one of the two only."""
    return Board(board.to_sfen_flipped())


def move_in(text: str, mirrored: bool) -> Move | None:
    """The move of a USI text, seen from the other side if the position was; None if it is none."""
    try:
        move = RsMove.from_usi(text)
    except ValueError:
        return None
    if not move.is_normal():
        return None
    return Move((move.flip_side() if mirrored else move).to_usi())


def evaluation(score: int | None, depth: int | None, side: int) -> Evaluation | None:
    """The value of a book's score, which is for the side to move, and of the depth of its search."""
    if score is None:
        return None if not depth else Evaluation(depth=depth)
    sign = -1 if side else 1
    if abs(score) >= _LEAST_MATE:
        plies = max(1, _MATE - abs(score))
        return Evaluation(mate=sign * (plies if score > 0 else -plies), depth=depth)
    return Evaluation(centipawns=sign * score, depth=depth)
