"""What is drawn over a board: numbers of moves, ownership, parts of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from viewer.base.named import NamedTuple
from viewer.games.geometry import Point
from viewer.scene.board import BoardLook, cell_outline
from viewer.scene.glyphs import text_shapes, text_width
from viewer.scene.shapes import BELOW, MARK, Disc, Polygon, Polyline, Rect, Shape

_SIZE = 0.56  # em height of a number of one or two digits
_ROOM = 1.62  # maximum width, in radii of a piece
_LEAST = 0.08
"""Ownership below which nothing is drawn."""
_DEAD = 0.3
"""Ownership from which a stone of the other side counts as dead."""
_SIDE, _SIGN = 1.0, 0.3
_ACCENT = "board-accent"
_SIDE_SIGN = 0.16
_RING = 0.26


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


def ownership_shapes(
    look: BoardLook,
    ownership: Mapping[str, float],
    pieces: Mapping[str, str],
    sides: tuple[tuple[str, str], tuple[str, str]],
) -> list[Shape]:
    """Squares shaded in the colour of their owner, and a small patch of it on stones that are dead.

    `ownership`: by square, from 1.0 (the first side's) to -1.0. `pieces`: kinds by square.
    `sides`: for both sides, how the kinds of its stones begin, and its colour, a token.
    """
    shapes: list[Shape] = []
    for square, value in ownership.items():
        if square not in look.geometry.squares or abs(value) < _LEAST:
            continue
        kind, token = sides[value < 0]
        colour, sure = look.theme[token], min(1.0, abs(value))
        x, y = look.centre(square)
        if square in pieces and not pieces[square].startswith(kind) and sure >= _DEAD:
            half = _SIGN / 2
            shapes.append(
                Rect(x - half, y - half, _SIGN, _SIGN, colour, "", 0.0, 0.04, sure, MARK, square)
            )
        opacity = (0.5 if value < 0 else 0.42) * sure
        outline = cell_outline(look, square, _SIDE)
        if outline:
            shapes.append(Polygon(outline, colour, opacity=opacity, layer=BELOW, square=square))
        else:
            half = _SIDE / 2
            shapes.append(
                Rect(
                    x - half,
                    y - half,
                    _SIDE,
                    _SIDE,
                    colour,
                    opacity=opacity,
                    layer=BELOW,
                    square=square,
                )
            )
    return shapes


def part_shapes(
    look: BoardLook, square: str, colour: str = _ACCENT, opacity: float = 0.26
) -> list[Shape]:
    """The field of a square that belongs to the part."""
    if square not in look.geometry.squares:
        return []
    tone = look.theme[colour]
    if look.geometry.outline:
        corners = cell_outline(look, square)
        return [Polygon(corners, tone, opacity=opacity, layer=MARK, square=square)]
    x, y = look.centre(square)
    across, down = 0.5, 0.5
    if look.geometry.cell:
        across, down = look.geometry.cell, look.geometry.cell * look.geometry.tall
    return [
        Rect(
            x - across,
            y - down,
            2 * across,
            2 * down,
            tone,
            opacity=opacity,
            layer=MARK,
            square=square,
        )
    ]


def empty_shapes(look: BoardLook, square: str) -> list[Shape]:
    """The sign of a square that must be empty: a cross."""
    if square not in look.geometry.squares:
        return []
    x, y = look.centre(square)
    lines = (
        ((x - _SIDE_SIGN, y - _SIDE_SIGN), (x + _SIDE_SIGN, y + _SIDE_SIGN)),
        ((x - _SIDE_SIGN, y + _SIDE_SIGN), (x + _SIDE_SIGN, y - _SIDE_SIGN)),
    )
    return [
        Polyline(line, look.theme[token], width, round=True, layer=MARK, square=square)
        for token, width in (("on-mark", 0.13), (_ACCENT, 0.07))
        for line in lines
    ]


def side_shapes(look: BoardLook, square: str, fill: str) -> list[Shape]:
    """The sign of a square with a piece of a side, or ("") of any: a ring."""
    if square not in look.geometry.squares:
        return []
    centre = look.centre(square)
    return [
        Disc(centre, _RING + 0.05, "", look.theme["on-mark"], 0.05, layer=MARK, square=square),
        Disc(centre, _RING, fill, look.theme[_ACCENT], 0.07, layer=MARK, square=square),
    ]
