"""The diagrams of a book as pages of PDF files, from which Typst takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games import game_of
from viewer.games.geometry import BallPart, DiscPart, Geometry, Part, View
from viewer.publish.outline import Position
from viewer.scene.board import BoardLook
from viewer.scene.pdf import PdfPages
from viewer.scene.picture import board_shapes
from viewer.scene.portion import portion
from viewer.scene.shapes import TextShape
from viewer.scene.theme import Theme

_USUAL = 13.0
"""Width of a board, in its units, above which diagrams are wider: its squares would become too small."""
_LEGIBLE = 0.42
"""Radius of a piece, in units of the board, on which a number can be read."""
_PAGES = 100
"""Diagrams in a file: Typst reads the whole file for each of its pages."""


class Drawn(NamedTuple):
    """Where a diagram is: a page (from 1) of a file; its size in board units; texts to set on it."""

    file: str
    page: int
    width: float
    height: float
    full: float
    texts: tuple[TextShape, ...]

    def data(self) -> dict[str, Any]:
        """As the template reads it."""
        texts = [
            (one.text, one.centre[0], one.centre[1], one.height, one.fill) for one in self.texts
        ]
        scale = min(1.0, max(0.45, self.width / self.full))
        scale *= max(1.0, self.full / _USUAL)
        return {
            "file": self.file,
            "page": self.page,
            "scale": scale,
            "width": self.width,
            "height": self.height,
            "texts": texts,
        }


class DrawingStyle(NamedTuple):
    """How diagrams look: theme, coordinates, id of a piece set, a sign at the last move, the side."""

    theme: Theme
    coordinates: str = "game"
    pieces: str = ""
    last: bool = False
    flipped: bool = False


class Drawings:
    """Draws diagrams, a hundred to a file."""

    def __init__(self, style: DrawingStyle) -> None:
        self._style = style
        self._pages = PdfPages()
        self._count = 0
        self._done: list[tuple[str, bytes]] = []

    def draw(self, game: str, position: Position, flipped: bool = False) -> Drawn:
        """Draw a position."""
        if len(self._pages) >= _PAGES:
            self._close()
        look = self._look(game, position, flipped)
        placed = look._replace(geometry=together(look.geometry, position.counts))
        shapes = board_shapes(
            placed,
            position.pieces,
            position.marks,
            position.last if self._style.last else (),
            position.counts,
            position.numbers,
            position.links,
            () if position.numbers else position.chain,  # its line would cross the numbers out
        )
        width, height = look.size
        texts = self._pages.add(shapes, width, height)
        name = self._name()
        full = position.geometry.width
        return Drawn(name, len(self._pages), width, height, full, tuple(texts))

    def _look(self, game: str, position: Position, flipped: bool) -> BoardLook:
        style = self._style
        sets = {one.id: one for one in game_of(game).piece_sets}
        geometry = portion(position.geometry, position.part) if position.part else position.geometry
        if position.numbers and geometry.piece_radius < _LEGIBLE:
            geometry = large_pieces(geometry)
        view = View(style.flipped != flipped, False)
        return BoardLook(geometry, style.theme, view, style.coordinates, sets.get(style.pieces))

    def _name(self) -> str:
        return f"diagrams-{self._count}.pdf"

    def _close(self) -> None:
        if len(self._pages):
            self._done.append((self._name(), self._pages.data()))
            self._pages = PdfPages()
            self._count += 1

    def finished(self, last: bool = False) -> Iterator[tuple[str, bytes]]:
        """(name, content) of the files that are complete; with `last`, of the one begun as well."""
        if last:
            self._close()
        yield from self._done
        self._done.clear()


@lru_cache(maxsize=8)
def _enlarged(art: tuple[tuple[str, tuple[Part, ...]], ...], factor: float) -> dict[str, Any]:
    return {
        kind: tuple(
            part._replace(radius=part.radius * factor)
            if isinstance(part, DiscPart | BallPart)
            else part
            for part in parts
        )
        for kind, parts in art
    }


def large_pieces(geometry: Geometry) -> Geometry:
    """A board with pieces so large that numbers on them can be read."""
    art = _enlarged(tuple(geometry.art.items()), _LEGIBLE / geometry.piece_radius)
    return geometry._replace(art=art, piece_radius=_LEGIBLE)


def together(geometry: Geometry, held: Mapping[str, int]) -> Geometry:
    """A board on whose stands the pieces lie side by side, without places for those that aren't there.

    A stand beside the upper half of the board is filled from its top, one beside the lower half from below.
    """
    held = {square: count for square, count in held.items() if count and square in geometry.squares}
    if not held:
        return geometry
    squares = dict(geometry.squares)
    for x in {squares[square][0] for square in held}:
        places = sorted(at[1] for at in geometry.squares.values() if at[0] == x)
        mine = sorted((squares[one][1], one) for one in held if squares[one][0] == x)
        low = (places[0] + places[-1]) / 2 > geometry.height / 2
        taken = places[-len(mine) :] if low else places[: len(mine)]
        for y, (_, square) in zip(taken, mine, strict=True):
            squares[square] = x, y
    return geometry._replace(squares=squares)
