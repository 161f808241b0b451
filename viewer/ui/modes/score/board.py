"""The board while counting: a click marks a group dead or alive, territory is shown."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.document.plans.results import territory
from viewer.document.position.count import Count
from viewer.engines.analysis import ScoreEstimate
from viewer.games.capabilities import Counted
from viewer.games.game import State
from viewer.games.geometry import View
from viewer.scene.board import BoardLook, beside
from viewer.scene.marks import cursor_shapes, mark_shapes
from viewer.scene.ownership import ownership_shapes
from viewer.scene.shapes import Shape
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.keys import TOUCH, WAYS
from viewer.ui.notation.words import evaluation_message
from viewer.ui.session.desk_looks import DeskLooks
from viewer.ui.session.record_session import RecordSession


class LiveCount(QObject):
    """The count, shared by the parts of the mode. Offers a board what a session does.

    Attributes:
        count: the count.
        estimate: what an engine expects, None before it was asked.
        engine: its name.

    Signals:
        changed: the count changed.
    """

    changed = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.dressed, self.told = session.dressed, session.told
        assert isinstance(session.game, Counted), session.game.id
        self.count = Count(session.game, session.state)
        self.estimate: ScoreEstimate | None = None
        self.engine = ""

    @property
    def game(self) -> Counted[State]:
        """The game."""
        return self.count.game

    @property
    def state(self) -> State:
        """The position."""
        return self.count.state

    shown_state = state

    @property
    def view(self) -> View:
        """The view of the board."""
        return self._session.view

    @property
    def layout(self) -> str:
        """The layout of the board that the record's file asks for, "" if none."""
        return self._session.layout

    @property
    def looks(self) -> DeskLooks:
        """How the board looks."""
        return self._session.looks

    def toggle(self, place: str) -> None:
        """Toggle a group between dead and alive, or an area between owned and neutral."""
        if place and self.count.toggle(place):
            self.changed.emit()
            self.told.emit(self.words(place))

    def guess(self) -> None:
        """Guess which stones are dead."""
        self.count.guess()
        self.changed.emit()

    def take_estimate(self, engine: str, estimate: ScoreEstimate) -> None:
        """Take up what an engine expects; the count stays as it is."""
        self.engine, self.estimate = engine, estimate
        self.changed.emit()
        if (words := self.estimated) is not None:
            self.told.emit(words)

    def mark_estimated(self) -> None:
        """Mark the stones dead that the engine takes for dead."""
        if self.estimate is not None and self.estimate.dead is not None:
            self.count.take_dead(self.estimate.dead)
            self.changed.emit()

    @property
    def estimated(self) -> Message | None:
        """What the engine expects, in words; None before it was asked."""
        if self.estimate is None:
            return None
        value, dead = self.estimate.evaluation, self.estimate.dead
        words = message("{engine} says nothing of the score.", engine=self.engine)
        if value is not None:
            score = evaluation_message(self._session.states, value)
            words = message("{engine}: {score}.", engine=self.engine, score=score)
        if not self.estimate.final:
            return message("{words} It looks for dead stones…", words=words)
        if dead is None:
            return words
        taken = counted(
            "It takes {count} stone for dead.", "It takes {count} stones for dead.", len(dead)
        )
        return message("{words} {more}", words=words, more=taken)

    def clear(self) -> None:
        """Mark all stones alive."""
        self.count.clear()
        self.changed.emit()

    def count_by(self, counting: str, komi: float) -> None:
        """Change the way of counting or the komi."""
        self.count.count_by(counting, komi)
        self.changed.emit()

    def words(self, place: str) -> Message:
        """A square, its stone, and whose point it is, in words."""
        game, score = self.game, self.count.score
        kind = dict(game.pieces(self.state)).get(place)
        where = game.square_name(self.state, place)
        if kind is not None:
            piece = game.piece_name(kind)
            if place in score.dead:
                return message("{place}, {piece}, dead", place=where, piece=piece)
            return message("{place}, {piece}, alive", place=where, piece=piece)
        owner = score.owners.get(place)
        if owner is None:
            return message("{place}, nobody's point", place=where)
        return message("{place}, {side}'s point", place=where, side=game.sides[owner].name)


class ScoreBoard(BoardCanvas):
    """The board of a count. A click, or Enter at the cursor that the arrow keys move, toggles a group.

    Attributes:
        at: the square of the keyboard cursor, "" while it isn't shown.
    """

    def __init__(self, live: LiveCount, parent: QWidget | None = None) -> None:
        super().__init__(live, parent)  # type: ignore[arg-type]  # it has what is asked of a session
        self._counted = live
        self.at = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 120)
        self.setMouseTracking(True)
        self.setAccessibleName(tr(message("Board: it is being counted")))
        live.changed.connect(self.update)

    def words_at(self, square: str) -> Message:
        return self._counted.words(square)

    def cursor_square(self) -> str:
        return self.at

    def below(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        estimate = self._counted.estimate
        if estimate is None or not estimate.ownership:
            return []
        first, second = self._counted.game.sides
        sides = (first.id, first.colour), (second.id, second.colour)
        return ownership_shapes(look, estimate.ownership, pieces, sides)

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        count = self._counted.count
        marks = territory(count.score, [side.colour for side in count.game.sides])
        # Small squares in the owners' own colours: over stones, too, where these are dead.
        shapes = mark_shapes(look, marks, {})
        return shapes + (cursor_shapes(look, self.at) if self.at and self.hasFocus() else [])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.at = ""
        if event.button() == Qt.MouseButton.LeftButton:
            self._counted.toggle(self.square_at(event.position()))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hand = bool(self.square_at(event.position()))
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control or key not in (*WAYS, *TOUCH):
            super().keyPressEvent(event)
            return
        if not self.at:
            grid = self.geometry_.grid
            self.at = grid[len(grid) // 2][len(grid[0]) // 2]
        elif key in WAYS:
            self.at = beside(self.geometry_, self._counted.view, self.at, *WAYS[key]) or self.at
        else:
            self._counted.toggle(self.at)
        self._counted.told.emit(self._counted.words(self.at))
        self.setAccessibleDescription(tr(self._counted.words(self.at)))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
