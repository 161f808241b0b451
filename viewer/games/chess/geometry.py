"""The appearance of board and pieces: eight by eight squares in two tones, figures or discs with letters.

In Crazyhouse a stand for the pieces in a pocket is on either side: Black's at the top left, White's at
the bottom right, with a place for each type of piece, as high as a rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from viewer.base.messages import message
from viewer.games.chess.position import BLACK, HELD, KINDS, SQUARE_NAMES, WHITE, pocket_square
from viewer.games.geometry import (
    Coordinate,
    DiscPart,
    Geometry,
    GlyphPart,
    Part,
    PieceSet,
    Point,
    Stroke,
    Tile,
    WoodPanel,
)

RADIUS = 0.42

_BOX = 0.98  # height of the box that the outlines are drawn in
_LETTER, _LETTERS = 0.62, {"knight": "N"}  # the others by their first letter


def _figure(kind: str) -> tuple[Part, ...]:
    """A dark figure, and the light areas in it: the body of a white piece, the lines of a black."""
    whole = GlyphPart(f"chess/{kind}", "black", _BOX)
    if kind == "black-pawn":  # has no lines
        return (whole,)
    return whole, GlyphPart(f"chess/{kind}-light", "white", _BOX)


def _plain(kind: str) -> tuple[Part, ...]:
    """The same of our own drawing."""
    return (
        GlyphPart(f"chess-plain/{kind}", "black", _BOX),
        GlyphPart(f"chess-plain/{kind}-light", "white", _BOX),
    )


def _letter(kind: str) -> tuple[Part, ...]:
    """The letter of English notation on a disc of the side's colour."""
    side, _, name = kind.partition("-")
    ink = "black" if side == "white" else "white"
    letter = _LETTERS.get(name, name[0].upper())
    return (
        DiscPart(RADIUS - 0.02, fill=side, ring="black", width=0.04),
        GlyphPart(f"label/{letter}", ink, _LETTER),
    )


def _set(art: Callable[[str], tuple[Part, ...]]) -> Mapping[str, tuple[Part, ...]]:
    return {kind: art(kind) for kinds in KINDS for kind in kinds[1:]}


PIECE_SETS = (
    PieceSet("figures", message("Figures"), _set(_figure)),
    PieceSet("plain", message("Plain figures"), _set(_plain)),
    PieceSet("letters", message("Letters"), _set(_letter)),
)


# ----------------- The appearance of the board and its pieces: eight by eight squares in two tones

_MARGIN = 0.46
_SIZE = 8 + 2 * _MARGIN
_COORDINATE = _MARGIN / 2  # middle of a coordinate, from the edge of the squares


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


_FRAME = tuple(_at(*at) for at in ((-0.5, -0.5), (7.5, -0.5), (7.5, 7.5), (-0.5, 7.5)))

GEOMETRY = Geometry(
    width=_SIZE,
    height=_SIZE,
    squares={place: _at(point % 8, point // 8) for point, place in enumerate(SQUARE_NAMES)},
    grid=tuple(SQUARE_NAMES[rank * 8 : rank * 8 + 8] for rank in range(7, -1, -1)),
    strokes=(Stroke(_FRAME, 0.03, closed=True),),
    coordinates=tuple(_coordinates()),
    art=PIECE_SETS[0].art,
    reach=0.5**0.5,
    piece_radius=RADIUS,
    tiles=tuple(_tiles()),
    cell=0.5,
)

# ------------------------------------------------------------------------------------- pockets

_STAND, _GAP = 1.2, 0.2  # width of a stand, and what is between it and the board
_RIM = 0.12  # of a stand above and below its places
_BESIDE = _STAND + _GAP


def _moved(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points of the board where it has stands beside it."""
    return tuple((x + _BESIDE, y) for x, y in points)


def _pockets() -> Iterator[tuple[str, Point]]:
    width = _SIZE + 2 * _BESIDE
    for number, type in enumerate(HELD):
        middle = _MARGIN + 8 - len(HELD) + number + 0.5
        yield pocket_square(WHITE, type), (width - _STAND / 2, middle)
        yield pocket_square(BLACK, type), (_STAND / 2, _SIZE - middle)


def _grid_with_pockets() -> Iterator[tuple[str, ...]]:
    white = [pocket_square(WHITE, type) for type in HELD]
    black = [pocket_square(BLACK, type) for type in reversed(HELD)]
    none = [""] * (8 - len(HELD))
    for row, left, right in zip(GEOMETRY.grid, black + none, none + white, strict=True):
        yield left, *row, right


def _panels() -> Iterator[WoodPanel]:
    yield WoodPanel(_BESIDE, 0.0, _SIZE, _SIZE)
    high = len(HELD) + 2 * _RIM
    low = _SIZE - _MARGIN + _RIM
    yield WoodPanel(_SIZE + 2 * _BESIDE - _STAND, low - high, _STAND, high, "stand")
    yield WoodPanel(0.0, _SIZE - low, _STAND, high, "stand")


WITH_POCKETS = GEOMETRY._replace(
    width=_SIZE + 2 * _BESIDE,
    squares={
        **{place: _moved((at,))[0] for place, at in GEOMETRY.squares.items()},
        **dict(_pockets()),
    },
    grid=tuple(_grid_with_pockets()),
    strokes=(Stroke(_moved(_FRAME), 0.03, closed=True),),
    coordinates=tuple(one._replace(at=_moved((one.at,))[0]) for one in GEOMETRY.coordinates),
    tiles=tuple(Tile(_moved(tile.points), tile.fill) for tile in GEOMETRY.tiles),
    panels=tuple(_panels()),
)
"""The board of Crazyhouse."""
