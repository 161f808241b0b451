"""A widget that paints a board as large as fits, links between its pieces too, and maps points to squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QPointF, QRectF, QSize, QVariantAnimation
from PySide6.QtGui import QFocusEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from viewer.base.messages import Message
from viewer.games.capabilities import Connecting, board_geometry, counts_of
from viewer.games.game import Game, State
from viewer.games.geometry import Geometry, Link, Point
from viewer.paint.painter import painter_on
from viewer.paint.pixmaps import BoardPixmaps
from viewer.scene.board import BoardLook, hit
from viewer.scene.links import chain_line_shapes, chain_shapes, link_shapes
from viewer.scene.picture import look_of
from viewer.scene.shapes import Disc, Polygon, Polyline, Shape
from viewer.scene.theme import Theme, board_theme
from viewer.ui.board.words import place_words
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.style import theme_in_use

if TYPE_CHECKING:
    from viewer.scene.overlays import Number
    from viewer.ui.board.sounds import BoardSounds

_SEEN_THROUGH = 0.55


class Bonds:
    """The links of a position and the shapes of its winning chain, cached for a position and theme.

    Attributes:
        links: in drawing order.
        below, above: shapes of the chain, under and over the pieces.
    """

    def __init__(self) -> None:
        self._kept: tuple[BoardLook, State] | None = None
        self.links: Sequence[Link] = ()
        self.below: list[Shape] = []
        self.above: list[Shape] = []

    def look_at(self, look: BoardLook, game: Game[State], state: State) -> None:
        """Compute links and chain of a state, unless it is the cached one."""
        kept = self._kept
        if kept is not None and kept[1] is state and _same(kept[0], look):
            return
        self._kept = (look, state)
        self.links = game.links(state)
        chain = game.winning_chain(state) if isinstance(game, Connecting) else ()
        self.below, self.above = [], []
        if chain:
            self.below, self.above = chain_shapes(look, chain), chain_line_shapes(look, chain)


def _same(one: BoardLook, other: BoardLook) -> bool:
    return one.geometry is other.geometry and one.theme is other.theme and one.view == other.view


def ghost_shapes(look: BoardLook, links: Sequence[Link]) -> list[Shape]:
    """Translucent shapes of links that a move would make."""
    if not links:
        return []
    return [
        shape._replace(opacity=shape.opacity * _SEEN_THROUGH)
        for shape in link_shapes(look, links)
        if isinstance(shape, (Disc, Polygon, Polyline))
    ]


_QUICK = 0.16  # s: steps that follow faster than this don't glide
_GHOST = 0.5  # opacity


class Glide:
    """The animation of one piece, if one is running.

    Attributes:
        squares: origin and target, None while nothing is animated.
    """

    def __init__(self, parent: QObject, show: Callable[[], None]) -> None:
        """`show` is called for each frame."""
        self.squares: tuple[str, str] | None = None
        self._show = show
        self._stepped_at = 0.0
        self._run = QVariantAnimation(parent)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._run.valueChanged.connect(lambda _: show())
        self._run.finished.connect(self._landed)

    def stop(self) -> bool:
        """Finish the animation at once. Returns whether the next move may be animated."""
        now = perf_counter()
        quick, self._stepped_at = now - self._stepped_at < _QUICK, now
        self._run.stop()
        self.squares = None
        return not quick

    def start(self, start: str, end: str, ms: int) -> None:
        """Start an animation of so many milliseconds."""
        self.squares = (start, end)
        self._run.setDuration(ms)
        self._run.start()

    def skip(self) -> None:
        """Don't animate the next move: the piece is there already (it was dragged)."""
        self._stepped_at = perf_counter()

    def between(self, start: Point, end: Point) -> Point:
        """The current position of the piece between two points."""
        (x1, y1), (x2, y2) = start, end
        part = float(self._run.currentValue() or 0.0)
        return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part

    def _landed(self) -> None:
        self.squares = None
        self._show()


class BoardCanvas(QWidget):
    """Paints the position of a session. Subclasses add the piece in hand and marks being drawn.

    Attributes:
        glide: the animation of a piece.
        sounds: what is heard of moves; None for nothing.
    """

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self._bonds = Bonds()
        self._pixmaps: BoardPixmaps | None = None
        self.glide = Glide(self, self.update)
        self.sounds: BoardSounds | None = None
        session.dressed.connect(self.update)

    def hidden(self, pieces: Mapping[str, str]) -> str:
        """The square whose piece is not painted since it is being moved, "" if none."""
        return ""

    def lifted_at(self) -> QPointF | None:
        """Where in the widget that piece is painted instead, None if nowhere."""
        return None

    def part(self) -> tuple[str, ...]:
        """The squares shown, () for the whole board."""
        return ()

    def numbers(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Number]:
        """The numbers on the pieces."""
        return []

    def ghosts(self, look: BoardLook, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        """Squares and kinds of translucent pieces: those a move would put there."""
        return []

    def ghost_links(self) -> list[Link]:
        """Links that these pieces would make."""
        return []

    def below(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        """Shapes drawn under the pieces."""
        return []

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        """Shapes drawn over the pieces."""
        return []

    # ------------------------------------------------------------------------ screen readers

    def words_at(self, square: str) -> Message:
        """A square and what stands there, in words."""
        return place_words(self.session, square)

    def cursor_square(self) -> str:
        """The square of the keyboard cursor, "" while it isn't shown."""
        return ""

    def held_squares(self) -> tuple[str, ...]:
        """The squares touched so far, or that of the piece in hand; () for none."""
        return ()

    # ---------------------------------------------------------------------------------- looks

    @property
    def geometry_(self) -> Geometry:
        """The geometry of the position's board."""
        whole, part = self.whole_geometry, self.part()
        if not part:
            return self._with_coordinates(whole)
        from viewer.scene.portion import portion  # deferred: seldom

        return self._with_coordinates(portion(whole, part))

    def _with_coordinates(self, geometry: Geometry) -> Geometry:
        """A board with coordinates of the chosen size."""
        looks = self.session.looks
        if looks.coordinates_size == 100 or looks.coordinates == "none":
            return geometry
        from viewer.scene.portion import with_coordinates  # deferred: seldom

        return with_coordinates(geometry, looks.coordinates_size)

    @property
    def whole_geometry(self) -> Geometry:
        """The geometry of the whole board, whatever part of it is seen."""
        return board_geometry(self.session.game, self.session.shown_state, self.layout_id)

    @property
    def layout_id(self) -> str:
        """Id of the board layout, "" for the usual one."""
        return self.session.layout or self.session.looks.layout

    @property
    def theme(self) -> Theme:
        """The theme in use, with boards as they are wanted."""
        return theme_of(self.session)

    @property
    def look(self) -> BoardLook:
        """The look of the board: geometry, theme, view, state and so on."""
        session, looks = self.session, self.session.looks
        shown = (self.theme, session.view, looks.coordinates, looks.pieces)
        look = look_of(session.game, *shown, session.shown_state, self.part(), self.layout_id)
        return look._replace(geometry=self._with_coordinates(look.geometry))

    @property
    def span(self) -> Point:
        """Width and height of the board in its current view, in board units."""
        return self.session.view.size(self.geometry_)

    def unit(self) -> float:
        """Pixels of a board unit."""
        wide, high = self.span
        return min(self.width() / wide, self.height() / high)

    def board_rect(self) -> QRectF:
        """The board's rectangle in the widget: as large as fits, centred."""
        unit, (wide, high) = self.unit(), self.span
        width, height = wide * unit, high * unit
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(560, 620)

    def square_at(self, point: QPointF) -> str:
        """The square under a point of the widget, "" if none."""
        x, y = self.board_point(point)
        return hit(self.geometry_, self.session.view, x, y)

    def board_point(self, point: QPointF) -> Point:
        """A point of the widget in board units."""
        rect, unit = self.board_rect(), self.unit()
        return (point.x() - rect.x()) / unit, (point.y() - rect.y()) / unit

    def centre_of(self, square: str) -> QPointF:
        """Centre of a square in the widget."""
        rect, unit = self.board_rect(), self.unit()
        x, y = self.look.centre(square)
        return QPointF(rect.x() + x * unit, rect.y() + y * unit)

    # ------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        look, rect, unit = self.look, self.board_rect(), self.unit()
        ratio = self.devicePixelRatioF()
        if self._pixmaps is None or not self._pixmaps.fits(look, unit, ratio):
            self._pixmaps = BoardPixmaps.shared(look, unit, ratio)
        pixmaps = self._pixmaps
        with painter_on(self) as painter:
            painter.translate(round(rect.x()), round(rect.y()))
            pixmaps.draw_board(painter)
            game, state = self.session.game, self.session.shown_state
            pieces = dict(game.pieces(state))
            squares = look.geometry.squares
            if len(squares) < len(self.whole_geometry.squares):
                pieces = {square: kind for square, kind in pieces.items() if square in squares}
            hidden = self.hidden(pieces)
            gliding = self.glide.squares
            bonds = self._bonds
            bonds.look_at(look, game, state)
            ghostly = ghost_shapes(look, self.ghost_links())
            pixmaps.paint(painter, [*self.below(look, pieces), *bonds.below, *ghostly])
            pixmaps.draw_links(painter, bonds.links)
            away = (hidden, gliding[1] if gliding else "")
            pixmaps.draw_pieces(painter, pieces.items(), away, counts_of(game, state))
            pixmaps.draw_numbers(painter, self.numbers(look, pieces))
            painter.setOpacity(_GHOST)
            for square, kind in self.ghosts(look, pieces):
                pixmaps.draw_piece(painter, kind, look.stand(square))
            painter.setOpacity(1.0)
            pixmaps.paint(painter, [*bonds.above, *self.above(look, pieces)])
            if gliding and gliding[1] in pieces:
                start, end = gliding
                at = self.glide.between(look.centre(start), look.centre(end))
                pixmaps.draw_piece(painter, pieces[end], at)
            lifted_at = self.lifted_at()
            if hidden in pieces and lifted_at is not None:
                point = self.board_point(lifted_at)
                pixmaps.draw_piece(painter, pieces[hidden], point, lifted=True)


def theme_of(session: RecordSession) -> Theme:
    """The theme in use, with boards as a session's looks want them."""
    return board_theme(theme_in_use(), session.looks.wood, session.looks.tiles)


def look_at(session: RecordSession, state: State) -> BoardLook:
    """The look of the whole board for any state of a session's record, without coordinates."""
    looks, layout = session.looks, session.layout or session.looks.layout
    shown = (theme_of(session), session.view, "none", looks.pieces)
    return look_of(session.game, *shown, state, (), layout)
