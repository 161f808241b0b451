"""The appearance of board and pieces: nine by ten lines, pieces on the crossings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from viewer.base.messages import message
from viewer.games.geometry import (
    BoardText,
    Coordinate,
    DiscPart,
    Geometry,
    GlyphPart,
    Part,
    PieceSet,
    Point,
    Stroke,
)
from viewer.games.xiangqi.position import CHARACTERS, FILES, KINDS, RANKS, SQUARE_NAMES

RADIUS = 0.436

_RING = 0.35
_CHARACTER, _PICTURE, _LETTER = 0.53, 0.6, 0.56  # heights of the boxes of what is on a disc
# All indexed by the piece's byte.
_SIMPLIFIED, _TRADITIONAL = CHARACTERS
_LETTERS = "　KAEHRCP　KAEHRCP"  # those of Western notation


def _piece(side: str, glyph: str, size: float) -> tuple[Part, ...]:
    # In print without colours the discs of the second side are black, with white signs.
    disc, ink = ("disc", "red") if side == "red" else ("second-disc", "second-ink")
    rim = DiscPart(RADIUS, fill=disc, ring=ink, width=0.031)
    if size == _PICTURE:  # as large as the disc has room for, within no second ring
        return rim, GlyphPart(glyph, ink, size)
    return rim, DiscPart(_RING, ring=ink, width=0.025), GlyphPart(glyph, ink, size)


def _set(glyphs: Sequence[str], size: float) -> Mapping[str, tuple[Part, ...]]:
    return {
        kind: _piece(kind.partition("-")[0], glyph, size)
        for kind, glyph in zip(KINDS, glyphs, strict=True)
        if kind
    }


_PICTURES = [f"xiangqi/{kind.partition('-')[2]}" for kind in KINDS]

PIECE_SETS = (
    PieceSet("traditional", message("Traditional characters"), _set(_TRADITIONAL, _CHARACTER)),
    PieceSet(
        "simplified", message("Simplified characters"), _set(_SIMPLIFIED, _CHARACTER), {"漢": "汉"}
    ),
    PieceSet("pictures", message("Pictures"), _set(_PICTURES, _PICTURE)),
    PieceSet("letters", message("Letters"), _set([f"label/{one}" for one in _LETTERS], _LETTER)),
)


# ---------- The appearance of the board and its pieces: nine by ten lines, pieces on the crossings

_MARGIN = 0.86
_WIDTH, _HEIGHT = 8 + 2 * _MARGIN, 9 + 2 * _MARGIN
_FRAME = 0.1  # distance of the thick frame from the outermost lines
# Distance of a coordinate's middle from the outermost line: clear of pieces and of the edge.
_COORDINATE = 0.68

_LINE, _FINE, _THICK = 0.026, 0.022, 0.046

_RIVER = (("楚河", 2), ("漢界", 6))


def _at(file: float, rank: float) -> Point:
    return _MARGIN + file, _MARGIN + 9 - rank


def _stroke(*points: tuple[float, float], width: float = _LINE, closed: bool = False) -> Stroke:
    """A stroke through points given as (file, rank)."""
    return Stroke(tuple(_at(*point) for point in points), width, closed)


def _lines() -> Iterator[Stroke]:
    low, wide, high = -_FRAME, 8 + _FRAME, 9 + _FRAME
    yield _stroke((low, low), (wide, low), (wide, high), (low, high), width=_THICK, closed=True)
    yield _stroke((0, 0), (8, 0), (8, 9), (0, 9), closed=True)
    for rank in range(1, 9):
        yield _stroke((0, rank), (8, rank))
    for file in range(1, 8):
        yield _stroke((file, 0), (file, 4))
        yield _stroke((file, 5), (file, 9))
    for rank in (0, 7):
        yield _stroke((3, rank), (5, rank + 2))
        yield _stroke((5, rank), (3, rank + 2))


def _stars() -> Iterator[Stroke]:
    """Four corner marks around each point where a cannon or pawn starts, two at an edge of the board."""
    cannons = [(file, rank) for file in (1, 7) for rank in (2, 7)]
    pawns = [(file, rank) for file in (0, 2, 4, 6, 8) for rank in (3, 6)]
    near, far = 0.09, 0.27
    for file, rank in cannons + pawns:
        for x in (-1, 1):
            if not 0 <= file + x <= 8:
                continue
            for y in (-1, 1):
                yield _stroke(
                    (file + far * x, rank + near * y),
                    (file + near * x, rank + near * y),
                    (file + near * x, rank + far * y),
                    width=_FINE,
                )


def _coordinates() -> Iterator[Coordinate]:
    below, above = -_COORDINATE, 9 + _COORDINATE
    for file in range(9):
        yield Coordinate("game", "九八七六五四三二一"[file], _at(file, below))
        yield Coordinate("game", str(file + 1), _at(file, above))
        for edge in (below, above):
            yield Coordinate("letters", FILES[file], _at(file, edge))
    for rank in range(10):
        for edge in (-_COORDINATE, 8 + _COORDINATE):
            yield Coordinate("letters", RANKS[rank], _at(edge, rank))


GEOMETRY = Geometry(
    width=_WIDTH,
    height=_HEIGHT,
    squares={square: _at(point % 9, point // 9) for point, square in enumerate(SQUARE_NAMES)},
    grid=tuple(SQUARE_NAMES[rank * 9 : rank * 9 + 9] for rank in range(9, -1, -1)),
    strokes=(*_lines(), *_stars()),
    texts=tuple(BoardText(text, _at(file, 4.5), 0.5, gap=0.1) for text, file in _RIVER),
    coordinates=tuple(_coordinates()),
    art=PIECE_SETS[0].art,
    reach=0.5,
    piece_radius=RADIUS,
)
