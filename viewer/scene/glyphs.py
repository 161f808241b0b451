"""Outlines of characters and signs, so that a board needs no font.

A name is a face and a character: "piece/帥" (bold brush-like serif), "board/楚" (the same, light),
"text/九" (coordinates), "label/a" (bold, for labels), "shogi/銀" (the face of pieces, with Japanese
shapes); `packaging/make_glyphs.py` makes them. Or a game's figures and the name of one,
"chess/white-king"; `packaging/make_chess_art.py` makes these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from viewer.base.resources import resource_text
from viewer.games.geometry import Point
from viewer.scene.shapes import BOARD, GlyphShape, TextShape

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_COUNTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}


class GlyphOutline(NamedTuple):
    """A path in its em box `0 0 width height`, y down; filled by the nonzero rule.

    `path` is SVG path data with M, L, Q, C and Z only, all absolute.
    """

    path: str
    width: float
    height: float


# Faces that are in files of their own, read when the first of their outlines is asked for.
_FILES = {"chess": "chess.json", "shogi": "shogi.json"}
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
    """The outline of a name, None if there is none."""
    return _outlines(_FILES.get(name.partition("/")[0], _COMMON)).get(name)


def names() -> frozenset[str]:
    """All names there are."""
    return frozenset(name for file in (_COMMON, *_FILES.values()) for name in _outlines(file))


def commands(path: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """The commands of path data, one by one: letter, and its numbers.

    Numbers stand between spaces or commas, without exponents; a letter holds for all the points
    that follow, but points after those of an M are for L, as in SVG.

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
    """How wide a text is at a height of the em box; half an em for what has no outline."""
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
    """A short text, centred, its em box `size` high: outlines, or a Label where one is missing."""
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
