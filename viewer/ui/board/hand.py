"""What is being made on a board: a move of squares touched, with its preview; a mark that is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt

from viewer.base.messages import Message, message, sentences
from viewer.document.document import Document
from viewer.games.capabilities import Placing, declarations_of
from viewer.games.game import State
from viewer.games.geometry import Link
from viewer.tree.action import Move
from viewer.tree.annotation import Mark
from viewer.ui.session.record_session import RecordSession


class Hand:
    """Collects touches of squares until they make a move.

    A move is played when all squares it touches were touched in order, whatever the game: from and
    to, one point, a piece in the stand and a square.

    Attributes:
        touched: the squares touched so far, () for none.
        side: whose stones are placed, in games of `Placing`; None for the side to move.
    """

    def __init__(self, session: RecordSession) -> None:
        self._session = session
        self.touched: tuple[str, ...] = ()
        self.side: int | None = None

    @property
    def mover(self) -> int:
        """The side that moves next."""
        return self._session.shown_state.side if self.side is None else self.side

    def stone(self, square: str) -> Move | None:
        """The move that a touch of a square is where pieces are put: one that the record has, or else
        one of who comes next, legal or not. None where pieces are moved.
        """
        game, state = self._session.game, self._session.shown_state
        if not isinstance(game, Placing):
            return None
        for one in declarations_of(game, state):
            if one.square == square and self.side is None:
                return one.move
        for child in self._session.shown.children:
            there = self._session.states.at(child).action
            own = self.side is None or there == game.stone(state, self.side, square)
            if own and isinstance(there, Move) and self._session.squares(child)[-1:] == (square,):
                return there
        return game.stone(state, self.mover, square)

    def refusal(self, square: str) -> Message | None:
        """Why no stone can be placed on a square; None if it can, or if the record has that move."""
        session, move = self._session, self.stone(square)
        if move is None or any(
            session.states.at(one).action == move for one in session.shown.children
        ):
            return None
        return session.game.violation(session.game.step(session.shown_state, move))

    def moves(self) -> list[Move]:
        """Legal moves that can begin with the squares touched."""
        return list(dict.fromkeys(move for move, _ in self._ways()))

    def _ways(self) -> list[tuple[Move, tuple[str, ...]]]:
        """Touch sequences of legal moves that begin with the squares touched."""
        game, state, length = self._session.game, self._session.shown_state, len(self.touched)
        return [
            (move, way)
            for move in game.legal_moves(state)
            for way in game.touch_sequences(state, move)
            if way[:length] == self.touched
        ]

    def targets(self) -> list[str]:
        """The squares that can be touched next."""
        if isinstance(self._session.game, Placing):
            return []  # one touch is a move: no square comes next
        length = len(self.touched)
        return list(dict.fromkeys(way[length] for _, way in self._ways() if len(way) > length))

    def can_take(self, square: str) -> bool:
        """Whether a move can begin at a square."""
        if self.stone(square) is not None:
            return self.refusal(square) is None
        game, state = self._session.game, self._session.shown_state
        return any(
            way[:1] == (square,)
            for move in game.legal_moves(state)
            for way in game.touch_sequences(state, move)
        )

    def touch(self, square: str) -> list[Move]:
        """Touch a square: pick up a piece, put it down, pick up another, or let it go.

        Returns the moves that all touches together make; the hand is empty then. More than one
        move (a promotion or not) wants a choice.
        """
        stone = self.stone(square)
        if stone is not None:
            return [stone] if self.refusal(square) is None else []
        before = self.touched
        self.touched = (*before, square)
        ways = self._ways()
        whole = list(dict.fromkeys(move for move, way in ways if way == self.touched))
        if whole:
            self.touched = ()
        elif not ways:
            back = bool(before) and before[-1] == square
            self.touched = (square,) if not back and self.can_take(square) else ()
        return whole

    def drop(self) -> None:
        """Drop the piece in hand."""
        self.touched = ()


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
        """The links that the piece would make, in games that link pieces."""
        after = self.after(square)
        if after is None:
            return []
        game = self._session.game
        there = set(game.links(self._session.shown_state))
        return [link for link in game.links(after) if link not in there]

    def words(self, square: str) -> Message | None:
        """A sentence about the move: a swap, blocked links, a winning chain."""
        game, state = self._session.game, self._session.shown_state
        declared = next((one for one in declarations_of(game, state) if one.square == square), None)
        if declared is not None:
            return message("{call}: click or Enter", call=declared.name)
        after = self.after(square) if game.geometry.links else None
        found = [] if after is None else self._session.game.observations(after)
        return sentences(found) if found else None


_SHIFT = Qt.KeyboardModifier.ShiftModifier
# Alt is the habit of the web; many window managers keep Alt with a mouse button for themselves.
_OTHER = (
    Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.MetaModifier
)


def colour_of(modifiers: Qt.KeyboardModifier, document: Document) -> str:
    """The colour of a mark: green; with Shift red; with Alt or Ctrl blue; with Shift and one of these yellow.

    Always green if the document's format holds no colours.
    """
    from viewer.document.holding import holds_colours  # deferred

    if not holds_colours(document):
        return "green"
    if modifiers & _OTHER:
        return "yellow" if modifiers & _SHIFT else "blue"
    return "red" if modifiers & _SHIFT else "green"


class Pencil:
    """A stroke from square to square: an arrow, or a sign if both are the same.

    Attributes:
        sign: kind of the mark that a stroke on a single square makes.
        start: the square where it began, "" while nothing is drawn.
        end: the square where it is now, "" outside the board.
        colour: of the mark.
    """

    def __init__(self) -> None:
        self.sign = self.start = self.end = ""
        self.colour = "green"

    def begin(self, place: str, modifiers: Qt.KeyboardModifier, session: RecordSession) -> None:
        """Begin a stroke with some keys held."""
        from viewer.document.holding import sign_held  # deferred

        self.sign = sign_held(session.document, session.game)
        self.start = self.end = place
        self.colour = colour_of(modifiers, session.document)

    def drop(self) -> None:
        """Cancel the stroke."""
        self.start = self.end = ""

    @property
    def mark(self) -> Mark | None:
        """The mark drawn so far."""
        if not self.start or not self.end:
            return None
        if self.start == self.end:
            return Mark(self.sign, (self.start,), self.colour)
        return Mark("arrow", (self.start, self.end), self.colour)
