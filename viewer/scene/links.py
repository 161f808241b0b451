"""Links between the pieces of a board and chains of them as shapes, and the link at a point."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from viewer.games.geometry import (
    Link,
    LinkArt,
    Point,
)
from viewer.scene.board import BoardLook, cell_outline
from viewer.scene.shapes import (
    BELOW,
    MARK,
    SHADOW,
    Disc,
    Polygon,
    Polyline,
    Shape,
)

_WIN = "win"
_EDGE = 0.03  # width of a link's edge, on either side
_DROP = 0.045  # distance of a link's shadow below the link
_SHADOW_OPACITY = 0.3
_DASH, _SPACE = 0.26, 0.17
_GONE_OPACITY = 0.75
_HANDLE = 0.14
_HALO = 0.34  # width of the light around a chain's links: wider than a link


def link_shapes(look: BoardLook, links: Iterable[Link]) -> list[Shape]:
    """Links as beams from centre to centre, under the pieces; removed ones (`gone`) dashed and thinner.

    Links with squares or of kinds that the board doesn't have are left out.
    """
    shadows: list[Shape] = []
    beams: list[Shape] = []
    for link in links:
        art = look.geometry.links.get(link.kind)
        ends = _ends(look, link)
        if art is None or ends is None:
            continue
        square = link.ends[1]
        if link.gone:
            beams.extend(_dashes(look, art, ends, square))
            continue
        fallen = tuple((x, y + _DROP) for x, y in ends)
        shadow = look.theme["shadow"]
        width = art.width
        shadows.append(
            Polyline(fallen, shadow, width, False, True, _SHADOW_OPACITY, SHADOW, square)
        )
        beams.append(Polyline(ends, look.theme[art.edge], width, round=True, layer=BELOW))
        thin = width - 2 * _EDGE
        beams.append(
            Polyline(ends, look.theme[art.fill], thin, round=True, layer=BELOW, square=square)
        )
    return beams if look.theme.flat else shadows + beams


def _ends(look: BoardLook, link: Link) -> tuple[Point, Point] | None:
    squares = look.geometry.squares
    if any(square not in squares for square in link.ends) or link.ends[0] == link.ends[1]:
        return None
    return look.centre(link.ends[0]), look.centre(link.ends[1])


def _dashes(
    look: BoardLook, art: LinkArt, ends: tuple[Point, Point], square: str
) -> Iterator[Shape]:
    (x1, y1), (x2, y2) = ends
    length = math.hypot(x2 - x1, y2 - y1)
    count = max(1, round((length + _SPACE) / (_DASH + _SPACE)))
    dash = (length + _SPACE) / count - _SPACE
    colour, width = look.theme[art.fill], 0.55 * art.width
    for number in range(count):
        start = number * (dash + _SPACE) / length
        end = start + dash / length
        points = tuple((x1 + way * (x2 - x1), y1 + way * (y2 - y1)) for way in (start, end))
        yield Polyline(points, colour, width, opacity=_GONE_OPACITY, layer=BELOW, square=square)


def chain_shapes(look: BoardLook, chain: Sequence[str]) -> list[Shape]:
    """The part of a winning chain under the pieces: its cells filled, or a light around its links."""
    geometry = look.geometry
    squares = [square for square in chain if square in geometry.squares]
    colour = look.theme[_WIN]
    points = tuple(look.centre(square) for square in squares)
    shapes: list[Shape] = []
    if geometry.outline:
        for square in squares:
            corners = cell_outline(look, square)
            shapes.append(Polygon(corners, colour, layer=BELOW, square=square))
    else:
        radius = geometry.piece_radius + _HALO / 4
        if len(points) > 1:
            shapes.append(Polyline(points, colour, _HALO, round=True, layer=BELOW))
        for point, square in zip(points, squares, strict=True):
            shapes.append(Disc(point, radius, colour, layer=BELOW, square=square))
    return shapes


def chain_line_shapes(look: BoardLook, chain: Sequence[str]) -> list[Shape]:
    """The part of a winning chain over the pieces: a line from each piece to the next."""
    points = tuple(look.centre(square) for square in chain if square in look.geometry.squares)
    if len(points) < 2:
        return []
    return [Polyline(points, look.theme[_WIN], 0.07, round=True, opacity=0.9, layer=MARK)]


def handle_shapes(
    look: BoardLook, links: Iterable[Link], there: Collection[frozenset[str]]
) -> list[Shape]:
    """A handle in the middle of each link: filled on existing links, hollow with a plus on possible ones.

    `there` are the ends of the existing links.
    """
    shapes: list[Shape] = []
    for link in links:
        art, ends = look.geometry.links.get(link.kind), _ends(look, link)
        if art is None or ends is None:
            continue
        (x1, y1), (x2, y2) = ends
        middle, colour = ((x1 + x2) / 2, (y1 + y2) / 2), look.theme[art.edge]
        if frozenset(link.ends) in there:
            fill = look.theme["shell-light"]
        else:
            fill = look.theme["wood"]
            shapes.append(Polyline(ends, colour, 0.04, opacity=0.55, layer=MARK))
        shapes.append(Disc(middle, _HANDLE, fill, colour, 0.05, layer=MARK))
        if frozenset(link.ends) not in there:  # a plus: the link can be added
            for dx, dy in ((0.06, 0.0), (0.0, 0.06)):
                arm = ((middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy))
                shapes.append(Polyline(arm, colour, 0.04, layer=MARK))
    return shapes


def link_at(look: BoardLook, links: Iterable[Link], x: float, y: float) -> Link | None:
    """The link whose middle is nearest to a point of a view, within a quarter of a unit; None if none is."""
    best, found = 0.25, None
    for link in links:
        ends = _ends(look, link)
        if ends is not None:
            (x1, y1), (x2, y2) = ends
            far = math.hypot((x1 + x2) / 2 - x, (y1 + y2) / 2 - y)
            if far < best:
                best, found = far, link
    return found
