"""Moves that may be played from a position, with what is said of each: one protocol for those who know some.

The board shows them as rings and arrows, chips beside it name them; one that is pointed at is shown on the
board, one that is entered is played. Today the record's own next moves are the only ones.
"""

from __future__ import annotations

from typing import Protocol

from viewer.scene.candidates import Candidate
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession


class Candidates(Protocol):
    """Who knows moves for the current position."""

    def __len__(self) -> int:
        """How many there are."""

    def first(self, most: int) -> list[Candidate]:
        """The first of them, in order."""

    def enter(self, id: int) -> None:
        """Play one, by its id."""

    def point_at(self, id: int | None) -> None:
        """Somebody points at one, or no longer at any."""


class NextMoves:
    """The moves that a record has after the current node of a session; ids are those of their nodes."""

    def __init__(self, session: RecordSession) -> None:
        self._session = session

    def __len__(self) -> int:
        return len(self._session.node.children)

    def first(self, most: int) -> list[Candidate]:
        """The first children of the current node."""
        return list(map(self._candidate, self._session.node.children[:most]))

    def pointed(self) -> list[Candidate]:
        """The one that somebody points at, if any."""
        session = self._session
        return [self._candidate(one) for one in session.node.children if one.id == session.pointed]

    def beside(self, most: int) -> list[Candidate]:
        """The moves in the place of the one that leads here."""
        node = self._session.node
        others = [one for one in node.parent.children if one is not node] if node.parent else []
        return [Candidate(one.id, self._session.squares(one)) for one in others[:most]]

    def enter(self, id: int) -> None:
        """Go to a child."""
        self._session.go_to(id)

    def point_at(self, id: int | None) -> None:
        """Have a child shown on the board."""
        self._session.point_at(id)

    def _candidate(self, node: Node) -> Candidate:
        session = self._session
        found = Candidate(
            node.id,
            session.squares(node),
            session.text_of(node),
            taken=node is session.cursor.next,
            pointed=node.id == session.pointed,
        )
        judged = session.verdicts.of(node) if session.verdicts is not None else None
        if judged is None:
            return found
        return found._replace(sign=judged.seen, praise=judged.praise, derived=judged.derived)
