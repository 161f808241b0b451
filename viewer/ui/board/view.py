"""The board on the screen: played on and drawn on with mouse or keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.games.geometry import Link
from viewer.scene.board import Look
from viewer.scene.marks import (
    cursor_shapes,
    last_move_shapes,
    last_piece_shapes,
    mark_shapes,
    marked_places,
    selection_shapes,
    target_shapes,
)
from viewer.scene.picture import last_places
from viewer.scene.shapes import Shape
from viewer.tree.action import Move
from viewer.tree.annotation import FIGURE
from viewer.tree.node import Node
from viewer.ui.board.coming import Coming
from viewer.ui.board.hand import Hand
from viewer.ui.board.keys import BoardKeys
from viewer.ui.board.pencil import Pencil, colour_of
from viewer.ui.board.picker import Picker
from viewer.ui.board.record_board import RecordBoard
from viewer.ui.board.words import mark_words, position_words
from viewer.ui.study import Study
from viewer.ui.translate import tr

if TYPE_CHECKING:
    from viewer.ui.board.brush import Brush
    from viewer.ui.board.tools import Tools

_DRAG = 6.0  # px before a press is a drag


class BoardView(RecordBoard):
    """The board of a study.

    Mouse: press a piece and a place, or drag it; the right button draws marks and arrows.
    Keyboard: Enter starts the cursor on the places, arrows move it, Enter takes and puts down, M
    marks and, on another place, draws an arrow; Escape ends. The wheel steps.

    Signals:
        stepped: the wheel asks for this many plies on.
        told: what happens on the board, in words, for the status line and screen readers.
        contextRequested: the menu key was pressed: (node id, global point).

    Attributes:
        pencil: the mark that is being drawn.
    """

    stepped = Signal(int)
    told = Signal(object)
    contextRequested = Signal(int, QPoint)

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(study, parent)
        self._hand = Hand(study)
        self._coming = Coming(study, self._hand)
        self._brush: Brush | None = None  # made when a tool is wanted first
        self.pencil = Pencil(study.game.mark_sign)
        self._picker: Picker | None = None
        self._held_before = False  # the piece that is pressed was in the hand already
        self._keys = BoardKeys(self)
        self._told: Message | None = None
        self._press: QPointF | None = None
        self._drag: QPointF | None = None
        self._wheel = 0
        self._shown: Node = study.node
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 200)
        self.setMouseTracking(True)
        self.setAccessibleName(tr(message("Board")))
        study.moved.connect(self._moved)
        study.viewed.connect(self._viewed)
        study.changed.connect(lambda _: self.update())
        study.judged.connect(self.update)
        study.reloaded.connect(self._reloaded)
        self.setAccessibleDescription(position_words(study))

    # ------------------------------------------------------------------------------- painting

    def hidden(self, pieces: Mapping[str, str]) -> str:
        if self._picker is not None:
            return self._picker.origin
        touched = self._hand.touched
        return touched[0] if touched and self._drag is not None and touched[0] in pieces else ""

    def lifted_at(self) -> QPointF | None:
        return self._drag

    def ghosts(self, look: Look, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        if self._brush is not None and self._brush.tools.active:
            coming = self._brush.pieces(self._coming.place)
            return [one for one in coming if one[0] in look.geometry.places]
        place = self._pointed
        return self._coming.piece(place, pieces) if place in look.geometry.places else []

    def ghost_links(self) -> list[Link]:
        if not self.geometry_.links:
            return []
        if self._brush is not None and self._brush.tools.active:
            return self._brush.links()
        return self._coming.links(self._pointed)

    @property
    def _pointed(self) -> str:
        """Where a piece would come: under the mouse; with links to look at, also at the cursor."""
        keys = self._keys.place if self.geometry_.links and self.hasFocus() else ""
        return self._coming.place or keys

    def below(self, look: Look, pieces: Mapping[str, str]) -> list[Shape]:
        shapes = last_move_shapes(look, last_places(self.study.game, self.study.state))
        if self._hand.touched:
            shapes += selection_shapes(look, self._hand.touched[-1])
            shapes += target_shapes(look, self._hand.targets(), pieces)
        return shapes

    def above(self, look: Look, pieces: Mapping[str, str]) -> list[Shape]:
        shapes: list[Shape] = []
        marks, drawn = self.overlay.marks, self.pencil.mark
        if self._brush is not None:
            marks = self._brush.marks(marks)
            shapes += self._brush.shapes(look)
        if drawn is not None:
            marks = plans.toggled(marks, drawn)
        last = last_places(self.study.game, self.study.state)
        numbers = self.overlay.numbers(pieces)
        shapes += self.overlay.shapes(look, pieces, marked_places(marks))
        shapes += last_piece_shapes(look, last, pieces, marks, numbers)
        shapes += mark_shapes(look, marks, pieces)
        if self._keys.place and self.hasFocus():
            shapes += cursor_shapes(look, self._keys.place)
        return shapes

    @property
    def stone_side(self) -> int | None:
        """Whose piece the next touch puts on the board, None for who is to move."""
        return self._hand.side

    @stone_side.setter
    def stone_side(self, side: int | None) -> None:
        self._hand.side = side
        self.update()

    # ---------------------------------------------------------------------------- what changed

    def _moved(self) -> None:
        before, self._shown = self._shown, self.study.node
        self._let_go()
        if self.glide.stop() and self.isVisible():
            if self._shown.parent is before:
                self._start_glide(self.study.places(self._shown))
            elif before.parent is self._shown:
                self._start_glide(self.study.places(before)[::-1])
        self.update()
        self._say_position()
        figure = self._shown.note(FIGURE)
        if isinstance(figure, tuple) and figure:
            self.told.emit(message("A new figure begins: {title}", title=str(figure[-1]) or "–"))

    def _start_glide(self, places: tuple[str, ...]) -> None:
        known = self.geometry_.places
        if len(places) == 2 and places[0] != places[1] and all(p in known for p in places):
            self.glide.start(places[0], places[1])

    def _let_go(self) -> None:
        """Nothing in the hand, nothing half drawn, nothing asked."""
        self._hand.drop()
        self.pencil.drop()
        if self._brush is not None:
            self._brush.tools.drop()
        if self._picker is not None:
            self._picker.close()

    def _viewed(self) -> None:
        self._let_go()
        self.update()

    def _reloaded(self) -> None:
        self._shown = self.study.node
        self._let_go()
        self.pencil.sign = self.study.game.mark_sign
        self._keys.place = ""
        self._hand.side = None
        self.update()
        self._say_position()

    def _say_position(self) -> None:
        """Tell screen readers what is on the board now."""
        self.announce(position_words(self.study))

    def announce(self, text: str) -> None:
        """Tell screen readers what is here."""
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # costly, and not for the start

        self.setAccessibleDescription(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            )

    # --------------------------------------------------------------------------------- playing

    def touch(self, place: str) -> None:
        """Touch a place with mouse or keyboard; a whole move is played, or a tool is used."""
        if self._brush is not None and self._brush.tools.active:
            self._brush.touch(place)
            return
        empty = not self._hand.touched
        moves = self._hand.touch(place)
        if len(moves) > 1:
            self._pick(moves, place)
        elif moves:
            self.study.play(moves[0])
        elif empty and not self._hand.touched:
            self._explain(place)
        self.update()

    def _pick(self, moves: list[Move], place: str) -> None:
        """Let somebody choose among moves that touch the same places."""
        picker = Picker(self.study, self.look, self.unit(), moves, self)
        picker.chosen.connect(self.study.play)
        picker.closed.connect(self._picked)
        self._picker = picker
        picker.open_at(self.centre_of(place), self.board_rect())
        self._drag = None
        self.told.emit(picker.words)

    def _picked(self) -> None:
        self._picker = None
        self.told.emit(message(""))  # nothing is asked any more
        self.update()

    def _explain(self, place: str) -> None:
        """Say why nothing can be taken or put here."""
        study = self.study
        refusal = self._hand.refusal(place)
        if refusal is not None:
            self.told.emit(refusal)
            return
        if place in dict(study.game.pieces(study.state)):
            side = study.game.sides[study.state.side].name
            self.told.emit(message("Nothing to play from here: {side} is to move.", side=side))

    def drop_hand(self) -> None:
        """Let go of what is in the hand."""
        self._hand.drop()
        self._drag = None
        self.update()

    def draw(self, place: str) -> None:
        """Mark a place, or draw an arrow to it from where the pencil is; drawn again, it goes."""
        self.pencil.end = place
        mark = self.pencil.mark
        self.pencil.drop()
        if mark is not None:
            gone = mark in self.study.node.marks
            self.study.do(plans.toggle_mark, mark)
            words = mark_words(self.study, mark)
            where = self.study.game.place_name_in(self.study.state, mark.places[0])
            sentence = message("{place}: {mark}", place=where, mark=words)
            self.told.emit(message("Taken away: {what}", what=sentence) if gone else sentence)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._picker is not None:
            self._picker.close()
            return
        if event.button() == Qt.MouseButton.RightButton:
            self._press_right(event)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._keys.place = ""
        self.pencil.drop()
        if self._brush is not None and self._brush.press(event):
            return
        place = self.place_at(event.position())
        self._press = event.position()
        self._drag = None
        if place:
            self._held_before = self._hand.touched[-1:] == (place,)
            if not self._held_before:
                self.touch(place)
        else:
            self.drop_hand()

    def _foretell(self, words: Message | None) -> None:
        """Tell what a move where the mouse is would do; when it has gone on, no longer."""
        if words != self._told:
            self._told = words
            self.told.emit(words or message(""))

    def foretold(self, place: str) -> Message | None:
        """What there is to say of a move to a place, None for nothing."""
        tool = self._brush is not None and self._brush.tools.active
        return None if tool or not place else self._coming.words(place)

    def _press_right(self, event: QMouseEvent) -> None:
        """Begin to draw; while a piece is in the hand, let it go."""
        if self._hand.touched or self._press is not None:
            self._press = None
            self.drop_hand()
        elif place := self.place_at(event.position()):
            self._keys.place = ""
            self.pencil.begin(place, colour_of(event.modifiers()))
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place != self._coming.place:
            self._coming.place = place
            if self.study.game.stones:
                self.update()
            self._foretell(self.foretold(place))
        if self._brush is not None and self._brush.move(event):
            return
        if self.pencil.start and event.buttons() & Qt.MouseButton.RightButton:
            if place != self.pencil.end:
                self.pencil.end = place
                self.update()
            return
        if self._press is None:
            can = bool(place) and (place in self._hand.targets() or self._hand.can_take(place))
            shape = Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        far = (event.position() - self._press).manhattanLength() > _DRAG
        if self._hand.touched and (far or self._drag is not None):
            self._drag = event.position()
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self._coming.place:
            self._coming.place = ""
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton:
            if self.pencil.start:
                self.draw(self.place_at(event.position()))
            return
        left = event.button() == Qt.MouseButton.LeftButton
        if left and self._brush is not None and self._brush.release():
            return
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            super().mouseReleaseEvent(event)
            return
        dragged, self._drag = self._drag is not None, None
        self._press = None
        place = self.place_at(event.position())
        if dragged and self._hand.touched:
            if place in self._hand.targets():
                self.glide.skip()
                self.touch(place)
            elif place != self._hand.touched[-1]:
                self._hand.drop()
        elif place and self._held_before:
            self.touch(place)  # a second click on the piece in the hand puts it back
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / 120)
        if steps:
            self._wheel -= steps * 120
            ten = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self.stepped.emit(-steps * ten)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key asks for the current move's menu; the right button draws."""
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.contextRequested.emit(self.study.node.id, event.globalPos())

    # -------------------------------------------------------------------------------- keyboard

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if self._keys.wants(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def mark_with_keys(self) -> None:
        """Show the cursor with which marks are drawn."""
        self._keys.begin_marks()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @property
    def brush(self) -> Brush | None:
        """What is done with tools, None while none was taken."""
        return self._brush

    @property
    def tools(self) -> Tools:
        """What is drawn with, or set up, instead of playing."""
        if self._brush is None:
            from viewer.ui.board.brush import Brush
            from viewer.ui.board.tools import Tools

            self._brush = Brush(self, Tools(self.study, self))
        return self._brush.tools

    @property
    def cursor_place(self) -> str:
        """Where the keyboard's cursor stands, "" if it isn't shown."""
        return self._keys.place

    @property
    def asking(self) -> bool:
        """Whether somebody is asked which of some moves to play."""
        return self._picker is not None

    @property
    def hand(self) -> tuple[str, ...]:
        """The places touched so far."""
        return self._hand.touched
