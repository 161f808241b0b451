"""Editing the links of the current move."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.document.plans import board as plans_board
from viewer.games.capabilities import Linked, links_of
from viewer.games.game import State
from viewer.games.geometry import Link, Point
from viewer.scene.board import BoardLook
from viewer.scene.links import handle_shapes, link_at
from viewer.scene.shapes import Shape
from viewer.tree.action import Move
from viewer.ui.session.record_session import RecordSession


class Linking:
    """The link tool at a session's current node."""

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self._known: tuple[State, tuple[Link, ...]] | None = None

    def links(self) -> tuple[Link, ...]:
        """The links that the current move can change: existing ones, and those its piece could make."""
        session = self._session
        state = session.state
        if self._known is None or self._known[0] is not state:
            self._known = (state, self._links(state))
        return self._known[1]

    def _links(self, state: State) -> tuple[Link, ...]:
        game, before, move = self._session.game, state.previous, state.action
        if before is None or not isinstance(move, Move) or not isinstance(game, Linked):
            return ()
        pieces = dict(game.pieces(state))
        end = next(iter(game.touches(move)[-1:]), "")
        kind = pieces.get(end, "")
        there = [link for link in game.links(state) if link.kind == kind]
        ends = {frozenset(link.ends) for link in there}
        more = [
            Link((end, place), kind)
            for place, other in pieces.items()
            if other == kind
            and place != end
            and frozenset((end, place)) not in ends
            # Asked last: it looks at the whole board.
            and game.with_link(before, move, (end, place)) is not None
        ]
        return (*there, *more)

    def there(self) -> frozenset[frozenset[str]]:
        """The ends of the existing links."""
        state, game = self._session.state, self._session.game
        return frozenset(frozenset(link.ends) for link in links_of(game, state) if not link.gone)

    def at(self, look: BoardLook, point: Point) -> Link | None:
        """The link whose middle is at a point of the board, None if there is none."""
        return link_at(look, self.links(), *point)

    def shapes(self, look: BoardLook) -> list[Shape]:
        """Handles in the middle of the changeable links."""
        return handle_shapes(look, self.links(), self.there())

    def refusal(self, ends: tuple[str, str]) -> Message | None:
        """Why the link between two squares can't be changed, None if it can."""
        session = self._session
        before, move = session.state.previous, session.state.action
        if before is None or not isinstance(move, Move) or not session.game.touches(move):
            return message("Links belong to a move: go to one first.")
        game = session.game
        new = game.with_link(before, move, ends) if isinstance(game, Linked) else None
        if new is None:
            return message("A link joins two pieces of one side a knight's move apart.")
        problem = game.violation(game.step(before, new))
        return None if problem == game.violation(session.state) else problem

    def toggle(self, ends: tuple[str, str]) -> None:
        """Add or remove a link, and announce which; or announce why not."""
        refusal = self.refusal(ends)
        if refusal is not None:
            self._session.say(refusal)
            return
        self._session.do(plans_board.link, ends)
        self._session.say(self._said(ends, frozenset(ends) in self.there()))

    def words(self, link: Link) -> Message:
        """In words, what a click on a link would do, or why it does nothing."""
        refusal = self.refusal(link.ends)
        if refusal is not None:
            return refusal
        one, other = self._names(link.ends)
        if frozenset(link.ends) in self.there():
            return message("{one}–{other}: a click takes the link away.", one=one, other=other)
        return message("{one}–{other}: a click makes the link.", one=one, other=other)

    def _said(self, ends: tuple[str, str], made: bool) -> Message:
        one, other = self._names(ends)
        if made:
            return message("Linked: {one}–{other}", one=one, other=other)
        return message("Not linked: {one}–{other}", one=one, other=other)

    def _names(self, ends: tuple[str, str]) -> tuple[Message, Message]:
        game, state = self._session.game, self._session.state
        return game.square_name(state, ends[0]), game.square_name(state, ends[1])

    def ghosts(self, ends: tuple[str, str]) -> list[Link]:
        """Preview shapes of toggling a link: new links, and removed ones dashed."""
        game, state = self._session.game, self._session.state
        before, move = state.previous, state.action
        if before is None or not isinstance(move, Move) or self.refusal(ends) is not None:
            return []
        assert isinstance(game, Linked), game.id  # else there is a refusal
        new = game.with_link(before, move, ends)
        if new is None:
            return []
        now = set(game.links(state))
        return [link for link in game.links(game.step(before, new)) if link not in now]
