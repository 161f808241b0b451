"""Shapes over and under the pieces: last move, targets, selection, cursor, marks.

Squares that the board doesn't have are left out: marks and moves come from files, which may be wrong.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping, Sequence

from viewer.games.geometry import Point
from viewer.scene.board import BoardLook, cell_outline
from viewer.scene.glyphs import text_shapes, text_width
from viewer.scene.shapes import BELOW, CURSOR, MARK, Disc, Polygon, Polyline, Rect, Shape
from viewer.tree.annotation import Mark

_ACCENT = "board-accent"
_OUTSIDE = 0.035  # distance from a piece's edge to a sign around it
_INSIDE = 0.05  # distance from a square's edge to a sign in it
_EDGE = 0.022  # width of the light edge around a sign
_EDGE_OPACITY = 0.6
_LONGEST = 40  # characters of a label; the rest is ignored


def last_move_shapes(look: BoardLook, squares: Sequence[str]) -> list[Shape]:
    """Corners around the last square that the move touched, small ones around the squares before it.

    No shapes if the geometry has inks (its pieces touch each other): `last_piece_shapes` is used then.
    """
    shapes: list[Shape] = []
    if look.geometry.inks:
        return shapes
    known = [square for square in squares if square in look.geometry.squares]
    cell = look.geometry.cell
    for square in known[:-1]:
        # In a cell the signs follow its corners; around a crossing of lines they have to be small.
        half, arm = (_cell(look, _INSIDE), 0.13) if cell else ((0.2, 0.2), 0.1)
        shapes.extend(_corners(look, square, half, arm, 0.042, 0.85))
    for square in known[-1:]:
        around = look.geometry.piece_radius + _OUTSIDE
        half = _cell(look, _INSIDE) if cell else (around, around)
        shapes.extend(_corners(look, square, half, 0.19, 0.05, 1.0))
    return shapes


def last_piece_shapes(
    look: BoardLook,
    squares: Sequence[str],
    pieces: Mapping[str, str],
    marks: Iterable[Mark] = (),
    numbered: Container[str] = (),
) -> list[Shape]:
    """A ring on the piece played last, on boards whose pieces touch each other (geometries with inks).

    `pieces` are kinds by square. On a marked square and on those of `numbered` the ring is wide and thin,
    around the sign or the number, so that it is told from a circle that somebody drew.
    """
    geometry = look.geometry
    known = [square for square in squares if square in geometry.squares]
    if not geometry.inks or not known:
        return []
    square = known[-1]
    ink = look.theme[geometry.inks.get(pieces.get(square, ""), _ACCENT)]
    around = square in numbered or square in marked_squares(marks)
    part, width = (0.9, 0.045) if around else (0.5, 0.07)
    radius = geometry.piece_radius * part
    return [Disc(look.stand(square), radius, "", ink, width, layer=MARK, square=square)]


def marked_squares(marks: Iterable[Mark]) -> frozenset[str]:
    """The squares with a sign or a label in them, on which no other sign would be legible."""
    return frozenset(
        mark.squares[0] for mark in marks if mark.kind not in _BESIDE and len(mark.squares) == 1
    )


def _ink(look: BoardLook, square: str, occupied: Container[str]) -> str:
    """The colour of signs on the piece of a square, "" if signs are drawn around pieces or it is empty."""
    if not look.geometry.inks or not isinstance(occupied, Mapping):
        return ""
    token = look.geometry.inks.get(occupied.get(square, ""), "")
    return look.theme[token] if token else ""


def _cell(look: BoardLook, inset: float) -> Point:
    """Half the width and height of a cell, less the free space `inset` at its edges."""
    cell = look.geometry.cell
    return cell - inset, cell * look.geometry.tall - inset


def _corners(
    look: BoardLook, square: str, half: Point, arm: float, width: float, opacity: float
) -> list[Shape]:
    (x, y), (across, down) = look.centre(square), half
    colour = look.theme[_ACCENT]
    return [
        Polyline(
            (
                (x + sx * across, y + sy * (down - arm)),
                (x + sx * across, y + sy * down),
                (x + sx * (across - arm), y + sy * down),
            ),
            colour,
            width,
            round=True,
            opacity=opacity,
            layer=BELOW,
            square=square,
        )
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def target_shapes(look: BoardLook, squares: Iterable[str], occupied: Container[str]) -> list[Shape]:
    """The targets of the selected piece: dots, and rings around pieces to capture."""
    colour = look.theme[_ACCENT]
    ring = look.geometry.piece_radius + _OUTSIDE
    shapes: list[Shape] = []
    for square in squares:
        if square not in look.geometry.squares:
            continue
        centre = look.centre(square)
        if square in occupied:
            shapes.append(
                Disc(centre, ring, "", colour, 0.055, opacity=0.8, layer=BELOW, square=square)
            )
        else:
            shapes.append(Disc(centre, 0.115, colour, opacity=0.6, layer=MARK, square=square))
    return shapes


def selection_shapes(look: BoardLook, square: str) -> list[Shape]:
    """The selected piece: a halo around it, or its cell coloured."""
    if square not in look.geometry.squares:
        return []
    colour = look.theme[_ACCENT]
    centre, radius = look.centre(square), look.geometry.piece_radius
    if look.geometry.cell:
        across, down = _cell(look, 0.0)
        left, top = centre[0] - across, centre[1] - down
        return [
            Rect(left, top, 2 * across, 2 * down, colour, opacity=0.34, layer=BELOW, square=square),
            _frame(centre, _cell(look, 0.03), colour, 0.06, 0.0, BELOW, square),
        ]
    return [
        Disc(centre, radius + 0.06, colour, opacity=0.3, layer=BELOW, square=square),
        Disc(centre, radius + 0.03, "", colour, 0.06, layer=BELOW, square=square),
    ]


def cursor_shapes(look: BoardLook, square: str) -> list[Shape]:
    """The keyboard cursor: a frame in two tones, so that it is visible on wood and on pieces."""
    if square not in look.geometry.squares:
        return []
    centre = look.centre(square)
    if look.geometry.outline:
        return [
            Polyline(
                cell_outline(look, square, part), colour, width, True, True, 1.0, CURSOR, square
            )
            for part, colour, width in (
                (1.0, look.theme[_ACCENT], 0.07),
                (0.9, look.theme["disc"], 0.04),
            )
        ]
    across, down = _cell(look, 0.0) if look.geometry.cell else (0.5, 0.5)

    def frame(inset: float, colour: str, width: float) -> Rect:
        half = (across - inset, down - inset)
        return _frame(centre, half, colour, width, 0.12 - inset, CURSOR, square)

    return [
        frame(0.0, look.theme[_ACCENT], 0.05),
        frame(0.04, look.theme["disc"], 0.03),
    ]


def mark_shapes(look: BoardLook, marks: Iterable[Mark], occupied: Container[str]) -> list[Shape]:
    """The marks of a node.

    `occupied` are the squares of pieces; as a mapping to kinds, signs on pieces get the pieces' ink.
    """
    shapes: list[Shape] = []
    fields: list[Shape] = []
    for mark in marks:
        squares = [square for square in mark.squares if square in look.geometry.squares]
        if not squares or len(squares) != len(mark.squares):
            continue
        token = f"mark-{mark.colour}"
        colour = look.theme[token if token in look.theme.colours else "mark-green"]
        if mark.kind in ("arrow", "line"):
            if len(squares) == 2 and squares[0] != squares[1]:
                draw = arrow_shape if mark.kind == "arrow" else _line
                shapes.append(draw(look, squares[0], squares[1], colour, occupied))
        elif mark.kind in _FIELDS:
            drawn = _FIELDS[mark.kind](look, squares[0], mark.colour)
            (fields if look.geometry.outline else shapes).extend(drawn)
        elif ink := _ink(look, squares[0], occupied):
            shapes.extend(_inked(look, mark, squares[0], ink, colour))
        elif mark.kind == "label":
            shapes.extend(_label(look, squares[0], mark.text, colour, occupied))
        else:
            shapes.extend(_sign(look, mark.kind, squares[0], colour, occupied))
    tones = {tile.fill for tile in look.geometry.tiles}
    # Fields shaped like their cells need no edge of their own.
    return fields + (_edged(shapes, look.theme["on-mark"]) if len(tones) > 1 else shapes)


def _edged(shapes: Iterable[Shape], edge: str) -> list[Shape]:
    """Signs with a light edge: their colours are chosen for wood, not for squares of two tones."""
    out: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Rect):
            wider = shape.stroke_width + 2 * _EDGE
            out.append(shape._replace(stroke=edge, stroke_width=wider, opacity=_EDGE_OPACITY))
        elif isinstance(shape, Polyline) or (isinstance(shape, Disc) and shape.stroke):
            wider = shape.width + 2 * _EDGE
            out.append(shape._replace(stroke=edge, width=wider, opacity=_EDGE_OPACITY))
        elif isinstance(shape, Polygon):
            # An arrow is translucent, so its edge is drawn beside it, not under it.
            shape = shape._replace(stroke=edge, width=_EDGE, opacity=0.78)
        out.append(shape)
    return out


def _inked(look: BoardLook, mark: Mark, square: str, ink: str, colour: str) -> list[Shape]:
    """A sign or a label on a piece, in the piece's ink; a sign of an unusual colour, edged with that ink."""
    centre, radius = look.stand(square), look.geometry.piece_radius
    usual = mark.colour == Mark._field_defaults["colour"]
    if mark.kind == "label":
        text, size, _ = _fitted(mark.text, 0.5, 1.7 * radius, 1.7 * radius, 0.22)
        return list(text_shapes(text, centre, size, ink, face="label", layer=MARK, square=square))
    half = radius * 0.52
    signs: list[Shape]
    if mark.kind == "circle":
        signs = [Disc(centre, half, "", ink, 0.07, layer=MARK, square=square)]
    elif mark.kind == "square":
        signs = [_frame(centre, (half * 0.9, half * 0.9), ink, 0.07, 0.03, MARK, square)]
    else:
        signs = _sign(look, mark.kind, square, ink, (square,))
    if usual:
        return signs
    tinted: list[Shape] = []
    for shape in _edged(signs, ink):
        full = isinstance(shape, Rect | Disc | Polyline) and shape.opacity == 1.0
        if full and isinstance(shape, Rect | Disc | Polyline):
            shape = shape._replace(stroke=colour)
        tinted.append(shape)
    return tinted


def _line(look: BoardLook, start: str, end: str, colour: str, occupied: Container[str]) -> Shape:
    ends = (look.centre(start), look.centre(end))
    return Polyline(ends, colour, 0.09, round=True, opacity=0.75, layer=MARK, square=end)


def _territory(look: BoardLook, square: str, colour: str) -> list[Shape]:
    """A small square in the colour of the side that owns the point, as go programs show it."""
    x, y = look.centre(square)
    theme = look.theme
    token = colour if colour in ("black", "white") else f"mark-{colour}"
    fill = theme[token if token in theme.colours else "mark-green"]
    edge = theme["black" if colour == "white" else "white"]
    box = (x - 0.15, y - 0.15, 0.3, 0.3)
    return [Rect(*box, fill, edge, 0.025, 0.03, layer=MARK, square=square)]


def _selected(look: BoardLook, square: str, colour: str) -> list[Shape]:
    """The whole field in the mark's colour, translucent."""
    x, y = look.centre(square)
    across, down = _cell(look, 0.02) if look.geometry.cell else (0.48, 0.48)
    box = (x - across, y - down, 2 * across, 2 * down)
    token = f"mark-{colour}"
    fill = look.theme[token if token in look.theme.colours else "mark-green"]
    if look.geometry.outline:
        return [Polygon(cell_outline(look, square, 0.96), fill, "", 0.0, 0.42, MARK, square)]
    return [Rect(*box, fill, corner=0.1, opacity=0.42, layer=MARK, square=square)]


def _dim(look: BoardLook, square: str, colour: str) -> list[Shape]:
    """The field dimmed: translucent wood over the field and its piece."""
    x, y = look.centre(square)
    if look.geometry.outline:
        wood = look.theme["wood"]
        return [Polygon(cell_outline(look, square), wood, "", 0.0, 0.66, MARK, square)]
    across, down = _cell(look, 0.0) if look.geometry.cell else (0.5, 0.5)
    box = (x - across, y - down, 2 * across, 2 * down)
    return [Rect(*box, look.theme["wood"], opacity=0.66, layer=MARK, square=square)]


_BESIDE = frozenset({"dim", "selected", "arrow", "line"})
_FIELDS = {"territory": _territory, "selected": _selected, "dim": _dim}


def arrow_shape(
    look: BoardLook,
    start: str,
    end: str,
    colour: str,
    occupied: Container[str],
    weight: float = 1.0,
) -> Polygon:
    """An arrow from a square to another. The squares must have different centres.

    `weight`: its width as a part of the usual one.
    """
    (x1, y1), (x2, y2) = look.centre(start), look.centre(end)
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    radius = look.geometry.piece_radius
    # It begins at the rim of one piece and ends on the rim of the other, so that both stay legible.
    tail = radius * (0.9 if start in occupied else 0.25)
    tip = length - (radius * 0.6 if end in occupied else 0.0)
    half, head, wing = 0.065 * weight, min(0.36 * weight, (tip - tail) * 0.6), 0.2 * weight

    def at(along: float, aside: float) -> Point:
        return x1 + ux * along - uy * aside, y1 + uy * along + ux * aside

    neck = tip - head
    points = (
        at(tail, half),
        at(neck, half),
        at(neck, wing),
        at(tip, 0.0),
        at(neck, -wing),
        at(neck, -half),
        at(tail, -half),
    )
    return Polygon(points, colour, opacity=0.62, layer=MARK, square=end)


def _label(
    look: BoardLook, square: str, text: str, colour: str, occupied: Container[str]
) -> list[Shape]:
    """A label: on an empty square, text on a patch of wood; on a piece, a badge at its top right.

    Long texts on empty squares extend over the neighbouring squares.
    """
    x, y = look.centre(square)
    if square in occupied:
        off = look.geometry.piece_radius * 0.74
        x, y, size, room, most, small = x + off, y - off, 0.27, 0.3, 0.4, 0.13
        patch, ink, layer, least = colour, look.theme["on-mark"], MARK, 0.19
    else:
        # In print, letters at points are as large as the numbers on the stones beside them.
        printed = look.theme.flat and bool(look.geometry.inks)
        size, room, most, small = 0.68 if printed else 0.46, 0.74, 2.6, 0.32
        patch, ink, layer, least = look.theme["wood"], colour, BELOW, 0.24
    text, size, width = _fitted(text, size, room, most, small)
    half = max(least, width / 2 + 0.04)
    words = text_shapes(text, (x, y), size, ink, face="label", layer=MARK, square=square)
    if width <= room:
        return [Disc((x, y), half, patch, layer=layer, square=square), *words]
    box = (x - half, y - size / 2, 2 * half, size)
    return [Rect(*box, patch, corner=size / 2, layer=layer, square=square), *words]


def _fitted(
    text: str, size: float, room: float, most: float, least: float
) -> tuple[str, float, float]:
    """(text, size, width) of a text that fits.

    Reduces the size to fit `room`, but not below `least`; cuts a text that is wider than `most` then.
    """
    text = text.strip()[:_LONGEST] or "?"
    width = text_width(text, size, "label")
    if width <= room:
        return text, size, width
    smaller = max(least, size * room / width)
    width *= smaller / size
    if width > most:
        shown = text
        while len(shown) > 1 and text_width(shown + "…", smaller, "label") > most:
            shown = shown[:-1]
        text = shown + "…"
        width = text_width(text, smaller, "label")
    return text, smaller, width


def _frame(
    centre: Point, half: Point, colour: str, width: float, corner: float, layer: str, square: str
) -> Rect:
    (x, y), (across, down) = centre, half
    box = (x - across, y - down, 2 * across, 2 * down)
    return Rect(*box, "", colour, width, corner, layer=layer, square=square)


def _sign(
    look: BoardLook, kind: str, square: str, colour: str, occupied: Container[str]
) -> list[Shape]:
    """A sign: circle and square surround the piece, others lie over it; all are smaller without a piece.

    In a cell, circle and square fill the cell, with or without a piece.
    """
    x, y = look.centre(square)
    cell = look.geometry.cell
    around = cell - _INSIDE if cell else look.geometry.piece_radius + 0.045
    there = square in occupied
    full = there or bool(cell)  # a cell is marked as a whole, empty or not
    width = 0.06
    if kind == "circle":
        radius = around if full else 0.27
        return [Disc((x, y), radius, "", colour, width, layer=MARK, square=square)]
    if kind == "square":
        sides = _cell(look, _INSIDE) if cell else (around, around) if there else (0.25, 0.25)
        return [_frame((x, y), sides, colour, width, 0.03, MARK, square)]
    if kind == "triangle":
        r = 0.36 if there else 0.31
        points = ((x, y - r), (x + r * 0.866, y + r / 2), (x - r * 0.866, y + r / 2))
        return [Polyline(points, colour, width, True, True, layer=MARK, square=square)]
    half = 0.27 if there else 0.21
    return [
        Polyline(
            ((x - half, y - slope), (x + half, y + slope)),
            colour,
            width * 1.15,
            round=True,
            layer=MARK,
            square=square,
        )
        for slope in (half, -half)
    ]
