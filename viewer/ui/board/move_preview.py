"""Preview of the move that a touch would make: a piece, its links, and a sentence about it."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.base.messages import Message, message
from viewer.games.capabilities import Linked, Placing, declarations_of, links_of
from viewer.games.game import State
from viewer.games.geometry import Link
from viewer.ui.board.hand import Hand
from viewer.ui.session.record_session import RecordSession


class MovePreview:
    """The preview of a move on a square, cached for a position and square.

    Attributes:
        square: under the mouse, "" for none.
    """

    def __init__(self, session: RecordSession, hand: Hand) -> None:
        self._session = session
        self._hand = hand
        self.square = ""
        self._known: tuple[State, str, int | None] | None = None
        self._after: State | None = None

    def after(self, square: str) -> State | None:
        """The state after a touch of a square, None if no stone can be placed there."""
        session, hand = self._session, self._hand
        asked = (session.shown_state, square, hand.side)
        if self._known != asked:
            self._known, self._after = asked, None
            move = hand.stone(square) if square else None
            # A swap by a click on a piece puts nothing there.
            if move is not None and session.game.touches(move) and hand.refusal(square) is None:
                self._after = session.game.step(session.shown_state, move)
        return self._after

    def piece(self, square: str, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        """Square and kind of the piece."""
        game = self._session.game
        if not isinstance(game, Placing) or square in pieces or self.after(square) is None:
            return []
        return [(square, game.stones[self._hand.mover])]

    def links(self, square: str) -> list[Link]:
        """The links that the piece would make, in games of `Linked`."""
        after = self.after(square)
        if after is None:
            return []
        game = self._session.game
        there = set(links_of(game, self._session.shown_state))
        return [link for link in links_of(game, after) if link not in there]

    def words(self, square: str) -> Message | None:
        """A sentence about the move: a swap, blocked links, a winning chain."""
        game, state = self._session.game, self._session.shown_state
        declared = next((one for one in declarations_of(game, state) if one.square == square), None)
        if declared is not None:
            return message("{call}: click or Enter", call=declared.name)
        after = self.after(square) if isinstance(game, Linked) else None
        found = [] if after is None else self._session.game.observations(after)
        words = found[0] if found else None
        for more in found[1:]:
            words = message("{first} {second}", first=words or "", second=more)
        return words
