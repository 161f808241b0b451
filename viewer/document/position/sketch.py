"""A position being edited: pieces on squares, side to move, with undo.

It belongs to no record: whoever made it asks for its set-up when it is done. Each step is a whole
set-up, so what the game says of it (rights, counts, what is odd) is always that of a real position.
"""

from __future__ import annotations

from collections.abc import Mapping

from viewer.games.capabilities import Castling, Editable, Holding, counts_of
from viewer.games.game import State
from viewer.tree.action import Setup

_MOST_STEPS = 1000


class PositionSketch:
    """A position of a game whose positions can be edited.

    Attributes:
        game: whose position it is.
        state: the position as a start.
        pieces: the kind at each square.
        counts: how many pieces squares hold that hold several.
    """

    def __init__(self, game: Editable[State], setup: Setup | None) -> None:
        self.game = game
        self._steps: list[Setup | None] = [setup]
        self._at = 0
        self._look()

    def _look(self) -> None:
        game = self.game
        self.state: State = game.start(self.setup)
        self.pieces: Mapping[str, str] = dict(game.pieces(self.state))
        self.counts: Mapping[str, int] = counts_of(game, self.state)

    @property
    def setup(self) -> Setup | None:
        """The position as a Setup."""
        return self._steps[self._at]

    @property
    def text(self) -> str:
        """The position as text."""
        return self.game.setup_text(self.state)

    # ---------------------------------------------------------------------------------- steps

    def set(self, setup: Setup | None) -> bool:
        """Set the position; returns whether it changed."""
        if self.game.setup_text(self.game.start(setup)) == self.text:
            return False
        del self._steps[self._at + 1 :]
        self._steps.append(setup)
        del self._steps[:-_MOST_STEPS]
        self._at = len(self._steps) - 1
        self._look()
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self._at > 0

    def undo(self) -> bool:
        """Undo a step; returns whether there was one."""
        return self._go(self._at - 1)

    def redo(self) -> bool:
        """Redo a step; returns whether there was one."""
        return self._go(self._at + 1)

    def _go(self, step: int) -> bool:
        if not 0 <= step < len(self._steps):
            return False
        self._at = step
        self._look()
        return True

    # --------------------------------------------------------------------------------- pieces

    def put(self, square: str, kind: str) -> bool:
        """Place a piece on a square, replacing what is there; adds one on a stand.

        Whether anything is another then: it isn't where the kind can't stand there.
        """
        after = self._with(dict(self.pieces), dict(self.counts), square, kind)
        return after is not None and self.set(after)

    def take(self, square: str) -> bool:
        """Remove a piece, one of several on a stand; returns whether there was one."""
        pieces, counts = dict(self.pieces), dict(self.counts)
        if not _less(pieces, counts, square):
            return False
        return self.set(self._composed(pieces, counts, self.state.side))

    def move(self, start: str, end: str) -> bool:
        """Move a piece to another square, replacing what is there; returns whether it could be moved."""
        pieces, counts = dict(self.pieces), dict(self.counts)
        kind = pieces.get(start)
        if kind is None or start == end:
            return False
        _less(pieces, counts, start)
        after = self._with(pieces, counts, end, kind)
        return after is not None and self.set(after)

    def _with(
        self, pieces: dict[str, str], counts: dict[str, int], square: str, kind: str
    ) -> Setup | None:
        """The position with one more piece; None if it can't stand there."""
        if isinstance(self.game, Holding):
            square, kind = self.game.put(square, kind)
        if not square:
            return None
        here = pieces.get(square)
        counts[square] = counts.get(square, 1) + 1 if here == kind else 1
        pieces[square] = kind
        return self._composed(pieces, counts, self.state.side)

    def _composed(self, pieces: Mapping[str, str], counts: Mapping[str, int], side: int) -> Setup:
        return self.game.compose(self.state, pieces, counts, side)

    # -------------------------------------------------------------------------------- the rest

    def clear(self) -> bool:
        """Remove all pieces; returns whether there were any."""
        return self.set(self._composed({}, {}, self.state.side))

    def give_move(self, side: int) -> bool:
        """Set the side to move; returns whether it changed."""
        return self.set(self._composed(self.pieces, self.counts, side))

    def give_right(self, right: str, held: bool) -> bool:
        """Add or remove a castling right; returns whether the position changed.

        Raises ValueError for an unknown right.
        """
        if not isinstance(self.game, Castling):
            raise ValueError(right)
        return self.set(self.game.with_castling_right(self.state, right, held))


def _less(pieces: dict[str, str], counts: dict[str, int], square: str) -> bool:
    """Remove one piece from a square; returns whether there was one."""
    if square not in pieces:
        return False
    left = counts.get(square, 1) - 1
    if left > 0:
        counts[square] = left
    else:
        counts.pop(square, None)
        del pieces[square]
    return True
