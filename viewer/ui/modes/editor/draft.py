"""The position that is being edited, as the parts of the editor share it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, message
from viewer.document.position.sketch import PositionSketch
from viewer.games.capabilities import Editable
from viewer.games.game import State
from viewer.games.geometry import View
from viewer.tree.action import Setup
from viewer.ui.session.record_session import RecordSession


class PositionDraft(QObject):
    """A sketch with what is chosen to be put on it. To a board it is what a session is: game, state, view.

    Attributes:
        sketch: the position.
        chosen: the kind of piece that a click puts on the board, "" for none.

    Signals:
        changed: the position is another.
        picked: another piece is chosen, or none.
        told: a sentence for the status line.
    """

    changed = Signal()
    picked = Signal()
    told = Signal(object)

    def __init__(
        self, session: RecordSession, setup: Setup | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        assert isinstance(session.game, Editable), session.game.id
        self.sketch = PositionSketch(session.game, setup)
        self.chosen = ""

    @property
    def game(self) -> Editable[State]:
        """The game."""
        return self.sketch.game

    @property
    def state(self) -> State:
        """The position as a start."""
        return self.sketch.state

    @property
    def view(self) -> View:
        """From where the board is seen."""
        return self._session.view

    def choose(self, kind: str) -> None:
        """Choose a piece to put on the board; "" for none."""
        if kind != self.chosen:
            self.chosen = kind
            self.picked.emit()

    def done(self, changed: bool) -> bool:
        """Tell what a step of the sketch changed; whether it did."""
        if changed:
            self.changed.emit()
        return changed

    def put(self, place: str, kind: str) -> bool:
        """Put a piece on a place; whether anything is another then. Says why it can't be."""
        if self.done(self.sketch.put(place, kind)):
            return True
        if self.sketch.pieces.get(place) != kind:
            self._refuse(place, kind)
        return False

    def stamp(self, place: str) -> None:
        """Put the chosen piece on a place; where it stands already it is taken away."""
        kind = self.chosen
        if kind and not self.put(place, kind) and self.sketch.pieces.get(place) == kind:
            self.take(place)

    def take(self, place: str) -> bool:
        """Take a piece away; whether there was one."""
        return self.done(self.sketch.take(place))

    def move(self, start: str, end: str) -> bool:
        """Move a piece; whether it could be."""
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

    def words(self, place: str) -> Message:
        """A place and what stands there, as it is spoken."""
        kind, count = self.sketch.pieces.get(place), self.sketch.counts.get(place, 1)
        name = self.game.square_name(self.state, place)
        if kind is None:
            return message("{place}, empty", place=name)
        piece = self.game.piece_name(kind)
        if count > 1:
            return message("{place}, {count} times {piece}", place=name, piece=piece, count=count)
        return message("{place}, {piece}", place=name, piece=piece)
