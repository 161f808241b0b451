"""Positions of shogi for the search of mates: rsshogi's board, checks, defences without vain interpositions.

Import this only where a mate is searched: rsshogi takes a seventh of a second to load.
"""

from __future__ import annotations

from rsshogi.core import Board
from rsshogi.core import Move as RsMove

from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.games.mates import refuse
from viewer.games.shogi.observe import FULL_SET
from viewer.games.shogi.position import KING, Position, write_sfen
from viewer.games.shogi.reach import checked
from viewer.tree.action import Move


class ShogiMates:
    """A position as `MateBoard`: each attack is a check.

    Raises Refused where there is no king to be mated or it is in check already, if a side has two kings, or
    if rsshogi can't hold the position.

    A piece that is dropped between a checking piece and the king, taken by that piece with mate, is no
    defence (無駄合).
    """

    checks = True

    def __init__(self, position: Position) -> None:
        kings = [position.board.count(KING | side << 4) for side in (0, 1)]
        refuse(kings, position.side, checked(position.board, 1 - position.side))
        if any(_count(position, kind) > most for kind, most in enumerate(FULL_SET) if kind):
            raise Refused(message("No mate is searched with more pieces than a set has."))
        try:
            self._board = Board(write_sfen(position))
        except ValueError:
            raise Refused(message("This position can't be played on.")) from None
        self._made: list[RsMove] = []

    def attacks(self, plies: int) -> list[RsMove]:
        """The legal checks."""
        board = self._board
        found: list[RsMove] = []
        for move in board.legal_moves():
            board.apply_move(move)
            if board.is_in_check():
                found.append(move)
            board.undo_move(move)
        return found

    def defences(self) -> list[RsMove]:
        """The legal moves but for vain interpositions."""
        moves = self._board.legal_moves()
        if not moves or not all(move.is_drop() for move in moves):
            return moves
        return [] if self._vain(moves) else moves

    def _vain(self, drops: list[RsMove]) -> bool:
        """Whether each of the only defences, drops, is taken with mate by a move to its square."""
        board = self._board
        tried: set[int] = set()
        for drop in drops:
            target = drop.to_sq
            if int(target) in tried:
                continue
            tried.add(int(target))
            board.apply_move(drop)
            taken = any(
                move.to_sq == target and not move.is_drop() and self._mates(move)
                for move in board.legal_moves()
            )
            board.undo_move(drop)
            if not taken:
                return False
        return True

    def _mates(self, move: RsMove) -> bool:
        board = self._board
        board.apply_move(move)
        try:
            if not board.is_in_check():
                return False
            answers = board.legal_moves()
            return not answers or (all(one.is_drop() for one in answers) and self._vain(answers))
        finally:
            board.undo_move(move)

    def mated(self) -> bool:
        """A defender without a defence is mated, since each attack is a check."""
        return self._board.is_in_check()

    def push(self, move: RsMove) -> None:
        """Play a move."""
        self._board.apply_move(move)
        self._made.append(move)

    def pop(self) -> None:
        """Take the last move back."""
        self._board.undo_move(self._made.pop())

    def key(self) -> int:
        """Board, hands and side."""
        return self._board.zobrist_hash()

    def written(self, move: RsMove) -> Move:
        """The move as records have it."""
        return Move(move.to_usi())


def _count(position: Position, kind: int) -> int:
    """How many pieces of a kind there are, promoted ones and those in hand among them."""
    on_board = sum(position.board.count(kind | bits) for bits in (0, 8, 16, 24))
    return on_board + position.hands[kind] + position.hands[kind + 8]
