"""The diagrams of a book as pages of PDF files, from which Typst takes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from viewer.games import game_of
from viewer.games.geometry import View
from viewer.publish.outline import Position
from viewer.scene.board import BoardLook
from viewer.scene.pdf import PdfPages
from viewer.scene.picture import board_shapes
from viewer.scene.portion import portion
from viewer.scene.shapes import TextShape
from viewer.scene.theme import Theme

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
        shapes = board_shapes(
            look,
            position.pieces,
            position.marks,
            position.last if self._style.last else (),
            position.counts,
            position.numbers,
            position.links,
            position.chain,
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
