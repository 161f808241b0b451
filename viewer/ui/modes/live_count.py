"""The count of a position as it is made: what was changed by hand, and the board that shows it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QRect, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message, counted, message, sentences
from viewer.document.plans.board import territory
from viewer.document.position import Count
from viewer.engines.analysis import ScoreEstimate
from viewer.games.capabilities import Counted
from viewer.games.game import State
from viewer.scene.board import BoardLook
from viewer.scene.marks import cursor_shapes, mark_shapes
from viewer.scene.overlays import ownership_shapes
from viewer.scene.shapes import Shape
from viewer.ui.modes.draft_mode import Draft, DraftBoard
from viewer.ui.notation.visible_blocks import evaluation_message
from viewer.ui.session.record_session import RecordSession


class LiveCount(Draft):
    """The count, shared by the parts of the mode.

    Attributes:
        count: the count.
        estimate: what an engine expects, None before it was asked.
        engine: its name.
    """

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
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

    def toggle(self, place: str) -> None:
        """Toggle a group between dead and alive, or an area between owned and neutral."""
        if place and self.count.toggle(place):
            self.changed.emit()
            self.told.emit(self.words_of(place))

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
        return sentences([words, taken])

    def clear(self) -> None:
        """Mark all stones alive."""
        self.count.clear()
        self.changed.emit()

    def count_by(self, counting: str, komi: float) -> None:
        """Change the way of counting or the komi."""
        self.count.count_by(counting, komi)
        self.changed.emit()

    def words_of(self, place: str) -> Message:
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


class ScoreBoard(DraftBoard):
    """The board of a count. A click, or Enter at the cursor that the arrow keys move, toggles a group."""

    def __init__(self, live: LiveCount, parent: QWidget | None = None) -> None:
        super().__init__(live, message("Board: it is being counted"), parent)
        self._counted = live
        self.setMouseTracking(True)
        live.changed.connect(self.update)

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

    def fitted(self, area: QRect) -> QRect:
        across, down = self.geometry_.width, self.geometry_.height
        unit = max(1.0, min(area.width() / across, area.height() / down))
        wide, high = round(across * unit), round(down * unit)
        left, top = (area.width() - wide) // 2, (area.height() - high) // 2
        return QRect(area.left() + left, area.top() + top, wide, high)

    def touch(self, key: Qt.Key) -> None:
        self._counted.toggle(self.at)
