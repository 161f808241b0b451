"""Shapes for a part of a position that is looked for: fields, and signs of what must stand there."""

from __future__ import annotations

from viewer.scene.board import BoardLook, cell_outline
from viewer.scene.shapes import MARK, Disc, Polygon, Polyline, Rect, Shape

_ACCENT = "board-accent"
_SIGN = 0.16
_RING = 0.26


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
        ((x - _SIGN, y - _SIGN), (x + _SIGN, y + _SIGN)),
        ((x - _SIGN, y + _SIGN), (x + _SIGN, y - _SIGN)),
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
