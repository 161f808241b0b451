"""The appearance of the board and its pieces: eight by eight squares in two tones."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.games.chess.position import KINDS, SQUARE_NAMES
from viewer.games.geometry import Coordinate, Geometry, GlyphPart, Part, Point, Stroke, Tile

_MARGIN = 0.46
_SIZE = 8 + 2 * _MARGIN
_COORDINATE = _MARGIN / 2  # middle of a coordinate, from the edge of the squares

_PIECE = 0.98  # height of the box that the outlines are drawn in
_RADIUS = 0.42


def _at(file: float, rank: float) -> Point:
    """A point by file and rank, both from 0 at the middle of a1."""
    return _MARGIN + 0.5 + file, _MARGIN + 7.5 - rank


def _tiles() -> Iterator[Tile]:
    for square in range(64):
        rank, file = divmod(square, 8)
        left, right, low, high = file - 0.5, file + 0.5, rank - 0.5, rank + 0.5
        corners = tuple(_at(*at) for at in ((left, low), (right, low), (right, high), (left, high)))
        yield Tile(corners, "tile-light" if (file + rank) % 2 else "tile-dark")


def _coordinates() -> Iterator[Coordinate]:
    low, high = -0.5 - _COORDINATE, 7.5 + _COORDINATE
    for style in ("game", "letters"):
        for at in range(8):
            for edge in (low, high):
                yield Coordinate(style, "abcdefgh"[at], _at(at, edge))
                yield Coordinate(style, "12345678"[at], _at(edge, at))


def _piece(kind: str) -> tuple[Part, ...]:
    """A dark figure, and the light areas in it: the body of a white piece, the lines of a black."""
    whole = GlyphPart(f"chess/{kind}", "black", _PIECE)
    if kind == "black-pawn":  # has no lines
        return (whole,)
    return whole, GlyphPart(f"chess/{kind}-light", "white", _PIECE)


_FRAME = tuple(_at(*at) for at in ((-0.5, -0.5), (7.5, -0.5), (7.5, 7.5), (-0.5, 7.5)))

GEOMETRY = Geometry(
    width=_SIZE,
    height=_SIZE,
    squares={place: _at(point % 8, point // 8) for point, place in enumerate(SQUARE_NAMES)},
    grid=tuple(SQUARE_NAMES[rank * 8 : rank * 8 + 8] for rank in range(7, -1, -1)),
    strokes=(Stroke(_FRAME, 0.03, closed=True),),
    coordinates=tuple(_coordinates()),
    art={kind: _piece(kind) for kinds in KINDS for kind in kinds[1:]},
    reach=0.5**0.5,
    piece_radius=_RADIUS,
    tiles=tuple(_tiles()),
    cell=0.5,
)
