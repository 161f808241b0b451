"""All legal moves of a position, by rsshogi if it is an ordinary one.

Import this only if legality is needed: the library takes a seventh of a second to load. Positions
that no game can reach (several kings, a hundred rooks, a side in check while the other is to move)
are left to `reach`, which accepts any.
"""

from __future__ import annotations

from rsshogi.core import Board

from viewer.games.shogi.position import KING, MOVE_OF, MOVE_PARTS, Position, write_sfen
from viewer.games.shogi.reach import checked, is_immobile, legal
from viewer.tree.action import Move

_FULL_SET = (0, 18, 4, 4, 4, 4, 2, 2)  # of each kind, by its byte
_KINGS = (KING, KING | 16)


def legal_moves(position: Position) -> list[Move]:
    """The moves of the side to move that break no rule of a single move."""
    board, hands, side = position.board, position.hands, position.side
    if _is_usual(position):
        known = Board(write_sfen(position.numbered(1)))
        texts = [move.to_usi() for move in known.legal_moves()]
        return [MOVE_OF[parts] for text in texts if (parts := MOVE_PARTS[text]) is not None]
    return [MOVE_OF[parts] for parts in legal(board, hands, side)]


def _is_usual(position: Position) -> bool:
    """Whether a position could come from a game or a problem, as rsshogi requires."""
    board, hands = position.board, position.hands
    if any(board.count(king) > 1 for king in _KINGS) or checked(board, 1 - position.side):
        return False
    counts = [0] * 8
    for square, piece in enumerate(board):
        if piece:
            if is_immobile(piece, square):
                return False
            if piece & 15 != KING:
                counts[piece & 7] += 1
    return all(
        counts[kind] + hands[kind] + hands[kind + 8] <= most for kind, most in enumerate(_FULL_SET)
    )
