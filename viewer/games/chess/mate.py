"""Positions of chess for the search of mates: any move may be the key, checks are tried first."""

from __future__ import annotations

from collections.abc import Hashable

import chess

from viewer.games.chess.position import Position, move_of
from viewer.tree.action import Move


class ChessMates:
    """A position as `MateBoard`. Raises ValueError for one without a board, or that isn't valid."""

    def __init__(self, position: Position) -> None:
        if position.board is None or not position.board.is_valid():
            raise ValueError("no position of chess")
        self._board = position.board.copy(stack=False)

    def attacks(self) -> list[chess.Move]:
        """The legal moves, checks first."""
        board = self._board
        return sorted(board.legal_moves, key=board.gives_check, reverse=True)

    def defences(self) -> list[chess.Move]:
        """The legal moves."""
        return list(self._board.legal_moves)

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
