"""Positions of chess for the search of mates: any move may be the key, checks are tried first."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import chess

from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.games.chess.position import Position, move_of
from viewer.games.mates import refuse
from viewer.tree.action import Move


class ChessMates:
    """A position as `MateBoard`. Raises Refused for one that can't be played on.

    The attacker may have no king.
    """

    checks = False

    def __init__(self, position: Position) -> None:
        board = position.board
        if board is None:
            raise Refused(message("This position can't be played on."))
        kings = [len(board.pieces(chess.KING, side)) for side in (chess.WHITE, chess.BLACK)]
        refuse(kings, position.side, board.was_into_check())
        if board.pawns & chess.BB_BACKRANKS:
            raise Refused(message("A pawn stands on the first or the last rank."))
        self._board = board.copy(stack=False)

    def attacks(self, plies: int) -> list[chess.Move]:
        """The legal moves, checks first; with one ply left checks alone."""
        board = self._board
        checks = _checks(board)
        if plies == 1:
            return checks
        return [*checks, *(move for move in board.legal_moves if move not in checks)]

    def defences(self) -> Iterator[chess.Move]:
        """The legal moves."""
        return self._board.generate_legal_moves()

    def mated(self) -> bool:
        """Whether the side to move, without a move, is in check."""
        return self._board.is_check()

    def push(self, move: chess.Move) -> None:
        """Play a move."""
        self._board.push(move)

    def pop(self) -> None:
        """Take the last move back."""
        self._board.pop()

    def key(self) -> Hashable:
        """Board, side, castling rights, en passant."""
        return self._board._transposition_key()

    def written(self, move: chess.Move) -> Move:
        """The move as records have it."""
        return move_of(move)


def _checks(board: chess.Board) -> list[chess.Move]:
    """The legal moves that give check: by their squares where that is plain, else each is tried."""
    king = board.king(not board.turn)
    if type(board) is not chess.Board or king is None:
        return [move for move in board.legal_moves if board.gives_check(move)]
    straight, diagonal = _lines(king, board.occupied)
    from_where = {
        chess.PAWN: chess.BB_PAWN_ATTACKS[not board.turn][king],
        chess.KNIGHT: chess.BB_KNIGHT_ATTACKS[king],
        chess.BISHOP: diagonal,
        chess.ROOK: straight,
        chess.QUEEN: straight | diagonal,
        chess.KING: 0,
    }
    # Pieces of the attacker that a check of another one may be behind, and squares of such moves.
    own = board.occupied_co[board.turn]
    behind = _lines(king, board.occupied & ~((straight | diagonal) & own))
    hidden = (behind[0] & ~straight & (board.rooks | board.queens)) | (
        behind[1] & ~diagonal & (board.bishops | board.queens)
    )
    leaving = (straight | diagonal) & own if hidden & own else 0
    found = []
    for move in board.generate_legal_moves():
        kind = board.piece_type_at(move.from_square)
        assert kind is not None
        plain = not (
            leaving & chess.BB_SQUARES[move.from_square]
            or move.promotion
            or (kind == chess.PAWN and board.is_en_passant(move))
            or (kind == chess.KING and board.is_castling(move))
        )
        if plain:
            checks = bool(from_where[kind] & chess.BB_SQUARES[move.to_square])
        else:
            checks = board.gives_check(move)
        if checks:
            found.append(move)
    return found


def _lines(square: chess.Square, occupied: chess.Bitboard) -> tuple[chess.Bitboard, chess.Bitboard]:
    """The squares that rooks and those that bishops would reach from a square."""
    ranks = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    files = chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    return ranks | files, chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
