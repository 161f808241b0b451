"""Whose the points of a board are, as shading: what engines of go and Hex expect."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.scene.board import BoardLook, cell_outline
from viewer.scene.shapes import BELOW, MARK, Polygon, Rect, Shape

_LEAST = 0.08
"""Ownership below which nothing is drawn."""
_DEAD = 0.3
"""Ownership from which a stone of the other side counts as dead."""
_SIDE, _SIGN = 1.0, 0.3


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
