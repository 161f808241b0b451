"""The line of a player above or below the board: colour, name, side, material, clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.games.capabilities import Counted
from viewer.games.geometry import Geometry, ShapePart
from viewer.paint.painter import painter_on
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import header_by_role, komi_words, strength_words
from viewer.ui.toolkit.plain import ElidedLabel, Label, set_tip
from viewer.ui.toolkit.style import theme_in_use

if TYPE_CHECKING:
    from viewer.ui.board.captured import Captured
    from viewer.ui.board.material_strip import MaterialStrip

_HEIGHT = 22  # pixels, at least


class ColourDot(QWidget):
    """A disc in a side's colour; the shape of a piece where pieces have one (shogi's ☗ and ☖)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = "muted"
        self._shape = QPolygonF()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_colour(self, token: str) -> None:
        """Fill it in a colour of the theme; a rim keeps it apart from a background of the same."""
        self._colour = token
        self.update()

    def set_shape(self, geometry: Geometry) -> None:
        """Take the shape of a game's pieces."""
        first = next((parts[0] for parts in geometry.art.values()), None)
        points = first.points if isinstance(first, ShapePart) else ()
        high = 2 * max((y for _, y in points), default=1.0)
        self._shape = QPolygonF([QPointF(7 + 13 * x / high, 7 + 13 * y / high) for x, y in points])
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(14, 14)

    def paintEvent(self, event: QPaintEvent) -> None:
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = theme_in_use()
            painter.setBrush(QColor(theme[self._colour]))
            painter.setPen(QColor(theme["muted"]))
            if self._shape.isEmpty():
                painter.drawEllipse(QPointF(7, 7), 6, 6)
            else:
                painter.drawPolygon(self._shape)


class Turn(QWidget):
    """A triangle beside the player whose turn it is; it takes its space for the other one too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._on = False
        self.setFixedSize(8, 14)

    def turn(self, on: bool) -> None:
        """Show whether it is the player's turn."""
        if on != self._on:
            self._on = on
            set_tip(self, tr(message("To move")) if on else "")
            self.update()

    @property
    def on(self) -> bool:
        """Whether it is the player's turn."""
        return self._on

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._on:
            return
        with painter_on(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme_in_use()["accent"]))
            painter.drawPolygon(QPolygonF([QPointF(0, 2), QPointF(7, 7), QPointF(0, 12)]))


class PlayerLine(QWidget):
    """One player's line.

    Signals:
        asked: somebody clicks on the player of a side: (side).

    Attributes:
        side: the index in the game's sides of the player it shows.
        turn: shows whether it is the player's turn.
        material: shows the pieces that the side has more; None as long as it has none.
        captured: shows the prisoners; None in games that have none.
        tally: shows what is counted beside pieces.
    """

    asked = Signal(int)
    LEADING = 8 + 6
    """The width of the sign of the turn, which stands ahead of the board's edge."""

    def __init__(self, session: RecordSession, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.side = side
        self._left: Message | None = None  # on a clock that runs
        self.turn = Turn()
        self._dot = ColourDot()
        self._name = ElidedLabel()
        self._name.setProperty("name", True)
        self._name.setCursor(Qt.CursorShape.PointingHandCursor)
        self._word = Label(look="muted")
        self._strength = Label(look="muted")
        self.material: MaterialStrip | None = None
        self.captured: Captured | None = None
        self.tally = Label(look="muted")
        self.tally.hide()
        self._clock = Label(look="muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.turn)
        row.addSpacing(self.LEADING - 8 - row.spacing())
        row.addWidget(self._dot)
        row.addWidget(self._name)
        row.addWidget(self._strength)
        row.addWidget(self._word)
        row.addSpacing(4)
        row.addWidget(self.tally)
        row.addStretch(1)
        row.addWidget(self._clock)
        session.moved.connect(self.show_node)
        session.tried.connect(self.show_node)
        session.changed.connect(self.show_node)
        self.show_record()

    @staticmethod
    def height_in(place: QWidget) -> int:
        """The height of a line in pixels, by the font of what it stands in."""
        return max(_HEIGHT, place.fontMetrics().height() + 2)

    def set_side(self, side: int) -> None:
        """Show the other player (the board was flipped)."""
        if side != self.side:
            self.side = side
            self.show_record()

    def show_left(self, left: Message | None) -> None:
        """Show what is left on the clock of a game that is played; None for what the record says."""
        if left != self._left:
            self._left = left
            self._clock.set_look("muted" if left is None else "name")
            self.show_node()

    def show_record(self) -> None:
        """Show what the headers say now."""
        session = self._session
        self._dot.set_shape(session.game.geometry)
        self._show_colours()
        name = header_by_role(session, f"side{self.side}")
        word = tr(session.states.side_name(self.side))
        self._name.setText(name or word)
        said = [word if name else "", komi_words(session) if self.side else ""]
        self._word.setText("  ·  ".join(part for part in said if part))
        self._strength.setText(strength_words(session, self.side))
        self._total = header_by_role(session, f"clock{self.side}")
        self.show_node()

    def mouseReleaseEvent(self, event: object) -> None:
        self.asked.emit(self.side)

    def _show_colours(self) -> None:
        sides = self._session.game.sides
        self._dot.set_colour(sides[self.side].colour)
        if self.captured is not None:
            self.captured.dot.set_colour(sides[1 - self.side].colour)

    @property
    def wanted(self) -> int:
        """The width in which all that the line says can be read."""
        parts = [one for one in (self._strength, self._word) if one.text() and one.isHidden()]
        row = self.layout()
        assert row is not None
        hidden = sum(one.sizeHint().width() + row.spacing() for one in parts)
        return row.sizeHint().width() + hidden

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave the word for the side out where the name needs its room, then the rank."""
        spare = self.width() - self.wanted
        for part in (self._word, self._strength):
            shown = bool(part.text()) and spare >= 0
            if part.text() and not shown:
                spare += part.sizeHint().width() + 8
            part.setVisible(shown)

    def show_node(self) -> None:
        """Show whose turn it is, clock and material of the current node."""
        session, side = self._session, self.side
        on = session.shown_state.side == side
        player = message(
            "{side}: {name}", side=session.states.side_name(side), name=self._name.text()
        )
        self.turn.turn(on)
        self.setAccessibleName(tr(message("{player}, to move", player=player) if on else player))
        times = session.times.at(session.shown)[side]
        words = None
        if times.clock:
            words = message(
                "Clock of {side} after the last move", side=session.states.side_name(side)
            )
        elif times.elapsed:
            words = message("Time used for the last move")
        elif self._total:
            words = message("Time used in the whole game")
        text = times.clock or (f"+{times.elapsed}" if times.elapsed else self._total)
        if times.overtime:
            text = f"{times.clock} ({times.overtime})".strip()
            words = message(
                "Clock of {side} after the last move; in brackets moves or periods left in byo-yomi",
                side=session.states.side_name(side),
            )
        if self._left is not None:
            text = tr(self._left)
            words = message("Clock of {side}", side=session.states.side_name(side))
        if text != self._clock.text() or words is None:
            self._clock.setText(text)
            set_tip(self._clock, tr(words) if words else "")
            self._clock.setAccessibleName(f"{tr(words)}: {text}" if words else "")
        game = session.game
        self._show_material()
        tally = game.tally(session.shown_state)
        self.tally.setText("" if tally is None else tr(tally[side]))
        self.tally.setVisible(tally is not None)
        self._show_prisoners()
        self._fit()

    def _show_material(self) -> None:
        game, side, strip = self._session.game, self.side, self.material
        material, values = game.material(self._session.shown_state), game.piece_values
        if strip is None:
            if not material[side]:
                return
            from viewer.ui.board.material_strip import MaterialStrip  # deferred

            strip = self.material = MaterialStrip(game)
            self._insert(strip)
        mine, other = (sum(values.get(kind, 0) for kind in kinds) for kinds in material)
        strip.show_material(game, material[side], mine - other if side == 0 else other - mine)

    def _insert(self, part: QWidget) -> None:
        """Add a part ahead of what is counted beside pieces."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.insertWidget(row.indexOf(self.tally), part)

    def _show_prisoners(self) -> None:
        """Show how many stones this side has captured, where players count them."""
        session, captured = self._session, self.captured
        game = session.game
        prisoners = game.prisoners(session.shown_state) if isinstance(game, Counted) else None
        if captured is None:
            if prisoners is None:
                return
            from viewer.ui.board.captured import Captured  # deferred

            captured = self.captured = Captured(ColourDot())
            self._insert(captured)
            self._show_colours()
        side = session.states.side_name(self.side)
        captured.show_count(side, None if prisoners is None else prisoners[self.side])
