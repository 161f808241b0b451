"""The appearance of board and pieces: nine by nine cells, a stand for each side, pentagons.

All art is drawn as the first side's; the board turns the other side's (`Geometry.turned`).

White's stand is at the top left, Black's at the bottom right; a stand has a place for each kind, as
high as the board's ranks, so that places don't depend on the pieces in hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.games.geometry import (
    Coordinate,
    Geometry,
    GlyphPart,
    Part,
    PieceSet,
    Point,
    ShapePart,
    Stroke,
    Tile,
    WoodPanel,
    inset,
)


class _Body(NamedTuple):
    """Width of the foot and height of a pentagon, in widths of a cell."""

    width: float
    height: float


# After wooden sets: a king's foot is 28.7 mm wide where a cell is 33.3 mm.
_BODIES = {
    "K": _Body(0.880, 0.970),
    "R": _Body(0.850, 0.940),
    "B": _Body(0.850, 0.940),
    "G": _Body(0.818, 0.908),
    "S": _Body(0.818, 0.908),
    "N": _Body(0.780, 0.880),
    "L": _Body(0.725, 0.880),
    "P": _Body(0.695, 0.850),
}
RADIUS = 0.44  # of a circle about as large as the largest piece

_SIDE = math.radians(81)  # between the foot and a side
_ROOF = math.radians(20)  # between the foot and the roof
_BEVEL, _FOOT = 0.034, 0.062  # how wide the second tone is seen, and at the foot
_RIM = 0.017
_MIDDLE = 0.03  # of what is written on a piece, below the middle of its height

_ONE = {
    "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
}  # fmt: skip
_TWO = {
    "P": "歩兵", "L": "香車", "N": "桂馬", "S": "銀将", "G": "金将", "B": "角行", "R": "飛車",
    "K": "玉将", "+P": "と金", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "龍馬", "+R": "龍王",
}  # fmt: skip

# Where pieces go, seen from the piece: (right, down) one step far, and any number of steps.
_CROSS = ((0, -1), (1, 0), (0, 1), (-1, 0))
_DIAGONALS = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_GOLD = (*_CROSS, *_DIAGONALS[:2])
_STEPS: dict[str, tuple[tuple[float, float], ...]] = {
    "P": _CROSS[:1],
    "N": ((-0.42, -1.12), (0.42, -1.12)),
    "S": (*_CROSS[:1], *_DIAGONALS),
    "G": _GOLD,
    "K": (*_CROSS, *_DIAGONALS),
    "+P": _GOLD,
    "+L": _GOLD,
    "+N": _GOLD,
    "+S": _GOLD,
    "+B": _CROSS,
    "+R": _DIAGONALS,
}
_SLIDES = {"L": _CROSS[:1], "B": _DIAGONALS, "R": _CROSS, "+B": _DIAGONALS, "+R": _CROSS}


def _pentagon(body: _Body) -> tuple[Point, ...]:
    """The corners from the tip on, the middle of its height at 0, 0."""
    half, height = body.width / 2, body.height
    roof, slant = math.tan(_ROOF), math.tan(_SIDE)
    shoulder = (height - half * roof) / (1 - roof / slant)
    x, y = half - shoulder / slant, height / 2 - shoulder
    return (0.0, -height / 2), (x, y), (half, height / 2), (-half, height / 2), (-x, y)


@cache
def _wood(body: _Body) -> tuple[Part, ...]:
    """A pentagon in two tones: a bevel all around, widest at the foot."""
    outer = _pentagon(body)
    inner = inset(outer, (_BEVEL, _BEVEL, _FOOT, _BEVEL, _BEVEL))
    return (
        ShapePart(outer, "koma-edge", "koma-line", _RIM),
        ShapePart(inner, "koma"),
    )


def _one(kind: str, side: int, ink: str, kings: str) -> tuple[Part, ...]:
    """One character; `kings` are those of the sides."""
    body = _BODIES[kind[-1]]
    glyph = kings[side] if kind == "K" else _ONE[kind]
    return (GlyphPart(f"shogi/{glyph}", ink, 0.73 * body.width, (0.0, _MIDDLE)),)


def _two(kind: str, side: int, ink: str, kings: str) -> tuple[Part, ...]:
    """Two characters, one above the other."""
    body = _BODIES[kind[-1]]
    text = kings[side] + "将" if kind == "K" else _TWO[kind]
    size = 0.415 * body.height
    return (
        GlyphPart(f"shogi/{text[0]}", ink, size, (0.0, -0.18 * body.height)),
        GlyphPart(f"shogi/{text[1]}", ink, size, (0.0, 0.215 * body.height)),
    )


def _mark(at: Point, way: Point, long: float, wide: float, ink: str) -> ShapePart:
    """A bar at a point, pointing a way."""
    size = math.hypot(*way)
    ux, uy = way[0] / size * long / 2, way[1] / size * long / 2
    vx, vy = -way[1] / size * wide / 2, way[0] / size * wide / 2
    x, y = at
    return ShapePart(
        (
            (x - ux - vx, y - uy - vy),
            (x + ux - vx, y + uy - vy),
            (x + ux + vx, y + uy + vy),
            (x - ux + vx, y - uy + vy),
        ),
        ink,
    )


def _letter(kind: str, side: int, ink: str, kings: str) -> tuple[Part, ...]:
    """The letter of Western notation, and around it where the piece goes: steps and long bars."""
    width, height = _BODIES[kind[-1]]
    signs = "koma-line" if ink == "black" else ink

    def at(way: Point) -> Point:
        aside = 0.26 if way[1] < 0 else 0.305  # a pentagon is narrower above
        return way[0] * aside * width, _MIDDLE + way[1] * 0.3 * height

    steps = (_mark(at(way), way, 0.06, 0.06, signs) for way in _STEPS.get(kind, ()))
    slides = (_mark(at(way), way, 0.12, 0.046, signs) for way in _SLIDES.get(kind, ()))
    letter = GlyphPart(f"label/{kind[-1]}", ink, 0.63 * width, (0.0, _MIDDLE - 0.01))
    return (letter, *steps, *slides)


def _set(
    side_art: Callable[[str, int, str, str], tuple[Part, ...]], kings: str = "玉王"
) -> Mapping[str, tuple[Part, ...]]:
    """The art of both sides' kinds; promoted ones in red."""
    return {
        kind.lower() if side else kind: (
            *_wood(_BODIES[kind[-1]]),
            *side_art(kind, side, "red" if kind[0] == "+" else "black", kings),
        )
        for side in (0, 1)
        for kind in _ONE
    }


PIECE_SETS = (
    PieceSet("one", message("One character"), _set(_one)),
    PieceSet("gyoku", message("One character, 玉 for both kings"), _set(_one, "玉玉")),
    PieceSet("two", message("Two characters"), _set(_two)),
    PieceSet("letters", message("Letters and moves"), _set(_letter)),
)


# ---------------------------------- the appearance of the board, with the stands for pieces in hand

TALL = 1.09  # height of a cell that is one wide

_MARGIN = 0.48  # of wood around the lines
_STAND, _GAP = 1.3, 0.2  # width of a stand, and what is between it and the board
_STAND_RIM = 0.12  # of a stand above and below its places
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
    high = 7 * TALL + 2 * _STAND_RIM
    low = _HEIGHT - _MARGIN + _STAND_RIM
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
