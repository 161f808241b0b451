"""The position being edited, shared by the parts of the editor."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.document.position import PositionSketch
from viewer.games.capabilities import Editable
from viewer.games.game import State
from viewer.tree.action import Setup
from viewer.ui.modes.drafts import Draft
from viewer.ui.session.record_session import RecordSession


class PositionDraft(Draft):
    """A sketch and the piece selected for placing.

    Attributes:
        sketch: the position.
        chosen: the kind of piece that a click places, "" for none.

    Signals:
        picked: the selected piece changed.
    """

    picked = Signal()

    def __init__(
        self, session: RecordSession, setup: Setup | None, parent: QObject | None = None
    ) -> None:
        super().__init__(session, parent)
        assert isinstance(session.game, Editable), session.game.id
        self.sketch = PositionSketch(session.game, setup)
        self.chosen = ""

    @property
    def game(self) -> Editable[State]:
        """The game."""
        return self.sketch.game

    @property
    def state(self) -> State:
        """The position as a start state."""
        return self.sketch.state

    shown_state = state

    def choose(self, kind: str) -> None:
        """Select a piece for placing; "" for none."""
        if kind != self.chosen:
            self.chosen = kind
            self.picked.emit()

    def done(self, changed: bool) -> bool:
        """Emit `changed` if a step changed the sketch; returns whether it did."""
        if changed:
            self.changed.emit()
        return changed

    def put(self, place: str, kind: str) -> bool:
        """Place a piece on a square; returns whether anything changed. Says why if it can't be placed."""
        if self.done(self.sketch.put(place, kind)):
            return True
        if self.sketch.pieces.get(place) != kind:
            self._refuse(place, kind)
        return False

    def stamp(self, place: str) -> None:
        """Place the selected piece on a square; if it stands there already, remove it."""
        kind = self.chosen
        if kind and not self.put(place, kind) and self.sketch.pieces.get(place) == kind:
            self.take(place)

    def take(self, place: str) -> bool:
        """Remove a piece; returns whether there was one."""
        return self.done(self.sketch.take(place))

    def move(self, start: str, end: str) -> bool:
        """Move a piece; returns whether it could be moved."""
        kind = self.sketch.pieces.get(start, "")
        if self.done(self.sketch.move(start, end)):
            return True
        if kind and start != end:
            self._refuse(end, kind)
        return False

    def _refuse(self, place: str, kind: str) -> None:
        piece = self.game.piece_name(kind)
        where = self.game.square_name(self.state, place)
        self.told.emit(message("{piece} can't be put there: {place}.", piece=piece, place=where))

    def words_of(self, place: str) -> Message:
        kind, count = self.sketch.pieces.get(place), self.sketch.counts.get(place, 1)
        name = self.game.square_name(self.state, place)
        if kind is None:
            return message("{place}, empty", place=name)
        piece = self.game.piece_name(kind)
        if count > 1:
            return message("{place}, {count} times {piece}", place=name, piece=piece, count=count)
        return message("{place}, {piece}", place=name, piece=piece)
