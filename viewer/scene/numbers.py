"""Move numbers on the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from viewer.base.named import NamedTuple
from viewer.games.geometry import Point
from viewer.scene.board import BoardLook
from viewer.scene.glyphs import text_shapes, text_width
from viewer.scene.shapes import MARK, Shape

_SIZE = 0.56  # em height of a number of one or two digits
_ROOM = 1.62  # maximum width, in radii of a piece


class Number(NamedTuple):
    """A number on the piece of a square.

    Attributes:
        square: the piece's square.
        text: the digits; up to four are legible.
        ink: its colour.
        size: height of its em box in board units.
    """

    square: str
    text: str
    ink: str
    size: float

    def shapes(self, centre: Point) -> list[Shape]:
        """The number as shapes, centred at a point."""
        look = text_shapes(self.text, centre, self.size, self.ink, face="label", layer=MARK)
        return [shape._replace(square=self.square) for shape in look]

    @property
    def width(self) -> float:
        """Its width in board units."""
        return text_width(self.text, self.size, "label")


def numbers_on(
    look: BoardLook, numbers: Mapping[str, int], pieces: Mapping[str, str], without: frozenset[str]
) -> list[Number]:
    """The numbers of pieces that are still on the board, except on the squares of `without` (marked ones).

    `numbers` are move numbers and `pieces` kinds of pieces, both by square.
    """
    theme, geometry = look.theme, look.geometry
    room = _ROOM * geometry.piece_radius
    found = []
    for square, number in numbers.items():
        kind = pieces.get(square)
        if kind is None or square in without or square not in geometry.squares:
            continue
        ink = theme[geometry.inks[kind]] if kind in geometry.inks else theme["board-accent"]
        text = str(number)
        found.append(Number(square, text, ink, _fitted(len(text), room)))
    return found


@cache
def _fitted(digits: int, room: float) -> float:
    """The size at which numbers of some digits fit; all digits are equally wide."""
    return min(_SIZE, _SIZE * room / text_width("0" * digits, _SIZE, "label"))


def number_shapes(look: BoardLook, numbers: list[Number]) -> list[Shape]:
    """Numbers as shapes on their pieces."""
    return [shape for one in numbers for shape in one.shapes(look.stand(one.square))]
