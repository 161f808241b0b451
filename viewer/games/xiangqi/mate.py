"""Positions of xiangqi for the search of mates by checks alone (连将杀)."""

from __future__ import annotations

from viewer.games.mates import refuse
from viewer.games.xiangqi.position import KING, MOVE_OF, Points, Position, after_move, piece_of
from viewer.games.xiangqi.rules import checked, legal
from viewer.tree.action import Move


class XiangqiMates:
    """A position as `MateBoard`: each attack is a check.

    Raises Refused where there is no king to be mated or it is in check already, or if a side has two kings.
    """

    checks = True

    def __init__(self, position: Position) -> None:
        kings = [position.board.count(piece_of(KING, side)) for side in (0, 1)]
        refuse(kings, position.side, checked(position.board, 1 - position.side))
        self._boards = [position.board]
        self._side = position.side

    def attacks(self, plies: int) -> list[Points]:
        """The legal checks."""
        board, side = self._boards[-1], self._side
        return [one for one in legal(board, side) if checked(after_move(board, *one), 1 - side)]

    def defences(self) -> list[Points]:
        """The legal moves."""
        return legal(self._boards[-1], self._side)

    def mated(self) -> bool:
        """A defender without a defence is mated, since each attack is a check."""
        return True

    def push(self, move: Points) -> None:
        """Play a move."""
        self._boards.append(after_move(self._boards[-1], *move))
        self._side = 1 - self._side

    def pop(self) -> None:
        """Take the last move back."""
        self._boards.pop()
        self._side = 1 - self._side

    def key(self) -> tuple[bytes, int]:
        """Board and side."""
        return self._boards[-1], self._side

    def written(self, move: Points) -> Move:
        """The move as records have it."""
        return MOVE_OF[move]
