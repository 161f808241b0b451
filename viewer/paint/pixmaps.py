"""A board kept as pixmaps: what never moves, and one of each kind of piece.

A window draws a step from these in a fraction of a millisecond; they are made again when size,
pixel ratio, theme, view, coordinates or piece set change.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from viewer.games.geometry import Link, Point
from viewer.paint.painter import paint, painter_on, saved
from viewer.scene.board import BoardLook, count_shapes, piece_shapes, static_shapes
from viewer.scene.links import link_shapes
from viewer.scene.shapes import SHADOW, Shape

if TYPE_CHECKING:
    from viewer.scene.overlays import Number

_ROOM = 0.35  # around a piece for its shadow
_MOST_NUMBERS = 4000
_MOST_LINKS = 4000
_AROUND_LINKS = 0.3


class BoardPixmaps:
    """The pixmaps of one look at one size. Needs a QGuiApplication.

    Attributes:
        look: what is drawn.
        unit: logical pixels a board unit.
        ratio: device pixels a logical pixel.
    """

    def __init__(self, look: BoardLook, unit: float, ratio: float = 1.0) -> None:
        self.look = look
        self.unit = unit
        self.ratio = ratio
        self._board: QPixmap | None = None
        self._pieces: dict[tuple[str, bool], QPixmap] = {}
        self._corners: dict[str, QPointF] = {}
        self._texts: dict[tuple[str, str], QPixmap] = {}
        self._numbers: dict[Number, tuple[QPointF, QPixmap]] = {}
        # By kind, whether it is gone, and how far it goes across and down.
        self._links: dict[tuple[str, bool, float, float], tuple[QPixmap | None, QPixmap]] = {}
        self._known_links: dict[Link, tuple[QPointF, QPixmap | None, QPixmap]] = {}
        # From a piece's centre to the edges of its pixmap, in device pixels. Lines of an odd width
        # have their middle in the middle of a pixel; pieces stand as they do.
        scale = unit * ratio
        thin = min((stroke.width for stroke in look.geometry.strokes), default=0.0)
        odd = max(1, round(thin * scale)) % 2
        self._reach = math.ceil((look.geometry.piece_radius + _ROOM) * scale) + odd / 2
        # The board stands in the middle of whole pixels (less than one away), so that lines left
        # and right, above and below are rounded alike.
        sides = look.size[0] * scale, look.size[1] * scale
        self._size = tuple(map(math.ceil, sides))
        self._shift = tuple((math.ceil(side) - side) / 2 for side in sides)

    def fits(self, look: BoardLook, unit: float, ratio: float) -> bool:
        """Whether these pixmaps are the ones for such a board."""
        mine = self.look
        return (
            mine.geometry is look.geometry
            and mine.theme is look.theme
            and mine.art is look.art
            and (mine.view, mine.coordinates, mine.bare) == (look.view, look.coordinates, look.bare)
            and (self.unit, self.ratio) == (unit, ratio)
        )

    @classmethod
    def shared(cls, look: BoardLook, unit: float, ratio: float) -> BoardPixmaps:
        """Those for such a board that another has, else new ones: tabs with one game draw them once."""
        for known in _IN_USE:
            if known.fits(look, unit, ratio):
                return known
        made = cls(look, unit, ratio)
        _IN_USE.add(made)
        return made

    def board(self) -> QPixmap:
        """The board without anything on it; its top left corner is the board's."""
        if self._board is None:
            self._board = self._blank(*self._size)
            self._fill(self._board, static_shapes(self.look, self.unit * self.ratio), *self._shift)
        return self._board

    def piece(self, kind: str, *, lifted: bool = False) -> QPixmap:
        """A piece with its shadow, its square in the middle. Raises KeyError as `piece_shapes`."""
        made = self._pieces.get((kind, lifted))
        if made is None:
            shapes = piece_shapes(self.look, kind, (0.0, 0.0), lifted=lifted)
            side = round(2 * self._reach)
            made = self._blank(side, side)
            self._fill(made, shapes, self._reach, self._reach)
            self._pieces[kind, lifted] = made
        return made

    def draw_board(self, painter: QPainter) -> None:
        """Draw the empty board at the painter's origin."""
        painter.drawPixmap(QPointF(0, 0), self.board())

    def draw_piece(
        self, painter: QPainter, kind: str, centre: Point, *, lifted: bool = False
    ) -> None:
        """Draw a piece, its centre in board units (`BoardLook.centre` for a square)."""
        painter.drawPixmap(self._corner(centre), self.piece(kind, lifted=lifted))

    def _corner(self, centre: Point) -> QPointF:
        """Top left of the pixmap of a piece, on a whole device pixel: drawn between two it is blurred."""
        scale, ratio, reach = self.unit * self.ratio, self.ratio, self._reach
        (x, y), (left, top) = centre, self._shift
        return QPointF(
            round(x * scale + left - reach) / ratio, round(y * scale + top - reach) / ratio
        )

    def draw_pieces(
        self,
        painter: QPainter,
        pieces: Iterable[tuple[str, str]],
        away: Collection[str] = (),
        counts: Mapping[str, int] | None = None,
    ) -> None:
        """Draw (square, kind) pairs, and where there are several how many (`Holding.counts`).

        From each square of `away` one piece is gone (it is being dragged).
        """
        numbers: list[Shape] = []
        several, corners = counts or {}, self._corners
        for square, kind in pieces:
            left = several.get(square, 1) - (square in away)
            if left > 0:
                corner = corners.get(square)
                if corner is None:
                    corner = corners[square] = self._corner(self.look.stand(square))
                painter.drawPixmap(corner, self.piece(kind))
                if left > 1:
                    numbers += count_shapes(self.look, square, left)
        if numbers:
            self.paint(painter, numbers)

    def draw_links(self, painter: QPainter, links: Iterable[Link]) -> None:
        """Draw links (`Game.links`), all shadows below all beams: hundreds of them in a step's time."""
        drawn = [found for link in links if (found := self._link(link)) is not None]
        for corner, shadow, _ in drawn:
            if shadow is not None:
                painter.drawPixmap(corner, shadow)
        for corner, _, beam in drawn:
            painter.drawPixmap(corner, beam)

    def _link(self, link: Link) -> tuple[QPointF, QPixmap | None, QPixmap] | None:
        """Top left of a link, on whole device pixels as pieces are, its shadow and itself."""
        found = self._known_links.get(link)
        if found is None:
            shapes = link_shapes(self.look, (link,))
            if not shapes:
                return None
            if len(self._known_links) >= _MOST_LINKS:
                self._known_links.clear()
            scale, (left, top) = self.unit * self.ratio, self._shift
            (x1, y1), (x2, y2) = (self.look.centre(square) for square in link.ends)
            x, y = min(x1, x2) - _AROUND_LINKS, min(y1, y2) - _AROUND_LINKS
            corner = QPointF(
                round(x * scale + left) / self.ratio, round(y * scale + top) / self.ratio
            )
            key = link.kind, link.gone, round(x2 - x1, 3), round(y2 - y1, 3)
            made = self._links.get(key)
            if made is None:
                sides = abs(x2 - x1), abs(y2 - y1)
                made = self._links[key] = self._made_link(shapes, sides, -x * scale, -y * scale)
            found = self._known_links[link] = (corner, *made)
        return found

    def _made_link(
        self, shapes: list[Shape], sides: Point, left: float, top: float
    ) -> tuple[QPixmap | None, QPixmap]:
        scale = self.unit * self.ratio
        width, height = (math.ceil((side + 2 * _AROUND_LINKS) * scale) for side in sides)

        def drawn(part: list[Shape]) -> QPixmap:
            pixmap = self._blank(width, height)
            self._fill(pixmap, part, left, top)
            return pixmap

        shadow = [shape for shape in shapes if shape.layer == SHADOW]
        beam = [shape for shape in shapes if shape.layer != SHADOW]
        return (drawn(shadow) if shadow else None), drawn(beam)

    def draw_numbers(self, painter: QPainter, numbers: Iterable[Number]) -> None:
        """Draw numbers on their pieces: hundreds of them in a step's time."""
        known = self._numbers
        for number in numbers:
            found = known.get(number)
            if found is None:
                found = known[number] = self._numbered(number)
            painter.drawPixmap(*found)

    def _numbered(self, number: Number) -> tuple[QPointF, QPixmap]:
        """Top left of a number, on whole device pixels as pieces are, and its pixmap."""
        pixmap = self._number(number)
        scale, (left, top) = self.unit * self.ratio, self._shift
        x, y = self.look.stand(number.square)
        across = round(x * scale + left - pixmap.width() / 2) / self.ratio
        down = round(y * scale + top - pixmap.height() / 2) / self.ratio
        return QPointF(across, down), pixmap

    def _number(self, number: Number) -> QPixmap:
        made = self._texts.get((number.text, number.ink))
        if made is None:
            if len(self._texts) >= _MOST_NUMBERS:
                self._texts.clear()
                self._numbers.clear()
            scale = self.unit * self.ratio
            width, height = (math.ceil(side * scale) + 2 for side in (number.width, number.size))
            made = self._blank(width, height)
            self._fill(made, number.shapes((0.0, 0.0)), width / 2, height / 2)
            self._texts[number.text, number.ink] = made
        return made

    def paint(self, painter: QPainter, shapes: Iterable[Shape]) -> None:
        """Draw shapes (marks, the last move) where they belong on the board at the origin."""
        with saved(painter):
            x, y = self._shift
            painter.translate(x / self.ratio, y / self.ratio)
            paint(painter, shapes, self.unit)

    def _blank(self, width: int, height: int) -> QPixmap:
        pixmap = QPixmap(width, height)
        pixmap.setDevicePixelRatio(self.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        return pixmap

    def _fill(self, pixmap: QPixmap, shapes: list[Shape], left: float, top: float) -> None:
        """Draw shapes into a pixmap, their origin at a square in device pixels."""
        with painter_on(pixmap) as painter:
            painter.translate(left / self.ratio, top / self.ratio)
            paint(painter, shapes, self.unit)


_IN_USE: WeakSet[BoardPixmaps] = WeakSet()
