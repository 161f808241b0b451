"""What is in the hand on a board: the places touched so far, and the moves they may become."""

from __future__ import annotations

from viewer.tree.action import Move
from viewer.ui.study import Study


class Hand:
    """Touches of places that become a move.

    A move is played when all places it touches were touched in order, whatever the game: from and
    to, one point, a piece in the stand and a square.

    Attributes:
        touched: the places so far, () for an empty hand.
    """

    def __init__(self, study: Study) -> None:
        self._study = study
        self.touched: tuple[str, ...] = ()

    def moves(self) -> list[Move]:
        """Legal moves of which a way begins with the places touched."""
        return list(dict.fromkeys(move for move, _ in self._ways()))

    def _ways(self) -> list[tuple[Move, tuple[str, ...]]]:
        """Each way to make a legal move that begins with the places touched."""
        game, state, length = self._study.game, self._study.state, len(self.touched)
        return [
            (move, way)
            for move in game.legal_moves(state)
            for way in game.ways(state, move)
            if way[:length] == self.touched
        ]

    def targets(self) -> list[str]:
        """The places that may be touched next."""
        length = len(self.touched)
        return list(dict.fromkeys(way[length] for _, way in self._ways() if len(way) > length))

    def can_take(self, place: str) -> bool:
        """Whether a move may begin at a place."""
        game, state = self._study.game, self._study.state
        return any(
            way[:1] == (place,)
            for move in game.legal_moves(state)
            for way in game.ways(state, move)
        )

    def touch(self, place: str) -> list[Move]:
        """Touch a place: take a piece, put it down, take another, or let it go.

        Returns the moves that all touches together make; the hand is empty then. More than one
        move (a promotion or not) wants a choice.
        """
        before = self.touched
        self.touched = (*before, place)
        ways = self._ways()
        whole = list(dict.fromkeys(move for move, way in ways if way == self.touched))
        if whole:
            self.touched = ()
        elif not ways:
            back = bool(before) and before[-1] == place
            self.touched = (place,) if not back and self.can_take(place) else ()
        return whole

    def drop(self) -> None:
        """Let go of what is in the hand."""
        self.touched = ()
