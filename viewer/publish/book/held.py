"""Pieces in hand in words beside a diagram, one character below the other, as books of shogi have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viewer.games.geometry import GlyphPart
from viewer.games.printing import Held
from viewer.scene.board import BoardLook
from viewer.scene.shapes import GlyphShape, Polygon, Shape, TextShape

_LARGE, _SMALL = 0.72, 0.52  # heights of characters, in units of the board
_MIDDLE = 0.55  # of a column, from the edge of the drawing
_SIGN = ((0.0, -0.3), (0.2, -0.2), (0.27, 0.28), (-0.27, 0.28), (-0.2, -0.2))
"""The corners of a side's sign: a pentagon, black of the first side."""
_INK = "black"


def held_shapes(look: BoardLook, told: Sequence[Held], holders: Sequence[int]) -> list[Shape]:
    """What sides hold: of the lower one on the right from the top, of the upper one on the left.

    Each as high as it needs; it is smaller where a column would be higher than the board.
    """
    shapes: list[Shape] = []
    for side in holders:
        shapes += _column(look, told[side], side)
    return shapes


def _column(look: BoardLook, held: Held, side: int) -> Iterator[Shape]:
    geometry = look.geometry
    low = (side == 0) != look.view.flip
    x = geometry.width - _MIDDLE if low else _MIDDLE
    high = 0.75 + len(held.title) * _SMALL + 0.2
    high += sum(_LARGE * (1 + len(number)) for _, number in held.pieces) or _LARGE * len(
        held.nothing
    )
    scale = min(1.0, (geometry.height - 0.4) / high)
    ink = look.theme[_INK]
    y = 0.35 + 0.3 * scale
    corners = tuple((x + dx * scale, y + dy * scale) for dx, dy in _SIGN)
    yield Polygon(corners, ink if side == 0 else look.theme["wood"], ink, 0.04)
    y += 0.45 * scale
    for character in held.title:
        y += _SMALL * scale / 2
        yield TextShape(character, (x, y), _SMALL * scale, ink)
        y += _SMALL * scale / 2
    y += 0.12 * scale
    step = _LARGE * scale
    for kind, number in held.pieces:
        for part in geometry.art[kind]:
            if isinstance(part, GlyphPart):
                yield GlyphShape(part.glyph, (x, y + step / 2), step, ink)
        y += step
        for character in number:
            yield TextShape(character, (x, y + step / 2), step, ink, bold=True)
            y += step
    if not held.pieces:
        for character in held.nothing:
            yield TextShape(character, (x, y + step / 2), step, ink, bold=True)
            y += step
