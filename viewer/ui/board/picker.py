"""A choice among moves with the same touches (promotion), as pieces on the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.paint.painter import paint, painter_on
from viewer.scene.board import BoardLook, piece_shapes
from viewer.scene.shapes import Shape, in_order
from viewer.tree.action import Move
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import set_tip

_LEAST = 36  # px: a choice can be hit on the smallest board
_AIR = 4  # px around the choices
_RADIUS = 8.0


class Choice(QAbstractButton):
    """The button of one move: the piece that tells it from the others, else the move as text.

    Signals:
        left: the keyboard focus went elsewhere by the mouse.
    """

    left = Signal()

    def __init__(self, kind: str, text: str, look: BoardLook, unit: float, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._unit = unit
        self._shapes: list[Shape] = []
        if kind in look.geometry.art:
            self._shapes = in_order(piece_shapes(look, kind, (0.0, 0.0)))
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        side = round(self._unit)
        if self._shapes:
            return QSize(side, side)
        return QSize(max(side, self.fontMetrics().horizontalAdvance(self.text()) + 20), side)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # letters and arrows choose here
            return True
        return super().event(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # they are the strip's

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() == Qt.FocusReason.MouseFocusReason:
            later(self, self.left.emit)

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = self._look.theme
            if self.hasFocus():
                painter.setPen(QPen(QColor(theme["board-accent"]), 2.0))
                painter.setBrush(QColor(theme["wood"]))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5.0, 5.0)
            if self._shapes:
                painter.translate(self.width() / 2, self.height() / 2)
                paint(painter, self._shapes, self._unit * 0.94)
            else:
                painter.setPen(QColor(theme["black"]))
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class Picker(QWidget):
    """The choices in a strip from the target square towards the middle of the board.

    A click, Enter or the letter by which a move's neutral text differs (q r b n) chooses; arrows go
    from one to the next; Escape, or a click elsewhere, chooses nothing.

    Attributes:
        choices: the buttons, in the order of the moves.
        origin: the square of the moving piece; "" for a drop.

    Signals:
        chosen: a move.
        closed: the strip was closed, with or without a choice.
    """

    chosen = Signal(object)
    closed = Signal()

    def __init__(
        self,
        session: RecordSession,
        look: BoardLook,
        unit: float,
        moves: Sequence[Move],
        board: QWidget,
    ) -> None:
        super().__init__(board)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._theme = look.theme
        self._board = board
        self._moves = tuple(moves)
        places = session.game.touches(moves[0])
        self.origin = places[0] if len(places) > 1 else ""
        columns = list(zip(*(move.text for move in moves), strict=False))
        common = next((n for n, at in enumerate(columns) if len(set(at)) > 1), len(columns))
        self._keys = [move.text[common : common + 1].lower() for move in moves]
        unit = max(unit, _LEAST)
        self.choices: list[Choice] = []
        for move in moves:
            kind = session.game.resulting_kind(session.shown_state, move)
            text = session.game.notation(
                session.game.step(session.shown_state, move), session.style
            )
            choice = Choice(kind, text, look, unit, self)
            name = tr(session.game.piece_name(kind, session.shown_state)) if kind else text
            choice.setAccessibleName(name)
            set_tip(choice, f"{text} – {name}" if name != text else text)
            choice.clicked.connect(lambda _=False, move=move: self._choose(move))
            choice.left.connect(self._left)
            self.choices.append(choice)
        self.setAccessibleName(tr(self.words))

    @property
    def words(self) -> Message:
        """The question, for screen readers."""
        names = ", ".join(choice.accessibleName() for choice in self.choices)
        return message("Choose: {choices}", choices=names)

    def open_at(self, centre: QPointF, board: QRectF) -> None:
        """Open it with its first choice over a square, within the board's rectangle."""
        width = max(choice.sizeHint().width() for choice in self.choices)
        side = self.choices[0].sizeHint().height()
        down = centre.y() <= board.center().y()
        for number, choice in enumerate(self.choices):
            row = number if down else len(self.choices) - 1 - number
            choice.setGeometry(QRect(_AIR, _AIR + row * side, width, side))
        high = side * len(self.choices) + 2 * _AIR
        wide = width + 2 * _AIR
        x = round(centre.x() - wide / 2)
        y = round(centre.y() - side / 2 - _AIR)
        if not down:
            y = round(centre.y() + side / 2 + _AIR) - high
        room = self._board.rect()
        x = max(0, min(x, room.width() - wide))
        y = max(0, min(y, room.height() - high))
        self.setGeometry(x, y, wide, high)
        self.show()
        self.raise_()
        self.choices[0].setFocus()

    def _left(self) -> None:
        if not any(choice.hasFocus() for choice in self.choices):
            self.close()

    def _choose(self, move: Move) -> None:
        self.close()
        self.chosen.emit(move)

    def close(self) -> bool:
        """Close it."""
        if self.isHidden():
            return True
        if any(choice.hasFocus() for choice in self.choices):
            self._board.setFocus()  # else Qt gives the keys to whatever comes next
        gone = super().close()
        self.closed.emit()
        return gone

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        at = next((n for n, choice in enumerate(self.choices) if choice.hasFocus()), 0)
        letter = event.text().lower()
        down = self.choices[-1].y() > self.choices[0].y()
        ways = {
            Qt.Key.Key_Down: 1 if down else -1,
            Qt.Key.Key_Up: -1 if down else 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Tab: 1,
            Qt.Key.Key_Backtab: -1,
        }
        if key == Qt.Key.Key_Escape:
            self.close()
        elif Qt.Key(key) in ways:
            self.choices[(at + ways[Qt.Key(key)]) % len(self.choices)].setFocus()
        elif key in (*ENTER, Qt.Key.Key_Space):
            self._choose(self._moves[at])
        elif letter and self._keys.count(letter) == 1:
            self._choose(self._moves[self._keys.index(letter)])

    def focusNextPrevChild(self, next: bool) -> bool:
        return False  # Tab stays among the choices: it comes as a key

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            # Of the board's stuff in both themes: pieces are made to be seen on it.
            painter.setPen(QPen(QColor(self._theme["line"]), 1.0))
            painter.setBrush(QColor(self._theme["disc"]))
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(box, _RADIUS, _RADIUS)
