"""The appearance of the board: nine by nine cells, with a stand for pieces in hand on either side.

White's stand is at the top left, Black's at the bottom right; a stand has a place for each kind, as
high as the board's ranks, so that places don't depend on the pieces in hand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from viewer.games.geometry import Coordinate, Geometry, Point, Stroke, Tile, WoodPanel
from viewer.games.shogi.pieces import PIECE_SETS, RADIUS

TALL = 1.09  # height of a cell that is one wide

_MARGIN = 0.48  # of wood around the lines
_STAND, _GAP = 1.3, 0.2  # width of a stand, and what is between it and the board
_RIM = 0.12  # of a stand above and below its places
_COORDINATE = _MARGIN / 2  # middle of a coordinate, from the outermost line

_LINE, _FRAME = 0.022, 0.045
_STAR = 0.07

_LEFT = _STAND + _GAP + _MARGIN  # of the lines
_WIDTH = 2 * _LEFT + 9
_HEIGHT = 2 * _MARGIN + 9 * TALL

FILES, RANKS = "987654321", "abcdefghi"  # from the left, from the top
_KANJI = "一二三四五六七八九"
HELD = "RBGSNLP"  # as they lie on Black's stand from the top


def _at(column: float, row: float) -> Point:
    """A point by columns and rows from the top left corner of the lines."""
    return _LEFT + column, _MARGIN + TALL * row


def _places() -> Iterator[tuple[str, Point]]:
    for row, rank in enumerate(RANKS):
        for column, file in enumerate(FILES):
            yield file + rank, _at(column + 0.5, row + 0.5)
    for number, letter in enumerate(HELD):
        middle = _MARGIN + TALL * (2.5 + number)
        yield f"{letter}*", (_WIDTH - _STAND / 2, middle)
        yield f"{letter.lower()}*", (_STAND / 2, _HEIGHT - middle)


def _grid() -> Iterator[tuple[str, ...]]:
    for row, rank in enumerate(RANKS):
        white = f"{HELD[6 - row].lower()}*" if row < 7 else ""
        black = f"{HELD[row - 2]}*" if row >= 2 else ""
        yield white, *(file + rank for file in FILES), black


def _panels() -> Iterator[WoodPanel]:
    yield WoodPanel(_STAND + _GAP, 0.0, 9 + 2 * _MARGIN, _HEIGHT)
    high = 7 * TALL + 2 * _RIM
    low = _HEIGHT - _MARGIN + _RIM
    yield WoodPanel(_WIDTH - _STAND, low - high, _STAND, high, "stand")
    yield WoodPanel(0.0, _HEIGHT - low, _STAND, high, "stand")


def _lines() -> Iterator[Stroke]:
    for line in range(1, 9):
        yield Stroke((_at(line, 0), _at(line, 9)), _LINE)
        yield Stroke((_at(0, line), _at(9, line)), _LINE)
    yield Stroke((_at(0, 0), _at(9, 0), _at(9, 9), _at(0, 9)), _FRAME, closed=True)


def _stars() -> Iterator[Tile]:
    turns = [math.tau * (part + 0.5) / 20 for part in range(20)]
    for column in (3, 6):
        for row in (3, 6):
            x, y = _at(column, row)
            yield Tile(
                tuple((x + _STAR * math.cos(a), y + _STAR * math.sin(a)) for a in turns), "line"
            )


def _coordinates() -> Iterator[Coordinate]:
    above, right = -_COORDINATE / TALL, 9 + _COORDINATE
    for style, names in (("game", _KANJI), ("letters", RANKS)):
        for at in range(9):
            yield Coordinate(style, FILES[at], _at(at + 0.5, above), "top")
            yield Coordinate(style, names[at], _at(right, at + 0.5), "right")


GEOMETRY = Geometry(
    width=_WIDTH,
    height=_HEIGHT,
    squares=dict(_places()),
    grid=tuple(_grid()),
    strokes=tuple(_lines()),
    coordinates=tuple(_coordinates()),
    art=PIECE_SETS[0].art,
    reach=math.hypot(0.5, TALL / 2),
    piece_radius=RADIUS,
    tiles=tuple(_stars()),
    cell=0.5,
    tall=TALL,
    panels=tuple(_panels()),
    turned=frozenset(kind for kind in PIECE_SETS[0].art if kind.islower()),
)
