"""Outlines of characters and signs, so that a board needs no font.

A name is a face and a character: "piece/帥" (bold brush-like serif), "board/楚" (the same, light),
"text/九" (coordinates), "label/a" (bold, for labels), "shogi/銀" (the face of "piece" with Japanese
shapes), all made by `packaging/make_glyphs.py`; or a game and one of its figures, "chess/white-king",
made by `packaging/make_chess_art.py`; or a folder of drawings of our own, "xiangqi/horse", made by
`packaging/make_piece_art.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.resources import resource_text
from viewer.games.geometry import Point
from viewer.scene.shapes import BOARD, GlyphShape, TextShape

_COMMAND = late(r"([A-Za-z])([^A-Za-z]*)")
_COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class GlyphOutline(NamedTuple):
    """A path in its em box `0 0 width height`; y grows downwards; filled by the nonzero rule.

    `path` is SVG path data with only M, L, Q, C and Z, all absolute.
    """

    path: str
    width: float
    height: float


# Faces with files of their own, each read when one of its outlines is first needed.
_FILES = {name: f"{name}.json" for name in ("chess", "chess-plain", "shogi", "xiangqi")}
_COMMON = "board.json"


@cache
def _outlines(file: str) -> dict[str, GlyphOutline]:
    data = json.loads(resource_text("glyphs", file))
    em = float(data["em"])
    return {
        name: GlyphOutline(path, float(width), em)
        for name, (width, path) in data["outlines"].items()
    }


def outline(name: str) -> GlyphOutline | None:
    """The outline with a name, None if there is none."""
    return _outlines(_FILES.get(name.partition("/")[0], _COMMON)).get(name)


def names() -> frozenset[str]:
    """The names of all outlines."""
    return frozenset(name for file in (_COMMON, *_FILES.values()) for name in _outlines(file))


def commands(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """(letter, numbers) of each command of path data.

    Numbers are separated by spaces or commas, without exponents. A letter applies to all the points
    that follow it, but further points after an M's belong to an L, as in SVG.

    Raises ValueError for anything but M, L, Q, C and Z with the right count of numbers.
    """
    if path.strip() and _COMMAND.match(path.lstrip()) is None:
        raise ValueError(f"path data begins with {path.lstrip()[:10]!r}")
    for letter, text in _COMMAND.findall(path):
        count = _COUNTS.get(letter)
        numbers = tuple(map(float, text.replace(",", " ").split()))
        if len(numbers) == count:
            yield letter, numbers
            continue
        if not count or not numbers or len(numbers) % count:
            raise ValueError(f"path command {letter}{text.rstrip()!r}")
        for start in range(0, len(numbers), count):
            yield letter, numbers[start : start + count]
            letter = "L" if letter == "M" else letter


def text_width(text: str, size: float, face: str) -> float:
    """The width of a text whose em box is `size` high; a character without an outline counts half an em."""
    found = (outline(f"{face}/{character}") for character in text)
    return sum(size * (one.width / one.height if one else 0.5) for one in found)


def text_shapes(
    text: str,
    centre: Point,
    size: float,
    fill: str,
    *,
    face: str = "text",
    opacity: float = 1.0,
    layer: str = BOARD,
    square: str = "",
) -> list[GlyphShape | TextShape]:
    """A short text, centred, its em box `size` high: outlines, or one TextShape if an outline is missing."""
    names = [f"{face}/{character}" for character in text]
    found = [outline(name) for name in names]
    widths = [size * one.width / one.height for one in found if one is not None]
    if len(widths) < len(names):
        return [TextShape(text, centre, size, fill, face == "label", opacity, layer, square)]
    x, y = centre[0] - sum(widths) / 2, centre[1]
    shapes: list[GlyphShape | TextShape] = []
    for name, width in zip(names, widths, strict=True):
        at = (x + width / 2, y)
        shapes.append(GlyphShape(name, at, size, fill, 0.0, opacity, layer, square))
        x += width
    return shapes
