"""States that know the ones before them, past takebacks."""

from __future__ import annotations

from typing import Self

from viewer.base.messages import Message
from viewer.games.game import State
from viewer.tree.action import Move, Written

NOT_JUDGED = Message("not judged yet")


class Past(State):
    """A state with what repetitions and takebacks ask of it.

    Attributes:
        back: for a takeback, the earlier state that it went back to.
        judged: which rule the action that led here breaks, NOT_JUDGED until it is asked.
    """

    __slots__ = ("back", "judged")

    previous: Self | None
    back: Self | None
    judged: Message | None

    def settled(self) -> Self:
        """This state, or after a takeback the one that it went back to."""
        return self.back or self

    def before(self) -> Self | None:
        """The state before the last action that still stands, None at the start."""
        previous = self.settled().previous
        return None if previous is None else previous.settled()

    def earlier(self, plies: int) -> Self:
        """The state some plies ago, the start if there were fewer. Remarks aren't plies."""
        here = self.settled()
        while plies > 0:
            before = here.before()
            if before is None:
                break
            plies -= isinstance(here.action, (Move, Written))
            here = before
        return here
