"""The board on the screen: painted from scenes, played on with mouse or keyboard."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message, message
from viewer.games.geometry import Geometry, Point
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.board import Look, beside, hit
from viewer.scene.marks import (
    cursor_shapes,
    last_move_shapes,
    mark_shapes,
    selection_shapes,
    target_shapes,
)
from viewer.scene.shapes import Shape
from viewer.scene.theme import LIGHT, Theme
from viewer.tree.node import Node
from viewer.ui.board.hand import Hand
from viewer.ui.study import Study
from viewer.ui.translate import tr

_GLIDE = 110  # ms
_QUICK = 0.16  # s: steps that follow faster than this don't glide
_DRAG = 6.0  # px before a press is a drag

_WAYS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class BoardView(QWidget):
    """The board of a study.

    Mouse: press a piece and a place, or drag it. Keyboard: Enter starts the cursor on the places,
    arrows move it, Enter takes and puts down, Escape ends. The wheel steps.

    Signals:
        stepped: the wheel asks for this many plies on.
        told: what happens on the board, in words, for the status line and screen readers.
        ambiguous: several moves touch the same places: (moves, global point).
    """

    stepped = Signal(int)
    told = Signal(object)
    ambiguous = Signal(object, object)

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.study = study
        self._theme = LIGHT
        self._coordinates = "game"
        self._animate = True
        self._pixmaps: BoardPixmaps | None = None
        self._hand = Hand(study)
        self._held_before = False  # the piece that is pressed was in the hand already
        self._cursor = ""
        self._press: QPointF | None = None
        self._drag: QPointF | None = None
        self._wheel = 0
        self._shown: Node = study.node
        self._stepped_at = 0.0
        self._gliding: tuple[str, str] | None = None  # from, to
        self._glide = QVariantAnimation(self)
        self._glide.setStartValue(0.0)
        self._glide.setEndValue(1.0)
        self._glide.setDuration(_GLIDE)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._glide.valueChanged.connect(lambda _: self.update())
        self._glide.finished.connect(self._landed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 200)
        self.setMouseTracking(True)
        self.setAccessibleName(tr(message("Board")))
        study.moved.connect(self._moved)
        study.viewed.connect(self._viewed)
        study.changed.connect(lambda _: self.update())
        study.reloaded.connect(self._reloaded)
        self.setAccessibleDescription(self._position_words())

    # ---------------------------------------------------------------------------------- looks

    @property
    def geometry_(self) -> Geometry:
        """The game's geometry."""
        return self.study.game.geometry

    def set_theme(self, theme: Theme) -> None:
        """Draw in a theme's colours."""
        self._theme = theme
        self.update()

    def set_coordinates(self, style: str) -> None:
        """Show coordinates in a style of the geometry, or "none"."""
        self._coordinates = style
        self.update()

    def set_animated(self, animated: bool) -> None:
        """Whether pieces glide."""
        self._animate = animated

    @property
    def look(self) -> Look:
        """The board as it is seen now."""
        return Look(self.geometry_, self._theme, self.study.view, self._coordinates)

    def unit(self) -> float:
        """Pixels of a board unit."""
        geometry = self.geometry_
        return min(self.width() / geometry.width, self.height() / geometry.height)

    def board_rect(self) -> QRectF:
        """Where in the widget the board stands: as large as fits, centred."""
        unit, geometry = self.unit(), self.geometry_
        width, height = geometry.width * unit, geometry.height * unit
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def sizeHint(self) -> QSize:
        return QSize(560, 620)

    def place_at(self, point: QPointF) -> str:
        """The place under a point of the widget, "" if none."""
        x, y = self._board_point(point)
        return hit(self.geometry_, self.study.view, x, y)

    def _board_point(self, point: QPointF) -> Point:
        rect, unit = self.board_rect(), self.unit()
        return (point.x() - rect.x()) / unit, (point.y() - rect.y()) / unit

    def centre_of(self, place: str) -> QPointF:
        """Centre of a place in the widget."""
        rect, unit = self.board_rect(), self.unit()
        x, y = self.look.centre(place)
        return QPointF(rect.x() + x * unit, rect.y() + y * unit)

    # ------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        look, rect, unit = self.look, self.board_rect(), self.unit()
        ratio = self.devicePixelRatioF()
        if self._pixmaps is None or not self._pixmaps.fits(look, unit, ratio):
            self._pixmaps = BoardPixmaps(look, unit, ratio)
        pixmaps = self._pixmaps
        painter = QPainter(self)
        painter.translate(round(rect.x()), round(rect.y()))
        pixmaps.draw_board(painter)
        pieces = dict(self.study.game.pieces(self.study.state))
        lifted = self._lifted(pieces)
        gliding = self._gliding
        pixmaps.paint(painter, self._below(look, pieces))
        for place, kind in pieces.items():
            if place != lifted and not (gliding and place == gliding[1]):
                pixmaps.draw_piece(painter, kind, look.centre(place))
        pixmaps.paint(painter, self._above(look, pieces))
        if gliding and gliding[1] in pieces:
            pixmaps.draw_piece(painter, pieces[gliding[1]], self._between(look, *gliding))
        if lifted and self._drag is not None:
            at = self._board_point(self._drag)
            pixmaps.draw_piece(painter, pieces[lifted], at, lifted=True)
        painter.end()

    def _lifted(self, pieces: dict[str, str]) -> str:
        touched = self._hand.touched
        return touched[0] if touched and self._drag is not None and touched[0] in pieces else ""

    def _below(self, look: Look, pieces: dict[str, str]) -> list[Shape]:
        shapes = last_move_shapes(look, self.study.places(self.study.node))
        if self._hand.touched:
            shapes += selection_shapes(look, self._hand.touched[-1])
            shapes += target_shapes(look, self._hand.targets(), pieces)
        return shapes

    def _above(self, look: Look, pieces: dict[str, str]) -> list[Shape]:
        shapes = mark_shapes(look, self.study.node.marks, pieces)
        if self._cursor and self.hasFocus():
            shapes += cursor_shapes(look, self._cursor)
        return shapes

    def _between(self, look: Look, start: str, end: str) -> Point:
        (x1, y1), (x2, y2) = look.centre(start), look.centre(end)
        part = float(self._glide.currentValue() or 0.0)
        return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part

    # ---------------------------------------------------------------------------- what changed

    def _moved(self) -> None:
        before, self._shown = self._shown, self.study.node
        self._hand.drop()
        now = perf_counter()
        quick, self._stepped_at = now - self._stepped_at < _QUICK, now
        self._glide.stop()
        self._gliding = None
        if self._animate and not quick and self.isVisible():
            if self._shown.parent is before:
                self._start_glide(self.study.places(self._shown))
            elif before.parent is self._shown:
                self._start_glide(self.study.places(before)[::-1])
        self.update()
        self._say_position()

    def _start_glide(self, places: tuple[str, ...]) -> None:
        known = self.geometry_.places
        if len(places) == 2 and places[0] != places[1] and all(p in known for p in places):
            self._gliding = (places[0], places[1])
            self._glide.start()

    def _landed(self) -> None:
        self._gliding = None
        self.update()

    def skip_glide(self) -> None:
        """The next step doesn't glide: the piece is there already (it was dragged)."""
        self._stepped_at = perf_counter()

    def _viewed(self) -> None:
        self.update()

    def _reloaded(self) -> None:
        self._shown = self.study.node
        self._hand.drop()
        self._cursor = ""
        self.update()
        self._say_position()

    def _say_position(self) -> None:
        """Tell screen readers what is on the board now."""
        self._announce(self._position_words())

    def _position_words(self) -> str:
        study = self.study
        move = study.numbered(study.node) or tr(message("Start"))
        side = study.game.sides[study.state.side].name
        parts = [message("{move}. {side} to move.", move=move, side=side)]
        parts += study.game.observations(study.state)
        return " ".join(tr(part) for part in parts)

    def _announce(self, text: str) -> None:
        from PySide6.QtGui import QAccessible, QAccessibleEvent  # costly, and not for the start

        self.setAccessibleDescription(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            )

    def words_of(self, place: str) -> Message:
        """A place and what stands there, in words."""
        game = self.study.game
        kind = dict(game.pieces(self.study.state)).get(place)
        name = game.place_name(place)
        if kind is None:
            return message("{place}, empty", place=name)
        return message("{place}, {piece}", place=name, piece=game.piece_name(kind))

    # --------------------------------------------------------------------------------- playing

    def touch(self, place: str) -> None:
        """Touch a place with mouse or keyboard; a whole move is played."""
        empty = not self._hand.touched
        moves = self._hand.touch(place)
        if len(moves) > 1:
            self.ambiguous.emit(moves, self.mapToGlobal(self.centre_of(place).toPoint()))
        elif moves:
            self.study.play(moves[0])
        elif empty and not self._hand.touched:
            self._explain(place)
        self.update()

    def _explain(self, place: str) -> None:
        """Say why nothing can be taken here."""
        study = self.study
        if place in dict(study.game.pieces(study.state)):
            side = study.game.sides[study.state.side].name
            self.told.emit(message("Nothing to play from here: {side} is to move.", side=side))

    def drop_hand(self) -> None:
        """Let go of what is in the hand."""
        self._hand.drop()
        self._drag = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._cursor = ""
        place = self.place_at(event.position())
        self._press = event.position()
        self._drag = None
        if place:
            self._held_before = self._hand.touched[-1:] == (place,)
            if not self._held_before:
                self.touch(place)
        else:
            self.drop_hand()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if self._press is None:
            can = bool(place) and (place in self._hand.targets() or self._hand.can_take(place))
            shape = Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        far = (event.position() - self._press).manhattanLength() > _DRAG
        if self._hand.touched and (far or self._drag is not None):
            self._drag = event.position()
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            super().mouseReleaseEvent(event)
            return
        dragged, self._drag = self._drag is not None, None
        self._press = None
        place = self.place_at(event.position())
        if dragged and self._hand.touched:
            if place in self._hand.targets():
                self.skip_glide()
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

    # -------------------------------------------------------------------------------- keyboard

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._cursor:
            assert isinstance(event, QKeyEvent)
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
            if plain and (event.key() in _WAYS or event.key() == Qt.Key.Key_Escape):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if self._cursor:
                self.touch(self._cursor)
                self._tell_cursor()
            else:
                self._start_cursor()
        elif self._cursor and key in _WAYS:
            self._move_cursor(*_WAYS[key])
        elif key == Qt.Key.Key_Escape and (self._cursor or self._hand.touched):
            if self._hand.touched:
                self.drop_hand()
            else:
                self._cursor = ""
                self.told.emit(message("Arrow keys step through the moves again."))
            self.update()
        else:
            super().keyPressEvent(event)

    def _start_cursor(self) -> None:
        places = self.study.places(self.study.node)
        known = [place for place in places if place in self.geometry_.places]
        grid = self.geometry_.grid
        self._cursor = known[-1] if known else grid[len(grid) // 2][len(grid[0]) // 2]
        self._tell_cursor()
        self.update()

    def _move_cursor(self, down: int, right: int) -> None:
        """Move as the board is seen, over places that are there."""
        place = beside(self.geometry_, self.study.view, self._cursor, down, right)
        if place:
            self._cursor = place
            self._tell_cursor()
            self.update()

    def _tell_cursor(self) -> None:
        words = self.words_of(self._cursor)
        if self._hand.touched:
            taken = self.study.game.place_name(self._hand.touched[0])
            words = message("{place}; {taken} in the hand", place=words, taken=taken)
        self.told.emit(words)
        self._announce(tr(words))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @property
    def cursor_place(self) -> str:
        """Where the keyboard's cursor stands, "" if it isn't shown."""
        return self._cursor

    @property
    def hand(self) -> tuple[str, ...]:
        """The places touched so far."""
        return self._hand.touched
